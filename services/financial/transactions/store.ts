import { sql } from 'kysely';
import { isZero } from '#domain/money.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { storePaymentCodes } from '../paymentCodes/store.ts';
import type { TransactionDraft } from './body.ts';
import {
  APPORTIONMENT_COLUMNS,
  apportionmentRow,
  headerColumns,
  INSTALLMENT_COLUMNS,
  insertApportionments,
  insertHeaders,
  insertInstallments,
  installmentRow,
  putShares,
  refreshHeaders,
  rowsOf,
} from './insert.ts';
import type { Kind } from './kinds.ts';
import type { Plan } from './plan.ts';
import type { PlannedInstallment } from './planInstallments.ts';
import type { PlannedApportionment } from './apportionmentPlan.ts';
import type { StoredTransaction } from './read.ts';
import type { ShareValues } from './shares.ts';

/** Keys of the transaction that rows belong to. */
export interface Owner {
  accountId: number;
  companyId: number;
  transactionId: number;
  type: 'CREDIT' | 'DEBIT';
}

/** Inserts the header with placeholder figures; `refreshHeader` sets them from the installments. */
export const insertHeader = async (
  trx: Trx,
  work: Work,
  companyId: number,
  kind: Kind,
  draft: TransactionDraft,
  plan: Plan,
): Promise<Owner> => {
  const [transactionId = 0] = await insertHeaders(trx, work, { companyId, kind }, [
    { draft, installments: plan.installments.length },
  ]);
  return { accountId: work.session.accountId, companyId, transactionId, type: kind.type };
};

export const updateHeader = async (trx: Trx, owner: Owner, draft: TransactionDraft): Promise<void> => {
  await trx
    .updateTable('transactions')
    .set(headerColumns(draft))
    .where('account_id', '=', owner.accountId)
    .where('id', '=', owner.transactionId)
    .execute();
};

/** Sets figures, status and reference due date of a changed transaction from its installments; 0 for a new one. */
export const refreshHeader = (trx: Trx, work: Work, owner: Owner, bump: 0 | 1 = 1): Promise<void> =>
  refreshHeaders(trx, work, owner.accountId, [owner.transactionId], bump);

/**
 * Writes installments, apportionments and shares as planned; rows without a change are not written. Answers the ids of the
 * installments.
 */
export const storePlan = async (
  trx: Trx,
  owner: Owner,
  plan: Plan,
  current: StoredTransaction | undefined,
  today: string,
): Promise<number[]> => {
  await removeGone(trx, owner, 'installments', current?.installments ?? [], plan.installments);
  await removeGone(trx, owner, 'apportionments', current?.apportionments ?? [], plan.apportionments);
  const installmentIds = await storeInstallments(trx, owner, plan.installments, current?.installments ?? []);
  const apportionmentIds = await storeApportionments(trx, owner, plan.apportionments, current?.apportionments ?? []);
  await storeShares(trx, owner, { installmentIds, apportionmentIds, shares: plan.shares }, current?.shares ?? []);
  const coded = plan.installments.map(({ paymentCode }, index) => ({ id: installmentIds[index] ?? 0, paymentCode }));
  await storePaymentCodes(trx, owner.accountId, coded, current?.installments ?? [], today);
  return installmentIds;
};

/** Deletes rows that the plan no longer has, with their shares. */
export const removeGone = async (
  trx: Trx,
  owner: Owner,
  table: 'installments' | 'apportionments',
  current: readonly { id: number }[],
  planned: readonly { id: number | null }[],
): Promise<void> => {
  const gone = current.map(({ id }) => id).filter((id) => !planned.some((one) => one.id === id));
  if (gone.length === 0) return;
  await trx
    .deleteFrom(table)
    .where('account_id', '=', owner.accountId)
    .where('transaction_id', '=', owner.transactionId)
    .where('id', 'in', gone)
    .execute();
};

/** Inserts and updates installments; returns their ids in the order of the plan. */
export const storeInstallments = async (
  trx: Trx,
  owner: Owner,
  planned: readonly PlannedInstallment[],
  current: StoredTransaction['installments'],
): Promise<number[]> => {
  const before = new Map(current.map((one) => [one.id, JSON.stringify(installmentRow({ ...one, paidNow: false }))]));
  const rows = planned.map(installmentRow);
  const changed = rows.filter((row) => row.id !== null && before.get(row.id) !== JSON.stringify(row));
  if (changed.length > 0) {
    await sql`update installments i set number = r.number, forecast = r.forecast, due_date = r.due_date,
        gross_value = r.gross_value, increase = r.increase, discount = r.discount, payment_date = r.payment_date,
        wallet_id = r.wallet_id, payment_method = r.payment_method
      from ${rowsOf(changed, INSTALLMENT_COLUMNS)}
      where i.account_id = ${owner.accountId} and i.transaction_id = ${owner.transactionId} and i.id = r.id`.execute(
      trx,
    );
  }
  const added = rows.filter((row) => row.id === null);
  const idOf = await insertInstallments(
    trx,
    owner,
    added.map((row) => ({ ...row, transaction_id: owner.transactionId })),
  );
  return rows.flatMap(({ id, number }) => id ?? idOf(owner.transactionId, number) ?? []);
};

const storeApportionments = async (
  trx: Trx,
  owner: Owner,
  planned: readonly PlannedApportionment[],
  current: StoredTransaction['apportionments'],
): Promise<number[]> => {
  const before = new Map(
    current.map((one, index) => [
      one.id,
      JSON.stringify(apportionmentRow({ ...one, invoiceValue: one.ownInvoiceValue, position: index + 1, path: '' })),
    ]),
  );
  const rows = planned.map(apportionmentRow);
  const changed = rows.filter((row) => row.id !== null && before.get(row.id) !== JSON.stringify(row));
  if (changed.length > 0) {
    await sql`update apportionments a set position = r.position, gross_value = r.gross_value,
        invoice_value = r.invoice_value, percentage = r.percentage,
        is_customer_charged = r.is_customer_charged
      from ${rowsOf(changed, APPORTIONMENT_COLUMNS)}
      where a.account_id = ${owner.accountId} and a.transaction_id = ${owner.transactionId} and a.id = r.id`.execute(
      trx,
    );
  }
  const added = rows.filter((row) => row.id === null);
  const idOf = await insertApportionments(
    trx,
    owner,
    added.map((row) => ({ ...row, transaction_id: owner.transactionId })),
  );
  return rows.flatMap(({ id, position }) => id ?? idOf(owner.transactionId, position) ?? []);
};

/** Ids of rows and columns, and the cells between them. */
export interface KeyedShares {
  installmentIds: readonly number[];
  apportionmentIds: readonly number[];
  shares: readonly (readonly ShareValues[])[];
}

/**
 * Writes the shares that differ from the stored ones and deletes those that are now zero: a share of 0,00 is not
 * stored. Shares of deleted rows and columns were deleted with them.
 */
export const storeShares = async (
  trx: Trx,
  owner: Owner,
  { installmentIds, apportionmentIds, shares }: KeyedShares,
  current: StoredTransaction['shares'],
): Promise<void> => {
  const before = new Map(current.map((one) => [`${one.installmentId}/${one.apportionmentId}`, cellOf(one)]));
  const differing = installmentIds.flatMap((installmentId, row) =>
    apportionmentIds.flatMap((apportionmentId, column) => {
      const share = shares[row]?.[column];
      if (!share || before.get(`${installmentId}/${apportionmentId}`) === cellOf(share)) return [];
      return [{ transactionId: owner.transactionId, installmentId, apportionmentId, share }];
    }),
  );
  const gone = differing.filter(({ share }) => isZero(share.grossValue));
  if (gone.length > 0) {
    const keys = gone.map(({ installmentId, apportionmentId }) => ({ i: installmentId, a: apportionmentId }));
    await sql`
      delete from apportionment_shares s using ${rowsOf(keys, 'i bigint, a bigint')}
      where s.account_id = ${owner.accountId} and s.installment_id = r.i and s.apportionment_id = r.a`.execute(trx);
  }
  const kept = differing.filter(({ share }) => !isZero(share.grossValue));
  await putShares(trx, owner, kept);
};

const cellOf = ({ grossValue, increase, discount }: ShareValues): string => `${grossValue}/${increase}/${discount}`;
