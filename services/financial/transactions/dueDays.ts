import { sql, type RawBuilder } from 'kysely';
import type { Reader } from './reader.ts';
import { isWhole, periodOf, type TransactionFilter } from './filters.ts';

/** Orders of the list that the kept days know. */
const KNOWN = /^(settled|dueDate|value|status|id)(:\w*)?$/;

/** Whether a list in this order can be read from the kept days. */
export const isOrderOfDays = (sort = 'dueDate'): boolean => sort.split(',').every((entry) => KNOWN.test(entry.trim()));

/**
 * Transactions due in a period, with their figures, as a table to be called `t`: one row each, read in one piece from the
 * days that are kept (migration 0013). Undefined where something else is asked for, but a status, or by who sees but a
 * part: those look each transaction up.
 */
export const documentsOfDays = (filter: TransactionFilter, reader: Reader): RawBuilder<unknown> | undefined => {
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
 * The day that a transaction is found by, as parts.ts says it: the first open one of the period, else the first. Only of one
 * that is paid in part, and open before the period, the first day does not tell whether it is open.
 */
const dueDate = ({ from, to }: { from: string; to: string }, accountId: number): RawBuilder<unknown> => sql`
  case when d.status <> 'PARTIAL' or d.reference_due_date > ${to}::date then d.due_date
    when d.reference_due_date >= ${from}::date then d.reference_due_date
    else (select coalesce(min(i.due_date) filter (where i.forecast), min(i.due_date)) from installments i
      where i.account_id = ${accountId} and i.transaction_id = d.transaction_id
        and i.due_date between ${from}::date and ${to}::date) end`;
