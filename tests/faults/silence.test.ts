import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase, type DatabaseHandle } from '#services/platform/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { until } from './stack.ts';
import { startSwallower, type Swallower } from './swallower.ts';

const CONNECTIONS = 4;
const STATEMENT_TIMEOUT = 500;
/** What a statement may take at the most: its own time, the second after it, and what a busy machine adds. */
const GIVEN_UP_WITHIN = STATEMENT_TIMEOUT + 1_000 + 1_500;

let database: TestDatabase;
let line: Swallower;
let handle: DatabaseHandle;
beforeAll(async () => {
  database = await createTestDatabase();
  line = await startSwallower(database.url);
  handle = openDatabase({ url: line.url, connections: CONNECTIONS, statementTimeout: STATEMENT_TIMEOUT });
});
afterAll(async () => {
  await handle?.kysely.destroy();
  await line?.stop();
  await database?.drop();
});

const ask = () => sql<{ one: number }>`select 1 as one, pg_sleep(0.02)`.execute(handle.kysely);
const askAll = (count: number) => Promise.allSettled(Array.from({ length: count }, ask));
const reasonsOf = (results: PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) => (result.status === 'rejected' ? String(result.reason.code) : 'answered'));

test('a database that says nothing is given up soon after the time that a statement may take, and so is its whole pool', async () => {
  expect(new Set(reasonsOf(await askAll(CONNECTIONS)))).toEqual(new Set(['answered']));
  expect(handle.pool.idleCount).toBe(CONNECTIONS);
  line.swallow();
  const started = Date.now();
  // Two ask, the other connections lie idle: they are as deaf, and nobody should have to find that out.
  expect(reasonsOf(await askAll(2))).toEqual(['ETIMEDOUT', 'ETIMEDOUT']);
  expect(Date.now() - started).toBeLessThan(GIVEN_UP_WITHIN);
  await until(async () => handle.pool.totalCount === 0, 1_000, 'the idle connections are gone');
  line.heal();
  expect(new Set(reasonsOf(await askAll(3 * CONNECTIONS)))).toEqual(new Set(['answered']));
});

test('a transaction whose commit is not answered fails, and its connection is not used again', async () => {
  const before = line.taken;
  const lost = handle.kysely.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    line.swallow();
    await sql`commit`.execute(connection);
  });
  await expect(lost).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  line.heal();
  expect(reasonsOf(await askAll(1))).toEqual(['answered']);
  expect(line.taken).toBeGreaterThan(before);
});

test('a slow statement is ended by the server, and a connection without work is left alone', async () => {
  expect(new Set(reasonsOf(await askAll(CONNECTIONS)))).toEqual(new Set(['answered']));
  const before = line.taken;
  await expect(sql`select pg_sleep(20)`.execute(handle.kysely)).rejects.toMatchObject({ code: '57014' });
  await sleep(STATEMENT_TIMEOUT + 1_200);
  expect(new Set(reasonsOf(await askAll(CONNECTIONS)))).toEqual(new Set(['answered']));
  expect(line.taken).toBe(before);
});
