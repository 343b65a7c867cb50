import { divideHalfEven } from '../../decimal.ts';
import type { IsoDate } from '../../dates.ts';
import { endOfMonth, startOfMonth, addMonths, compareDates } from '../../dates.ts';
import type { WorkCalendar } from './workCalendar.ts';

/** Work whose value in cents is spread evenly over its working days, the first and the last included. */
export interface Spread {
  start: IsoDate;
  finish: IsoDate;
  cents: bigint;
}

/**
 * Cents planned up to the end of a day: the part of the working days that have passed, half-even. Differences of two
 * days are exact, since only accumulated values are rounded. Work without a working day counts on its last day.
 */
export const plannedUntil = ({ start, finish, cents }: Spread, day: IsoDate, calendar: WorkCalendar): bigint => {
  if (compareDates(day, finish) >= 0) return cents;
  const days = calendar.countDays(start, finish);
  if (days === 0 || compareDates(day, start) < 0) return 0n;
  return divideHalfEven(cents * BigInt(calendar.countDays(start, day)), BigInt(days));
};

/** First days of the months from the first start to the last finish; none without work. */
export const monthsOf = (works: readonly Spread[]): IsoDate[] => {
  const [first] = works;
  if (!first) return [];
  const earliest = works.reduce((least, { start }) => (start < least ? start : least), first.start);
  const latest = works.reduce((most, { finish }) => (finish > most ? finish : most), first.finish);
  const months: IsoDate[] = [];
  for (let month = startOfMonth(earliest); month <= latest; month = addMonths(month, 1)) months.push(month);
  return months;
};

/** Cents planned in each of the months, in their order. Where these are all months of the work, they sum to its value. */
export const plannedInMonths = (
  works: readonly Spread[],
  months: readonly IsoDate[],
  calendar: WorkCalendar,
): bigint[] => {
  let before = 0n;
  return months.map((month) => {
    const until = works.reduce((sum, work) => sum + plannedUntil(work, endOfMonth(month), calendar), 0n);
    const value = until - before;
    before = until;
    return value;
  });
};
