import type { IsoDate } from '../../dates.ts';
import { planNetwork, type Activity, type Constraint, type Link, type Plan } from './network.ts';
import { workCalendar, type WorkCalendar } from './workCalendar.ts';

/** What people decide about an item of a schedule; the plan gives its dates. */
export interface PlannedItem {
  id: number | string;
  duration: number;
  /** Start that was typed; null: as soon as possible. */
  notBefore: IsoDate | null;
  constraint: Constraint | null;
  startedOn: IsoDate | null;
}

/** A schedule as people have made it. */
export interface ScheduleDecisions {
  /** Start of items without another date; null while nothing is planned. */
  startsOn: IsoDate | null;
  workOnSaturdays: boolean;
  workOnSundays: boolean;
  daysOff: readonly { date: IsoDate }[];
  items: readonly PlannedItem[];
  links: readonly (Omit<Link, 'from' | 'to'> & { from: number | string; to: number | string })[];
}

type WorkDays = Pick<ScheduleDecisions, 'workOnSaturdays' | 'workOnSundays' | 'daysOff'>;

export const calendarOf = ({ workOnSaturdays, workOnSundays, daysOff }: WorkDays): WorkCalendar =>
  workCalendar({ workOnSaturdays, workOnSundays, daysOff: daysOff.map(({ date }) => date) });

/** Earliest day that anything names: no item starts before. */
export const firstDay = (
  { items, startsOn }: Pick<ScheduleDecisions, 'items' | 'startsOn'>,
  otherwise: IsoDate,
): IsoDate =>
  items
    .flatMap(({ notBefore, startedOn, constraint }) => [notBefore, startedOn, constraint?.date ?? null])
    .reduce<IsoDate>((first, day) => (day !== null && day < first ? day : first), startsOn ?? otherwise);

/**
 * Plans a schedule whose links close no circle; activities have the keys of the items as text. `today` is the start of
 * one that names no day. @throws RangeError beyond the calendar
 */
export const planSchedule = (schedule: ScheduleDecisions, today: IsoDate): Plan => {
  const startsOn = schedule.startsOn ?? firstDay(schedule, today);
  const activities = schedule.items.map(({ id, duration, notBefore, constraint, startedOn }): Activity => ({
    id: String(id),
    duration,
    constraints: [{ type: 'START_NOT_BEFORE', date: notBefore ?? startsOn }, ...(constraint ? [constraint] : [])],
    ...(startedOn === null ? {} : { startedOn }),
  }));
  const links = schedule.links.map(({ from, to, ...link }) => ({ ...link, from: String(from), to: String(to) }));
  return planNetwork(activities, links, { calendar: calendarOf(schedule), start: firstDay(schedule, today) });
};
