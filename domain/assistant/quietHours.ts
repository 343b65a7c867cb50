import { dayOfWeek, todayIn } from '../calendar.ts';
import { timeIn } from '../dateFormat.ts';

/** Times of day "HH:MM" in the user's time zone, between which nothing pops up; both null: no quiet hours. */
export interface QuietHours {
  /** First quiet minute. */
  from: string | null;
  /** First minute that is not quiet any more; before `from`, it is one of the next day. */
  to: string | null;
  /** Saturdays and Sundays are quiet from midnight to midnight. */
  weekends: boolean;
}

/** Whether an instant lies within the quiet hours of a user. Compares times on the wall: a change of the clocks moves neither end. */
export const isQuiet = ({ from, to, weekends }: QuietHours, now: Date, timeZone: string): boolean => {
  if (weekends && [0, 6].includes(dayOfWeek(todayIn(now, timeZone)))) return true;
  if (from === null || to === null) return false;
  const time = timeIn(now, timeZone);
  return from < to ? from <= time && time < to : from <= time || time < to;
};
