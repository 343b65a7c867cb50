import pg from 'pg';
import { OPTIONS } from '../backup/books.ts';
import { reason, StartError } from '../postgres/startError.ts';
import { machineUrl } from './machines.ts';

const NO_CLUSTER =
  'Este PostgreSQL não é um cluster Citus. Em cada máquina, no banco de mesmo nome: create extension citus. ' +
  'Depois, no coordenador: select citus_set_coordinator_host(…), e select citus_add_node(…) para cada máquina.';

/** Ids of machines are their numbers in steps of this, so there cannot be more. */
export const MOST_MACHINES = 63;

/** What the product makes on a machine is the machine's own matter: Citus passes it on to no other. */
const LOCAL = `${OPTIONS} -c citus.enable_ddl_propagation=off -c citus.enable_manual_changes_to_shards=on -c citus.override_table_visibility=off`;

/** The address with settings under which nothing that is made travels to other machines. */
export const keptLocal = (url: string): string => {
  const local = new URL(url);
  local.searchParams.set('options', LOCAL);
  return local.href;
};

export interface Machine {
  client: pg.Client;
  url: string;
  place: string;
}

export interface Cluster {
  /** Of the coordinator; Citus hands on what is made by it. */
  client: pg.Client;
  /** Of the coordinator, too; what is made by it is made there alone. */
  home: pg.Client;
  url: string;
  machines: readonly Machine[];
  close(): Promise<void>;
}

const opened = async (url: string, options: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, options, application_name: 'prumo-distribute' });
  // Without a listener, a lost idle connection would end the process; the next query fails instead.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`Não consegui conectar a ${new URL(url).host}: ${reason(error) || 'sem resposta'}.`);
  }
  return client;
};

const requireCoordinator = async (client: pg.Client): Promise<void> => {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
  if (!rowCount) throw new StartError(NO_CLUSTER);
  const { rows } = await client.query<{ coordinator: boolean; superuser: boolean }>(
    'select citus_is_coordinator() as coordinator, (select rolsuper from pg_roles where rolname = current_user) as superuser',
  );
  if (!rows[0]?.coordinator)
    throw new StartError('Este banco não é o do coordenador do cluster: informe o endereço dele.');
  if (!rows[0].superuser)
    throw new StartError('Para distribuir, o usuário do endereço precisa ser superusuário: alter role … superuser.');
};

/**
 * Opens the coordinator and its machines.
 * @throws StartError for a database that is no coordinator of a cluster, or for an owner who may not change one
 */
export const openCluster = async (url: string): Promise<Cluster> => {
  const client = await opened(url, OPTIONS);
  const home = await opened(url, LOCAL);
  const machines: Machine[] = [];
  const close = async (): Promise<void> =>
    void (await Promise.all([client, home, ...machines.map((machine) => machine.client)].map((one) => one.end())));
  try {
    await requireCoordinator(client);
    const { rows } = await client.query<{ place: string }>(`
      select nodename || ':' || nodeport as place from pg_dist_node
       where noderole = 'primary' and isactive and shouldhaveshards and groupid <> 0 order by groupid`);
    if (rows.length === 0) throw new StartError(`O cluster ainda não tem máquinas para as linhas. ${NO_CLUSTER}`);
    if (rows.length > MOST_MACHINES) throw new StartError(`O Prumo usa no máximo ${MOST_MACHINES} máquinas.`);
    for (const { place } of rows) {
      const there = machineUrl(url, place);
      machines.push({ client: await opened(there, LOCAL), url: there, place });
    }
    return { client, home, url, machines, close };
  } catch (error) {
    await close();
    throw error;
  }
};
