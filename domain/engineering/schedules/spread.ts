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

/** Cents planned of one work up to the end of a day. */
type Accumulated = (day: IsoDate) => bigint;

/** Counts the working days of the work once, and only for a day within it. */
const accumulated = ({ start, finish, cents }: Spread, calendar: WorkCalendar): Accumulated => {
  let days: number | undefined;
  return (day) => {
    if (compareDates(day, finish) >= 0) return cents;
    if (compareDates(day, start) < 0) return 0n;
    days ??= calendar.countDays(start, finish);
    if (days === 0) return 0n;
    return divideHalfEven(cents * BigInt(calendar.countDays(start, day)), BigInt(days));
  };
};

/**
 * Cents planned up to the end of a day: the part of the working days that have passed, half-even. Differences of two
 * days are exact, since only accumulated values are rounded. Work without a working day counts on its last day.
 */
export const plannedUntil = (work: Spread, day: IsoDate, calendar: WorkCalendar): bigint =>
  accumulated(work, calendar)(day);

/** Cents planned of all works up to the end of each of the days. */
export const plannedOnDays = (works: readonly Spread[], days: readonly IsoDate[], calendar: WorkCalendar): bigint[] => {
  const until = works.map((work) => accumulated(work, calendar));
  return days.map((day) => until.reduce((sum, planned) => sum + planned(day), 0n));
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
  const until = plannedOnDays(works, months.map(endOfMonth), calendar);
  return until.map((value, index) => value - (until[index - 1] ?? 0n));
};
