import pg from 'pg';
import { requireAlone } from '../backup/load.ts';
import { connect } from '../backup/books.ts';
import { migrate, UNFINISHED } from '../migrate.ts';
import { reason, StartError } from '../postgres/startError.ts';
import { prepareCluster, requireCluster } from './cluster.ts';
import { DIRECTORIES, KEPT_WHOLE, ROOT } from './tables.ts';

export interface SpreadReport {
  machines: number;
  /** Tables that are spread by account. */
  tables: number;
  /** Those of them that an earlier run had spread. */
  before: number;
}

interface Table {
  name: string;
  parents: string[];
  spread: boolean;
}

/** Returns the tables of accounts, those that others refer to first: a foreign key leads to a table that is spread already. */
const tablesToSpread = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select c.relname as name, exists (select from pg_dist_partition p where p.logicalrelid = c.oid) as spread,
       array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any($1)
     order by c.relname <> $2, c.relname`,
    [[...Object.keys(KEPT_WHOLE), UNFINISHED], ROOT],
  );
  const ordered = new Set<Table>();
  const add = (table: Table | undefined): void => {
    if (!table || ordered.has(table)) return;
    for (const parent of table.parents) add(rows.find(({ name }) => name === parent));
    ordered.add(table);
  };
  rows.forEach(add);
  return [...ordered];
};

/** Copies the rows of each table to the machines. Its triggers are off meanwhile: the rows are not new. */
const spreadRows = async (client: pg.Client, tables: readonly Table[], say: (line: string) => void): Promise<void> => {
  const left = tables.filter(({ spread }) => !spread);
  if (left.length > 0) await client.query(`create table if not exists ${UNFINISHED} ()`);
  for (const { name } of left) await client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`);
  for (const [index, { name }] of left.entries()) {
    say(`Distribuindo ${index + 1} de ${left.length}: ${name}…`);
    const column = name === ROOT ? 'id' : 'account_id';
    const beside = name === ROOT ? 'none' : ROOT;
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [name, column, beside]);
  }
};

/** Turns on the triggers, empties what the coordinator still holds of spread rows, and opens the directories to triggers. */
const finish = async (client: pg.Client, tables: readonly Table[]): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    "select distinct tgrelid::regclass::text as name from pg_trigger where tgenabled = 'D' and not tgisinternal",
  );
  for (const { name } of rows) await client.query(`alter table ${name} enable trigger user`);
  // Tables that refer to others are emptied with them.
  for (const { name } of tables.filter(({ parents }) => parents.length === 0)) {
    await client.query('select truncate_local_data_after_distributing_table($1)', [name]);
  }
  for (const name of DIRECTORIES) {
    await client.query(
      `select citus_add_local_table_to_metadata($1) where not exists (select from pg_dist_partition where logicalrelid = $1::regclass)`,
      [name],
    );
  }
  await client.query(`drop table if exists ${UNFINISHED}`);
  await client.query('analyze');
};

/** There is no way back but a copy of before, and the product does not run on several machines yet (docs/decisions/0118). */
const requireEmpty = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ old: boolean }>("select to_regclass('public.accounts') is not null as old");
  if (!rows[0]?.old || !(await client.query('select from accounts limit 1')).rowCount) return;
  throw new StartError(
    'O banco tem dados, o Prumo ainda não roda sobre um banco distribuído, e só uma cópia (npm run backup, npm run restore) o traz de volta a uma máquina: ' +
      'acrescente --mesmo-assim para distribuir.',
  );
};

const opened = async (ownerUrl: string): Promise<pg.Client> => {
  try {
    return await connect(ownerUrl, 'prumo-distribute');
  } catch (error) {
    throw new StartError(`Não consegui conectar ao coordenador: ${reason(error) || 'sem resposta'}.`);
  }
};

/**
 * Spreads the tables of a database over the machines of its cluster, by account. Continues an interrupted run; until it is
 * done, the product does not start on this database. Throws a StartError that says what to do.
 */
export const distribute = async (
  ownerUrl: string,
  say: (line: string) => void,
  { anyway = false }: { anyway?: boolean } = {},
): Promise<SpreadReport> => {
  const client = await opened(ownerUrl);
  try {
    const machines = await requireCluster(client);
    await requireAlone(client, 'distribuir');
    if (!anyway) await requireEmpty(client);
    const { rows } = await client.query('select where to_regclass($1) is not null', [UNFINISHED]);
    if (rows.length === 0) await migrate(ownerUrl);
    await prepareCluster(client);
    const tables = await tablesToSpread(client);
    await spreadRows(client, tables, say);
    await finish(client, tables);
    return { machines, tables: tables.length, before: tables.filter(({ spread }) => spread).length };
  } finally {
    await client.end();
  }
};
