import { sql, type RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import { isDecimalText } from '#domain/decimal.ts';
import { money } from '#domain/money.ts';
import type { DuplicateTransaction, TransactionTotals } from '#schema/financial/transactions/transactions.rest.ts';
import { invalid } from '../../platform/errors.ts';
import { plannedOnce } from '../../platform/db/statementNames.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Reader } from './reader.ts';
import { readDays, sumDays } from './daySums.ts';
import { listSums, overdueOfList } from './documentLists.ts';
import { transactionsOfDays } from './dueDays.ts';
import { conditionsOf, isOverdue, isWhole, type TransactionFilter } from './filters.ts';
import { overdueOf, type Parts, partsOf } from './parts.ts';

interface TotalsRow {
  count: number;
  value: string;
  grossValue: string;
  paidValue: string;
  openValue: string;
  overdueValue: string;
  all: number;
  open: number;
  partial: number;
  paid: number;
  overdue: number;
}

/**
 * The stored sums of one kind of transactions, or of a list of them, when the filter holds at most a status beside it and
 * the reader sees everything (migrations 0006 and 0117); a row covers `count` transactions. Undefined for other filters.
 */
const keptSums = (filter: TransactionFilter, reader: Reader): RawBuilder<unknown> | undefined => {
  const { status: _status, ...others } = filter;
  if (!isWhole(others, reader)) return listSums(filter, reader);
  const { session, companyId, kind } = reader;
  return sql`(select * from transaction_sums s
    where s.account_id = ${session.accountId} and s.company_id = ${companyId} and s.type = ${kind.type})`;
};

/** Counts the transactions of a filter in stored sums; undefined where none are kept. */
export const keptCount = (filter: TransactionFilter, reader: Reader): ((trx: Trx) => Promise<number>) | undefined => {
  const sums = keptSums(filter, reader);
  if (!sums) return undefined;
  return async (trx) => {
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(t.count), 0)::bigint as count from ${sums} t
      where ${chosen(filter.status, isOverdue(reader.today))}`.execute(trx);
    return rows[0]?.count ?? 0;
  };
};

/** Rows to total, aliased `t`, with the condition for an overdue row and the expression for the overdue value. */
interface Found {
  rows: RawBuilder<unknown>;
  overdue: RawBuilder<unknown>;
  overdueValue: RawBuilder<unknown>;
}

const found = (filter: TransactionFilter, status: TransactionFilter['status'], reader: Reader): Found => {
  const { session, today } = reader;
  const sums = keptSums(filter, reader);
  if (sums) {
    const overdueValue = overdueOfList(filter, status, reader) ?? keptOverdue(reader, status);
    return { rows: sql`${sums} t`, overdue: isOverdue(today), overdueValue };
  }
  const parts = partsOf(filter, reader);
  if (parts?.shared) {
    const overdueValue = sql`coalesce(sum(overdue_value) filter (where chosen), 0.00)`;
    return { rows: sharedRows(filter, parts, reader), overdue: sql`(t.overdue_value > 0)`, overdueValue };
  }
  const ofDays = transactionsOfDays(filter, reader);
  return {
    rows: ofDays ? sql`(select 1 as count, t.* from ${ofDays} t) t` : wholeRows(filter, parts, reader),
    overdue: isOverdue(today),
    overdueValue: sql`coalesce(sum(${overdueOf(today, sql`${session.accountId}`)}) filter (where chosen), 0.00)`,
  };
};

/** Overdue value: of all transactions from sums stored by day; of one status from the overdue installments. */
const keptOverdue = ({ session, companyId, kind, today }: Reader, status: TransactionFilter['status']) => {
  const overdue = sql`account_id = ${session.accountId} and company_id = ${companyId} and type = ${kind.type}
    and forecast and due_date < ${today}::date`;
  if (status === 'PAID') return sql`0.00`;
  if (status === undefined || status === 'OVERDUE') {
    return sql`(select coalesce(sum(s.value), 0.00) from installment_sums s where ${overdue})`;
  }
  return sql`(
    select coalesce(sum(i.value), 0.00)
    from (select transaction_id, value from installments where ${overdue}) i
    join transactions t on t.account_id = ${session.accountId} and t.id = i.transaction_id and t.status = ${status})`;
};

const wholeRows = (filter: TransactionFilter, parts: Parts | undefined, reader: Reader): RawBuilder<unknown> => sql`
  (select 1 as count, t.id, t.status, t.value, t.gross_value, t.paid_value, t.open_value, t.reference_due_date
   from transactions t ${parts ? sql`join ${parts.rows} m on m.id = t.id` : sql``} where ${conditionsOf(filter, reader)}) t`;

const sharedRows = (filter: TransactionFilter, parts: Parts, reader: Reader): RawBuilder<unknown> => sql`
  (select 1 as count, t.id, t.status, m.value, m.gross_value, m.paid_value, m.open_value, m.overdue_value
   from transactions t join ${parts.rows} m on m.id = t.id where ${conditionsOf(filter, reader)}) t`;

/** Each transaction under the due date that its row in the list shows. */
const byDueDate = (filter: TransactionFilter, reader: Reader): RawBuilder<unknown> => {
  const parts = partsOf(filter, reader);
  const joined = parts ? sql`join ${parts.rows} m on m.id = t.id` : sql``;
  return sql`select ${parts ? sql`m.due_date` : sql`t.reference_due_date`} as date, 1 as count,
      ${parts?.shared ? sql`m.value` : sql`t.value`} as value
    from transactions t ${joined} where ${conditionsOf(filter, reader)}`;
};

type Summed = TransactionFilter & { days?: string | undefined };

/**
 * Sums the transactions that match a filter, and counts them by status regardless of the filter's own status; one
 * statement, and one more where the call names days.
 */
export const totalTransactions = async (trx: Trx, reader: Reader, summed: Summed): Promise<TransactionTotals> =>
  (await totalsBesideIds(trx, reader, summed, sql`null`)).totals;

/** As `totalTransactions`; the same statement reads an array of ids. */
export const totalsBesideIds = async (
  trx: Trx,
  reader: Reader,
  { days, ...requested }: Summed,
  ids: RawBuilder<unknown>,
): Promise<{ totals: TransactionTotals; ids: number[] }> => {
  const { status, ...filter } = requested;
  const named = days === undefined ? undefined : readDays(days);
  const { rows: source, overdue: isLate, overdueValue } = found(filter, status, reader);
  const sums = sql<TotalsRow & { ids: number[] }>`
    with found as (
      select t.*, ${isLate} as overdue, ${chosen(status, isLate)} as chosen from ${source})
    select ${counted(sql`chosen`)} as count,
      coalesce(sum(value) filter (where chosen), 0.00) as value,
      coalesce(sum(gross_value) filter (where chosen), 0.00) as "grossValue",
      coalesce(sum(paid_value) filter (where chosen), 0.00) as "paidValue",
      coalesce(sum(open_value) filter (where chosen), 0.00) as "openValue",
      ${overdueValue} as "overdueValue",
      ${counted(sql`true`)} as "all", ${counted(sql`status = 'OPEN'`)} as open,
      ${counted(sql`status = 'PARTIAL'`)} as partial, ${counted(sql`status = 'PAID'`)} as paid, ${counted(sql`overdue`)} as overdue,
      ${ids} as ids
    from found t`;
  // Of all transactions: sums of one table. The overdue value of a status joins two, so that its plan depends on their sizes.
  const isPlain = isWhole(filter, reader) && (status === undefined || status === 'OVERDUE');
  const { rows } = await (isPlain ? plannedOnce(sums) : sums).execute(trx);
  // Sums of all rows are one row.
  const { all, open, partial, paid, overdue, ids: read, ...values } = rows[0] as TotalsRow & { ids: number[] };
  const totals = { ...values, counts: { all, open, partial, paid, overdue } };
  if (named === undefined) return { totals, ids: read };
  return { totals: { ...totals, days: await sumDays(trx, named, byDueDate(requested, reader)) }, ids: read };
};

const counted = (which: RawBuilder<unknown>) => sql`coalesce(sum(count) filter (where ${which}), 0)::bigint`;

const chosen = (status: TransactionFilter['status'], isLate: RawBuilder<unknown>) => {
  if (status === undefined) return sql`true`;
  return status === 'OVERDUE' ? isLate : sql`t.status = ${status}`;
};

/**
 * Finds other transactions of the partner with the same number, however it is written (migration 0105), and the same value
 * (domain.md §3). Compares gross and net value, and that of the invoice, because a user may type any.
 */
export const findDuplicates = async (
  trx: Trx,
  reader: Reader,
  query: { partner: number; documentNumber: string; value: string; except?: number | undefined },
): Promise<{ content: Static<typeof DuplicateTransaction>[] }> => {
  if (!isDecimalText(query.value))
    throw invalid([{ path: 'value', message: 'Informe um valor decimal, como 1234.50.' }]);
  const value = money(query.value);
  const { rows } = await sql<Static<typeof DuplicateTransaction>>`
    select t.id, t.document_number as "documentNumber", t.emission_date as "emissionDate", t.value
    from transactions t
    where ${conditionsOf({ partner: query.partner }, reader)}
      and document_number_key(t.document_number) = document_number_key(${query.documentNumber.trim()})
      and (t.gross_value = ${value} or t.value = ${value} or t.invoice_value = ${value})
      and ${query.except === undefined ? sql`true` : sql`t.id <> ${query.except}`}
    order by t.emission_date desc, t.id desc limit 20`.execute(trx);
  return { content: rows };
};
