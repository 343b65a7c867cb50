import { circleInWords } from '#domain/engineering/composition.ts';
import { findCircle } from '#domain/engineering/schedules/network.ts';
import { planSchedule } from '#domain/engineering/schedules/plan.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { ScheduleFieldsFragment } from '#web/generated/engineering.ts';

export type Schedule = ScheduleFieldsFragment;
export type Item = Schedule['items'][number];
export type Link = Schedule['links'][number];
export type DayOff = Schedule['daysOff'][number];

/** An edit maps a whole schedule to a whole schedule; items that it names and that are gone stay gone. */
export type Edit = (schedule: Schedule) => Schedule;

const NEW = 'new:';
let made = 0;
/** Key of an item, link or day off until the service has given it one. */
export const newKey = (): string => `${NEW}${(made += 1)}`;
export const isNew = ({ id }: { id: string }): boolean => id.startsWith(NEW);

export const nameOf = ({ milestone, costEstimateItem }: Pick<Item, 'milestone' | 'costEstimateItem'>): string =>
  milestone ?? costEstimateItem.description;

/** Identity of an item that survives its removal and its return by undo. */
export const identityOf = ({ milestone, costEstimateItem }: Item): string =>
  `${costEstimateItem.id} ${milestone ?? ''}`;

/** Items of the schedule with the dates that the plan gives them, as the service will answer them. */
export const replan = (schedule: Schedule, today: IsoDate): Schedule => {
  const { activities } = planSchedule(schedule, today);
  const items = schedule.items.map((item) => {
    const planned = activities.get(item.id);
    if (!planned) return item;
    const { start: startDate, finish: endDate, ...rest } = planned;
    const dates = { ...rest, startDate, endDate };
    // What does not move stays the same object: memoized rows and the comparison with what is stored rely on it.
    const isSame = Object.entries(dates).every(([field, value]) => Reflect.get(item, field) === value);
    return isSame ? item : { ...item, ...dates };
  });
  return { ...schedule, items };
};

/** The sentence for a circle of links, as the service says it; null where there is none. */
export const circleSentence = ({ items, links }: Schedule, last?: Link): string | null => {
  const circle = findCircle(
    items.map(({ id }) => id),
    links,
  );
  if (!circle) return null;
  // Told from where the last link leads to, all the way round.
  const at = Math.max(0, circle.indexOf(last?.to ?? ''));
  const round = [...circle.slice(at), ...circle.slice(1, at + 1)];
  const byId = new Map(items.map((item) => [item.id, nameOf(item)]));
  return `Esta dependência fecha um círculo: ${circleInWords(round.map((id) => byId.get(id) ?? ''))}.`;
};
