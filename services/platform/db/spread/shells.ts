import pg from 'pg';
import { tablesOf } from '../backup/books.ts';
import type { Cluster, Machine } from './cluster.ts';

/** The table of accounts; the others follow it by their `account_id`. */
const ROOT = 'accounts';

export interface SpreadTable {
  name: string;
  /** All columns except generated ones. */
  columns: readonly string[];
}

/** Tables with rows of accounts. */
export const spreadTables = async (client: pg.Client): Promise<SpreadTable[]> =>
  (await tablesOf(client)).filter(({ name, columns }) => name === ROOT || columns.includes('account_id'));

export const columnList = ({ columns }: SpreadTable): string =>
  columns.map((name) => pg.escapeIdentifier(name)).join(', ');

/** Columns of a table and of its shell, which must be the same. */
const COLUMNS = (
  schema: string,
) => `(select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ',' order by a.attnum)
  from pg_attribute a where a.attrelid = to_regclass('${schema}.' || quote_ident($1)) and a.attnum > 0 and not a.attisdropped)`;

const isShell = async (client: pg.Client, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ same: boolean }>(
    `select coalesce(${COLUMNS('spread')} = ${COLUMNS('public')}, false)
            and exists (select from pg_dist_partition where logicalrelid = to_regclass('spread.' || quote_ident($1))) as same`,
    [name],
  );
  return rows[0]?.same ?? false;
};

/** What Citus calls the pieces of a table on a machine, and whether views have taken their place. */
export const shardsOf = async (client: pg.Client, name: string): Promise<{ shard: string; view: boolean }[]> => {
  const { rows } = await client.query<{ shard: string; view: boolean }>(
    `select format('spread.%I', c.relname) as shard, c.relkind = 'v' as view
       from pg_dist_shard s join pg_class c on c.relname = $1 || '_' || s.shardid and c.relnamespace = 'spread'::regnamespace
      where s.logicalrelid = to_regclass('spread.' || quote_ident($1))`,
    [name],
  );
  return rows;
};

/** Gives Citus back a table where it has a view, so that it can drop it. */
const release = async ({ client }: Machine, name: string): Promise<void> => {
  const table = pg.escapeIdentifier(name);
  for (const { shard, view } of await shardsOf(client, name))
    if (view) await client.query(`drop view ${shard}; create table ${shard} as table public.${table} with no data`);
};

const makeShell = async ({ client, machines }: Cluster, name: string): Promise<void> => {
  const table = pg.escapeIdentifier(name);
  for (const machine of machines) await release(machine, name);
  await client.query(
    `drop table if exists spread.${table}; create table spread.${table} as table public.${table} with no data`,
  );
  await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
    `spread.${table}`,
    name === ROOT ? 'id' : 'account_id',
    name === ROOT ? 'none' : `spread.${ROOT}`,
  ]);
};

/**
 * Makes Citus know each table as one that is spread by account, in one piece for each machine. Where accounts are is never
 * decided anew: that is what the table of accounts says.
 */
export const makeShells = async (cluster: Cluster, tables: readonly SpreadTable[]): Promise<void> => {
  const { client, machines } = cluster;
  await client.query(`create schema if not exists spread; set citus.shard_count = ${machines.length}`);
  const root = tables.find(({ name }) => name === ROOT);
  for (const { name } of root ? [root, ...tables.filter((table) => table !== root)] : tables)
    if (!(await isShell(client, name))) await makeShell(cluster, name);
};

/** Moves the rows of the pieces on a machine into its own tables, which the pieces then show. One SQL transaction. */
export const fillMachine = async ({ client }: Machine, tables: readonly SpreadTable[]): Promise<void> => {
  // The rows are not new: no trigger works on them, and their keys were checked where they come from.
  await client.query('begin; set local session_replication_role = replica');
  let came = false;
  for (const table of tables) {
    const name = pg.escapeIdentifier(table.name);
    for (const { shard, view } of await shardsOf(client, table.name)) {
      if (view) continue;
      const list = columnList(table);
      const moved = await client.query(
        `insert into public.${name} (${list}) overriding system value select ${list} from ${shard}`,
      );
      came ||= (moved.rowCount ?? 0) > 0;
      await client.query(`drop table ${shard}; create view ${shard} with (security_invoker) as select * from public.${name};
        grant select on ${shard} to prumo_app`);
    }
  }
  // Numbers of SQL transactions are those of the machine.
  if (came) await client.query('select settle_row_changes(true)');
  await client.query('commit; analyze');
};
