import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { undoPayment, withoutAnnouncement } from '../transactions/payments.ts';
import { removeTransaction } from '../transactions/save.ts';
import { transferRegister } from '../transfers.store.ts';
import { type Clerk, ENTITY, readWallet, requireOpenDays } from './access.ts';
import { tellDocuments } from './told.ts';

interface UndoneLink {
  lineId: number;
  date: IsoDate;
  walletId: number;
  amount: string;
  transactionId: number | null;
  installmentId: number | null;
  transferId: number | null;
  did: 'LINKED' | 'PAID' | 'MADE';
  type: 'CREDIT' | 'DEBIT' | null;
  version: number | null;
  /** Nobody has changed the document since the reconciliation made it. */
  untouched: boolean;
}

const NOT_FOUND = 'Conciliação não encontrada. Atualize a tela.';
const STAYS = 'O documento criado aqui foi alterado depois: ele continua lançado e pago.';

const linksOf = async (trx: Trx, { session }: Clerk, id: number): Promise<UndoneLink[]> => {
  const { rows } = await sql<UndoneLink>`
    select k.line_id as "lineId", l.date, l.wallet_id as "walletId", k.amount, k.transaction_id as "transactionId",
           k.installment_id as "installmentId", k.transfer_id as "transferId", k.did, t.type, t.version,
           coalesce(t.version = 1, true) as untouched
      from bank_links k
      join bank_statement_lines l on l.account_id = k.account_id and l.id = k.line_id
      left join transactions t on t.account_id = k.account_id and t.id = k.transaction_id
     where k.account_id = ${session.accountId} and k.reconciliation_id = ${id}
     order by k.id`.execute(trx);
  return rows;
};

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

/** Undoes the payments of the reconciliation, later parts first, so that the earlier ones find them open and merge. */
const undoPayments = async (trx: Trx, work: Work, clerk: Clerk, links: readonly UndoneLink[]): Promise<void> => {
  const ids = unique(links.flatMap(({ installmentId }) => installmentId ?? [])).sort((a, b) => b - a);
  for (const installmentId of ids) {
    const link = links.find((one) => one.installmentId === installmentId);
    if (!link?.transactionId) continue;
    const reader = link.type === 'CREDIT' ? clerk.income : clerk.expense;
    await undoPayment(trx, work, reader, { id: link.transactionId, installmentId }, undefined, withoutAnnouncement);
  }
};

/**
 * Undoes a reconciliation: its links go, what it paid is open again, what it made is deleted. A document that somebody has changed
 * since stays, and the answer says so. @throws ServiceError 404, 403 without the permission on what it paid, 422 on reconciled days
 */
export const undoReconciliation = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  id: number,
): Promise<{ id: number; message: string | null }> => {
  const { accountId } = work.session;
  const { rows } = await sql<{ walletId: number }>`
    select wallet_id as "walletId" from bank_reconciliations
     where account_id = ${accountId} and company_id = ${clerk.companyId} and id = ${id}`.execute(trx);
  if (!rows[0]) throw notFound(NOT_FOUND);
  const links = await linksOf(trx, clerk, id);
  for (const walletId of unique(links.map((link) => link.walletId)).sort((a, b) => a - b)) {
    const dates = links.filter((link) => link.walletId === walletId).map(({ date }) => date);
    requireOpenDays(await readWallet(trx, clerk, walletId, true), dates);
  }
  await tellDocuments(trx, work, [id], 'unreconcile');
  const gone = await sql`
    delete from bank_reconciliations where account_id = ${accountId} and id = ${id} returning id`.execute(trx);
  if (gone.rows.length === 0) throw notFound(NOT_FOUND);
  const kept = links.filter(
    ({ did, untouched, transactionId }) => did === 'MADE' && transactionId !== null && !untouched,
  );
  const made = links.filter((link) => link.did === 'MADE' && !kept.includes(link));
  await undoPayments(trx, work, clerk, [...links.filter(({ did }) => did === 'PAID'), ...made]);
  for (const transactionId of unique(made.flatMap((link) => link.transactionId ?? []))) {
    const reader =
      made.find((link) => link.transactionId === transactionId)?.type === 'CREDIT' ? clerk.income : clerk.expense;
    await removeTransaction(trx, work, reader, { id: transactionId });
  }
  for (const transferId of unique(made.flatMap((link) => link.transferId ?? []))) {
    await transferRegister.remove(trx, work, { id: transferId, within: { company_id: clerk.companyId } });
  }
  work.audit({ action: 'undo', entity: ENTITY, entityId: id, details: { links } });
  return { id, message: kept.length > 0 ? STAYS : null };
};

/** Reconciliations of one command that are still there, the last first. */
export const reconciliationsOf = async (
  trx: Trx,
  { session, companyId }: Clerk,
  acceptance: string,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from bank_reconciliations
     where account_id = ${session.accountId} and company_id = ${companyId} and acceptance = ${acceptance}
     order by id desc`.execute(trx);
  return rows.map(({ id }) => id);
};
