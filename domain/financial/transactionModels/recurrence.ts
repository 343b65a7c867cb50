import { addDays, addMonths, civil, dayOfWeek, endOfMonth, toIsoDate, type IsoDate } from '../../calendar.ts';
import type { DaysOff } from './workingDays.ts';

export const RECURRENCES = ['MONTHLY', 'WEEKLY', 'YEARLY', 'ON_DEMAND'] as const;
export type RecurrenceKind = (typeof RECURRENCES)[number];

/** When a model repeats. Fields that a kind does not use are null. */
export interface Recurrence {
  kind: RecurrenceKind;
  /** MONTHLY, YEARLY: day of the month, 1 to 31, the last one in shorter months; or number of its working day, 1 to 23. */
  day: number | null;
  /** MONTHLY: `day` counts working days. */
  workingDay: boolean;
  /** WEEKLY: Sunday is 0. */
  weekday: number | null;
  /** YEARLY: 1 to 12. */
  month: number | null;
}

export const MAX_DAY = 31;
/** No month has more working days. */
export const MAX_WORKING_DAY = 23;

/** One time that a model repeats. */
export interface Occurrence {
  /**
   * Key of the time: the first day of the month, or the Monday of the week. A model whose day is changed does not fall twice
   * into one month.
   */
  period: IsoDate;
  day: IsoDate;
}

/** Month "2026-12" of the years 1900 to 2199. */
export const isMonthText = (text: unknown): text is string =>
  typeof text === 'string' && /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/.test(text);

export const firstDayOf = (month: string): IsoDate => `${month}-01`;
export const monthOf = (day: IsoDate): string => day.slice(0, 7);
export const nextMonth = (month: string, count = 1): string => monthOf(addMonths(firstDayOf(month), count));

const dayInMonth = (first: IsoDate, day: number): IsoDate => {
  const { year, month } = civil(first);
  return toIsoDate(year, month, Math.min(day, civil(endOfMonth(first)).day));
};

const daysOfMonth = (first: IsoDate): IsoDate[] =>
  Array.from({ length: civil(endOfMonth(first)).day }, (_, index) => addDays(first, index));

/** The working day of this number, or the last one of a month that has fewer. */
const workingDayOf = (first: IsoDate, number: number, daysOff: DaysOff): IsoDate => {
  const working = daysOfMonth(first).filter((day) => daysOff(day) === null);
  return working[number - 1] ?? working.at(-1) ?? first;
};

/** Monday of the day's week. */
export const mondayOf = (day: IsoDate): IsoDate => addDays(day, -((dayOfWeek(day) + 6) % 7));

/** The times that a recurrence has in a month, in order of their days. */
export function occurrencesIn(recurrence: Recurrence, month: string, daysOff: DaysOff): Occurrence[] {
  const first = firstDayOf(month);
  const { kind, day, workingDay, weekday } = recurrence;
  if (kind === 'WEEKLY') {
    return daysOfMonth(first)
      .filter((one) => dayOfWeek(one) === weekday)
      .map((one) => ({ period: mondayOf(one), day: one }));
  }
  const falls = kind === 'MONTHLY' || (kind === 'YEARLY' && civil(first).month === recurrence.month);
  if (!falls || day === null) return [];
  return [{ period: first, day: workingDay ? workingDayOf(first, day, daysOff) : dayInMonth(first, day) }];
}

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];
const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

/** "dia 5", "5º dia útil", "toda segunda", "10 de mar", "sob demanda". */
export function recurrenceText({ kind, day, workingDay, weekday, month }: Recurrence): string {
  if (kind === 'ON_DEMAND') return 'sob demanda';
  if (kind === 'WEEKLY') return `${weekday === 0 || weekday === 6 ? 'todo' : 'toda'} ${WEEKDAYS[weekday ?? 1]}`;
  if (kind === 'YEARLY') return `${day} de ${MONTHS[(month ?? 1) - 1]}`;
  return workingDay ? `${day}º dia útil` : `dia ${day}`;
}
