import pg from 'pg';
import { StartError } from '../postgres/startError.ts';
import type { Cluster } from './cluster.ts';
import { columnList, fillMachine, type SpreadTable } from './shells.ts';

const nameOf = ({ name }: SpreadTable): string => pg.escapeIdentifier(name);

const hasRows = async (client: pg.Client): Promise<boolean> =>
  (await client.query('select from public.accounts limit 1')).rowCount === 1;

/** Copies the rows of the coordinator to the machines, all of them or none. */
const sendRows = async (
  { client }: Cluster,
  tables: readonly SpreadTable[],
  say: (line: string) => void,
): Promise<void> => {
  await client.query('begin');
  for (const [index, table] of tables.entries()) {
    const list = columnList(table);
    const { rowCount } = await client.query(
      `insert into spread.${nameOf(table)} (${list}) select ${list} from public.${nameOf(table)}`,
    );
    if (rowCount) say(`Distribuindo ${index + 1} de ${tables.length}: ${table.name}, ${rowCount} linhas…`);
  }
  await client.query('commit');
};

/** @throws StartError where the machines do not have as many rows as the coordinator */
const requireAll = async ({ client }: Cluster, tables: readonly SpreadTable[]): Promise<void> => {
  for (const table of tables) {
    const { rows } = await client.query<{ here: string; there: string }>(
      `select (select count(*) from public.${nameOf(table)})::text as here, (select count(*) from spread.${nameOf(table)})::text as there`,
    );
    if (rows[0]?.here !== rows[0]?.there)
      throw new StartError(
        `A tabela ${table.name} tem ${rows[0]?.here} linhas no coordenador e ${rows[0]?.there} nas máquinas: nada foi apagado.`,
      );
  }
};

/** Whether the rows have arrived on the machines: the pieces are views there. */
const arrived = async ({ machines }: Cluster): Promise<boolean> => {
  for (const { client } of machines) {
    const { rows } = await client.query<{ views: boolean }>(
      `select coalesce(bool_or(relkind = 'v'), false) as views from pg_class
        where relnamespace = 'spread'::regnamespace and relname like 'accounts\\_%'`,
    );
    if (!rows[0]?.views) return false;
  }
  return true;
};

/**
 * Moves the rows of accounts from the coordinator to the machines. What an interrupted run has done is not done again: the
 * coordinator keeps its rows until all of them are on the machines.
 */
export const moveRows = async (
  cluster: Cluster,
  tables: readonly SpreadTable[],
  say: (line: string) => void,
): Promise<void> => {
  const { client, machines } = cluster;
  if ((await hasRows(client)) && !(await arrived(cluster))) {
    await client.query(tables.map((table) => `truncate spread.${nameOf(table)}`).join('; '));
    await sendRows(cluster, tables, say);
  }
  for (const machine of machines) await fillMachine(machine, tables);
  if (!(await hasRows(client))) return;
  if (!(await arrived(cluster))) throw new StartError('As linhas não chegaram às máquinas: nada foi apagado.');
  await requireAll(cluster, tables);
  await client.query(`begin; set local session_replication_role = replica;
    truncate ${tables.map((table) => `public.${nameOf(table)}`).join(', ')}; commit`);
};
