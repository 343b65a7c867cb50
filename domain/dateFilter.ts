import {
  type DateRange,
  type IsoDate,
  addDays,
  addMonths,
  dayOfWeek,
  isIsoDate,
  LAST_DAY,
  startOfMonth,
} from './calendar.ts';

export const DATE_FILTER_KEYS = ['today', 'thisWeek', 'thisMonth', 'range'] as const;
export type DateFilterKey = (typeof DATE_FILTER_KEYS)[number];

/** Date filter of a list (§3). `from` and `to` apply to "range" only; both are inclusive. */
export interface DateFilter {
  key: DateFilterKey;
  from?: IsoDate | null;
  to?: IsoDate | null;
}

/** Default filter until the user selects another (§4). */
export const DEFAULT_DATE_FILTER: DateFilter = { key: 'today' };

export const DATE_FILTER_LABELS: Record<DateFilterKey, string> = {
  today: 'Hoje',
  thisWeek: 'Esta semana',
  thisMonth: 'Este mês',
  range: 'Período',
};

export function isDateFilterKey(value: unknown): value is DateFilterKey {
  return DATE_FILTER_KEYS.some((key) => key === value);
}

/**
 * Returns the days of a filter, half-open: today ends tomorrow, weeks start on Sunday, a range with only `from` is that
 * day (§2, §9, domain.md §3).
 * @returns null for a range without a valid start, that ends before it starts, or on the calendar's last day.
 */
export function dateFilterRange(filter: DateFilter, today: IsoDate): DateRange | null {
  switch (filter.key) {
    case 'today':
      return { start: today, end: addDays(today, 1) };
    case 'thisWeek': {
      const start = addDays(today, -dayOfWeek(today));
      return { start, end: addDays(start, 7) };
    }
    case 'thisMonth': {
      const start = startOfMonth(today);
      return { start, end: addMonths(start, 1) };
    }
    case 'range':
      return typedRange(filter.from, filter.to);
  }
}

/** Returns the half-open range of two typed days, the second one inclusive. */
export function typedRange(from: IsoDate | null | undefined, to: IsoDate | null | undefined): DateRange | null {
  if (!isIsoDate(from)) return null;
  const last = isIsoDate(to) ? to : from;
  return last < from || last === LAST_DAY ? null : { start: from, end: addDays(last, 1) };
}

/** Returns the last day of a half-open range, for display. */
export function lastDay(range: DateRange): IsoDate {
  return addDays(range.end, -1);
}
