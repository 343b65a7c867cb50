import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase, type DatabaseHandle } from '#services/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { until } from './stack.ts';
import { startSwallower, type Swallower } from './swallower.ts';

const CONNECTIONS = 4;
const STATEMENT_TIMEOUT = 500;
/** Longest wait for a statement: its timeout, one more second, and a margin for a busy machine. */
const GIVEN_UP_WITHIN = STATEMENT_TIMEOUT + 1_000 + 1_500;

/** Longest total wait for a connection and its statement, when one of them has used up most of it. */
const IN_ALL = STATEMENT_TIMEOUT + 1_000 + 700;

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

test('An unresponsive database connection is closed soon after the statement timeout, and so is its whole pool', async () => {
  expect(new Set(reasonsOf(await askAll(CONNECTIONS)))).toEqual(new Set(['answered']));
  expect(handle.pool.idleCount).toBe(CONNECTIONS);
  line.swallow();
  const started = Date.now();
  // Two connections have a pending query; the idle ones are as dead and must be closed without a query.
  expect(reasonsOf(await askAll(2))).toEqual(['ETIMEDOUT', 'ETIMEDOUT']);
  expect(Date.now() - started).toBeLessThan(GIVEN_UP_WITHIN);
  await until(async () => handle.pool.totalCount === 0, 1_000, 'the idle connections are gone');
  line.heal();
  expect(new Set(reasonsOf(await askAll(3 * CONNECTIONS)))).toEqual(new Set(['answered']));
});

test('A transaction whose commit is not answered fails, and its connection is not reused', async () => {
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

test('The server ends a slow statement, and idle connections stay open', async () => {
  expect(new Set(reasonsOf(await askAll(CONNECTIONS)))).toEqual(new Set(['answered']));
  const before = line.taken;
  await expect(sql`select pg_sleep(20)`.execute(handle.kysely)).rejects.toMatchObject({ code: '57014' });
  await sleep(STATEMENT_TIMEOUT + 1_200);
  expect(new Set(reasonsOf(await askAll(CONNECTIONS)))).toEqual(new Set(['answered']));
  expect(line.taken).toBe(before);
});

describe('Consecutive waits share one timeout:', () => {
  let own: DatabaseHandle;
  let deaf: Swallower;
  beforeEach(async () => {
    deaf = await startSwallower(database.url);
    own = openDatabase({ url: deaf.url, connections: CONNECTIONS, statementTimeout: STATEMENT_TIMEOUT });
  });
  // Closing the proxy ends connections that are still opening.
  afterEach(() => Promise.all([own.kysely.destroy(), deaf.stop()]));

  const one = (on: DatabaseHandle) => sql`select 1`.execute(on.kysely);
  /** Takes every connection of the pool and returns the function that releases them. */
  const takeAll = async (): Promise<() => Promise<unknown>> => {
    let free = (): void => undefined;
    const freed = new Promise<void>((resolve) => (free = resolve));
    let taken = 0;
    const holders = Array.from({ length: CONNECTIONS }, () =>
      own.kysely.connection().execute(async (connection) => {
        await sql`select 1`.execute(connection);
        taken += 1;
        await freed;
      }),
    );
    await until(async () => taken === CONNECTIONS, 5_000, 'every connection is taken');
    return () => {
      free();
      return Promise.all(holders);
    };
  };
  const timed = async (work: () => Promise<unknown>) => {
    const started = Date.now();
    const [reason] = reasonsOf(await Promise.allSettled([work()]));
    return { reason, took: Date.now() - started };
  };

  test('the wait for a busy connection and its statement, when the server does not answer', async () => {
    const giveBack = await takeAll();
    const pending = timed(() => one(own));
    await sleep(1_200);
    deaf.swallow();
    await giveBack();
    const { reason, took } = await pending;
    expect([reason, took < IN_ALL]).toEqual(['ETIMEDOUT', true]);
  });

  test('the wait for a connection that is accepted but not answered', async () => {
    deaf.swallow();
    const { reason, took } = await timed(() => one(own));
    expect([reason, took < IN_ALL]).toEqual(['ETIMEDOUT', true]);
  });

  test('an answered connection has the full timeout for later statements', async () => {
    const giveBack = await takeAll();
    const pending = own.kysely.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection);
      for (let time = 0; time < 4; time += 1) await sql`select pg_sleep(0.4)`.execute(connection);
    });
    await sleep(1_300);
    await giveBack();
    await expect(pending).resolves.toBeUndefined();
    // The connection has its full timeout for the next statement.
    expect((await timed(() => sql`select pg_sleep(0.4)`.execute(own.kysely))).reason).toBe('answered');
  });

  test('a connection that is returned unused keeps the full timeout for its next user', async () => {
    const giveBack = await takeAll();
    const unused = own.kysely.connection().execute(async () => undefined);
    await sleep(1_200);
    await giveBack();
    await unused;
    const all = Array.from({ length: CONNECTIONS }, () => sql`select pg_sleep(0.4)`.execute(own.kysely));
    expect(new Set(reasonsOf(await Promise.allSettled(all)))).toEqual(new Set(['answered']));
  });
});
