import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase, type DatabaseHandle } from '#services/platform/db/database.ts';
import { BEGIN, inTransaction, retrying } from '#services/platform/db/runUnitOfWork.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';

let database: TestDatabase;
let owner: pg.Client;
/** One connection, so that what it has prepared can be looked at. */
let handle: DatabaseHandle;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.url);
  await owner.connect();
  await owner.query('create table changing (id int primary key, name text); grant select on changing to prumo_app');
  await owner.query("insert into changing values (1, 'um'), (2, 'dois')");
  handle = openDatabase({ url: database.url, connections: 1 });
});
afterAll(async () => {
  await handle?.kysely.destroy();
  await owner?.end();
  await database?.drop();
});

const rowOf = async (id: number, on = handle) => {
  const { rows } = await retrying(() =>
    inTransaction(on.kysely, BEGIN.read, 1, (trx) => sql`select * from changing where id = ${id}`.execute(trx)),
  );
  return rows[0];
};
/** Statements of a text that the connection has prepared. */
const prepared = async (like: string, on = handle): Promise<number> => {
  const { rows } = await on.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_prepared_statements where statement like '${like}%'`,
  );
  return rows[0]?.count ?? -1;
};

describe('Statements with values', () => {
  test('are prepared once by a connection when they are common, and answer for each value', async () => {
    expect([await rowOf(1), await rowOf(2)]).toEqual([
      { id: 1, name: 'um' },
      { id: 2, name: 'dois' },
    ]);
    expect(await prepared('select * from changing')).toBe(0);
    for (const id of [1, 2, 1, 2, 1, 2, 1, 2]) expect(await rowOf(id)).toEqual({ id, name: id === 1 ? 'um' : 'dois' });
    expect(await prepared('select * from changing')).toBe(1);
    expect(await prepared('begin')).toBe(0);
  });

  test('are sent again when a migration has changed their columns, or the connection has lost them', async () => {
    await owner.query("alter table changing add column place text default 'obra'");
    expect(await rowOf(1)).toEqual({ id: 1, name: 'um', place: 'obra' });
    await handle.pool.query('deallocate all');
    expect(await rowOf(2)).toEqual({ id: 2, name: 'dois', place: 'obra' });
  });

  test('fail as they always did, and no name makes them fail twice', async () => {
    const divided = (by: number) =>
      inTransaction(handle.kysely, BEGIN.read, 1, (trx) => sql`select 10 / ${by}::int as tens`.execute(trx));
    for (const by of [1, 2, 5, 0, 10]) {
      const outcome = await divided(by).then(
        ({ rows }) => rows,
        (error: { code: string }) => error.code,
      );
      expect(outcome).toEqual(by === 0 ? '22012' : [{ tens: 10 / by }]);
    }
  });

  test('of ever new texts do not fill a connection: another one takes its place', async () => {
    const pids = new Set<number>();
    for (let text = 0; text < 700; text += 1) {
      for (let time = 0; time < 4; time += 1) {
        const { rows } = await sql<{
          pid: number;
        }>`select pg_backend_pid() as pid, ${time}::int as ${sql.ref(`t${text}`)}`.execute(handle.kysely);
        pids.add(rows[0]?.pid ?? 0);
      }
    }
    expect(pids.size).toBe(2);
    expect(await prepared('select pg_backend_pid')).toBeLessThan(150);
  });

  test('are sent whole where that is asked for', async () => {
    const plain = openDatabase({ url: database.url, connections: 1, prepared: false });
    try {
      for (const id of [1, 2, 1, 2, 1]) await rowOf(id, plain);
      expect(await prepared('select', plain)).toBe(0);
    } finally {
      await plain.kysely.destroy();
    }
  });
});
