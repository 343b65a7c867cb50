import { addDays, todayIn } from '../calendar.ts';
import { timeIn } from '../dateFormat.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Half an hour before and after midnight, whatever the zone does to its clocks. */
const SLACK = 3 * 60 * MINUTE;

/**
 * The first instant after `now` at which the clock of a time zone shows hour `hour` or later on a day whose letter is not
 * sent yet: today's, unless that hour has passed, else tomorrow's. Where the clocks skip the hour, it is the first minute
 * after it.
 */
export const nextDigest = (now: Date, hour: number, timeZone: string): Date => {
  const wanted = `${String(hour).padStart(2, '0')}:00`;
  const today = todayIn(now, timeZone);
  const day = timeIn(now, timeZone) < wanted ? today : addDays(today, 1);
  return firstMinute(day, wanted, timeZone);
};

const isReached = (instant: number, day: string, time: string, timeZone: string): boolean => {
  const at = new Date(instant);
  const date = todayIn(at, timeZone);
  return date > day || (date === day && timeIn(at, timeZone) >= time);
};

/** The first minute of a time zone that is at a time of a day or after it, by bisection: zones need no table then. */
const firstMinute = (day: string, time: string, timeZone: string): Date => {
  const noon = Date.parse(`${day}T12:00:00Z`);
  let [before, after] = [noon - DAY - SLACK, noon + DAY + SLACK];
  while (after - before > MINUTE) {
    const middle = before + Math.floor((after - before) / MINUTE / 2) * MINUTE;
    if (isReached(middle, day, time, timeZone)) after = middle;
    else before = middle;
  }
  return new Date(after);
};
