import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DIRECTORIES, KEPT_WHOLE, ROOT } from '#services/platform/db/spread/tables.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { SeedKit } from '#tests/support/seedKit.ts';

/**
 * What lets the tables be spread over machines by account (docs/decisions/0118), read from the catalogue of a migrated
 * database: Citus refuses the rest when it is told to, or does something else than one machine does.
 */
let database: TestDatabase;
let seed: SeedKit;

beforeAll(async () => {
  database = await createTestDatabase();
  seed = new SeedKit(database.ownerUrl, () => new Date('2026-11-20T15:00:00Z'));
});
afterAll(async () => {
  await seed.close();
  await database.drop();
});

const names = async (statement: string): Promise<string[]> =>
  (await seed.sql<{ name: string }>(statement)).map(({ name }) => name);

/** A table's column by which it is spread. */
const SPREAD_BY = `select c.oid, c.relname, a.attnum from pg_class c join pg_attribute a on a.attrelid = c.oid
  and a.attname = case c.relname when '${ROOT}' then 'id' else 'account_id' end and a.attnotnull and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and not c.relname = any('{${Object.keys(KEPT_WHOLE).join()}}')`;

/** Functions of triggers and others, without those of extensions, as one text a row. */
const FUNCTIONS = `select p.oid, p.proname as name, p.prosrc as source from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

/** Every table or transition table that a statement reads or writes is named after one of these words. */
const tablesIn = (statement: string): string[] =>
  [...statement.matchAll(/\b(?:from|join|into|update|using)\s+(?:only\s+)?([a-z_]+)\b(?!\s*\()/gi)].map(
    ([, table = '']) => table,
  );

describe('Tables', () => {
  test('are spread by an account that each row has, or kept whole for a reason that is written down', async () => {
    const whole = await names(`select c.relname as name from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and c.oid not in (select oid from (${SPREAD_BY}) spread) order by 1`);
    expect(whole).toEqual(Object.keys(KEPT_WHOLE).sort());
    expect(Object.values(KEPT_WHOLE).every((reason) => reason.length > 10)).toBe(true);
  });

  test('have the account in every key', async () => {
    const keys = await names(`select t.relname || ' ' || i.indexrelid::regclass as name
      from pg_index i join (${SPREAD_BY}) t on t.oid = i.indrelid
      where (i.indisunique or i.indisexclusion) and not t.attnum = any(i.indkey) order by 1`);
    expect(keys).toEqual([]);
  });
});

describe('Foreign keys', () => {
  test('lead from the account to the same account, so that both rows are on one machine', async () => {
    const others = await names(`select f.conname as name from pg_constraint f
      left join (${SPREAD_BY}) child on child.oid = f.conrelid
      left join (${SPREAD_BY}) parent on parent.oid = f.confrelid
      where f.contype = 'f' and f.connamespace = 'public'::regnamespace
        and array_position(f.conkey, child.attnum) is distinct from array_position(f.confkey, parent.attnum)
         or f.contype = 'f' and f.connamespace = 'public'::regnamespace
        and array_position(f.conkey, child.attnum) is null order by 1`);
    expect(others).toEqual([]);
  });

  test('change no column by themselves', async () => {
    const changing = await names(`select f.conname as name from pg_constraint f
      where f.contype = 'f' and f.connamespace = 'public'::regnamespace
        and (f.confdeltype in ('n', 'd') or f.confupdtype <> 'a') order by 1`);
    expect(changing).toEqual([]);
  });

  test('that a trigger empties or moves are checked after it', async () => {
    const early = await names(`select f.conname as name from pg_trigger t
      join pg_constraint f on f.contype = 'f' and f.confrelid = t.tgrelid and not f.condeferred
      cross join lateral (select string_to_array(encode(t.tgargs, 'escape'), '\\000') as given) a
      join pg_attribute c on c.attrelid = f.conrelid and c.attnum = f.conkey[cardinality(f.conkey)]
      where t.tgfoid = 'release_references'::regproc and exists (
        select from generate_series(1, cardinality(a.given) - 1, 2) n
        where f.conrelid = to_regclass(a.given[n]) and c.attname = a.given[n + 1])
      union all
      select t.tgname from pg_trigger t
      where t.tgfoid = 'follow_building'::regproc and t.tgname >= 'RI_ConstraintTrigger' collate "C" order by 1`);
    expect(early).toEqual([]);
  });
});

describe('Functions', () => {
  test('change settings by SET LOCAL, which reaches other machines', async () => {
    expect(await names(`select f.name from (${FUNCTIONS}) f where f.source ~* 'set_config' order by 1`)).toEqual([]);
  });

  test('do not ask for the name of their table, which is another one on each machine', async () => {
    const asking = await names(`select f.name from (${FUNCTIONS}) f where f.source ~* 'tg_(table_name|relname|relid)'`);
    expect(asking).toEqual([]);
  });

  test('read changed rows alone, never in one statement with a table', async () => {
    const triggers = await seed.sql<{ name: string; source: string; transitions: string[] }>(`
      select distinct f.name, f.source, array_remove(array[t.tgoldtable::text, t.tgnewtable::text], null) as transitions
      from pg_trigger t join (${FUNCTIONS}) f on f.oid = t.tgfoid
      where not t.tgisinternal and (t.tgoldtable is not null or t.tgnewtable is not null) order by 1`);
    const mixing = triggers.filter(({ source, transitions }) =>
      source
        .split(/;|\bbegin\b|\bthen\b|\bloop\b|\belse\b|:=/i)
        .map(tablesIn)
        .some(
          (tables) =>
            tables.some((table) => transitions.includes(table)) &&
            !tables.every((table) => transitions.includes(table)),
        ),
    );
    expect(triggers.length).toBeGreaterThan(50);
    expect([...new Set(mixing.map(({ name }) => name))]).toEqual([]);
  });

  test('of triggers reach no table that is kept whole, except a directory', async () => {
    const triggers = await seed.sql<{ name: string; source: string }>(`
      select distinct f.name, f.source from pg_trigger t join (${FUNCTIONS}) f on f.oid = t.tgfoid order by 1`);
    const whole = Object.keys(KEPT_WHOLE).filter((table) => !DIRECTORIES.includes(table));
    const reaching = triggers.filter(({ source }) => tablesIn(source).some((table) => whole.includes(table)));
    expect(reaching.map(({ name }) => name)).toEqual([]);
  });
});
