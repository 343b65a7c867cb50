import { sql } from 'kysely';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { ENTITY } from '../transactions/lock.ts';

interface ToldLine {
  transactionId: number;
  installmentId: number | null;
  /** Of that day: an undone payment may unite installments. */
  number: number | null;
  walletId: number;
  date: string;
  amount: string;
}

/**
 * Notes in the history of each document that a reconciliation answers, or has just answered, with which lines of the bank. Called while its
 * links are there. The entry of the reconciliation itself is of several documents, and is found by none of them.
 */
export const tellDocuments = async (
  trx: Trx,
  work: Work,
  ids: readonly number[],
  action: 'reconcile' | 'unreconcile',
): Promise<void> => {
  const { rows } = await sql<ToldLine>`
    select k.transaction_id as "transactionId", k.installment_id as "installmentId", i.number, l.wallet_id as "walletId",
           l.date, abs(k.amount)::text as amount
      from bank_links k
      join bank_statement_lines l on l.account_id = k.account_id and l.id = k.line_id
      left join installments i on i.account_id = k.account_id and i.id = k.installment_id
     where k.account_id = ${work.session.accountId} and k.reconciliation_id = any(${[...ids]}::bigint[])
       and k.transaction_id is not null
     order by k.id`.execute(trx);
  for (const entityId of new Set(rows.map(({ transactionId }) => transactionId))) {
    const lines = rows.filter(({ transactionId }) => transactionId === entityId);
    work.audit({
      ...{ action, entity: ENTITY, entityId },
      details: { lines: lines.map(({ transactionId: _, ...line }) => line) },
    });
  }
};
