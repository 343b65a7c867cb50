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

/** Settings of the database, on all machines. */
const SETTINGS = {
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  // A plan holds the account for which it was made, see below.
  plan_cache_mode: 'force_custom_plan',
};

/** What statements and triggers need on several machines; roles and settings reach the machines from the coordinator. */
export const prepareCluster = async (client: pg.Client): Promise<void> => {
  // Machines are reached as the role of the statement, so the role of the services must be one that may log in.
  await client.query('alter role prumo_app login');
  await client.query("select run_command_on_workers('grant usage on all sequences in schema public to prumo_app')");
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  for (const [setting, value] of Object.entries(SETTINGS)) {
    await client.query(`alter database ${rows[0]?.name} set ${setting} = ${value}`);
    await client.query(`set ${setting} = ${value}`);
  }
  // The coordinator knows the account of row-level security when it plans, and sends the statement to the one machine that has
  // its rows. The machines hold the account to their own policies, where the function stays as it is.
  await client.query('set citus.enable_ddl_propagation = off');
  await client.query('alter function current_account_id() immutable');
  await client.query('set citus.enable_ddl_propagation = on');
};
