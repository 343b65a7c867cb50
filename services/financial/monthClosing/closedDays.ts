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

/** Month of the first day of a document `t` that the user may not touch: one of its own, or of a payment. */
export const UNTOUCHABLE_MONTH = sql`(
  select to_char(d.day, 'YYYY-MM') from (
    select t.competence_date as day, 1 as rank union all select t.emission_date, 2
    union all select i.payment_date, 3 from installments i
     where i.account_id = t.account_id and i.transaction_id = t.id and not i.forecast) d
   where not may_touch_day(t.account_id, t.company_id, t.id, d.day) order by d.rank, d.day limit 1)`;
export const COMPANY_NAME = sql`(select c.name from companies c where c.account_id = t.account_id and c.id = t.company_id)`;
