import { sql, type RawBuilder } from 'kysely';
import { isWhole, type TransactionFilter } from './filters.ts';
import type { Reader } from './reader.ts';

type Sql = RawBuilder<unknown>;

/**
 * Rows `l` of document_lists or document_list_sums (migration 0117) for a filter by a wallet or by no building, with at most a status
 * beside it, of a reader who sees everything; undefined for other filters.
 */
const listOf = (
  filter: TransactionFilter,
  reader: Pick<Reader, 'session' | 'companyId' | 'kind' | 'view'>,
): Sql | undefined => {
  const { status: _status, bank, building, ...others } = filter;
  if (!isWhole(others, reader)) return undefined;
  const { session, companyId, kind } = reader;
  const company = sql`l.account_id = ${session.accountId} and l.company_id = ${companyId} and l.type = ${kind.type}`;
  if (bank !== undefined && building === undefined) return sql`${company} and l.list = ${bank}`;
  return building === -1 && bank === undefined ? sql`${company} and l.list = -1` : undefined;
};

/** Transactions of such a list with their figures, as a subquery to be aliased `t`, in an index that its screen's order reads. */
export const transactionsOfList = (filter: TransactionFilter, reader: Reader): Sql | undefined => {
  const list = listOf(filter, reader);
  return (
    list &&
    sql`(
      select l.transaction_id as id, l.status, l.reference_due_date, l.value, l.gross_value, l.paid_value, l.open_value
      from document_lists l where ${list})`
  );
};

/** The stored sums of such a list; a row covers `count` transactions. */
export const listSums = (filter: TransactionFilter, reader: Reader): Sql | undefined => {
  const list = listOf(filter, reader);
  return list && sql`(select * from document_list_sums l where ${list})`;
};

/** Overdue value of such a list: of its overdue transactions, whose installments are looked up. */
export const overdueOfList = (
  filter: TransactionFilter,
  status: TransactionFilter['status'],
  reader: Reader,
): Sql | undefined => {
  const list = listOf(filter, reader);
  if (!list) return undefined;
  if (status === 'PAID') return sql`0.00`;
  const { session, today } = reader;
  // `is false`, so that the index by what is open serves it.
  return sql`(
    select coalesce(sum(i.value), 0.00) from document_lists l
    join installments i on i.account_id = ${session.accountId} and i.transaction_id = l.transaction_id
    where ${list} and (l.status = 'PAID') is false and l.reference_due_date < ${today}::date
      and ${status === 'OPEN' || status === 'PARTIAL' ? sql`l.status = ${status}` : sql`true`}
      and i.forecast and i.due_date < ${today}::date)`;
};
