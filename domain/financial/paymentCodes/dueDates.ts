import { addDays, dayOfWeek, daysBetween, type IsoDate } from '../../dates.ts';

/** Day of factor 0. Factors run from 1000 to 9999 and start again: 9999 was 2025-02-21, the day after it 1000 again. */
const BASE: IsoDate = '1997-10-07';
const [FIRST, CYCLE] = [1000, 9000];
/** A factor is at most this many days before the day on which it is read; the rest of a cycle is after it. */
const MOST_BEFORE = 3000;

/** Due date of a factor, of the two or more that it may mean the one around `today`; null for none. */
export const dueDateOf = (factor: number, today: IsoDate): IsoDate | null => {
  if (factor < FIRST) return null;
  const earliest = daysBetween(BASE, today) - MOST_BEFORE;
  const cycles = Math.max(0, Math.ceil((earliest - factor) / CYCLE));
  return addDays(BASE, factor + cycles * CYCLE);
};

/** Whether two due dates are paid on the same day: what falls on a weekend is paid on the Monday after it. */
export const isSameDueDay = (one: IsoDate, other: IsoDate): boolean => onWeekday(one) === onWeekday(other);

const onWeekday = (date: IsoDate): IsoDate => {
  const day = dayOfWeek(date);
  if (day === 6) return addDays(date, 2);
  return day === 0 ? addDays(date, 1) : date;
};
