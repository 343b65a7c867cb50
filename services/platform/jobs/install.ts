import type pg from 'pg';

/** Version of graphile-worker whose tables the database must have; `jobs.test.ts` compares it with the package. */
export const QUEUE_VERSION = '0.17.3';

const MARK = `graphile-worker ${QUEUE_VERSION}`;

/**
 * The queue's tables have row-level security without a policy, so that only their owner sees them. The services, which
 * run the queue as prumo_app, get one: an entry holds no data but ids.
 */
const GRANTS = `
  grant usage on schema graphile_worker to prumo_app;
  grant select, insert, update, delete on all tables in schema graphile_worker to prumo_app;
  grant usage on all sequences in schema graphile_worker to prumo_app;
  do $$
  declare
    unreadable regclass;
  begin
    for unreadable in
      select c.oid from pg_class c
       where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and c.relrowsecurity
         and not exists (select from pg_policy p where p.polrelid = c.oid)
    loop
      execute format('create policy services on %s to prumo_app using (true) with check (true)', unreadable);
    end loop;
  end $$`;

/** Creates or updates the queue's tables, as the owner of the database; one statement when they are up to date. */
export const installQueue = async (client: pg.Client, openPool: () => pg.Pool): Promise<void> => {
  const { rows } = await client.query<{ wanted: boolean; mark: string | null }>(
    `select to_regclass('public.jobs') is not null as wanted,
       (select obj_description(oid, 'pg_namespace') from pg_namespace where nspname = 'graphile_worker') as mark`,
  );
  if (!rows[0]?.wanted || rows[0].mark === MARK) return;
  const { runMigrations, Logger } = await import('graphile-worker');
  const pool = openPool();
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
  await client.query(`${GRANTS}; comment on schema graphile_worker is '${MARK}'`);
};
