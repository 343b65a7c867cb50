import { sql, type Kysely, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { openDatabase, type DatabaseHandle, type DatabaseOptions } from './database.ts';
import { machineUrl } from './spread/machines.ts';
import type { Database } from './tables.ts';

/**
 * The databases of the product: one, or a coordinator and the machines among which accounts are spread
 * (docs/decisions/0118). As a handle, it is the one that has what belongs to no account.
 */
export interface Databases extends DatabaseHandle {
  /** Addresses of those that have accounts. */
  urls: readonly string[];
  /** Where the rows of an account are. */
  of(accountId: number): Promise<Kysely<Database>>;
  /** Asks all that have accounts at once, and returns the rows of all: for what is known without its account. */
  everywhere<Row>(query: RawBuilder<Row>): Promise<Row[]>;
  /** As `everywhere`, of what is asked again and again, and stays where it is: `key` says what. The machine that had it is asked alone. */
  where<Row>(key: string, query: RawBuilder<Row>): Promise<Row[]>;
  /** Asks those that have accounts one after the other until one has rows: for what takes work, which must not lie about. */
  anywhere<Row>(query: RawBuilder<Row>): Promise<Row[]>;
  /** Asks all, also the one that has no account. */
  each(query: RawBuilder<unknown>): Promise<void>;
  pools: readonly pg.Pool[];
  close(): Promise<void>;
}

/** Keys whose machine a process remembers. */
const MOST_KNOWN = 20_000;

const alone = (handle: DatabaseHandle, url: string): Databases => {
  const ask = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(handle.kysely)).rows;
  return {
    ...handle,
    urls: [url],
    of: () => Promise.resolve(handle.kysely),
    everywhere: ask,
    where: (_key, query) => ask(query),
    anywhere: ask,
    each: async (query) => void (await ask(query)),
    pools: [handle.pool],
    close: () => handle.kysely.destroy(),
  };
};

/** Where accounts are does not change while services run; a process asks once for each, beside what a request costs. */
const placing = ({ pool }: DatabaseHandle, machines: ReadonlyMap<string, DatabaseHandle>) => {
  const known = new Map<number, DatabaseHandle>();
  return async (accountId: number): Promise<Kysely<Database>> => {
    let machine = known.get(accountId);
    if (!machine) {
      const { rows } = await pool.query<{ place: string }>('select spread.place_of($1) as place', [accountId]);
      machine = machines.get(rows[0]?.place ?? '');
      if (!machine) throw new Error(`account ${accountId} is on an unknown machine`);
      known.set(accountId, machine);
    }
    return machine.kysely;
  };
};

const together = (coordinator: DatabaseHandle, options: DatabaseOptions, places: readonly string[]): Databases => {
  const urls = places.map((place) => machineUrl(options.url, place));
  const machines = new Map(places.map((place, index) => [place, openDatabase({ ...options, url: urls[index] ?? '' })]));
  const all = [...machines.values()];
  const last = new Map<string, DatabaseHandle>();
  const askAll = <Row>(query: RawBuilder<Row>) => Promise.all(all.map(({ kysely }) => query.execute(kysely)));
  let turn = 0;
  return {
    ...coordinator,
    urls,
    of: placing(coordinator, machines),
    everywhere: async (query) => (await askAll(query)).flatMap(({ rows }) => rows),
    where: async (key, query) => {
      const known = last.get(key);
      const there = known ? (await query.execute(known.kysely)).rows : [];
      if (there.length > 0) return there;
      const answers = await askAll(query);
      const found = all.find((_machine, index) => answers[index]?.rows.length);
      // All are forgotten at once, seldom, and found again.
      if (last.size >= MOST_KNOWN) last.clear();
      if (found) last.set(key, found);
      return answers.flatMap(({ rows }) => rows);
    },
    anywhere: async (query) => {
      // Another machine comes first each time: one that always has work does not keep the others waiting.
      const first = (turn += 1);
      for (let n = 0; n < all.length; n += 1) {
        const machine = all[(first + n) % all.length];
        const rows = machine ? (await query.execute(machine.kysely)).rows : [];
        if (rows.length > 0) return rows;
      }
      return [];
    },
    each: async (query) => void (await Promise.all([coordinator, ...all].map(({ kysely }) => query.execute(kysely)))),
    pools: [coordinator, ...all].map(({ pool }) => pool),
    close: async () => void (await Promise.all([coordinator, ...all].map(({ kysely }) => kysely.destroy()))),
  };
};

/** Opens the database, and the machines of its cluster, each with a pool of the same size. */
export const openDatabases = async (options: DatabaseOptions): Promise<Databases> => {
  const home = openDatabase(options);
  try {
    const { rows } = await sql<{ spread: boolean }>`select to_regclass('spread.places') is not null as spread`.execute(
      home.kysely,
    );
    if (!rows[0]?.spread) return alone(home, options.url);
    const places = await sql<{ place: string }>`select place from spread.places order by 1`.execute(home.kysely);
    return together(
      home,
      options,
      places.rows.map(({ place }) => place),
    );
  } catch (error) {
    await home.kysely.destroy();
    throw error;
  }
};
