import { addDays, addMonths, civil, dayOfWeek, endOfMonth, startOfMonth, todayIn, toIsoDate } from '../calendar.ts';
import type { IsoDate } from '../calendar.ts';
import { formatDate, formatShortMonth } from '../dateFormat.ts';
import { zonedInstant } from './zonedTime.ts';

/** How often a report is sent. */
export const RHYTHMS = ['DAILY', 'WORKDAYS', 'WEEKLY', 'MONTHLY', 'LAST_WORKDAY'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** When a report is sent. */
export interface Timing {
  rhythm: Rhythm;
  /** 1 (Monday) to 7 (Sunday), of WEEKLY alone. */
  weekday: number | null;
  /** 1 to 31, of MONTHLY alone; the last day of months that are shorter. */
  monthDay: number | null;
  /** "07:00" by the clocks of the zone. */
  time: string;
}

/** True for a day on which nobody works. */
export type IsDayOff = (day: IsoDate) => boolean;

const WEEKDAYS = ['segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado', 'domingo'];

export const weekdayName = (weekday: number): string => WEEKDAYS[weekday - 1] ?? '';

/** Monday is 1, Sunday 7 (ISO 8601). */
const weekdayOf = (day: IsoDate): number => dayOfWeek(day) || 7;

const isLastWorkday = (day: IsoDate, isDayOff: IsDayOff): boolean => {
  if (isDayOff(day)) return false;
  const last = endOfMonth(day);
  for (let later = addDays(day, 1); later <= last; later = addDays(later, 1)) if (!isDayOff(later)) return false;
  return true;
};

const falls = (day: IsoDate, { rhythm, weekday, monthDay }: Timing, isDayOff: IsDayOff): boolean => {
  switch (rhythm) {
    case 'DAILY':
      return true;
    case 'WORKDAYS':
      return !isDayOff(day);
    case 'WEEKLY':
      return weekdayOf(day) === weekday;
    case 'MONTHLY':
      return civil(day).day === Math.min(monthDay ?? 1, civil(endOfMonth(day)).day);
    case 'LAST_WORKDAY':
      return isLastWorkday(day, isDayOff);
  }
};

/** Longest time between two times of any rhythm. */
const MOST_DAYS = 62;

/** The first time after an instant, by the clocks of a zone. */
export const nextTime = (timing: Timing, timeZone: string, after: Date, isDayOff: IsDayOff): Date => {
  const first = todayIn(after, timeZone);
  for (let ahead = 0; ahead <= MOST_DAYS; ahead += 1) {
    const day = addDays(first, ahead);
    if (!falls(day, timing, isDayOff)) continue;
    const instant = zonedInstant(day, timing.time, timeZone);
    if (instant > after) return instant;
  }
  throw new RangeError('a rhythm without a next time');
};

/** "Toda segunda, 07:00" */
export const timingWords = ({ rhythm, weekday, monthDay, time }: Timing): string => {
  switch (rhythm) {
    case 'DAILY':
      return `Todo dia, ${time}`;
    case 'WORKDAYS':
      return `Todo dia útil, ${time}`;
    case 'WEEKLY':
      return `${weekday === 6 || weekday === 7 ? 'Todo' : 'Toda'} ${weekdayName(weekday ?? 1)}, ${time}`;
    case 'MONTHLY':
      return `Todo dia ${monthDay ?? 1}, ${time}`;
    case 'LAST_WORKDAY':
      return `Último dia útil do mês, ${time}`;
  }
};

/** Days that a report is of, seen from the day on which it is sent. */
export const PERIODS = [
  'TODAY',
  'YESTERDAY',
  'CURRENT_WEEK',
  'PREVIOUS_WEEK',
  'NEXT_WEEK',
  'MONTH_TO_DATE',
  'CURRENT_MONTH',
  'PREVIOUS_MONTH',
  'NEXT_30_DAYS',
  'YEAR_TO_DATE',
  'PREVIOUS_YEAR',
] as const;
export type RelativePeriod = (typeof PERIODS)[number];

export const PERIOD_WORDS: Record<RelativePeriod, string> = {
  TODAY: 'hoje',
  YESTERDAY: 'ontem',
  CURRENT_WEEK: 'semana atual',
  PREVIOUS_WEEK: 'semana anterior',
  NEXT_WEEK: 'próxima semana',
  MONTH_TO_DATE: 'mês até hoje',
  CURRENT_MONTH: 'mês atual',
  PREVIOUS_MONTH: 'mês anterior',
  NEXT_30_DAYS: 'próximos 30 dias',
  YEAR_TO_DATE: 'ano até hoje',
  PREVIOUS_YEAR: 'ano anterior',
};

/** First and last day. */
export interface Days {
  from: IsoDate;
  to: IsoDate;
}

/** The days of a period; weeks begin on Monday. */
export const daysOf = (period: RelativePeriod, today: IsoDate): Days => {
  const monday = addDays(today, 1 - weekdayOf(today));
  const month = startOfMonth(today);
  const { year } = civil(today);
  const week = (first: IsoDate): Days => ({ from: first, to: addDays(first, 6) });
  const whole = (first: IsoDate): Days => ({ from: first, to: endOfMonth(first) });
  switch (period) {
    case 'TODAY':
      return { from: today, to: today };
    case 'YESTERDAY':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'CURRENT_WEEK':
      return week(monday);
    case 'PREVIOUS_WEEK':
      return week(addDays(monday, -7));
    case 'NEXT_WEEK':
      return week(addDays(monday, 7));
    case 'MONTH_TO_DATE':
      return { from: month, to: today };
    case 'CURRENT_MONTH':
      return whole(month);
    case 'PREVIOUS_MONTH':
      return whole(addMonths(month, -1));
    case 'NEXT_30_DAYS':
      return { from: today, to: addDays(today, 30) };
    case 'YEAR_TO_DATE':
      return { from: toIsoDate(year, 1, 1), to: today };
    case 'PREVIOUS_YEAR':
      return { from: toIsoDate(year - 1, 1, 1), to: toIsoDate(year - 1, 12, 31) };
  }
};

/** What a report asks of its days: none, days, whole months, or the last day alone. */
export type PeriodKind = 'NONE' | 'DAYS' | 'MONTHS' | 'UNTIL';

/** The days of a period as a report asks for them; those of a report of months are whole months. */
export const askedDays = (kind: PeriodKind, period: RelativePeriod, today: IsoDate): Days => {
  const { from, to } = daysOf(period, today);
  return kind === 'MONTHS' ? { from: startOfMonth(from), to: endOfMonth(to) } : { from, to };
};

/** "semana anterior, 16/11/2026 a 22/11/2026", as the subject of a mail says it. */
export const periodWords = (kind: PeriodKind, period: RelativePeriod, { from, to }: Days): string => {
  const words = PERIOD_WORDS[period];
  if (kind === 'UNTIL') return `${words}, até ${formatDate(to)}`;
  if (kind === 'MONTHS') return `${words}, ${formatShortMonth(from)} a ${formatShortMonth(to)}`;
  return from === to ? `${words}, ${formatDate(from)}` : `${words}, ${formatDate(from)} a ${formatDate(to)}`;
};
