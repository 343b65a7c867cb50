import { sql, type RawBuilder } from 'kysely';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { TransactionDraft } from './body.ts';
import type { Kind } from './kinds.ts';
import type { PlannedApportionment } from './apportionmentPlan.ts';
import type { PlannedInstallment } from './planInstallments.ts';
import type { ShareValues } from './shares.ts';

/**
 * Inserts rows of any number of transactions: one statement for each table, so that a single expense and an import of
 * thousands are written alike.
 */

/** To whom and to which side of the books new rows belong. */
export interface Books {
  accountId: number;
  companyId: number;
  type: 'CREDIT' | 'DEBIT';
}

/**
 * Passes rows as one JSON parameter: PostgreSQL allows 65,535 parameters, and 360 installments over 100 buildings need more.
 */
export const rowsOf = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(columns)})`;

/** Columns of a header that a body says. */
export const headerColumns = (draft: TransactionDraft) => ({
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

const HEADER_COLUMNS = `position integer, installments integer, gross_value numeric, document_number text, description text,
  emission_date date, competence_date date, invoice_value numeric, category_id bigint, partner_id bigint,
  expected_wallet_id bigint, preferred_payment_method text`;

/**
 * Inserts headers with placeholder figures, which `refreshHeaders` sets from the installments; returns their ids in order.
 */
export const insertHeaders = async (
  trx: Trx,
  work: Work,
  { companyId, kind }: { companyId: number; kind: Kind },
  headers: readonly { draft: TransactionDraft; installments: number }[],
): Promise<number[]> => {
  const rows = headers.map(({ draft, installments }, position) => ({
    ...headerColumns(draft),
    ...{ position, installments, gross_value: draft.grossValue },
  }));
  const { accountId, userId } = work.session;
  const inserted = await sql<{ id: number }>`
    insert into transactions (account_id, company_id, type, status, installment_count, paid_installment_count, gross_value,
      reference_due_date, created_by, created_at, document_number, description, emission_date, competence_date,
      invoice_value, category_id, partner_id, expected_wallet_id, preferred_payment_method)
    select ${accountId}, ${companyId}, ${kind.type}, 'OPEN', r.installments, 0, r.gross_value, r.emission_date, ${userId},
      ${work.clock.now().toISOString()}, r.document_number, r.description, r.emission_date, r.competence_date,
      r.invoice_value, r.category_id, r.partner_id, r.expected_wallet_id, r.preferred_payment_method
    from ${rowsOf(rows, HEADER_COLUMNS)} order by r.position returning id`.execute(trx);
  return inserted.rows.map(({ id }) => id);
};

export const INSTALLMENT_COLUMNS = `id bigint, number integer, forecast boolean, created_on date, due_date date, gross_value numeric,
  increase numeric, discount numeric, payment_date date, wallet_id bigint, payment_method text,
  split_from bigint, split_gross numeric`;

export const installmentRow = (one: PlannedInstallment) => ({
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

/** A row of a transaction. */
type Of<Row> = Row & { transaction_id: number };

/** Inserts installments; answers what finds the id of one by its transaction and number. */
export const insertInstallments = async (
  trx: Trx,
  { accountId, companyId, type }: Books,
  rows: readonly Of<ReturnType<typeof installmentRow>>[],
): Promise<(transactionId: number, number: number) => number | undefined> => {
  if (rows.length === 0) return () => undefined;
  const inserted = await sql<{ id: number; transaction_id: number; number: number }>`
    insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date,
      gross_value, increase, discount, payment_date, wallet_id, payment_method, split_from, split_gross)
    select ${accountId}, ${companyId}, r.transaction_id, ${type}, r.number, r.forecast, r.created_on,
      r.due_date, r.gross_value, r.increase, r.discount, r.payment_date, r.wallet_id, r.payment_method,
      r.split_from, r.split_gross
    from ${rowsOf(rows, `transaction_id bigint, ${INSTALLMENT_COLUMNS}`)} order by r.transaction_id, r.number
    returning id, transaction_id, number`.execute(trx);
  const ids = new Map(inserted.rows.map((row) => [`${row.transaction_id}/${row.number}`, row.id]));
  return (transactionId, number) => ids.get(`${transactionId}/${number}`);
};

export const APPORTIONMENT_COLUMNS = `id bigint, position integer, building_id bigint, cost_estimate_group_id bigint,
  gross_value numeric, invoice_value numeric, percentage numeric, is_customer_charged boolean`;

export const apportionmentRow = (one: PlannedApportionment) => ({
  id: one.id,
  position: one.position,
  building_id: one.buildingId,
  cost_estimate_group_id: one.stageId,
  gross_value: one.grossValue,
  invoice_value: one.invoiceValue,
  percentage: one.percentage,
  is_customer_charged: one.isCustomerCharged,
});

/** Inserts apportionments; answers what finds the id of one by its transaction and position. */
export const insertApportionments = async (
  trx: Trx,
  { accountId, companyId }: Books,
  rows: readonly Of<ReturnType<typeof apportionmentRow>>[],
): Promise<(transactionId: number, position: number) => number | undefined> => {
  if (rows.length === 0) return () => undefined;
  const inserted = await sql<{ id: number; transaction_id: number; position: number }>`
    insert into apportionments (account_id, company_id, transaction_id, position, building_id, cost_estimate_group_id,
      gross_value, invoice_value, percentage, is_customer_charged)
    select ${accountId}, ${companyId}, r.transaction_id, r.position, r.building_id,
      r.cost_estimate_group_id, r.gross_value, r.invoice_value, r.percentage, r.is_customer_charged
    from ${rowsOf(rows, `transaction_id bigint, ${APPORTIONMENT_COLUMNS}`)} order by r.transaction_id, r.position
    returning id, transaction_id, position`.execute(trx);
  const ids = new Map(inserted.rows.map((row) => [`${row.transaction_id}/${row.position}`, row.id]));
  return (transactionId, position) => ids.get(`${transactionId}/${position}`);
};

/** A share of an installment in an apportionment; those of 0,00 are not stored. */
export interface KeyedShare {
  transactionId: number;
  installmentId: number;
  apportionmentId: number;
  share: ShareValues;
}

/** Inserts shares, or sets those that are there. */
export const putShares = async (
  trx: Trx,
  { accountId }: Pick<Books, 'accountId'>,
  shares: readonly KeyedShare[],
): Promise<void> => {
  if (shares.length === 0) return;
  const rows = shares.map(({ transactionId, installmentId, apportionmentId, share }) => ({
    ...{ t: transactionId, i: installmentId, a: apportionmentId },
    ...{ g: share.grossValue, u: share.increase, d: share.discount },
  }));
  await sql`
    insert into apportionment_shares (account_id, transaction_id, installment_id, apportionment_id, gross_value, increase, discount)
    select ${accountId}, r.t, r.i, r.a, r.g, r.u, r.d
    from ${rowsOf(rows, 't bigint, i bigint, a bigint, g numeric, u numeric, d numeric')}
    on conflict (installment_id, apportionment_id) do update
      set gross_value = excluded.gross_value, increase = excluded.increase, discount = excluded.discount`.execute(trx);
};

/**
 * The only writer of figures, status and reference due date of transactions: computes them from the installments in one
 * UPDATE. `bump` is added to the versions; 0 for new transactions.
 */
export const refreshHeaders = async (
  trx: Trx,
  work: Work,
  accountId: number,
  ids: readonly number[],
  bump: 0 | 1,
): Promise<void> => {
  await sql`
    update transactions t set
      installment_count = s.installments, paid_installment_count = s.paid,
      status = case s.paid when 0 then 'OPEN' when s.installments then 'PAID' else 'PARTIAL' end,
      gross_value = s.gross, increase = s.increase, discount = s.discount, paid_value = s.paid_value,
      reference_due_date = s.reference_due_date, version = t.version + ${bump}, updated_at = ${work.clock.now()}
    from (
      select transaction_id, count(*) as installments, count(*) filter (where not forecast) as paid,
        sum(gross_value) as gross, sum(increase) as increase, sum(discount) as discount,
        coalesce(sum(value) filter (where not forecast), 0) as paid_value,
        coalesce(min(due_date) filter (where forecast), max(due_date)) as reference_due_date
      from installments where account_id = ${accountId} and transaction_id = any(${[...ids]}::bigint[])
      group by transaction_id) s
    where t.account_id = ${accountId} and t.id = s.transaction_id`.execute(trx);
};
