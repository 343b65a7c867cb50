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

const onServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: withDatabase(serverUrl(), 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const handle = (name: string): TestDatabase => {
  const url = withDatabase(serverUrl(), name);
  return { url, ownerUrl: url, drop: () => onServer(`drop database if exists ${name} with (force)`) };
};

/** Makes the template: an empty database that `migrate` fills with tables. Called once for a run. */
export const createTemplate = async (migrate: (ownerUrl: string) => Promise<void>): Promise<void> => {
  await onServer(`create database ${TEMPLATE}`);
  await migrate(withDatabase(serverUrl(), TEMPLATE));
};

/** A database of one's own with all tables and no rows; some 50 ms. Drop it in `afterAll`. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template ${TEMPLATE}`);
  return handle(name);
};

/** A database without even the tables, for tests of the migrations themselves. */
export const createEmptyDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  return handle(name);
};
