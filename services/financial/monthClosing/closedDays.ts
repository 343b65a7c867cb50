import { sql } from 'kysely';
import { closedSentence } from '#domain/financial/monthClosing/months.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** A day of a body, and the field that says it. */
export interface DatedField {
  path: string;
  day: IsoDate;
}

/**
 * Problems with days of closed months, each at its field. The triggers of migration 0070 decide; this tells all at once, and
 * where. One statement.
 */
export const closedProblems = async (
  trx: Trx,
  { accountId, companyId, transactionId }: { accountId: number; companyId: number; transactionId: number | null },
  days: readonly DatedField[],
): Promise<FieldError[]> => {
  const { rows } = await sql<{ path: string; month: string; name: string }>`
    select d.path, to_char(d.day, 'YYYY-MM') as month, c.name
      from companies c, unnest(${days.map(({ path }) => path)}::text[], ${days.map(({ day }) => day)}::date[])
        with ordinality d (path, day, position)
     where c.account_id = ${accountId} and c.id = ${companyId} and d.day <= c.closed_through
       and not may_touch_day(c.account_id, c.id, ${transactionId}::bigint, d.day)
     order by d.position`.execute(trx);
  return rows.map(({ path, month, name }) => ({ path, message: closedSentence(month, name) }));
};

/** Sentence of each of these categories that a closed month counts: its line of the income statement stays. One statement. */
export const closedLines = async (
  trx: Trx,
  accountId: number,
  categories: readonly number[],
): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; month: string; name: string }>`
    select distinct on (s.category_id) s.category_id as id, to_char(s.month, 'YYYY-MM') as month, c.name
      from companies c join result_sums s on s.account_id = c.account_id and s.company_id = c.id and s.month <= c.closed_through
     where c.account_id = ${accountId} and s.category_id = any(${[...categories]}::bigint[])
       and not may_touch_day(c.account_id, c.id, null, s.month)
     group by s.category_id, s.company_id, s.month, c.name having sum(s.count) <> 0
     order by s.category_id, s.month desc, c.name`.execute(trx);
  return new Map(rows.map(({ id, month, name }) => [id, closedSentence(month, name)]));
};

/** Month of the first day of a document `t` that the user may not touch: one of its own, or of a payment. */
export const UNTOUCHABLE_MONTH = sql`(
  select to_char(d.day, 'YYYY-MM') from (
    select t.competence_date as day, 1 as rank union all select t.emission_date, 2
    union all select i.payment_date, 3 from installments i
     where i.account_id = t.account_id and i.transaction_id = t.id and not i.forecast) d
   where not may_touch_day(t.account_id, t.company_id, t.id, d.day) order by d.rank, d.day limit 1)`;
/** The same of its own days alone, which decide over its due dates. */
export const UNTOUCHABLE_OWN_MONTH = sql`(
  select to_char(d.day, 'YYYY-MM') from (values (t.competence_date, 1), (t.emission_date, 2)) d (day, rank)
   where not may_touch_day(t.account_id, t.company_id, t.id, d.day) order by d.rank limit 1)`;
export const COMPANY_NAME = sql`(select c.name from companies c where c.account_id = t.account_id and c.id = t.company_id)`;
