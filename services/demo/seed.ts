import pg from 'pg';
import type { IsoDate } from '#domain/dates.ts';
import { columnTypes } from '../platform/db/database.ts';
import { StartError } from '../platform/db/postgres/startError.ts';
import { buildDemoBooks } from './build.ts';
import { insertLedger } from './ledger.ts';
import { insertMeasurements } from './measurements.ts';
import { insertModels } from './models.ts';
import { insertPaymentCodes } from './paymentCodes.ts';
import { insertOrders } from './orderRows.ts';
import { insertQuotes } from './quotes.ts';
import { insertRegisters } from './registers.ts';
import { insertReports } from './reports.ts';
import { insertSchedules } from './schedules.ts';
import { spreadState } from '../platform/db/spread/machines.ts';
import { writeNotas } from './notas/examples.ts';
import { writeExamples } from './statements/examples.ts';
import { insertWithheld } from './withheldRows.ts';

/** A setting marks the demo account, so that demo:remove finds it under any name and never deletes another account. */
const DEMO_ACCOUNTS = `select id from accounts where settings @> '{"demo": true}'`;

/**
 * Deletes transactions and transfers first, because they reference partners, categories and wallets; then the sum
 * tables, to which those deletions have added rows. Products go before what they refer to, orders and measurements before the
 * documents that they made and the users that they name.
 */
const EMPTIED_FIRST = [
  'transaction_models',
  'orders',
  'measurement_contracts',
  'cost_estimate_lines',
  'cost_estimate_resource_items',
  'cost_estimate_resources',
  'task_items',
  'task_definition_items',
  'tasks',
  'task_definitions',
  'products',
  'product_definitions',
  'transactions',
  'transfers',
  'transaction_sums',
  'installment_sums',
  'wallet_sums',
  'stage_cost_sums',
  'result_sums',
  'site_result_sums',
  'site_total_sums',
  'flow_sums',
  'site_flow_sums',
  'wallet_flow_sums',
  'document_list_sums',
];

const inTransaction = async <T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'prumo-demo', types: columnTypes });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('prumo.owner_access', 'on', true)`);
    const answer = await work(client);
    await client.query('commit');
    return answer;
  } finally {
    // Closing the connection rolls back an uncommitted SQL transaction.
    await client.end();
  }
};

/** Whether the database has no account; one that is spread over machines counts as one that has. */
export const isEmpty = (ownerUrl: string): Promise<boolean> =>
  inTransaction(
    ownerUrl,
    async (client) =>
      (await spreadState(client)) === 'no' && (await client.query('select from accounts limit 1')).rowCount === 0,
  );

/**
 * Creates the demo company "Construtora Ipê Demo" with about eighteen months of data around a day, in one SQL
 * transaction; with a folder, also the statements of its banks for the month before and notas of suppliers, in `exemplos`. The same day gives the same rows, except for the password's salt.
 * @throws StartError when the demo company exists
 */
export const seedDemo = (
  ownerUrl: string,
  { seedDate, dataDir }: { seedDate: IsoDate; dataDir?: string },
): Promise<void> =>
  inTransaction(ownerUrl, async (client) => {
    if ((await client.query(DEMO_ACCOUNTS)).rowCount) {
      throw new StartError('A empresa de demonstração já existe. Para recriá-la, remova-a com npm run demo:remove.');
    }
    const books = buildDemoBooks(seedDate);
    const registers = await insertRegisters(client, seedDate, books.openings);
    const inserted = await insertLedger(client, books, registers, seedDate);
    await insertPaymentCodes(client, seedDate);
    const documents = await insertWithheld(client, books.drafts, inserted, registers);
    await insertModels(client, documents, registers, seedDate);
    await insertOrders(client, { drafts: books.drafts, documents }, registers, seedDate);
    await insertQuotes(client, registers, seedDate);
    await insertSchedules(client, registers, seedDate);
    await insertMeasurements(client, books.drafts, registers, seedDate);
    await insertReports(client, registers, seedDate);
    if (dataDir !== undefined) {
      await writeExamples(client, registers, { seedDate, dataDir });
      await writeNotas({ seedDate, dataDir });
    }
    // Autovacuum collects statistics up to a minute later; without them, lists take ten times as long.
    await client.query('analyze');
  });

/** Deletes the demo company with its users and data; other accounts do not change. */
export const removeDemo = (ownerUrl: string): Promise<void> =>
  inTransaction(ownerUrl, async (client) => {
    if ((await spreadState(client)) !== 'no') {
      throw new StartError('Este banco está distribuído: remova a empresa de demonstração na máquina que a tem.');
    }
    // Closed months refuse that their documents go.
    await client.query(`update companies set closed_through = null where account_id in (${DEMO_ACCOUNTS})`);
    for (const table of EMPTIED_FIRST)
      await client.query(`delete from ${table} where account_id in (${DEMO_ACCOUNTS})`);
    await client.query(`delete from accounts where id in (${DEMO_ACCOUNTS})`);
  });
