import type { Activity, Link } from '#domain/engineering/schedules/network.ts';
import type { WorkRules } from '#domain/engineering/schedules/workCalendar.ts';

const DAY = 86_400_000;
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const later = (day: string, days: number): string => new Date(noon(day) + days * DAY).toISOString().slice(0, 10);

/** Working days of some years, found one by one with JavaScript's own dates. */
export const listWorkingDays = (rules: WorkRules, from: string, count: number): string[] => {
  const days: string[] = [];
  for (let day = from, step = 0; step < count; step += 1, day = later(day, 1)) {
    const weekday = new Date(noon(day)).getUTCDay();
    const worked = weekday === 6 ? rules.workOnSaturdays : weekday === 0 ? rules.workOnSundays : true;
    if (worked && !rules.daysOff.includes(day)) days.push(day);
  }
  return days;
};

/** Midnight at which an activity with this first day starts and ends; a milestone ends when it starts. */
const instants = (days: readonly string[], index: number, duration: number) => {
  const start = days[index];
  const last = days[index + Math.max(duration, 1) - 1];
  if (start === undefined || last === undefined) throw new Error('The list of working days is too short.');
  return { start, finish: duration === 0 ? start : later(last, 1) };
};

/** Working days between two midnights, negative when the second is earlier. */
const worked = (days: readonly string[], from: string, to: string): number =>
  from <= to
    ? days.filter((day) => day >= from && day < to).length
    : -days.filter((day) => day >= to && day < from).length;

const keeps = (
  days: readonly string[],
  { type, lag, lagUnit }: Link,
  first: [number, number],
  second: [number, number],
) => {
  const [a, b] = [instants(days, ...first), instants(days, ...second)];
  const from = type === 'SS' || type === 'SF' ? a.start : a.finish;
  const to = type === 'SS' || type === 'FS' ? b.start : b.finish;
  return lagUnit === 'CALENDAR' ? to >= later(from, lag) : worked(days, from, to) >= lag;
};

const meets = (days: readonly string[], { constraints = [], duration }: Activity, index: number): boolean => {
  const start = days[index] ?? '';
  const finish = days[index + Math.max(duration, 1) - 1] ?? '';
  return constraints.every(({ type, date }) => {
    if (type === 'START_NOT_BEFORE' || type === 'START_ON') return start >= date;
    return type === 'FINISH_NOT_BEFORE' || type === 'FINISH_ON' ? finish >= date : true;
  });
};

/**
 * Plans by trying: each activity is moved to the next day until nothing is broken any more. Places are indices of
 * `days`; `least` tells the first place of each activity.
 */
export const planByTrying = (
  activities: readonly Activity[],
  links: readonly Link[],
  days: readonly string[],
  least: (id: string) => number,
): Map<string, number> => {
  const places = new Map(activities.map(({ id }) => [id, least(id)]));
  const at = (id: string): [number, number] => [
    places.get(id) ?? 0,
    activities.find((one) => one.id === id)?.duration ?? 0,
  ];
  for (let moved = true; moved;) {
    moved = false;
    for (const activity of activities) {
      const fits = () =>
        meets(days, activity, places.get(activity.id) ?? 0) &&
        links.every((link) => link.to !== activity.id || keeps(days, link, at(link.from), at(link.to)));
      while (!fits()) {
        places.set(activity.id, (places.get(activity.id) ?? 0) + 1);
        moved = true;
      }
    }
  }
  return places;
};
