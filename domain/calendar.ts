/**
 * Calendar days as text instead of Date objects: `new Date('2026-11-20')` is midnight in London and prints as the 19th
 * in São Paulo (domain.md §1).
 */

/** Calendar day "YYYY-MM-DD", without time or zone. */
export type IsoDate = string;

/** Days from `start` to the day before `end`. */
export interface DateRange {
  start: IsoDate;
  end: IsoDate;
}

export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo';

/** The calendar's first and last day: neither `addDays(FIRST_DAY, -1)` nor `addDays(LAST_DAY, 1)` exists. */
export const FIRST_DAY: IsoDate = '0001-01-01';
export const LAST_DAY: IsoDate = '9999-12-31';

const DAYS_BEFORE_EPOCH = 719_468;
const DAYS_IN_ERA = 146_097;

interface Civil {
  year: number;
  month: number;
  day: number;
}

/** True for "YYYY-MM-DD" text that is a real day of the calendar, from year 1 to 9999. */
export function isIsoDate(text: unknown): text is IsoDate {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const { year, month, day } = split(text);
  return isRealDay(year, month, day);
}

/** True for a day that the calendar has. Months count from 1. */
export function isRealDay(year: number, month: number, day: number): boolean {
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** ISO text of a real day. @throws RangeError when the calendar has no such day. */
export function toIsoDate(year: number, month: number, day: number): IsoDate {
  if (!isRealDay(year, month, day)) throw new RangeError(`No such day: ${year}-${month}-${day}`);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Year, month (from 1) and day. @throws RangeError when the text is not a day. */
export function civil(date: IsoDate): Civil {
  if (!isIsoDate(date)) throw new RangeError(`Not a day: ${String(date).slice(0, 40)}`);
  return split(date);
}

/** The day `days` later (earlier when negative). */
export function addDays(date: IsoDate, days: number): IsoDate {
  return fromDayNumber(dayNumber(date) + days);
}

/**
 * The day `months` after the anchor, on the anchor's day of the month or the month's last: 31 Jan, 28 Feb, 31 Mar.
 * Always computed from the anchor; chaining results would lose the 31st in February (domain.md §3).
 */
export function addMonths(anchor: IsoDate, months: number): IsoDate {
  const { year, month, day } = civil(anchor);
  const index = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
  return toIsoDate(target.year, target.month, Math.min(day, daysInMonth(target.year, target.month)));
}

/** Days from a to b; negative when b is earlier. */
export function daysBetween(a: IsoDate, b: IsoDate): number {
  return dayNumber(b) - dayNumber(a);
}

/** Returns −1, 0 or 1 when a is before, on or after b. */
export function compareDates(a: IsoDate, b: IsoDate): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** `count` due dates, one a month, keeping the day of the first. */
export function monthlyDueDates(first: IsoDate, count: number): IsoDate[] {
  return Array.from({ length: count }, (_, index) => addMonths(first, index));
}

export function startOfMonth(date: IsoDate): IsoDate {
  const { year, month } = civil(date);
  return toIsoDate(year, month, 1);
}

/** Last day of the month. */
export function endOfMonth(date: IsoDate): IsoDate {
  const { year, month } = civil(date);
  return toIsoDate(year, month, daysInMonth(year, month));
}

/** Day of the week, Sunday is 0 (§9). */
export function dayOfWeek(date: IsoDate): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7;
}

/** Today minus three years to today plus three years (§9). */
export function defaultDateRange(today: IsoDate): DateRange {
  return { start: addMonths(today, -36), end: addMonths(today, 36) };
}

/** The calendar day of an instant in a time zone. */
export function todayIn(instant: Date, timeZone: string = DEFAULT_TIME_ZONE): IsoDate {
  const parts = new Map(
    zoneFormat(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );
  return toIsoDate(Number(parts.get('year')), Number(parts.get('month')), Number(parts.get('day')));
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>();

// Cached: creating a DateTimeFormat takes longer than most requests, and there are few zones.
/** The canonical name of a time zone in any spelling that is known; null for none. */
export function timeZoneOf(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  const known = zoneFormats.get(timeZone);
  if (known) return known;
  const options = { timeZone, calendar: 'gregory', year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const made = new Intl.DateTimeFormat('en-US', options);
  zoneFormats.set(timeZone, made);
  return made;
}

function split(text: string): Civil {
  return { year: Number(text.slice(0, 4)), month: Number(text.slice(5, 7)), day: Number(text.slice(8, 10)) };
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Days since 1970-01-01. Years start in March here, so that the leap day is last. */
export function dayNumber(date: IsoDate): number {
  const { year, month, day } = civil(date);
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_IN_ERA + dayOfEra - DAYS_BEFORE_EPOCH;
}

export function fromDayNumber(number: number): IsoDate {
  const days = number + DAYS_BEFORE_EPOCH;
  const era = Math.floor(days / DAYS_IN_ERA);
  const dayOfEra = days - era * DAYS_IN_ERA;
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return toIsoDate(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}
