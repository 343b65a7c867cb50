/** Statements that are planned once (decision 114), looked at on the connection that keeps them. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase, type DatabaseHandle } from '#services/platform/db/database.ts';
import { lookUp, readByKey } from '#services/platform/db/planner.ts';
import { retrying } from '#services/platform/db/retrying.ts';
import { inTransaction } from '#services/platform/db/runUnitOfWork.ts';
import { plannedOnce } from '#services/platform/db/statementNames.ts';
import type { Trx } from '#services/platform/db/unitOfWork.ts';
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
  await owner.query(`create table growing (id int primary key, parent int); create index on growing (parent);
    grant select on growing to prumo_app; insert into growing values (1, 1), (2, 1), (3, 2);
    analyze growing`);
  handle = openDatabase({ url: database.url, connections: 1 });
});
afterAll(async () => {
  await handle?.kysely.destroy();
  await owner?.end();
  await database?.drop();
});

const rowOf = async (id: number, on = handle) => {
  const { rows } = await retrying(() =>
    inTransaction(on.kysely, 'read', 1, (trx) =>
      plannedOnce(sql`select * from changing where id = ${id}`).execute(trx),
    ),
  );
  return rows[0];
};
/** Names of the statements with a text that the connection has prepared. */
const prepared = async (text: string, on = handle): Promise<string[]> => {
  const { rows } = await on.pool.query<{ name: string }>(
    `select name from pg_prepared_statements where position('${text}' in statement) > 0`,
  );
  return rows.map(({ name }) => name);
};

describe('A statement that is planned once', () => {
  test('is prepared once by a connection, and answers for each value', async () => {
    for (const id of [1, 2, 1, 2, 1, 2, 1, 2]) expect(await rowOf(id)).toEqual({ id, name: id === 1 ? 'um' : 'dois' });
    expect(await prepared('select * from changing')).toHaveLength(1);
  });

  test('is the only kind that is prepared', async () => {
    for (const id of [1, 2, 1, 2]) await sql`select name from changing where id = ${id}`.execute(handle.kysely);
    expect(await prepared('select name from changing')).toEqual([]);
    expect(await prepared('begin')).toEqual([]);
  });

  test('is sent again when a migration has changed its columns, or the connection has lost it', async () => {
    await owner.query("alter table changing add column place text default 'obra'");
    expect(await rowOf(1)).toEqual({ id: 1, name: 'um', place: 'obra' });
    await handle.pool.query('deallocate all');
    expect(await rowOf(2)).toEqual({ id: 2, name: 'dois', place: 'obra' });
  });

  test('fails as it always did, and does not fail twice by its name', async () => {
    const divided = (by: number) =>
      inTransaction(handle.kysely, 'read', 1, (trx) => plannedOnce(sql`select 10 / ${by}::int as tens`).execute(trx));
    for (const by of [1, 2, 5, 0, 10]) {
      const outcome = await divided(by).then(
        ({ rows }) => rows,
        (error: { code: string }) => error.code,
      );
      expect(outcome).toEqual(by === 0 ? '22012' : [{ tens: 10 / by }]);
    }
  });

  test('does not fill a connection with ever new texts: another one takes its place', async () => {
    const pids = new Set<number>();
    for (let text = 0; text < 450; text += 1) {
      const { rows } = await plannedOnce(
        sql<{ pid: number }>`select pg_backend_pid() as pid, ${text}::int as ${sql.ref(`t${text}`)}`,
      ).execute(handle.kysely);
      pids.add(rows[0]?.pid ?? 0);
    }
    expect(pids.size).toBe(3);
    expect((await prepared('select pg_backend_pid')).length).toBeLessThanOrEqual(200);
  });

  test('is sent whole where that is asked for', async () => {
    const plain = openDatabase({ url: database.url, connections: 1, named: false });
    try {
      for (const id of [1, 2, 1, 2, 1]) await rowOf(id, plain);
      expect(await prepared('select', plain)).toEqual([]);
    } finally {
      await plain.kysely.destroy();
    }
  });
});

const childrenOf = (ids: readonly number[]) =>
  sql<{
    id: number;
    children: number;
  }>`select g.id, (select count(*) from growing c where c.parent = g.id) as children
    from growing g where g.id = any(${ids}::int[]) order by g.id`;

describe('A look-up by key', () => {
  test('is planned as for large tables while they are small, and leaves the planner to the statements after it', async () => {
    const rows = await inTransaction(handle.kysely, 'read', 1, async (trx) => {
      const found = await lookUp(trx, [1, 2], childrenOf([1, 2]));
      for (const setting of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'plan_cache_mode']) {
        const { rows: shown } = await sql.raw(`show ${setting}`).execute(trx);
        expect(shown).toEqual([{ [setting]: setting === 'plan_cache_mode' ? 'auto' : 'on' }]);
      }
      // The plan that the connection keeps.
      await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
      const { rows: kept } = await sql<{ name: string }>`
        select name from pg_prepared_statements where position('growing' in statement) > 0 and name ~ '^s\\d'`.execute(
        trx,
      );
      const plan = await sql.raw<{ 'QUERY PLAN': string }>(`explain execute ${kept[0]?.name}('{1,2}')`).execute(trx);
      expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan|Hash/);
      return found;
    });
    expect(rows).toEqual([
      { id: 1, children: 2 },
      { id: 2, children: 1 },
    ]);
  });

  test('stays fast on a connection that planned it before its table grew to 50,000 rows', async () => {
    await owner.query('insert into growing select n, n / 2 from generate_series(4, 50000) n');
    const ids = Array.from({ length: 100 }, (_, index) => index + 100);
    const ask = (keys: readonly number[]) =>
      inTransaction(handle.kysely, 'read', 1, (trx) => lookUp(trx, keys, childrenOf(keys)));
    const started = performance.now();
    const few = await ask(ids);
    // A plan of the small table reads 50,000 rows for each of the hundred.
    expect(performance.now() - started).toBeLessThan(100);
    expect(few).toHaveLength(100);
    expect(few[0]).toEqual({ id: 100, children: 2 });
    const rows = await ask(Array.from({ length: 5_000 }, (_, index) => index + 100));
    expect(rows).toHaveLength(5_000);
    expect(rows[0]).toEqual({ id: 100, children: 2 });
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('A SQL transaction whose statements look rows up by few keys', () => {
  const settings = async (trx: Trx): Promise<string> => {
    const names = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'plan_cache_mode'];
    const { rows } = await sql
      .raw<{ all: string }>(`select concat_ws(' ', ${names.map((name) => `current_setting('${name}')`).join()}) as all`)
      .execute(trx);
    return rows[0]?.all ?? '';
  };
  const within = <T>(kind: 'read' | 'write', work: (trx: Trx) => Promise<T>): Promise<T> =>
    inTransaction(handle.kysely, kind, 1, work, { byKey: true });

  test('sends all that have values by name, those that the query builder makes too, and no other one of its connection', async () => {
    const ask = (id: number) =>
      within('read', async (trx) => {
        const { rows } = await sql`select parent as of_all from growing where id = ${id}`.execute(trx);
        const built = trx.selectFrom('accounts').select('id').where('id', '=', id);
        return [rows[0], (await built.execute()).length];
      });
    expect(await ask(1)).toEqual([{ of_all: 1 }, 0]);
    expect(await ask(3)).toEqual([{ of_all: 2 }, 0]);
    expect(await prepared('of_all from growing')).toHaveLength(1);
    expect(await prepared('from "accounts"')).toHaveLength(1);
    await inTransaction(handle.kysely, 'read', 1, (trx) =>
      sql`select parent as of_none from growing where id = ${1}`.execute(trx),
    );
    expect(await prepared('of_none')).toEqual([]);
  });

  test.each([
    ['read', 'off off off force_generic_plan'],
    ['write', 'on on on force_generic_plan'],
  ] as const)(
    'that begins as a %s has "%s", before and after a look-up, and leaves nothing of it',
    async (kind, own) => {
      const seen = await within(kind, async (trx) => {
        const before = await settings(trx);
        const found = await lookUp(trx, [1], childrenOf([1]));
        return [before, found.length, await settings(trx)];
      });
      expect(seen).toEqual([own, 1, own]);
      expect(await inTransaction(handle.kysely, kind, 1, settings)).toBe('on on on auto');
    },
  );

  test('begins with its first statements where a list finds that it is one', async () => {
    const seen = await inTransaction(handle.kysely, 'read', 1, async (trx) => {
      await readByKey(trx);
      await lookUp(trx, [1], childrenOf([1]));
      return settings(trx);
    });
    expect(seen).toBe('off off off force_generic_plan');
  });

  test('runs again by other names when a migration has changed what it read', async () => {
    const ask = () =>
      retrying(() => within('read', (trx) => sql`select * from changing where id = ${1} and true`.execute(trx)));
    await ask();
    await owner.query('alter table changing add column later int');
    expect((await ask()).rows).toEqual([{ id: 1, name: 'um', place: 'obra', later: null }]);
  });
});
