import type pg from 'pg';
import type { Cluster } from './cluster.ts';
import { shardsOf } from './shells.ts';

/** Where an account is, asked by the services; and the machines. Their existence says that the database is spread. */
const PLACES = `
  create or replace function spread.place_of(p_account bigint) returns text
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select p.nodename || ':' || p.nodeport from pg_dist_shard_placement p
     where p.shardid = get_shard_id_for_distribution_column('spread.accounts', p_account)
  $$;
  create or replace view spread.places as
    select distinct p.nodename || ':' || p.nodeport as place from pg_dist_shard s join pg_dist_shard_placement p using (shardid)
     where s.logicalrelid = 'spread.accounts'::regclass;
  grant usage on schema spread to prumo_app;
  grant select on spread.places to prumo_app`;

/** The coordinator has no accounts. */
const NONE_HERE = `
  create or replace function spread.refuse_account() returns trigger language plpgsql as $$
  begin
    raise exception 'accounts are on the machines of the cluster' using errcode = 'check_violation', constraint = 'accounts_place';
  end $$;
  create or replace trigger place before insert on public.accounts for each row execute function spread.refuse_account()`;

/** A machine has the accounts that are its own, and no others: nobody would find them. */
const OWN_ONLY = `
  create or replace function spread.require_own_account() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    if not exists (
      select from pg_dist_placement p join pg_dist_local_group g using (groupid)
       where p.shardid = get_shard_id_for_distribution_column('spread.accounts', new.id)) then
      raise exception 'account % is on another machine', new.id using errcode = 'check_violation', constraint = 'accounts_place';
    end if;
    return new;
  end $$;
  create or replace trigger place before insert on public.accounts for each row execute function spread.require_own_account()`;

/**
 * A login with a password is one in all accounts, which no key of a machine can say: a table of the coordinator does, under
 * the name of the key that does on one machine. Triggers of the machines write it, in the SQL transaction that changes the user.
 */
const LOGINS = `
  create or replace function spread.keep_login() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if tg_op <> 'INSERT' and old.password_hash is not null then
      delete from spread.logins where login = old.login and user_id = old.id;
    end if;
    if tg_op <> 'DELETE' and new.password_hash is not null then
      begin
        insert into spread.logins (login, account_id, user_id) values (new.login, new.account_id, new.id);
      exception when unique_violation then
        raise exception 'login of another user' using errcode = 'unique_violation', constraint = 'users_login_key';
      end;
    end if;
    return null;
  end $$;
  create or replace trigger keep_login after insert or delete on public.users for each row execute function spread.keep_login();
  create or replace trigger keep_changed_login after update of login, password_hash on public.users for each row
    when ((old.login, old.password_hash is null) is distinct from (new.login, new.password_hash is null))
    execute function spread.keep_login();
  create or replace function public.login_is_taken(p_login text, p_user_id bigint) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    return exists (select 1 from spread.logins l where l.login = p_login and l.user_id <> p_user_id);
  end $$`;

/**
 * Tables of the coordinator that commands of accounts write, too: attempts to log in, and sign-ups. Citus leads there from the
 * machines, and commits on both or on none.
 */
export const SHARED: readonly string[] = ['login_attempts', 'signup_drafts'];

const isKnown = async (client: pg.Client, table: string): Promise<boolean> => {
  const { rows } = await client.query<{ known: boolean }>(
    'select exists (select from pg_dist_partition where logicalrelid = to_regclass($1)) as known',
    [table],
  );
  return rows[0]?.known ?? false;
};

/** Citus shows the table of the coordinator as one that is reached from everywhere. */
const share = async ({ client, home }: Cluster, table: string): Promise<void> => {
  const shared = `spread.${table}`;
  if (await isKnown(client, shared)) return;
  await client.query(`drop table if exists ${shared}; create table ${shared} as table public.${table} with no data`);
  await client.query('select citus_add_local_table_to_metadata($1)', [shared]);
  for (const { shard } of await shardsOf(home, table))
    await home.query(`drop table ${shard}; create view ${shard} as select * from public.${table}`);
};

/** Functions of the machines that write those tables within a command of an account. */
export const WRITERS: readonly string[] = [
  'settle_login_attempt',
  'remember_login_address',
  'withdraw_login_attempt',
  'drop_signup_drafts',
  'anonymise_user',
];

const leadWriters = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace and proname = any($1)`,
    [WRITERS],
  );
  const plain = new RegExp(`(?<!spread\\.)\\b(${SHARED.join('|')})\\b`, 'g');
  for (const { text } of rows) await client.query(text.replace(plain, 'spread.$1'));
};

const makeDirectory = async (cluster: Cluster): Promise<void> => {
  const { client } = cluster;
  await client.query(`create table if not exists spread.logins (
    login text not null, account_id bigint not null, user_id bigint not null, constraint users_login_key primary key (login))`);
  if (!(await isKnown(client, 'spread.logins')))
    await client.query("select citus_add_local_table_to_metadata('spread.logins')");
  for (const table of SHARED) await share(cluster, table);
};

/** Keeps on many machines what keys keep on one, and says where accounts are. */
export const guard = async (cluster: Cluster): Promise<void> => {
  const { client, machines } = cluster;
  await makeDirectory(cluster);
  await client.query('delete from spread.logins');
  for (const machine of machines) {
    const { rows } = await machine.client.query<Record<'login' | 'account_id' | 'id', string>>(
      'select login, account_id, id from public.users where password_hash is not null',
    );
    await client.query(
      `insert into spread.logins (login, account_id, user_id)
       select * from unnest($1::text[], $2::bigint[], $3::bigint[])`,
      [rows.map(({ login }) => login), rows.map((row) => row.account_id), rows.map(({ id }) => id)],
    );
    await machine.client.query(`${OWN_ONLY}; ${LOGINS}; grant usage on schema spread to prumo_app`);
    await leadWriters(machine.client);
  }
  await cluster.home.query(`${NONE_HERE}; ${PLACES}`);
};
