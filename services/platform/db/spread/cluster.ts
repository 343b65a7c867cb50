import type pg from 'pg';
import { StartError } from '../postgres/startError.ts';

const NO_CLUSTER =
  'Este PostgreSQL não é um cluster Citus. Em cada máquina, no banco de mesmo nome: create extension citus. ' +
  'Depois, no coordenador: select citus_set_coordinator_host(…), e select citus_add_node(…) para cada máquina.';

interface Nodes {
  coordinator: boolean;
  machines: number;
  superuser: boolean;
}

/**
 * Returns the number of machines that hold rows.
 * @throws StartError for a database that is no coordinator of a cluster, or for an owner who may not change one
 */
export const requireCluster = async (client: pg.Client): Promise<number> => {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
  if (!rowCount) throw new StartError(NO_CLUSTER);
  const { rows } = await client.query<Nodes>(`
    select citus_is_coordinator() as coordinator,
      (select count(*)::integer from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards) as machines,
      (select rolsuper from pg_roles where rolname = current_user) as superuser`);
  const [nodes] = rows;
  if (!nodes?.coordinator)
    throw new StartError('Este banco não é o do coordenador do cluster: informe o endereço dele.');
  if (!nodes.machines) throw new StartError(`O cluster ainda não tem máquinas para as linhas. ${NO_CLUSTER}`);
  if (!nodes.superuser) {
    throw new StartError('Para distribuir, o usuário do endereço precisa ser superusuário: alter role … superuser.');
  }
  return nodes.machines;
};

/** What triggers on rows of other machines need; the roles and the settings reach the machines from the coordinator. */
export const prepareCluster = async (client: pg.Client): Promise<void> => {
  // Machines are reached as the role of the statement, so the role of the services must be one that may log in.
  await client.query('alter role prumo_app login');
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  for (const setting of ['citus.enable_unsafe_triggers', 'citus.allow_nested_distributed_execution']) {
    await client.query(`alter database ${rows[0]?.name} set ${setting} = on`);
    await client.query(`set ${setting} = on`);
  }
};
