import { type RawBuilder, sql } from 'kysely';
import type { TransactionMatch } from '#schema/financial/transactions/transactions.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { lookUp } from '../../platform/db/planner.ts';
import { retentionOf, retentions, type StoredRetention, type StoredRetentionOf } from '../retentions/columns.ts';
import { overdueOf, type Parts } from './parts.ts';

/** A stored transaction in list form: names beside keys, apportionments of every building. */
export interface StoredSummary {
  id: number;
  companyId: number;
  version: number;
  type: 'CREDIT' | 'DEBIT';
  status: 'OPEN' | 'PARTIAL' | 'PAID';
  documentNumber: string | null;
  description: string | null;
  emissionDate: string;
  competenceDate: string;
  preferredPaymentMethod: string | null;
  installmentCount: number;
  paidInstallmentCount: number;
  grossValue: string;
  /** With what is withheld (decision 72); the gross value without retentions. */
  invoiceValue: string;
  increase: string;
  discount: string;
  value: string;
  paidValue: string;
  openValue: string;
  referenceDueDate: string;
  companyName: string;
  categoryId: number | null;
  categoryName: string | null;
  partnerId: number | null;
  partnerName: string | null;
  partnerTaxId: string | null;
  expectedWalletId: number | null;
  expectedWalletName: string | null;
  apportionments: StoredApportionment[];
  /** The closed month that it is dated in (decision 73), and until when the user may change it all the same. */
  closedMonth: string | null;
  closedException: string | null;
}

/** A row of a list, with the part of the transaction that matched its filter, if it filters by parts. */
export interface Matched {
  matching?: TransactionMatch | null;
}

/** A stored transaction with installments, shares, files and retentions. */
export interface StoredTransaction extends StoredSummary {
  retentions: StoredRetention[];
  /** Of a payable of a retention: its invoice. */
  retentionOf: StoredRetentionOf | null;
  installments: StoredInstallment[];
  shares: StoredShare[];
  attachments: StoredAttachment[];
  fiscalDocument: StoredFiscalDocument | null;
}

export interface StoredInstallment {
  id: number;
  number: number;
  forecast: boolean;
  createdOn: string;
  dueDate: string;
  grossValue: string;
  increase: string;
  discount: string;
  value: string;
  paymentDate: string | null;
  walletId: number | null;
  walletName: string | null;
  paymentMethod: string | null;
  /** The installment that a part payment split this one from, and their joint gross value before the split. */
  splitFrom: number | null;
  splitGross: string | null;
  /** A line of a bank's statement is answered by its payment. */
  reconciled: boolean;
  /** Boleto, collection or Pix, without mask. */
  paymentCode: string | null;
}

export interface StoredApportionment {
  id: number;
  buildingId: number;
  buildingName: string;
  stageId: number | null;
  stageName: string | null;
  grossValue: string;
  /** Its part of the invoice; the gross value without retentions. */
  invoiceValue: string;
  /** The same as stored: null without retentions. */
  ownInvoiceValue: string | null;
  /** Sums of its shares. */
  increase: string;
  discount: string;
  value: string;
  percentage: string;
  isCustomerCharged: boolean;
}

export interface StoredShare {
  installmentId: number;
  apportionmentId: number;
  grossValue: string;
  increase: string;
  discount: string;
  value: string;
}

export interface StoredAttachment {
  id: number;
  name: string;
  mediaType: string;
  size: number;
  createdAt: string;
}

export interface StoredFiscalDocument {
  id: number;
  kind: 'NFE' | 'NFSE';
  accessKey: string;
  number: string;
  series: string | null;
  fileName: string;
  size: number;
}

/** Selects each child table as one JSON list within the transaction's row: a page of any size needs one statement. */
const installments = sql`(
  select coalesce(json_agg(json_build_object(
    'id', i.id, 'number', i.number, 'forecast', i.forecast, 'createdOn', i.created_on, 'dueDate', i.due_date,
    'grossValue', i.gross_value::text, 'increase', i.increase::text, 'discount', i.discount::text, 'value', i.value::text,
    'paymentDate', i.payment_date, 'walletId', i.wallet_id, 'walletName', w.identifier, 'paymentMethod', i.payment_method,
    'splitFrom', i.split_from, 'splitGross', i.split_gross::text,
    'reconciled', not i.forecast and exists (
      select from bank_links k where k.account_id = i.account_id and k.installment_id = i.id),
    'paymentCode', c.code
  ) order by i.number), '[]')
  from installments i left join wallets w on w.account_id = i.account_id and w.id = i.wallet_id
  left join installment_payment_codes c on c.account_id = i.account_id and c.installment_id = i.id
  where i.account_id = t.account_id and i.transaction_id = t.id)`;

const apportionments = sql`(
  select coalesce(json_agg(json_build_object(
    'id', a.id, 'buildingId', a.building_id, 'buildingName', b.name, 'stageId', a.cost_estimate_group_id, 'stageName', g.name,
    'grossValue', a.gross_value::text, 'invoiceValue', coalesce(a.invoice_value, a.gross_value)::text,
    'ownInvoiceValue', a.invoice_value::text,
    'increase', coalesce(s.increase, 0.00)::text,
    'discount', coalesce(s.discount, 0.00)::text, 'value', coalesce(s.value, 0.00)::text,
    'percentage', a.percentage::text, 'isCustomerCharged', a.is_customer_charged
  ) order by a.position), '[]')
  from apportionments a
  left join (
    select s.apportionment_id, sum(s.increase) as increase, sum(s.discount) as discount, sum(s.value) as value
    from apportionment_shares s where s.account_id = t.account_id and s.transaction_id = t.id
    group by s.apportionment_id) s on s.apportionment_id = a.id
  join buildings b on b.account_id = a.account_id and b.id = a.building_id
  left join cost_estimate_groups g on g.account_id = a.account_id and g.id = a.cost_estimate_group_id
  where a.account_id = t.account_id and a.transaction_id = t.id)`;

const shares = sql`(
  select coalesce(json_agg(json_build_object(
    'installmentId', s.installment_id, 'apportionmentId', s.apportionment_id, 'grossValue', s.gross_value::text,
    'increase', s.increase::text, 'discount', s.discount::text, 'value', s.value::text
  )), '[]')
  from apportionment_shares s where s.account_id = t.account_id and s.transaction_id = t.id)`;

const attachments = sql`(
  select coalesce(json_agg(json_build_object(
    'id', f.id, 'name', f.name, 'mediaType', f.media_type, 'size', f.size, 'createdAt', f.created_at
  ) order by f.id), '[]')
  from attachments f where f.account_id = t.account_id and f.transaction_id = t.id)`;

const fiscalDocument = sql`(
  select json_build_object('id', f.id, 'kind', f.kind, 'accessKey', f.access_key, 'number', f.number, 'series', f.series,
    'fileName', f.name, 'size', f.size)
  from fiscal_documents f where f.account_id = t.account_id and f.transaction_id = t.id)`;
/** Competence before emission: by it a document counts. */
const closed = sql`
  case when least(t.competence_date, t.emission_date) <= co.closed_through
       then to_char(case when t.competence_date <= co.closed_through then t.competence_date else t.emission_date end, 'YYYY-MM')
       end as "closedMonth",
  case when least(t.competence_date, t.emission_date) <= co.closed_through then (
       select to_char(max(e.expires_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from month_exceptions e
        where e.account_id = t.account_id and e.company_id = t.company_id and e.user_id = current_user_id()
          and e.ended_at is null and now() < e.expires_at
          and (e.transaction_id = t.id or (e.kind = 'MONTH' and e.month in (month_of(t.competence_date), month_of(t.emission_date))
            and may_touch_day(t.account_id, t.company_id, t.id, t.competence_date)
            and may_touch_day(t.account_id, t.company_id, t.id, t.emission_date)))) end as "closedException"`;

/** Reads rows by key, in the order of the keys, in one statement. The caller decides visibility. */
const read = async <Row extends StoredSummary>(
  trx: Trx,
  ids: readonly number[],
  children: RawBuilder<unknown>,
): Promise<Row[]> => {
  if (ids.length === 0) return [];
  const statement = sql<Row>`
    select t.id, t.company_id as "companyId", t.version, t.type, t.status, t.document_number as "documentNumber",
      t.description, t.emission_date as "emissionDate", t.competence_date as "competenceDate",
      t.preferred_payment_method as "preferredPaymentMethod", t.installment_count as "installmentCount",
      t.paid_installment_count as "paidInstallmentCount", t.gross_value as "grossValue",
      coalesce(t.invoice_value, t.gross_value) as "invoiceValue", t.increase, t.discount, t.value,
      t.paid_value as "paidValue", t.open_value as "openValue", t.reference_due_date as "referenceDueDate",
      co.name as "companyName", t.category_id as "categoryId", ca.name as "categoryName",
      t.partner_id as "partnerId", pa.name as "partnerName", pa.tax_id as "partnerTaxId",
      t.expected_wallet_id as "expectedWalletId", wa.identifier as "expectedWalletName", ${closed},
      ${children}
    from transactions t
    join companies co on co.account_id = t.account_id and co.id = t.company_id
    left join categories ca on ca.account_id = t.account_id and ca.id = t.category_id
    left join partners pa on pa.account_id = t.account_id and pa.id = t.partner_id
    left join wallets wa on wa.account_id = t.account_id and wa.id = t.expected_wallet_id
    where t.id = any(${ids}::bigint[])`;
  const rows = await lookUp(trx, ids, statement);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

const matching = (parts: Parts | undefined) => (parts ? sql`, ${parts.ofTransaction} as matching` : sql``);

/** Reads transactions in list form, with today's overdue value and the part that matched a list's filter. */
export const readSummaries = (
  trx: Trx,
  ids: readonly number[],
  today: string,
  parts?: Parts,
): Promise<(StoredSummary & Matched & { overdueValue: string })[]> =>
  read(trx, ids, sql`${apportionments} as apportionments, ${overdueOf(today)} as "overdueValue"${matching(parts)}`);

/** Reads transactions with installments, shares and files, and the part that matched a list's filter. */
export const readTransactions = (
  trx: Trx,
  ids: readonly number[],
  parts?: Parts,
): Promise<(StoredTransaction & Matched)[]> =>
  read(
    trx,
    ids,
    sql`${installments} as installments, ${apportionments} as apportionments, ${shares} as shares,
      ${attachments} as attachments, ${fiscalDocument} as "fiscalDocument", ${retentions} as retentions,
      ${retentionOf} as "retentionOf"${matching(parts)}`,
  );

/** Reads one transaction, or returns undefined. */
export const readTransaction = async (trx: Trx, id: number): Promise<StoredTransaction | undefined> =>
  (await readTransactions(trx, [id]))[0];
