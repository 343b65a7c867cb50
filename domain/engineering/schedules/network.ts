/**
 * Critical path method: earliest and latest dates of activities that depend on each other (Kelley and Walker, 1959), on
 * a calendar of working days.
 *
 * Time is counted in working days. Activity starts at the beginning of the day `start`; `finish` is the boundary after its
 * last day, so that finish − start is the duration and the next activity may start at `finish`. A milestone lasts 0 days
 * and stands at the beginning of its day.
 */
import { addDays, compareDates, type IsoDate } from '../../dates.ts';
import type { WorkCalendar } from './workCalendar.ts';

/** FS: the second starts after the first has finished. SS, FF: they start, finish together. SF: the second finishes once the first has started. */
export type LinkType = 'FS' | 'SS' | 'FF' | 'SF';

/** Dependency of an activity on another one. A negative lag is a lead. Concrete cures in calendar days. */
export interface Link {
  from: string;
  to: string;
  type: LinkType;
  lag: number;
  lagUnit: 'WORKING' | 'CALENDAR';
}

export type ConstraintType =
  'START_NOT_BEFORE' | 'START_NOT_AFTER' | 'START_ON' | 'FINISH_NOT_BEFORE' | 'FINISH_NOT_AFTER' | 'FINISH_ON';

/** Dates of a constraint move an activity to later days only: links are kept, and a missed date is a negative float. */
export interface Constraint {
  type: ConstraintType;
  date: IsoDate;
}

export interface Activity {
  id: string;
  /** Working days; 0 for a milestone. */
  duration: number;
  constraints?: readonly Constraint[];
  /** It has begun on this day, and links no longer move it. */
  startedOn?: IsoDate | undefined;
}

/** Dates of an activity, first and last working day; floats in working days. */
export interface PlannedActivity {
  start: IsoDate;
  finish: IsoDate;
  latestStart: IsoDate;
  latestFinish: IsoDate;
  /** How long it can be delayed before the end moves, or a constraint is missed. */
  totalFloat: number;
  /** How long it can be delayed before another activity moves. */
  freeFloat: number;
  critical: boolean;
}

export interface Plan {
  activities: ReadonlyMap<string, PlannedActivity>;
  /** Last working day of all; null without activities. */
  finish: IsoDate | null;
}

interface Placed {
  start: number;
  duration: number;
}

const linksBy = (links: readonly Link[], end: 'from' | 'to'): Map<string, Link[]> => {
  const found = new Map<string, Link[]>();
  for (const link of links) {
    const own = found.get(link[end]);
    if (own) own.push(link);
    else found.set(link[end], [link]);
  }
  return found;
};

/** Activities in an order in which each stands after what it depends on; those of a circle are left out. */
const inOrder = (ids: readonly string[], links: readonly Link[]): string[] => {
  const following = linksBy(links, 'from');
  const waiting = new Map(ids.map((id) => [id, 0]));
  for (const { to } of links) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const order = ids.filter((id) => waiting.get(id) === 0);
  for (const id of order) {
    for (const { to } of following.get(id) ?? []) {
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) order.push(to);
    }
  }
  return order;
};

/** Activities of one circle of links, the first one again at the end; null where there is none. */
export const findCircle = (ids: readonly string[], links: readonly Link[]): string[] | null => {
  const placed = new Set(inOrder(ids, links));
  const left = links.filter(({ from, to }) => !placed.has(from) && !placed.has(to));
  const [first] = left;
  if (!first) return null;
  // Each activity that is left and precedes another one of them can be followed backwards for ever.
  const before = new Map(left.map(({ from, to }) => [to, from]));
  const walked: string[] = [];
  let current = first.to;
  while (!walked.includes(current)) {
    walked.push(current);
    current = before.get(current) ?? first.from;
  }
  return [current, ...walked.slice(walked.indexOf(current)).reverse()];
};

/** What positions mean on the calendar, for lags in calendar days. */
const calendarSteps = (calendar: WorkCalendar) => {
  const finishesAt = ({ start, duration }: Placed): number => start + duration;
  /** First calendar day after the activity; the very day of a milestone. */
  const dayAfter = (one: Placed): IsoDate =>
    one.duration === 0 ? calendar.dayAt(one.start) : addDays(calendar.dayAt(finishesAt(one) - 1), 1);

  /** Earliest start that a link leaves the following activity. */
  const earliest = ({ type, lag, lagUnit }: Link, first: Placed, duration: number): number => {
    const fromStart = type === 'SS' || type === 'SF';
    const toStart = type === 'SS' || type === 'FS';
    if (lagUnit === 'WORKING') {
      const reached = (fromStart ? first.start : finishesAt(first)) + lag;
      return toStart ? reached : reached - duration;
    }
    const reached = addDays(fromStart ? calendar.dayAt(first.start) : dayAfter(first), lag);
    if (toStart || duration === 0) return calendar.numberOf(reached);
    return calendar.numberOf(addDays(reached, -1)) + 1 - duration;
  };

  /** Latest start of the first activity with which the following one can stay where it is. */
  const latest = ({ type, lag, lagUnit }: Link, following: Placed, duration: number): number => {
    const fromStart = type === 'SS' || type === 'SF';
    const toStart = type === 'SS' || type === 'FS';
    if (lagUnit === 'WORKING') {
      const limit = (toStart ? following.start : finishesAt(following)) - lag;
      return fromStart ? limit : limit - duration;
    }
    const limit = addDays(toStart ? calendar.dayAt(following.start) : dayAfter(following), -lag);
    if (fromStart || duration === 0) return calendar.numberOf(addDays(limit, 1)) - 1;
    return calendar.numberOf(limit) - duration;
  };

  return { earliest, latest };
};

/** Bounds of a start that a constraint gives. */
const boundsOf = (
  { type, date }: Constraint,
  duration: number,
  calendar: WorkCalendar,
): { least?: number; most?: number } => {
  const onOrAfter = calendar.numberOf(date);
  const onOrBefore = calendar.numberOf(addDays(date, 1)) - 1;
  // The start with which the last day is the given one.
  const startFor = (day: number): number => (duration === 0 ? day : day + 1 - duration);
  switch (type) {
    case 'START_NOT_BEFORE':
      return { least: onOrAfter };
    case 'START_NOT_AFTER':
      return { most: onOrBefore };
    case 'START_ON':
      return { least: onOrAfter, most: onOrAfter };
    case 'FINISH_NOT_BEFORE':
      return { least: startFor(onOrAfter) };
    case 'FINISH_NOT_AFTER':
      return { most: startFor(onOrBefore) };
    case 'FINISH_ON':
      return { least: startFor(onOrAfter), most: startFor(onOrAfter) };
  }
};

/**
 * Plans the activities as early as links, constraints and the calendar allow, none before `start`, and tells how late
 * each could be. Links lead from and to activities of the list and close no circle (findCircle).
 */
export const planNetwork = (
  activities: readonly Activity[],
  links: readonly Link[],
  { calendar, start }: { calendar: WorkCalendar; start: IsoDate },
): Plan => {
  if (activities.length === 0) return { activities: new Map(), finish: null };
  const { earliest, latest } = calendarSteps(calendar);
  const byId = new Map(activities.map((activity) => [activity.id, activity]));
  const order = inOrder([...byId.keys()], links).flatMap((id) => byId.get(id) ?? []);
  const [before, after] = [linksBy(links, 'to'), linksBy(links, 'from')];
  const first = calendar.numberOf(start);
  const bounds = ({ constraints = [], duration }: Activity) =>
    constraints.map((constraint) => boundsOf(constraint, duration, calendar));

  const early = new Map<string, Placed>();
  for (const activity of order) {
    const { id, duration, startedOn } = activity;
    const reached = (before.get(id) ?? []).flatMap((link) => {
      const one = early.get(link.from);
      return one ? earliest(link, one, duration) : [];
    });
    const asSoonAs = Math.max(first, ...bounds(activity).map(({ least }) => least ?? first), ...reached);
    early.set(id, { start: startedOn === undefined ? asSoonAs : calendar.numberOf(startedOn), duration });
  }
  const end = Math.max(...[...early.values()].map((one) => one.start + one.duration));

  const late = new Map<string, Placed>();
  for (const activity of [...order].reverse()) {
    const { id, duration } = activity;
    const reached = (after.get(id) ?? []).flatMap((link) => {
      const one = late.get(link.to);
      return one ? latest(link, one, duration) : [];
    });
    const most = bounds(activity).flatMap((bound) => bound.most ?? []);
    late.set(id, { start: Math.min(end - duration, ...most, ...reached), duration });
  }

  const dates = ({ start: from, duration }: Placed) => ({
    from: calendar.dayAt(from),
    to: calendar.dayAt(duration === 0 ? from : from + duration - 1),
  });
  const planned = order.map(({ id, duration }): [string, PlannedActivity] => {
    const [soon, last] = [early.get(id) ?? { start: first, duration }, late.get(id) ?? { start: first, duration }];
    const slack = (after.get(id) ?? []).flatMap((link) => {
      const one = early.get(link.to);
      return one ? latest(link, one, duration) - soon.start : [];
    });
    const totalFloat = last.start - soon.start;
    const [{ from, to }, { from: latestStart, to: latestFinish }] = [dates(soon), dates(last)];
    const freeFloat = Math.max(0, Math.min(end - soon.start - duration, ...slack));
    return [
      id,
      { start: from, finish: to, latestStart, latestFinish, totalFloat, freeFloat, critical: totalFloat <= 0 },
    ];
  });
  const finishes = planned.map(([, { finish }]) => finish);
  return {
    activities: new Map(planned),
    finish: finishes.reduce((latestOne, one) => (compareDates(one, latestOne) > 0 ? one : latestOne)),
  };
};
