import { calendarOf } from '#domain/engineering/schedules/plan.ts';
import type { IsoDate } from '#domain/dates.ts';
import { identityOf, newKey, type DayOff, type Edit, type Item, type Link, type Schedule } from './schedule.ts';

const changeItem =
  (id: string, change: (item: Item, schedule: Schedule) => Item): Edit =>
  (schedule) => ({
    ...schedule,
    items: schedule.items.map((item) => (item.id === id ? change(item, schedule) : item)),
  });

/** A begun item begins on the day, any other one not before it. */
export const setStart = (id: string, date: IsoDate): Edit =>
  changeItem(id, (item) => (item.startedOn === null ? { ...item, notBefore: date } : { ...item, startedOn: date }));

export const setDuration = (id: string, duration: number): Edit =>
  changeItem(id, (item) => ({ ...item, duration: Math.max(1, duration) }));

/** The last day sets the duration; one before the start leaves a day. */
export const setEnd = (id: string, date: IsoDate): Edit =>
  changeItem(id, (item, schedule) => ({
    ...item,
    duration: Math.max(1, calendarOf(schedule).countDays(item.startDate, date)),
  }));

/** Work that has progress has begun: on the day on which the plan has it. */
export const setPercent = (id: string, percentComplete: string): Edit =>
  changeItem(id, (item) => ({
    ...item,
    percentComplete,
    startedOn: item.startedOn ?? (/[1-9]/.test(percentComplete) ? item.startDate : null),
  }));

export const setItem = (id: string, fields: Partial<Pick<Item, 'startedOn' | 'constraint' | 'milestone'>>): Edit =>
  changeItem(id, (item) => ({ ...item, ...fields }));

/** Moves the start by working days. */
export const shiftStart = (id: string, days: number): Edit =>
  changeItem(id, (item, schedule) => {
    const calendar = calendarOf(schedule);
    const date = calendar.dayAt(calendar.numberOf(item.startDate) + days);
    return item.startedOn === null ? { ...item, notBefore: date } : { ...item, startedOn: date };
  });

/**
 * Moves items together by working days, as the items of a stage: those that follow another one of them go with it, unless
 * a start of their own was typed. What has begun stays.
 */
export const shiftItems =
  (ids: readonly string[], days: number): Edit =>
  (schedule) => {
    const calendar = calendarOf(schedule);
    const moved = new Set(ids);
    const following = new Set(schedule.links.flatMap(({ from, to }) => (moved.has(from) ? [to] : [])));
    const items = schedule.items.map((item) => {
      const start = following.has(item.id) ? item.notBefore : item.startDate;
      if (!moved.has(item.id) || item.startedOn !== null || start === null) return item;
      return { ...item, notBefore: calendar.dayAt(calendar.numberOf(start) + days) };
    });
    return { ...schedule, items };
  };

export const shiftDuration = (id: string, days: number): Edit =>
  changeItem(id, (item) => (item.milestone === null ? { ...item, duration: Math.max(1, item.duration + days) } : item));

export interface NewItem {
  row: Item['costEstimateItem'];
  milestone?: string;
  duration: number;
  notBefore: IsoDate | null;
}

export const made = ({ row, milestone = undefined, duration, notBefore }: NewItem, today: IsoDate): Item => ({
  ...{ id: newKey(), costEstimateItem: row, milestone: milestone ?? null, duration, notBefore },
  ...{ constraint: null, percentComplete: '0.00', startedOn: null },
  ...{ startDate: notBefore ?? today, endDate: notBefore ?? today, latestStart: today, latestFinish: today },
  ...{ totalFloat: 0, freeFloat: 0, critical: false },
});

export const plainLink = (from: string, to: string): Link => ({
  ...{ id: newKey(), from, to },
  ...{ type: 'FS' as const, lag: 0, lagUnit: 'WORKING' as const },
});

/** Puts rows into the schedule, side by side or one after the other. */
export const addItems = (rows: readonly NewItem[], { chained, today }: { chained: boolean; today: IsoDate }): Edit => {
  const items = rows.map((row) => made(row, today));
  const links = chained ? items.slice(1).map((item, index) => plainLink(items[index]?.id ?? '', item.id)) : [];
  return (schedule) => ({
    ...schedule,
    startsOn: schedule.startsOn ?? rows[0]?.notBefore ?? null,
    items: [...schedule.items, ...items],
    links: [...schedule.links, ...links],
  });
};

/** Takes items out of the schedule, with their links. */
export const removeItems =
  (ids: readonly string[]): Edit =>
  (schedule) => ({
    ...schedule,
    items: schedule.items.filter(({ id }) => !ids.includes(id)),
    links: schedule.links.filter(({ from, to }) => !ids.includes(from) && !ids.includes(to)),
  });

const pairOf = ({ from, to }: Pick<Link, 'from' | 'to'>): string => `${from} ${to}`;

/** Makes a link, or changes the one between the same items. */
export const setLink =
  (link: Link): Edit =>
  (schedule) => {
    const known = schedule.links.some((one) => pairOf(one) === pairOf(link));
    const links = known
      ? schedule.links.map((one) => (pairOf(one) === pairOf(link) ? { ...link, id: one.id } : one))
      : [...schedule.links, link];
    return { ...schedule, links };
  };

export const removeLink =
  (link: Link): Edit =>
  (schedule) => ({ ...schedule, links: schedule.links.filter((one) => pairOf(one) !== pairOf(link)) });

/** Gives an item exactly these predecessors. */
export const setPredecessors =
  (id: string, wanted: readonly Omit<Link, 'id' | 'to'>[]): Edit =>
  (schedule) => {
    const before = new Map(schedule.links.map((link) => [pairOf(link), link]));
    const links = wanted.map((link) => ({ ...link, to: id, id: before.get(`${link.from} ${id}`)?.id ?? newKey() }));
    return { ...schedule, links: [...schedule.links.filter(({ to }) => to !== id), ...links] };
  };

export const setWeekdays =
  (days: Partial<Pick<Schedule, 'workOnSaturdays' | 'workOnSundays'>>): Edit =>
  (schedule) => ({ ...schedule, ...days });

/** Adds days off that the schedule does not have yet. */
export const addDaysOff = (days: readonly Omit<DayOff, 'id'>[]): Edit => {
  const made = days.map((day) => ({ ...day, id: newKey() }));
  return (schedule) => {
    const known = new Set(schedule.daysOff.map(({ date }) => date));
    const all = [...schedule.daysOff, ...made.filter(({ date }) => !known.has(date))];
    return { ...schedule, daysOff: all.sort((a, b) => (a.date < b.date ? -1 : 1)) };
  };
};

export const removeDaysOff =
  (dates: readonly IsoDate[]): Edit =>
  (schedule) => ({ ...schedule, daysOff: schedule.daysOff.filter(({ date }) => !dates.includes(date)) });

export const both =
  (first: Edit, second: Edit): Edit =>
  (schedule) =>
    second(first(schedule));

/**
 * Brings back what people had decided, for undo and redo. Items that have come back meanwhile have other keys: they are
 * found by what they stand for.
 */
export const restore =
  (wanted: Schedule): Edit =>
  (schedule) => {
    const keys = new Map(schedule.items.map((item) => [identityOf(item), item.id]));
    const here = new Set(schedule.items.map(({ id }) => id));
    const keyOf = new Map(
      wanted.items.map((item) => [item.id, here.has(item.id) ? item.id : (keys.get(identityOf(item)) ?? newKey())]),
    );
    const links = new Map(schedule.links.map((link) => [pairOf(link), link.id]));
    const days = new Map(schedule.daysOff.map(({ date, id }) => [date, id]));
    const { startsOn, workOnSaturdays, workOnSundays } = wanted;
    return {
      ...schedule,
      ...{ startsOn: startsOn ?? schedule.startsOn, workOnSaturdays, workOnSundays },
      daysOff: wanted.daysOff.map((day) => ({ ...day, id: days.get(day.date) ?? newKey() })),
      items: wanted.items.map((item) => ({ ...item, id: keyOf.get(item.id) ?? item.id })),
      links: wanted.links.map((link) => {
        const ends = { from: keyOf.get(link.from) ?? link.from, to: keyOf.get(link.to) ?? link.to };
        return { ...link, ...ends, id: links.get(pairOf(ends)) ?? newKey() };
      }),
    };
  };
