import { sql, type RawBuilder } from 'kysely';
import { isZero } from '#domain/money.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { storePaymentCodes } from '../paymentCodes/store.ts';
import type { TransactionDraft } from './body.ts';
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

/**
 * Passes rows as one JSON parameter: PostgreSQL allows 65,535 parameters, and 360 installments over 100 buildings need more.
 */
const rowsOf = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(columns)})`;

/** Inserts the header with placeholder figures; `refreshHeader` sets them from the installments. */
export const insertHeader = async (
  trx: Trx,
  work: Work,
  companyId: number,
  kind: Kind,
  draft: TransactionDraft,
  plan: Plan,
): Promise<Owner> => {
  const { id } = await trx
    .insertInto('transactions')
    .values({
      ...headerColumns(draft),
      account_id: work.session.accountId,
      company_id: companyId,
      type: kind.type,
      status: 'OPEN',
      installment_count: plan.installments.length,
      paid_installment_count: 0,
      gross_value: draft.grossValue,
      reference_due_date: draft.emissionDate,
      created_by: work.session.userId,
      created_at: work.clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { accountId: work.session.accountId, companyId, transactionId: id, type: kind.type };
};

export const updateHeader = async (trx: Trx, owner: Owner, draft: TransactionDraft): Promise<void> => {
  await trx
    .updateTable('transactions')
    .set(headerColumns(draft))
    .where('account_id', '=', owner.accountId)
    .where('id', '=', owner.transactionId)
    .execute();
};

const headerColumns = (draft: TransactionDraft) => ({
  document_number: draft.documentNumber,
  description: draft.description,
  emission_date: draft.emissionDate,
  competence_date: draft.competenceDate,
  invoice_value: draft.invoiceValue,
  category_id: draft.categoryId,
  partner_id: draft.partnerId,
  expected_wallet_id: draft.expectedWallet.id,
  preferred_payment_method: draft.preferredPaymentMethod,
});

/**
 * The only writer of a transaction's figures, status and reference due date: computes them from the installments in one
 * UPDATE. `bump` is added to the version; 0 for a new transaction.
 */
export const refreshHeader = async (trx: Trx, work: Work, owner: Owner, bump: 0 | 1 = 1): Promise<void> => {
  await sql`
    update transactions t set
      installment_count = s.installments, paid_installment_count = s.paid,
      status = case s.paid when 0 then 'OPEN' when s.installments then 'PAID' else 'PARTIAL' end,
      gross_value = s.gross, increase = s.increase, discount = s.discount, paid_value = s.paid_value,
      reference_due_date = s.reference_due_date, version = t.version + ${bump}, updated_at = ${work.clock.now()}
    from (
      select count(*) as installments, count(*) filter (where not forecast) as paid, sum(gross_value) as gross,
        sum(increase) as increase, sum(discount) as discount,
        coalesce(sum(value) filter (where not forecast), 0) as paid_value,
        coalesce(min(due_date) filter (where forecast), max(due_date)) as reference_due_date
      from installments where account_id = ${owner.accountId} and transaction_id = ${owner.transactionId}) s
    where t.account_id = ${owner.accountId} and t.id = ${owner.transactionId}`.execute(trx);
};

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

const INSTALLMENT_COLUMNS = `id bigint, number integer, forecast boolean, created_on date, due_date date, gross_value numeric,
  increase numeric, discount numeric, payment_date date, wallet_id bigint, payment_method text,
  split_from bigint, split_gross numeric`;

const installmentRow = (one: PlannedInstallment) => ({
  id: one.id,
  number: one.number,
  forecast: one.forecast,
  created_on: one.createdOn,
  due_date: one.dueDate,
  gross_value: one.grossValue,
  increase: one.increase,
  discount: one.discount,
  payment_date: one.paymentDate,
  wallet_id: one.walletId,
  payment_method: one.paymentMethod,
  split_from: one.splitFrom,
  split_gross: one.splitGross,
});

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
  if (added.length === 0) return rows.flatMap(({ id }) => id ?? []);
  const inserted = await sql<{ id: number; number: number }>`
    insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date,
      gross_value, increase, discount, payment_date, wallet_id, payment_method, split_from, split_gross)
    select ${owner.accountId}, ${owner.companyId}, ${owner.transactionId}, ${owner.type}, r.number, r.forecast, r.created_on,
      r.due_date, r.gross_value, r.increase, r.discount, r.payment_date, r.wallet_id, r.payment_method,
      r.split_from, r.split_gross
    from ${rowsOf(added, INSTALLMENT_COLUMNS)} order by r.number returning id, number`.execute(trx);
  const idOfNumber = new Map(inserted.rows.map(({ id, number }) => [number, id]));
  return rows.flatMap(({ id, number }) => id ?? idOfNumber.get(number) ?? []);
};

const APPORTIONMENT_COLUMNS = `id bigint, position integer, building_id bigint, cost_estimate_group_id bigint,
  gross_value numeric, invoice_value numeric, percentage numeric, is_customer_charged boolean`;

const apportionmentRow = (one: PlannedApportionment) => ({
  id: one.id,
  position: one.position,
  building_id: one.buildingId,
  cost_estimate_group_id: one.stageId,
  gross_value: one.grossValue,
  invoice_value: one.invoiceValue,
  percentage: one.percentage,
  is_customer_charged: one.isCustomerCharged,
});

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
  if (added.length === 0) return rows.flatMap(({ id }) => id ?? []);
  const inserted = await sql<{ id: number; position: number }>`
    insert into apportionments (account_id, company_id, transaction_id, position, building_id, cost_estimate_group_id,
      gross_value, invoice_value, percentage, is_customer_charged)
    select ${owner.accountId}, ${owner.companyId}, ${owner.transactionId}, r.position, r.building_id,
      r.cost_estimate_group_id, r.gross_value, r.invoice_value, r.percentage, r.is_customer_charged
    from ${rowsOf(added, APPORTIONMENT_COLUMNS)} order by r.position returning id, position`.execute(trx);
  const idOfPosition = new Map(inserted.rows.map(({ id, position }) => [position, id]));
  return rows.flatMap(({ id, position }) => id ?? idOfPosition.get(position) ?? []);
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
      return [{ i: installmentId, a: apportionmentId, g: share.grossValue, u: share.increase, d: share.discount }];
    }),
  );
  const [gone, changed] = [differing.filter(({ g }) => isZero(g)), differing.filter(({ g }) => !isZero(g))];
  if (gone.length > 0) {
    await sql`
      delete from apportionment_shares s using ${rowsOf(gone, 'i bigint, a bigint')}
      where s.account_id = ${owner.accountId} and s.installment_id = r.i and s.apportionment_id = r.a`.execute(trx);
  }
  if (changed.length === 0) return;
  await sql`
    insert into apportionment_shares (account_id, transaction_id, installment_id, apportionment_id, gross_value, increase, discount)
    select ${owner.accountId}, ${owner.transactionId}, r.i, r.a, r.g, r.u, r.d
    from ${rowsOf(changed, 'i bigint, a bigint, g numeric, u numeric, d numeric')}
    on conflict (installment_id, apportionment_id) do update
      set gross_value = excluded.gross_value, increase = excluded.increase, discount = excluded.discount`.execute(trx);
};

const cellOf = ({ grossValue, increase, discount }: ShareValues): string => `${grossValue}/${increase}/${discount}`;
