import { sql, type RawBuilder } from 'kysely';
import { isIsoDate } from '#domain/dates.ts';
import { MAX_DAYS, type DaySum } from '#schema/financial/transactions/days.rest.ts';
import { invalid } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** Reads the days of a call. @throws ServiceError 400 when one is none, or for too many */
export const readDays = (text: string): string[] => {
  const days = [...new Set(text.split(','))];
  const wrong = days.find((day) => !isIsoDate(day));
  if (wrong !== undefined) throw invalid([{ path: 'days', message: `${wrong} não é um dia do calendário.` }]);
  if (days.length > MAX_DAYS) throw invalid([{ path: 'days', message: `Informe no máximo ${MAX_DAYS} dias.` }]);
  return days;
};

/**
 * Count and sum of `rows`, by their due date, on these days; one statement. `rows` has the columns `date`, `count`,
 * `value`. Heads of days in a paged list need it: their other rows may be on other pages.
 */
export const sumDays = async (trx: Trx, days: readonly string[], rows: RawBuilder<unknown>): Promise<DaySum[]> => {
  const answer = await sql<DaySum>`
    select d.date, sum(d.count)::bigint as count, sum(d.value) as value from (${rows}) d
    where d.date = any(${[...days]}::date[]) group by d.date order by d.date`.execute(trx);
  return answer.rows;
};
