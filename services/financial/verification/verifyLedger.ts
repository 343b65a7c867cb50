import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../platform/db/tables.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { transactionsOf } from './transactionRows.ts';
import { transactionProblems, nameOf } from './transactions.ts';
import { Findings, KEPT_DIFFERENCES, type Checked, type Difference } from './findings.ts';
import { verifyClosings } from './closings.ts';
import { verifyOrders } from './orders.ts';
import { verifyReferences } from './references.ts';
import { verifyOrderSearch, verifySearch } from './search.ts';
import { verifyRetentions } from './retentions.ts';
import { verifySums } from './sums.ts';
import { verifyWallets } from './wallets.ts';

export type { Checked, Difference } from './findings.ts';

export interface LedgerReport {
  checked: Checked;
  /** At most the first thousand. */
  differences: Difference[];
  /** Number of differences beyond those. */
  omitted: number;
}

const accountsOf = async (trx: Trx): Promise<string[]> => {
  // Includes accounts that were deleted while triggers were disabled, so that their remaining rows are checked.
  const { rows } = await sql<{ id: string }>`
    select id from accounts union select distinct account_id from transactions order by id`.execute(trx);
  return rows.map(({ id }) => id);
};

const verifyTransactions = async (trx: Trx, accountId: string, findings: Findings): Promise<void> => {
  for await (const transactions of transactionsOf(trx, accountId)) {
    for (const transaction of transactions) {
      const { header, installments, apportionments } = transaction;
      for (const problem of transactionProblems(transaction)) findings.note(accountId, nameOf(header), problem);
      findings.count('transactions', 1);
      findings.count('installments', installments.length);
      findings.count('apportionments', apportionments.length);
      findings.count(
        'shares',
        apportionments.reduce((sum, { shareCount }) => sum + shareCount, 0),
      );
    }
  }
};

const verifyAll = async (trx: Trx): Promise<Findings> => {
  const findings = new Findings();
  for (const accountId of await accountsOf(trx)) {
    await verifyTransactions(trx, accountId, findings);
    await verifyRetentions(trx, accountId, findings);
    await verifyWallets(trx, accountId, findings);
    await verifyOrders(trx, accountId, findings);
    await verifyClosings(trx, accountId, findings);
    await verifySums(trx, accountId, findings);
    await verifySearch(trx, accountId, findings);
    await verifyOrderSearch(trx, accountId, findings);
    findings.count('accounts', 1);
  }
  await verifyReferences(trx, findings);
  return findings;
};

/**
 * Recomputes every sum, status, apportionment, balance and commitment of all accounts from the rows and reports differences, independently
 * of the database's constraints. Reads one snapshot while others write, writes nothing, and uses bounded memory.
 */
export const verifyLedger = async (ownerUrl: string): Promise<LedgerReport> => {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, application_name: 'prumo-verify-ledger' });
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { checked, differences, omitted } = await db.connection().execute(async (trx) => {
      await sql`begin isolation level repeatable read read only`.execute(trx);
      await sql`select set_config('prumo.owner_access', 'on', true)`.execute(trx);
      const findings = await verifyAll(trx);
      await sql`commit`.execute(trx);
      return findings;
    });
    return { checked, differences, omitted };
  } finally {
    await db.destroy();
  }
};

/** Formats the report as lines for a terminal, in Portuguese. */
export const reportLines = ({ checked, differences, omitted }: LedgerReport): string[] => [
  `Conferidos: ${checked.accounts} contas, ${checked.transactions} documentos, ${checked.installments} parcelas, ` +
    `${checked.apportionments} rateios, ${checked.shares} partes, ${checked.wallets} carteiras, ` +
    `${checked.movements} movimentos, ${checked.transfers} transferências, ${checked.orders} pedidos, ${checked.references} referências.`,
  ...differences.map(({ accountId, subject, problem }) => `Conta ${accountId}, ${subject}: ${problem}.`),
  ...(omitted ? [`… e mais ${omitted} diferenças além das ${KEPT_DIFFERENCES} primeiras.`] : []),
  differences.length ? `${differences.length + omitted} diferenças.` : 'Nenhuma diferença.',
];
