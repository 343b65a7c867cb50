import { sql, type RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import { isDecimalText } from '#domain/decimal.ts';
import { money } from '#domain/money.ts';
import type { DuplicateTransaction, TransactionTotals } from '#schema/financial/transactions.rest.ts';
import { invalid } from '../../platform/errors.ts';
import type { Trx } from '../../platform/unitOfWork.ts';
import type { Reader } from './answer.ts';
import { documentsOfDays } from './dueDays.ts';
import { conditionsOf, isOverdue, isWhole, type TransactionFilter } from './filters.ts';

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

/** Nothing but a status is asked for: sums are kept for that (migration 0006). */
export const isKept = ({ status: _status, ...others }: TransactionFilter, reader: Pick<Reader, 'view'>): boolean =>
  isWhole(others, reader);

/** The kept sums of a kind of documents, as `t`; a row stands for `t.count` documents. */
const keptSums = ({ session, companyId, kind }: Reader): RawBuilder<unknown> => sql`
  (select * from transaction_sums s
   where s.account_id = ${session.accountId} and s.company_id = ${companyId} and s.type = ${kind.type}) t`;

/** How many documents there are, of one status or of all, without counting them. */
export const keptCount = async (trx: Trx, reader: Reader, { status }: TransactionFilter): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(t.count), 0)::bigint as count from ${keptSums(reader)} where ${chosen(status, reader.today)}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
};

const foundRows = (reader: Reader, filter: TransactionFilter): RawBuilder<unknown> => {
  const ofDays = documentsOfDays(filter, reader);
  return ofDays ? sql`(select 1 as count, t.* from ${ofDays} t) t` : lookedUp(reader, filter);
};

const lookedUp = (reader: Reader, filter: TransactionFilter): RawBuilder<unknown> => sql`
  (select 1 as count, t.status, t.value, t.gross_value, t.paid_value, t.open_value, t.reference_due_date
   from transactions t left join partners p on p.account_id = t.account_id and p.id = t.partner_id
   where ${conditionsOf(filter, reader)}) t`;

/** Sums over the documents that a filter finds, and counts by status as if it named none; one statement. */
export const totalDocuments = async (
  trx: Trx,
  reader: Reader,
  { status, ...filter }: TransactionFilter,
): Promise<TransactionTotals> => {
  const source = isKept(filter, reader) ? keptSums(reader) : foundRows(reader, filter);
  const { rows } = await sql<TotalsRow>`
    with found as (
      select t.*, ${isOverdue(reader.today)} as overdue, ${chosen(status, reader.today)} as chosen from ${source})
    select ${counted(sql`chosen`)} as count,
      coalesce(sum(value) filter (where chosen), 0.00) as value,
      coalesce(sum(gross_value) filter (where chosen), 0.00) as "grossValue",
      coalesce(sum(paid_value) filter (where chosen), 0.00) as "paidValue",
      coalesce(sum(open_value) filter (where chosen), 0.00) as "openValue",
      coalesce(sum(open_value) filter (where chosen and overdue), 0.00) as "overdueValue",
      ${counted(sql`true`)} as "all", ${counted(sql`status = 'OPEN'`)} as open,
      ${counted(sql`status = 'PARTIAL'`)} as partial, ${counted(sql`status = 'PAID'`)} as paid, ${counted(sql`overdue`)} as overdue
    from found`.execute(trx);
  const { all, open, partial, paid, overdue, ...sums } = rows[0] as TotalsRow;
  return { ...sums, counts: { all, open, partial, paid, overdue } };
};

const counted = (which: RawBuilder<unknown>) => sql`coalesce(sum(count) filter (where ${which}), 0)::bigint`;

const chosen = (status: TransactionFilter['status'], today: string) => {
  if (status === undefined) return sql`true`;
  return status === 'OVERDUE' ? isOverdue(today) : sql`t.status = ${status}`;
};

/**
 * Other documents of the partner with this number and value (domain.md §3). The value typed is that of the document
 * before juros and discounts, so gross and net both count.
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
      and lower(t.document_number) = lower(${query.documentNumber.trim()})
      and (t.gross_value = ${value} or t.value = ${value})
      and ${query.except === undefined ? sql`true` : sql`t.id <> ${query.except}`}
    order by t.emission_date desc, t.id desc limit 20`.execute(trx);
  return { content: rows };
};
