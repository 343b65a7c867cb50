import { sql, type RawBuilder } from 'kysely';
import type { Reader } from './reader.ts';
import { isWhole, periodOf, type TransactionFilter } from './filters.ts';

/** Sort keys that document_days supports. */
const KNOWN = /^(settled|dueDate|value|status|id)(:\w*)?$/;

/** Whether a list with this sort order can be read from document_days. */
export const isOrderOfDays = (sort = 'dueDate'): boolean => sort.split(',').every((entry) => KNOWN.test(entry.trim()));

/**
 * Transactions due in a period with their figures, as a subquery to be aliased `t`, one row each, from the table
 * document_days (migration 0013). Undefined when the filter holds more than period and status, or when the reader sees
 * only some buildings: such lists look each transaction up.
 */
export const transactionsOfDays = (filter: TransactionFilter, reader: Reader): RawBuilder<unknown> | undefined => {
  const { status: _status, from, to, ...others } = filter;
  const period = periodOf({ from, to });
  if (!period || !isWhole(others, reader)) return undefined;
  const { session, companyId, kind } = reader;
  return sql`(
    select d.transaction_id as id, d.status, d.reference_due_date, d.value, d.gross_value, d.paid_value, d.open_value,
      ${dueDate(period, session.accountId)} as due_date
    from document_days d
    where d.account_id = ${session.accountId} and d.company_id = ${companyId} and d.type = ${kind.type}
      and d.due_date between ${period.from}::date and ${period.to}::date
      and (d.previous_date is null or d.previous_date < ${period.from}::date))`;
};

/**
 * The due date by which a period finds a transaction (see parts.ts): the first open one in it, else the first. Reads
 * the installments only for a partly paid transaction with an open installment before the period: its first day in the
 * period may be paid.
 */
const dueDate = ({ from, to }: { from: string; to: string }, accountId: number): RawBuilder<unknown> => sql`
  case when d.status <> 'PARTIAL' or d.reference_due_date > ${to}::date then d.due_date
    when d.reference_due_date >= ${from}::date then d.reference_due_date
    else (select coalesce(min(i.due_date) filter (where i.forecast), min(i.due_date)) from installments i
      where i.account_id = ${accountId} and i.transaction_id = d.transaction_id
        and i.due_date between ${from}::date and ${to}::date) end`;
