import type { SeedKit } from '#tests/support/seedKit.ts';

/** First ids of new rows, so that an id shows its owner. Each table has a range of a thousand. */
export const KEYS = { own: 10_000, hidden: 600_000, other: 7_000_000, later: 300_000 } as const;

/** An id that no table has, with as many digits as the other account's, so that responses have equal lengths. */
export const MISSING_ID = 8_888_888;

/** Text and ids of the other account. */
export const OTHERS = /canario|\b70\d{5}\b/i;
/** Text and ids of the own account's company and building that the roles may not see. */
export const HIDDEN = /oculto|\b6\d{5}\b/i;

interface Column {
  table: string;
  column: string;
}

/** Every table with rows of accounts, from the database's catalogue, so that new tables are included. */
export const tenantTables = async (seed: SeedKit): Promise<string[]> => {
  const rows = await seed.sql<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and has_table_privilege('prumo_app', c.oid, 'select')
      and (c.relname = 'accounts' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped))
    order by 1`);
  return rows.map(({ name }) => name);
};

const ownerColumn = (table: string): string => (table === 'accounts' ? 'id' : 'account_id');

/** Sets the next id of all tables to one of `KEYS`. */
export const startKeysAt = async (seed: SeedKit, tables: string[], start: number): Promise<void> => {
  const withKeys = await seed.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and is_identity = 'YES' and table_name = any($1)`,
    [tables],
  );
  for (const { name } of withKeys) {
    await seed.sql(`alter table ${name} alter column id restart with ${start + (tables.indexOf(name) + 1) * 1000}`);
  }
};

const textColumns = (seed: SeedKit, tables: string[]): Promise<Column[]> =>
  seed.sql<Column>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER' and table_name = any($1) order by 1, 2`,
    [tables],
  );

/**
 * Writes a canary to every text column of the rows that `where` selects. Returns the columns whose constraints allow
 * fixed words only ("users.timezone").
 */
export const markTexts = async (
  seed: SeedKit,
  tables: string[],
  { canary, where, except = [] }: { canary: string; where: (table: string) => string; except?: string[] },
): Promise<string[]> => {
  const refused: string[] = [];
  for (const { table, column } of await textColumns(seed, tables)) {
    if (except.includes(column)) continue;
    // Unique in its table, in lower case, and short enough for a login, a code or a payment method.
    const text = `'${canary}' || substr(md5(ctid::text), 1, 6)`;
    const done = seed.sql(`update ${table} set ${column} = ${text} where ${where(table)}`);
    await done.catch(() => refused.push(`${table}.${column}`));
  }
  return refused;
};

/** All rows of one account. */
export const ofAccount =
  (accountId: number) =>
  (table: string): string =>
    `${ownerColumn(table)} = ${accountId}`;

/** Lines such as "wallets 3 d41d8c…", one for each table, which change with any row of the account. */
export const checksums = async (seed: SeedKit, tables: string[], accountId: number): Promise<string[]> => {
  const parts = tables.map(
    (table) =>
      `select '${table} ' || count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as line
       from ${table} t where ${ofAccount(accountId)(table)}`,
  );
  const rows = await seed.sql<{ line: string }>(`${parts.join(' union all ')} order by 1`);
  return rows.map(({ line }) => line);
};

const COUNTER = 'test_writes_';
const ALL_WRITES = 'test_all_writes';

/** Counts the statements that write to each of `tables` from now on, also those that are rolled back or change nothing. */
export const countWrites = async (seed: SeedKit, tables: string[]): Promise<void> => {
  await seed.sql(`create function test_note_write() returns trigger language plpgsql security definer as $$
    begin perform nextval('${ALL_WRITES}'), nextval(tg_argv[0]::regclass); return null; end $$`);
  await seed.sql(`create sequence ${ALL_WRITES}`);
  for (const table of tables) {
    await seed.sql(`create sequence ${COUNTER}${table}`);
    await seed.sql(`create trigger test_note_write after insert or update or delete on ${table}
      for each statement execute function test_note_write('${COUNTER}${table}')`);
  }
};

/** Returns how many statements `countWrites` has counted in all tables: to ask this costs a hundredth of `writes`. */
export const writeCount = async (seed: SeedKit): Promise<number> => {
  const [row] = await seed.sql<{ count: number }>(
    `select case when is_called then last_value::int else 0 end as count from ${ALL_WRITES}`,
  );
  if (!row) throw new Error('the writes are not counted');
  return row.count;
};

/** Returns how many statements `countWrites` has counted, by table; none for a table without any. */
export const writes = async (seed: SeedKit): Promise<ReadonlyMap<string, number>> => {
  const rows = await seed.sql<{ name: string; count: number }>(
    `select substr(sequencename, ${COUNTER.length + 1}) as name, last_value::int as count from pg_sequences
     where starts_with(sequencename, '${COUNTER}') and last_value is not null`,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
};

/** Returns the versions by id of each of these tables. Rows without a version have none. */
export const versions = async (seed: SeedKit, tables: string[]): Promise<Map<string, ReadonlyMap<number, number>>> => {
  const versioned = await seed.sql<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
        and 2 = (select count(*) from pg_attribute a
                  where a.attrelid = c.oid and a.attname in ('id', 'version') and not a.attisdropped)`,
    [tables],
  );
  const byTable = new Map(tables.map((table) => [table, new Map<number, number>()]));
  if (versioned.length === 0) return byTable;
  const parts = versioned.map(({ name }) => `select '${name}' as name, id::int, version from ${name}`);
  const rows = await seed.sql<{ name: string; id: number; version: number }>(parts.join(' union all '));
  for (const { name, id, version } of rows) byTable.get(name)?.set(id, version);
  return byTable;
};
