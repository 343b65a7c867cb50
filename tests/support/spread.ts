import { Decimal } from 'decimal.js';
import pg from 'pg';
import { machineUrl } from '#services/platform/db/spread/machines.ts';

/** The servers of a cluster, the coordinator first, when suites run on one: PRUMO_TEST_CLUSTER=postgres://…,postgres://…,postgres://… */
export const clusterServers = (): string[] => process.env.PRUMO_TEST_CLUSTER?.split(',') ?? [];

/** What belongs to no account is on the coordinator, and what tests keep for themselves. */
const OF_NOBODY = /\b(login_attempts|allowances|signup_drafts|passkey_logins|schema_migrations|test_world)\b/;

type Result = pg.QueryResult<Record<string, unknown>>;

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));

/** What the answers of several machines do not add up to, unless it is nothing on all but one. */
const IS_NO_SUM = /\b(max|min|avg)\s*\(|\bdistinct\b/i;

/** Rows of all machines; a count or sum of each becomes theirs together. Throws where that is no answer. */
const merged = (results: readonly Result[], text: string): Record<string, unknown>[] => {
  const rows = results.flatMap((result) => result.rows);
  const isTotal =
    results.every((result) => result.rows.length === 1) &&
    /\b(count|sum|max|min|bool_or|exists)\s*\(/i.test(text) &&
    !/group by/i.test(text);
  if (!isTotal || rows.length < 2) return rows;
  const [first = {}] = rows;
  const total = Object.keys(first).map((key) => {
    const values = rows.map((row) => row[key]).filter((value) => value !== null);
    if (values.length === 0) return [key, null];
    if (values.every((value) => typeof value === 'boolean')) return [key, values.includes(true)];
    if (!values.every(isNumber)) return [key, values[0]];
    const isOfSeveral = values.filter((value) => Number(value) !== 0).length > 1;
    if (isOfSeveral && IS_NO_SUM.test(text)) throw new Error(`of several machines: ${text}`);
    const sum = values.reduce<Decimal>((all, value) => all.plus(String(value)), new Decimal(0));
    const scale = Math.max(...values.map((value) => String(value).split('.')[1]?.length ?? 0));
    return [key, typeof values[0] === 'string' ? sum.toFixed(scale) : sum.toNumber()];
  });
  return [Object.fromEntries(total) as Record<string, unknown>];
};

/** The owner's statements on a spread database: each on the machines whose rows it is about. */
export class SpreadPool {
  readonly #home: pg.Pool;
  readonly #url: string;
  #spread = false;
  readonly #machines = new Map<string, pg.Pool>();

  constructor(ownerUrl: string) {
    this.#url = ownerUrl;
    this.#home = this.#open(ownerUrl);
  }

  #open(url: string): pg.Pool {
    const pool = new pg.Pool({ connectionString: url, max: 4, options: '-c citus.enable_ddl_propagation=off' });
    pool.on('error', () => undefined);
    return pool;
  }

  async #isSpread(): Promise<boolean> {
    this.#spread ||= (await this.#home.query(`select where to_regclass('spread.places') is not null`)).rowCount === 1;
    return this.#spread;
  }

  async #all(): Promise<Map<string, pg.Pool>> {
    // A database that is filled before it is spread.
    if (!(await this.#isSpread())) return new Map([['', this.#home]]);
    if (this.#machines.size === 0) {
      const { rows } = await this.#home.query<{ place: string }>('select place from spread.places order by 1');
      for (const { place } of rows) this.#machines.set(place, this.#open(machineUrl(this.#url, place)));
    }
    return this.#machines;
  }

  async #withAccounts(): Promise<pg.Pool[]> {
    const all = [...(await this.#all()).values()];
    const has = await Promise.all(
      all.map(async (pool) => (await pool.query('select from accounts limit 1')).rowCount === 1),
    );
    const some = all.filter((_pool, index) => has[index]);
    return some.length > 0 ? some : all;
  }

  /** Makes an account where those of its id belong. */
  async account(name: string): Promise<number> {
    const placeOf = (await this.#isSpread()) ? 'spread.place_of(n.id)' : `''`;
    const { rows } = await this.#home.query<{ id: string; place: string }>(
      `select n.id::text as id, ${placeOf} as place from (select nextval('accounts_id_seq') as id) n`,
    );
    const [{ id, place } = { id: '', place: '' }] = rows;
    await (
      await this.#all()
    )
      .get(place)
      ?.query('insert into accounts (id, name) overriding system value values ($1, $2)', [id, name]);
    return Number(id);
  }

  async query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }> {
    if (OF_NOBODY.test(text)) return { rows: (await this.#home.query(text, values)).rows as Row[] };
    const pools = await this.#withAccounts();
    const results = await Promise.allSettled(pools.map((pool) => pool.query(text, values)));
    const done = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
    const failed = results.find((result) => result.status === 'rejected');
    // A row of an account of another machine is refused here, and made there.
    const isMade = /^\s*(insert|with)\b/i.test(text) && done.some(({ rowCount }) => rowCount);
    if (failed && !isMade) throw failed.reason;
    return { rows: merged(done, text) as Row[] };
  }

  /** A connection to the machine that has a row. */
  async connectTo(table: string, id: number): Promise<pg.PoolClient> {
    for (const pool of await this.#withAccounts()) {
      const { rowCount } = await pool.query(`select from ${pg.escapeIdentifier(table)} where id = $1`, [id]);
      if (rowCount) return pool.connect();
    }
    throw new Error(`no machine has row ${id} of ${table}`);
  }

  async end(): Promise<void> {
    await Promise.all([this.#home, ...this.#machines.values()].map((pool) => pool.end()));
  }
}
