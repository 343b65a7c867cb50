import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Database with the product's tables and no rows, copied for every test file. */
const TEMPLATE = 'prumo_template';

export interface TestDatabase {
  /** For the services; they take the role without privileges themselves. */
  url: string;
  /** For looking past row-level security, as the owner of all tables. */
  ownerUrl: string;
  /** Removes the database; whoever is still connected is cut off. */
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

/** Makes the template: an empty database that `migrate` fills with tables. Called once for a run. */
export const createTemplate = async (migrate: (ownerUrl: string) => Promise<void>): Promise<void> => {
  await onServer(`create database ${TEMPLATE}`);
  await migrate(withDatabase(serverUrl(), TEMPLATE));
};

const copyOf = async (template: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template ${template}`);
  return handle(name);
};

/** A database of one's own with all tables and no rows; some 50 ms. Drop it in `afterAll`. */
export const createTestDatabase = (): Promise<TestDatabase> => copyOf(TEMPLATE);

/**
 * A database of one's own with the rows of `fill`, which is run once in a run of the tests: the first suite that asks for
 * this name fills a template, and whoever asks meanwhile waits for it.
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

/** A database without even the tables, for tests of the migrations themselves. */
export const createEmptyDatabase = (): Promise<TestDatabase> => copyOf('template1');
