import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate, readMigrations } from '#services/platform/db/migrate.ts';
import { STANDARD_PRODUCT_TABLE, STANDARD_PRODUCT_TYPES } from '#services/purchase/standardCatalogue.ts';
import { STANDARD_UNITS } from '#services/purchase/standardUnits.ts';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/postgres.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(() => database.drop());

const rows = async (statement: string): Promise<unknown[]> => {
  const client = new pg.Client(database.ownerUrl);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};

const migration = (name: string, sql: string, checksum = sql) => ({ name, sql, checksum });

describe('Migrations', () => {
  test('run once each, in order, also when several processes start at the same time', async () => {
    await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl), migrate(database.ownerUrl)]);
    const names = await rows('select name from schema_migrations order by applied_at, name');
    expect(names).toEqual(readMigrations().map(({ name }) => ({ name })));
  });

  test('roll back one that fails, and keep those before it', async () => {
    const good = migration('0001_good.sql', 'create table good (id int)');
    const bad = migration('0002_bad.sql', 'create table half (id int); select from nowhere');
    await expect(migrate(database.ownerUrl, [good, bad])).rejects.toThrow('A migração 0002_bad.sql');
    expect(await rows(`select to_regclass('good') is not null as good, to_regclass('half') is null as clean`)).toEqual([
      { good: true, clean: true },
    ]);
  });

  test('reject a database that another version of the product has changed', async () => {
    const first = migration('0001_first.sql', 'create table first (id int)');
    await migrate(database.ownerUrl, [first]);
    await expect(migrate(database.ownerUrl, [])).rejects.toThrow('0001_first.sql, que esta versão não conhece');
    await expect(migrate(database.ownerUrl, [{ ...first, checksum: 'other' }])).rejects.toThrow(
      'mudou depois de aplicada',
    );
  });

  test('give existing accounts the standard units, product types and cost database of a new one', async () => {
    await migrate(
      database.ownerUrl,
      readMigrations().filter(({ name }) => name < '0018'),
    );
    await rows(`set prumo.owner_access = 'on'; insert into accounts (name) values ('Antiga'), ('Outra')`);
    await migrate(database.ownerUrl);
    const units = STANDARD_UNITS.map(([acronyms, description]) => `${acronyms} ${description}`).sort();
    const given = `select array_agg(acronyms || ' ' || description order by acronyms || ' ' || description collate "C") as units
      from units group by account_id`;
    expect(await rows(given)).toEqual([{ units }, { units }]);
    const types = [...STANDARD_PRODUCT_TYPES].sort();
    const typesOf = `select array_agg(name order by name collate "C") as types from product_types group by account_id`;
    expect(await rows(typesOf)).toEqual([{ types }, { types }]);
    const tables = `select t.name, t.source from product_tables t
      join catalogues k on k.account_id = t.account_id and k.id = t.catalogue_id and k.source = t.source`;
    const own = { name: STANDARD_PRODUCT_TABLE, source: 'GO' };
    expect(await rows(tables)).toEqual([own, own]);
  });
});
