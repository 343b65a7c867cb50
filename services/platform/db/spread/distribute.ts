import { requireAlone } from '../backup/load.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { keptLocal, openCluster, type Cluster } from './cluster.ts';
import { guard } from './guards.ts';
import { keepIdsApart } from './ids.ts';
import { moveRows } from './rows.ts';
import { makeShells, spreadTables } from './shells.ts';

export interface SpreadReport {
  machines: number;
  /** Tables that are spread by account. */
  tables: number;
}

const prepare = async ({ url, client, machines }: Cluster): Promise<void> => {
  await requireAlone(client, 'distribuir');
  for (const machine of machines) await requireAlone(machine.client, 'distribuir');
  // Until this run is done, the product does not start on this database, if it was spread before.
  await client.query('drop view if exists spread.places');
  const urls = [url, ...machines.map((machine) => machine.url)];
  for (const one of urls) await migrate(keptLocal(one), readMigrations(), { distributing: true });
};

/**
 * Spreads the accounts of a database over the machines of its cluster: each has the very schema of a single machine, and
 * Citus knows whose accounts it has (docs/decisions/0118). Continues an interrupted run, and brings a spread database to
 * this version. Throws a StartError that says what to do.
 */
export const distribute = async (url: string, say: (line: string) => void): Promise<SpreadReport> => {
  const cluster = await openCluster(url);
  try {
    await prepare(cluster);
    await keepIdsApart(cluster);
    const tables = await spreadTables(cluster.client);
    await makeShells(cluster, tables);
    await moveRows(cluster, tables, say);
    await guard(cluster);
    return { machines: cluster.machines.length, tables: tables.length };
  } finally {
    await cluster.close();
  }
};
