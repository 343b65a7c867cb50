import { randomBytes } from 'node:crypto';
import pg from 'pg';

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

const connected = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: withDatabase(serverUrl(), 'postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const onServer = (statement: string): Promise<void> =>
  connected(async (client) => void (await client.query(statement)));

const handle = (name: string): TestDatabase => {
  const url = withDatabase(serverUrl(), name);
  return { url, ownerUrl: url, drop: () => onServer(`drop database if exists ${name} with (force)`) };
};

/** Creates the template: an empty database migrated by `migrate`. Called once per run. */
export const createTemplate = async (migrate: (ownerUrl: string) => Promise<void>): Promise<void> => {
  await onServer(`create database ${TEMPLATE}`);
  await migrate(withDatabase(serverUrl(), TEMPLATE));
};

const copyOf = async (template: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Files of a template that nobody writes: copying them costs a seventh of copying their pages through the log.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
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
    await client.query(`drop database if exists ${draft}`);
    await client.query(`create database ${draft} template ${TEMPLATE}`);
    await fill(withDatabase(serverUrl(), draft));
    await client.query(`alter database ${draft} rename to ${template}`);
  });
  return copyOf(template);
};

/** Creates a database without tables, for tests of the migrations. */
export const createEmptyDatabase = (): Promise<TestDatabase> => copyOf('template1');
