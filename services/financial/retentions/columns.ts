import { sql } from 'kysely';
import type { RetentionFact, RetentionTax } from '#domain/financial/retentions/taxes.ts';
import type { WorkingDayRule } from '#domain/financial/transactionModels/workingDays.ts';

/** What was withheld of an invoice, as stored, with the state of its payable. */
export interface StoredRetention {
  id: number;
  tax: RetentionTax;
  city: string | null;
  base: string;
  rate: string;
  value: string;
  reason: string | null;
  fact: RetentionFact;
  /** Null for a guarantee. */
  dueDay: number | null;
  workingDayRule: WorkingDayRule | null;
  partnerId: number | null;
  partnerName: string | null;
  /** Of the payable: its first open due date, or its last. */
  dueDate: string;
  payableId: number;
  status: 'OPEN' | 'PARTIAL' | 'PAID';
  paidValue: string;
  openValue: string;
}

/** Of a payable: its invoice. */
export interface StoredRetentionOf {
  tax: RetentionTax;
  transactionId: number;
  documentNumber: string | null;
  partnerId: number | null;
  partnerName: string | null;
}

/** A rate as text with at least two places. */
export const rateText = (column: ReturnType<typeof sql>) =>
  sql`(case when scale(trim_scale(${column})) < 2 then round(${column}, 2) else trim_scale(${column}) end)::text`;

/** Retentions of transaction `t`, as one JSON list. */
export const retentions = sql`(
  select coalesce(json_agg(json_build_object(
    'id', r.id, 'tax', r.tax, 'city', r.city, 'base', r.base::text, 'rate', ${rateText(sql`r.rate`)}, 'value', r.value::text, 'reason', r.reason,
    'fact', r.fact, 'dueDay', r.due_day, 'workingDayRule', r.working_day_rule, 'partnerId', p.partner_id,
    'partnerName', c.name, 'dueDate', p.reference_due_date, 'payableId', p.id, 'status', p.status,
    'paidValue', p.paid_value::text, 'openValue', p.open_value::text
  ) order by r.position), '[]')
  from transaction_retentions r
  join transactions p on p.account_id = r.account_id and p.id = r.payable_transaction_id
  left join partners c on c.account_id = p.account_id and c.id = p.partner_id
  where r.account_id = t.account_id and r.transaction_id = t.id)`;

/** The invoice of payable `t`, as JSON; null for every other transaction. */
export const retentionOf = sql`(
  select json_build_object('tax', r.tax, 'transactionId', n.id, 'documentNumber', n.document_number,
    'partnerId', n.partner_id, 'partnerName', c.name)
  from transaction_retentions r
  join transactions n on n.account_id = r.account_id and n.id = r.transaction_id
  left join partners c on c.account_id = n.account_id and c.id = n.partner_id
  where r.account_id = t.account_id and r.payable_transaction_id = t.id)`;
