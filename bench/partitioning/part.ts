import pg from 'pg';
import { type Books, seedBooks } from '../support/books.ts';
import { statOf } from '../support/processes.ts';
import { startDatabase } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { median, round, table } from '../support/table.ts';
import { buildLayout, COPIES, type Layout, layouts, sizesOf } from './layouts.ts';
import { type Asked, asked, CHANGED, type Place } from './questions.ts';

const ROUNDS = 3;

/** A connection of its own to a layout, and the processor that its server process has used, in milliseconds. */
const connect = async (url: string, { schema }: Layout) => {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`set search_path = ${schema}, public; set prumo.owner_access = 'on'; set jit = off`);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const used = (): number => {
    const stat = statOf(rows[0]?.pid ?? 0);
    return (Number(stat[11]) + Number(stat[12])) * 10;
  };
  return { client, used };
};

type Connection = Awaited<ReturnType<typeof connect>>;

const send = async ({ client }: Connection, { name, text, values, changes }: Asked, place: Place): Promise<void> => {
  if (changes) await client.query('begin');
  await client.query({ name, text, values: values(place) });
  if (changes) await client.query('rollback');
};

/** Milliseconds of processor of one answer, under one plan for all values. */
const costOf = async (connection: Connection, one: Asked, place: Place): Promise<number> => {
  await send(connection, one, place);
  const before = connection.used();
  for (let turn = 0; turn < one.times; turn += 1) await send(connection, one, place);
  return (connection.used() - before) / one.times;
};

/** Milliseconds to make the plan for given values, and for all, and the locks that running the second takes. */
const planOf = async ({ client }: Connection, { text, values }: Asked, place: Place) => {
  const given = values(place).join(', ');
  const planning = async (): Promise<number> => {
    const { rows } = await client.query<Record<string, string>>(`explain (summary) execute looked (${given})`);
    const line = rows.map((row) => row['QUERY PLAN'] ?? '').find((one) => one.startsWith('Planning Time'));
    return Number(/[\d.]+/.exec(line ?? '')?.[0]);
  };
  const types = values(place).map(() => 'bigint');
  const times: { custom: number[]; generic: number[] } = { custom: [], generic: [] };
  for (let turn = 0; turn < 15; turn += 1) {
    for (const kind of ['custom', 'generic'] as const) {
      await client.query(`set plan_cache_mode = force_${kind}_plan; prepare looked (${types.join(', ')}) as ${text}`);
      times[kind].push(await planning());
      await client.query('deallocate looked');
    }
  }
  await client.query(`prepare looked (${types.join(', ')}) as ${text}`);
  // Once before, so that only the locks of running the plan are counted.
  await client.query('begin');
  await client.query(`execute looked (${given})`);
  await client.query('rollback; begin');
  await client.query(`execute looked (${given})`);
  const { rows } = await client.query<{ locks: number }>(
    `select count(*)::int as locks from pg_locks where pid = pg_backend_pid() and locktype = 'relation' and relation::regclass::text not like 'pg_%'`,
  );
  await client.query('rollback; deallocate looked');
  return { custom: median(times.custom), generic: median(times.generic), locks: rows[0]?.locks ?? 0 };
};

const placeOf = async ({ client }: Connection, books: Books): Promise<Place> => {
  const { accountId, companyId, walletId, transactionId } = books;
  const { rows } = await client.query<{ id: string }>(
    'select min(id) as id from installments where account_id = $1 and transaction_id = $2',
    [accountId, transactionId],
  );
  return { accountId, companyId, walletId, transactionId, installmentId: Number(rows[0]?.id) };
};

/** Changes rows and lets vacuum clean up: milliseconds of processor. */
const vacuumOf = async ({ client, used }: Connection, { accountId }: Place): Promise<number> => {
  await client.query(CHANGED, [accountId]);
  const before = used();
  await client.query('vacuum (parallel 0) installments');
  return used() - before;
};

const mebibytes = (bytes: number): string => String(Math.round(bytes / 2 ** 20));

/** Builds all layouts in the database of the books. */
export const buildPartitions = async (url: string, large: Books, small: Books): Promise<void> => {
  for (const layout of layouts) {
    const { client } = await connect(url, layout);
    await buildLayout(client, layout, large.accountId, small.accountId);
    await client.end();
  }
};

/** Asks all layouts the same, in turns. */
export const comparePartitions = async (url: string, large: Books, small: Books): Promise<string> => {
  const connections: Connection[] = [];
  for (const layout of layouts) connections.push(await connect(url, layout));
  const rows: string[][] = [];
  const add = (name: string, cells: readonly (string | number)[]) => rows.push([name, ...cells.map(String)]);
  for (const [name, books] of [
    ['1,000,000', large],
    ['1,000', small],
  ] as const) {
    for (const one of asked) {
      const costs = connections.map((): number[] => []);
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        for (const [index, connection] of connections.entries()) {
          const place = await placeOf(connection, ofCopy(books, large));
          await connection.client.query('set plan_cache_mode = force_generic_plan');
          costs[index]?.push(await costOf(connection, one, place));
        }
      }
      add(
        `${one.name}, account of ${name}`,
        costs.map((own) => round(median(own), 2)),
      );
    }
  }
  for (const one of asked) {
    const plans = [];
    for (const connection of connections) plans.push(await planOf(connection, one, await placeOf(connection, large)));
    add(
      `planning: ${one.name}`,
      plans.map(({ custom, generic, locks }) => `${round(custom, 2)} / ${round(generic, 2)}, ${locks} locks`),
    );
  }
  const vacuums = [];
  for (const connection of connections) vacuums.push(await vacuumOf(connection, await placeOf(connection, large)));
  add('vacuum after 10,000 changes', vacuums);
  const sizes = [];
  for (const [index, layout] of layouts.entries()) {
    const connection = connections[index];
    if (connection) sizes.push(await sizesOf(connection.client, layout));
  }
  add(
    'MiB of rows and of indexes',
    sizes.map((one) => `${mebibytes(one.rows)} + ${mebibytes(one.indexes)}`),
  );
  for (const { client } of connections) await client.end();
  return table(['ms of processor', ...layouts.map(({ name }) => name)], rows);
};

/** The first copy of the small account, which the layouts have instead of it. */
const ofCopy = (books: Books, large: Books): Books =>
  books === large
    ? books
    : {
        ...books,
        accountId: COPIES.firstAccount + 1,
        transactionId: books.transactionId + COPIES.from + COPIES.step,
      };

/** (q) Documents as they are, and divided by account and by year (decision 122). */
export const partitioningPart = async ({ partitioning: { installments }, seed }: Settings): Promise<string> => {
  const database = await startDatabase();
  try {
    const [small, large] = await seedBooks(
      database.url,
      [1_000, installments].map((size) => ({ installments: size, seed })),
    );
    if (!small || !large) throw new Error('no books');
    await buildPartitions(database.url, large, small);
    return await comparePartitions(database.url, large, small);
  } finally {
    await database.stop();
  }
};
