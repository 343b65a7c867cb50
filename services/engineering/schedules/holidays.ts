import { sql } from 'kysely';
import { isIsoDate } from '#domain/calendar.ts';
import type { State } from '#domain/states.ts';
import type { ProposedDayOff as Proposed } from '#schema/engineering/schedules/schedules.rest.ts';
import { holidaysOf } from '../../platform/holidays.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { visible } from '../costEstimates/access.ts';

/**
 * Municipal holidays that the schedules of other obras of the same company have, on their days of this year: no public
 * list of them is kept, and an obra has no city. @returns the first obra that has each
 */
const holidaysNearby = async (
  trx: Trx,
  session: Session,
  { id, year }: { id: number; year: number },
): Promise<Proposed[]> => {
  const { rows } = await sql<{ day: string; description: string; building: string }>`
    select distinct on (day) to_char(d.date, 'MM-DD') as day, d.description, b.name as building
    from schedule_days_off d
    join cost_estimates e on e.account_id = d.account_id and e.id = d.cost_estimate_id
    join cost_estimates own on own.account_id = e.account_id and own.id = ${id} and own.company_id = e.company_id
    join buildings b on b.account_id = e.account_id and b.id = e.building_id
    where ${visible(session)} and e.building_id <> own.building_id and d.type = 'MUNICIPAL_HOLIDAY'
    order by day, b.name, d.date desc`.execute(trx);
  return rows.flatMap(({ day, description, building }) => {
    const date = `${year}-${day}`;
    return isIsoDate(date) ? [{ date, type: 'MUNICIPAL_HOLIDAY', description, building }] : [];
  });
};

/** Holidays of a year that are proposed to a schedule, by date; those that move with Easter come from the law only. */
export const proposedHolidays = async (
  trx: Trx,
  session: Session,
  { id, year, state }: { id: number; year: number; state: State | undefined },
): Promise<Proposed[]> => {
  const legal = holidaysOf(year, state).map((day) => ({ ...day, building: null }));
  const taken = new Set(legal.flatMap(({ date, description }) => [date, description]));
  const nearby = (await holidaysNearby(trx, session, { id, year })).filter(
    ({ date, description }) => !taken.has(date) && !taken.has(description),
  );
  return [...legal, ...nearby].sort((a, b) => (a.date < b.date ? -1 : 1));
};
