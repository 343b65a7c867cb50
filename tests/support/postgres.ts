import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { clusterServers } from './spread.ts';

/** Database with the product's tables and no rows; each test file copies it. */
const TEMPLATE = 'prumo_template';

export interface TestDatabase {
  /** Connection string for the services, which switch to the unprivileged role themselves. */
  url: string;
  /** Connection string of the tables' owner, not subject to row-level security. */
  ownerUrl: string;
  /** Drops the database and closes its connections. */
  drop(): Promise<void>;
}

const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

const serverUrl = (): string => {
  const url = process.env.PRUMO_TEST_POSTGRES;
  if (!url)
    throw new Error('No PostgreSQL for this run: tests/globalSetup.mjs starts it, except for tests/domain alone.');
  return url;
};

/** The servers that have each database: those of a cluster, the coordinator first, or the only one. */
const servers = (): string[] => (clusterServers().length > 0 ? clusterServers() : [serverUrl()]);

const connected = async <T>(work: (client: pg.Client) => Promise<T>, server = serverUrl()): Promise<T> => {
  const client = new pg.Client({ connectionString: withDatabase(server, 'postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const onServers = (statement: string): Promise<unknown> =>
  Promise.all(servers().map((server) => connected((client) => client.query(statement), server)));

/** A template must have no sessions, and a cluster keeps some by itself. */
const close = async (name: string): Promise<void> => {
  if (servers().length === 1) return;
  await onServers(`alter database ${name} allow_connections false`);
  await onServers(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
};

const handle = (name: string): TestDatabase => {
  const url = withDatabase(serverUrl(), name);
  return {
    url,
    ownerUrl: url,
    drop: async () => void (await onServers(`drop database if exists ${name} with (force)`)),
  };
};

type Fill = (ownerUrl: string) => Promise<void>;

/** Makes a database of the cluster, fills it on the coordinator, and spreads it. */
const makeSpread = async (name: string, migrate: Fill, fill?: Fill): Promise<void> => {
  const { distribute } = await import('#services/platform/db/spread/distribute.ts');
  const { keptLocal } = await import('#services/platform/db/spread/cluster.ts');
  const asOwner = async (server: string, statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: withDatabase(server, name) });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const [coordinator = '', ...others] = servers();
  const place = (server: string): string => `('${new URL(server).hostname}', ${new URL(server).port})`;
  for (const server of servers()) await asOwner(server, 'create extension citus');
  await asOwner(coordinator, `select citus_set_coordinator_host${place(coordinator)}`);
  for (const other of others) await asOwner(coordinator, `select citus_add_node${place(other)}`);
  const url = withDatabase(coordinator, name);
  await migrate(keptLocal(url));
  await fill?.(url);
  await distribute(url, () => {});
};

/** Creates the template: an empty database migrated by `migrate`. Called once per run. */
export const createTemplate = async (migrate: Fill): Promise<void> => {
  await onServers(`drop database if exists ${TEMPLATE} with (force)`);
  await onServers(`create database ${TEMPLATE}`);
  await (servers().length > 1 ? makeSpread(TEMPLATE, migrate) : migrate(withDatabase(serverUrl(), TEMPLATE)));
  await close(TEMPLATE);
};

const copyOf = async (template: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Files of a template that nobody writes: copying them costs a seventh of copying their pages through the log.
  await onServers(`create database ${name} template ${template} strategy file_copy`);
  return handle(name);
};

/** Creates a database with all tables and no rows, in about 50 ms. Drop it in `afterAll`. */
export const createTestDatabase = (): Promise<TestDatabase> => copyOf(TEMPLATE);

/**
 * Creates a database with the rows of `fill`. The first call with a name fills a template, once per run; concurrent
 * calls wait for it.
 */
export const createFilledDatabase = async (
  name: string,
  fill: (ownerUrl: string) => Promise<void>,
): Promise<TestDatabase> => {
  const template = `prumo_template_${name}`;
  await connected(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount) return;
    const draft = `${template}_draft`;
    await onServers(`drop database if exists ${draft}`);
    await onServers(`create database ${draft} template ${servers().length > 1 ? 'template1' : TEMPLATE}`);
    if (servers().length > 1) await makeSpread(draft, (await import('#services/platform/db/migrate.ts')).migrate, fill);
    else await fill(withDatabase(serverUrl(), draft));
    await close(draft);
    await onServers(`alter database ${draft} rename to ${template}`);
  });
  return copyOf(template);
};

/** Creates a database without tables, for tests of the migrations. */
export const createEmptyDatabase = (): Promise<TestDatabase> => copyOf('template1');
