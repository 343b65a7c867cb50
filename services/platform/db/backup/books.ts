import pg from 'pg';
import type { Migration } from '../migrate.ts';

/**
 * Format of a backup: the whole database as gzipped text like pg_dump's plain format, data only (readable with zless).
 * Lines: a header, the rows of each table as COPY writes them, the sequences, and a trailer with row counts, whose
 * absence reveals a truncated file.
 */
export const HEADER = '-- Prumo ';
export const TRAILER = '-- Fim ';
export const END_OF_ROWS = '\\.';

export interface Header {
  form: 1;
  /** Time of the backup. */
  at: string;
  /** Migrations of the database: only the same version can restore the rows. */
  migrations: Pick<Migration, 'name' | 'checksum'>[];
  tables: string[];
}

export interface Trailer {
  rows: Record<string, number>;
}

/** Session settings for a text format independent of the server's configuration. */
export const OPTIONS = [
  '-c datestyle=ISO',
  '-c intervalstyle=postgres',
  '-c timezone=UTC',
  '-c bytea_output=hex',
  '-c statement_timeout=0',
  // The owner reads the rows of all accounts.
  '-c prumo.owner_access=on',
].join(' ');

export const connect = async (ownerUrl: string, name: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: ownerUrl, options: OPTIONS, application_name: name });
  // Without a listener, a lost idle connection would end the process; the next query fails instead.
  client.on('error', () => {});
  await client.connect();
  return client;
};

/** Describes the tables instead of their data: the target database has its own. */
const NOT_COPIED = ['schema_migrations'];

export interface Table {
  name: string;
  /** All columns except generated ones. */
  columns: string[];
  /** Row-level security also applies to the table's owner. */
  forced: boolean;
}

/** Returns the product's tables, referenced ones first. Throws for circular references. */
export const tablesOf = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table & { parents: string[] }>(
    `select c.relname as name, c.relforcerowsecurity as forced,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid and not f.condeferred) as parents
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any($1)
     order by c.relname`,
    [NOT_COPIED],
  );
  const left = new Map(rows.map((row) => [row.name, row]));
  const ordered: Table[] = [];
  while (left.size > 0) {
    const withoutPendingParents = [...left.values()].filter(
      ({ parents }) => !parents.some((parent) => left.has(parent)),
    );
    if (withoutPendingParents.length === 0)
      throw new Error(`tables refer to each other: ${[...left.keys()].join(', ')}`);
    for (const { parents: _parents, ...table } of withoutPendingParents) {
      ordered.push(table);
      left.delete(table.name);
    }
  }
  return ordered;
};

export const migrationsOf = async (client: pg.Client): Promise<Header['migrations']> => {
  const { rows } = await client.query<Header['migrations'][number]>(
    'select name, checksum from schema_migrations order by name',
  );
  return rows;
};

export const listOf = (names: readonly string[]): string => names.map((name) => pg.escapeIdentifier(name)).join(', ');
