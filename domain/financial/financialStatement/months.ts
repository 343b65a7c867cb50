import { addMonths, endOfMonth, type IsoDate } from '../../dates.ts';

/** A month as `YYYY-MM`. */
export type Month = string;

/** Most months of one statement; screens show up to twelve. */
export const MOST_MONTHS = 24;
export const MOST_SHOWN_MONTHS = 12;

const PATTERN = /^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/;
export const MONTH_PATTERN = PATTERN.source;

export const isMonth = (text: unknown): text is Month => typeof text === 'string' && PATTERN.test(text);

export const firstDay = (month: Month): IsoDate => `${month}-01`;
export const lastDayOf = (month: Month): IsoDate => endOfMonth(firstDay(month));
export const monthOf = (day: IsoDate): Month => day.slice(0, 7);
export const addToMonth = (month: Month, months: number): Month => monthOf(addMonths(firstDay(month), months));

const indexOf = (month: Month): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/** Number of months from the first to the last, both included; below 1 when the last comes before. */
export const countMonths = (from: Month, to: Month): number => indexOf(to) - indexOf(from) + 1;

/** The months from the first to the last, both included. */
export const monthsBetween = (from: Month, to: Month): Month[] =>
  Array.from({ length: Math.max(0, countMonths(from, to)) }, (_, index) => addToMonth(from, index));
