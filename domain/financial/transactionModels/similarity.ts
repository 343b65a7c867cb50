import type { IsoDate } from '../../calendar.ts';
import { compare, fromCents, toCents, type Money } from '../../money.ts';
import { monthOf, nextMonth } from './recurrence.ts';

/** Documents that a model is proposed after. */
export const SIMILAR_ENTRIES = 3;
/** How far the greatest value may be above the least one, in per cent. */
const TOLERANCE = 10n;

/** A document of one partner and category. */
export interface Entry {
  dueDate: IsoDate;
  value: Money;
}

const areClose = (values: readonly Money[]): boolean => {
  const sorted = values.map(toCents).sort((a, b) => (a < b ? -1 : 1));
  const [least = 0n, greatest = 0n] = [sorted[0], sorted.at(-1)];
  return least > 0n && compare(fromCents(greatest * 100n), fromCents(least * (100n + TOLERANCE))) <= 0;
};

/**
 * The last three documents of a partner and category, oldest first, when they make a monthly series: one in each of three
 * months in a row that end in `month` or the one before it, with values within 10 %. Null when they do not.
 */
export function monthlySeries<E extends Entry>(entries: readonly E[], month: string): E[] | null {
  const of = (wanted: string): E[] => entries.filter(({ dueDate }) => monthOf(dueDate) === wanted);
  const last = [month, nextMonth(month, -1)].find((one) => of(one).length > 0);
  if (last === undefined) return null;
  const months = Array.from({ length: SIMILAR_ENTRIES }, (_, index) =>
    of(nextMonth(last, index - SIMILAR_ENTRIES + 1)),
  );
  const series = months.flat();
  const isMonthly = months.every(({ length }) => length === 1);
  return isMonthly && areClose(series.map(({ value }) => value)) ? series : null;
}
