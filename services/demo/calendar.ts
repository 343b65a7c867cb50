import { addDays, addMonths, dayOfWeek, endOfMonth, startOfMonth, type IsoDate } from '#domain/dates.ts';

/** First and last month of the demo, relative to the month of the seed date: 14 before it and 3 after it. */
export const FIRST_MONTH = -14;
export const LAST_MONTH = 3;
export const MONTHS = Array.from({ length: LAST_MONTH - FIRST_MONTH + 1 }, (_, index) => FIRST_MONTH + index);

const HOLIDAYS = new Set(['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']);

const isBusinessDay = (date: IsoDate): boolean => {
  const weekday = dayOfWeek(date);
  return weekday !== 0 && weekday !== 6 && !HOLIDAYS.has(date.slice(5));
};

/** The day itself, or the next banking day. */
export const businessDay = (date: IsoDate): IsoDate => (isBusinessDay(date) ? date : businessDay(addDays(date, 1)));

/** First day of a month, relative to the month of the seed date. */
export const monthStart = (seedDate: IsoDate, month: number): IsoDate => addMonths(startOfMonth(seedDate), month);

/** A day of such a month; its last day if the month is shorter. */
export const dayOfMonth = (seedDate: IsoDate, month: number, day: number): IsoDate => {
  const start = monthStart(seedDate, month);
  const wanted = addDays(start, day - 1);
  const last = endOfMonth(start);
  return wanted < last ? wanted : last;
};

/** Last due date of the demo. */
export const horizon = (seedDate: IsoDate): IsoDate => endOfMonth(monthStart(seedDate, LAST_MONTH));

/** "10/2026" */
export const monthLabel = (date: IsoDate): string => `${date.slice(5, 7)}/${date.slice(0, 4)}`;
