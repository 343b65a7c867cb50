import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { startPlatform, type TestServices } from '#tests/support/services.ts';
import { probe, probePolicy } from './probe.ts';

let services: TestServices;
let mine: number;
let theirs: number;

/** Runs a statement as the services' role, without an account unless one is given. */
const asApp = async (statement: string, accountId?: number): Promise<Record<string, unknown>[]> => {
  const database = await services.app.platform.database.of(accountId ?? mine);
  return database.connection().execute(async (trx) => {
    await sql`begin`.execute(trx);
    try {
      if (accountId) await sql`select set_config('prumo.account_id', ${String(accountId)}, true)`.execute(trx);
      return (await sql.raw<Record<string, unknown>>(statement).execute(trx)).rows;
    } finally {
      await sql`rollback`.execute(trx);
    }
  });
};

beforeAll(async () => {
  services = await startPlatform([probe], probePolicy);
  const { seed } = services;
  [mine, theirs] = [await seed.account('Minha'), await seed.account('Alheia')];
  for (const accountId of [mine, theirs]) {
    await seed.company(accountId);
    await seed.user(accountId);
  }
});
afterAll(() => services.stop());

describe('Row-level security', () => {
  test('is forced on every table with account rows', async () => {
    const open = await services.seed.sql(`
      select c.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and not (c.relrowsecurity and c.relforcerowsecurity)
        and has_table_privilege('prumo_app', c.oid, 'select')`);
    expect(open).toEqual([]);
  });

  test('shows the services no rows without an account, and only its own rows with one', async () => {
    for (const table of ['accounts', 'users', 'companies']) {
      expect(await asApp(`select * from ${table}`)).toEqual([]);
      expect(await asApp(`select * from ${table}`, mine)).toHaveLength(1);
    }
    expect(await asApp('select name from accounts', mine)).toEqual([{ name: 'Minha' }]);
  });

  test('rejects a row of another account, by insert or update', async () => {
    await expect(asApp(`insert into companies (account_id, name) values (${theirs}, 'x')`, mine)).rejects.toThrow(
      'row-level security',
    );
    await expect(asApp(`update companies set account_id = ${theirs}`, mine)).rejects.toThrow('row-level security');
    expect(await asApp(`update companies set name = 'x' where account_id = ${theirs} returning id`, mine)).toEqual([]);
    expect(await asApp(`delete from users where account_id = ${theirs} returning id`, mine)).toEqual([]);
  });

  test('forgets the account when the SQL transaction ends', async () => {
    const { platform } = services.app;
    const actor = { accountId: mine, userId: 1 };
    expect(await platform.query(actor, (trx) => trx.selectFrom('companies').select('id').execute())).toHaveLength(1);
    expect(await platform.database.kysely.selectFrom('companies').select('id').execute()).toEqual([]);
  });

  test('cannot be disabled by the role of the services', async () => {
    const [role] = await asApp(
      'select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user',
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false });
    await expect(asApp('set row_security = off; select * from users')).rejects.toThrow();
    await expect(asApp('alter table users disable row level security')).rejects.toThrow('must be owner');
    await expect(asApp('select * from login_attempts')).rejects.toThrow('permission denied');
    // The setting that gives the owner's tools access to all rows has no effect for this role.
    await services.app.platform.database.kysely.connection().execute(async (trx) => {
      await sql`begin`.execute(trx);
      await sql`select set_config('prumo.owner_access', 'on', true)`.execute(trx);
      expect((await sql`select * from users`.execute(trx)).rows).toEqual([]);
      await sql`rollback`.execute(trx);
    });
  });

  test('allows only inserts into the history', async () => {
    await expect(asApp("update audit_log set action = 'x'", mine)).rejects.toThrow('permission denied');
    await expect(asApp('delete from audit_log', mine)).rejects.toThrow('permission denied');
  });

  test('allows no write in a query', async () => {
    const writing = services.app.platform.query({ accountId: mine }, (trx) => trx.deleteFrom('companies').execute());
    await expect(writing).rejects.toThrow('read-only transaction');
  });
});
