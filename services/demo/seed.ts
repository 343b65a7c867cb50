import pg from 'pg';
import type { IsoDate } from '#domain/dates.ts';
import { StartError } from '../platform/db/postgres/startError.ts';
import { buildDemoBooks } from './build.ts';
import { insertLedger } from './ledger.ts';
import { insertRegisters } from './registers.ts';

/** The demo account says so in its settings: whatever it is renamed to, only it is ever removed. */
const DEMO_ACCOUNTS = `select id from accounts where settings @> '{"demo": true}'`;

/**
 * Documents and transfers go first: they hold on to partners, categories and wallets. Their sums have gathered what was
 * taken away from them by then.
 */
const EMPTIED_FIRST = ['transactions', 'transfers', 'transaction_sums', 'installment_sums', 'wallet_sums'];

const inTransaction = async <T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'prumo-demo' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('prumo.owner_access', 'on', true)`);
    const answer = await work(client);
    await client.query('commit');
    return answer;
  } finally {
    // Ending the connection rolls back what was not committed.
    await client.end();
  }
};

/** Whether the database has no account at all. */
export const isEmpty = (ownerUrl: string): Promise<boolean> =>
  inTransaction(ownerUrl, async (client) => (await client.query('select from accounts limit 1')).rowCount === 0);

/**
 * Creates the demo company "Construtora Ipê Demo" with some eighteen months of books around a day. All or nothing; the
 * same day gives the same rows, but for the salt of the password.
 * @throws StartError when it is already there.
 */
export const seedDemo = (ownerUrl: string, { seedDate }: { seedDate: IsoDate }): Promise<void> =>
  inTransaction(ownerUrl, async (client) => {
    if ((await client.query(DEMO_ACCOUNTS)).rowCount) {
      throw new StartError('A empresa de demonstração já existe. Para recriá-la, remova-a com npm run demo:remove.');
    }
    const books = buildDemoBooks(seedDate);
    const registers = await insertRegisters(client, seedDate, books.openings);
    await insertLedger(client, books, registers, seedDate);
  });

/** Deletes the demo company, its users and all it has; other accounts stay as they are. */
export const removeDemo = (ownerUrl: string): Promise<void> =>
  inTransaction(ownerUrl, async (client) => {
    for (const table of EMPTIED_FIRST)
      await client.query(`delete from ${table} where account_id in (${DEMO_ACCOUNTS})`);
    await client.query(`delete from accounts where id in (${DEMO_ACCOUNTS})`);
  });
