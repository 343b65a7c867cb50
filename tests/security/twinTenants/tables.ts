import type { SeedKit } from '#tests/support/seedKit.ts';

/** Where the keys of new rows begin, so that a key tells whose row it names. Each table has a thousand of its own. */
export const KEYS = { own: 10_000, hidden: 600_000, other: 7_000_000, later: 300_000 } as const;

/** A key that no table has; as long as the other account's, so that answers about both have the same length. */
export const MISSING_ID = 8_888_888;

/** Text and keys that belong to the other account, wherever they turn up. */
export const OTHERS = /canario|\b70\d{5}\b/i;
/** Text and keys of the company and the building that the roles of our own account may not see. */
export const HIDDEN = /oculto|\b6\d{5}\b/i;

interface Column {
  table: string;
  column: string;
}

/** Every table that holds rows of an account, by name: read from the database, so that a new one takes part by itself. */
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

/** Lets the keys of all tables go on from one of `KEYS`. */
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
 * Writes a canary into every text column of the rows that `where` selects. Answers the columns whose constraints take
 * no free text ("users.timezone"): what they hold is one of a few words.
 */
export const markTexts = async (
  seed: SeedKit,
  tables: string[],
  { canary, where, except = [] }: { canary: string; where: (table: string) => string; except?: string[] },
): Promise<string[]> => {
  const refused: string[] = [];
  for (const { table, column } of await textColumns(seed, tables)) {
    if (except.includes(column)) continue;
    // Unique in its table, lower case and short enough for a login, a code, a payment method.
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

/** One text that changes when any row of the account does, in any table: "wallets d41d8c…" lines. */
export const checksums = async (seed: SeedKit, tables: string[], accountId: number): Promise<string[]> => {
  const parts = tables.map(
    (table) =>
      `select '${table} ' || count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as line
       from ${table} t where ${ofAccount(accountId)(table)}`,
  );
  const rows = await seed.sql<{ line: string }>(`${parts.join(' union all ')} order by 1`);
  return rows.map(({ line }) => line);
};

/** Version by key: keys are unique over all tables here. Rows without one count as version 1. */
export const versions = async (seed: SeedKit, tables: string[]): Promise<(id: number) => number> => {
  const versioned = await seed.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'version' and table_name = any($1)`,
    [tables],
  );
  const parts = versioned.map(({ name }) => `select id::int, version from ${name}`);
  const rows = await seed.sql<{ id: number; version: number }>(parts.join(' union all '));
  const byId = new Map(rows.map(({ id, version }) => [id, version]));
  return (id) => byId.get(id) ?? 1;
};
