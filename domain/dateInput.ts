import { type IsoDate, addDays, civil, isIsoDate, isRealDay, toIsoDate } from './calendar.ts';
import { stripAccents } from './text.ts';

/**
 * Direction in which a day without year or month is completed. 'future': the next such day, today included (a due
 * date). 'past': the last one, today included (a payment, an emission). 'present': the day in this year or month (a
 * filter).
 */
export type Towards = 'future' | 'past' | 'present';

const WORDS: Record<string, number> = { hoje: 0, amanha: 1, ontem: -1 };

/** Up to eight years lie between two 29ths of February. */
const MOST_YEARS = 8;
/** A month without a 31st is followed by one with it, and February by one with a 30th. */
const MOST_MONTHS = 2;

/**
 * Parses a day as users type it: "15/3" and "1503" (without year), "15" (without month), "15/03/26", "15/03/2026",
 * "15032026", "150326", "2026-03-15", "hoje", "amanhã", "ontem", "+3", "-2" (days from today).
 * @returns null for unknown text or a day that does not exist.
 */
export function parseDate(text: unknown, today: IsoDate, towards: Towards = 'present'): IsoDate | null {
  const typed = stripAccents(text).trim();
  if (Object.hasOwn(WORDS, typed)) return addDays(today, WORDS[typed] ?? 0);
  if (/^[+-]\d{1,4}$/.test(typed)) return addDays(today, Number(typed));
  if (isIsoDate(typed)) return typed;
  const parts = fromDigits(typed) ?? fromParts(typed);
  return parts && build(parts, today, towards);
}

interface Parts {
  day: number;
  month?: number;
  /** As typed: two digits or four. */
  year?: string;
}

function fromDigits(typed: string): Parts | null {
  if (!/^(\d{1,2}|\d{4}|\d{6}|\d{8})$/.test(typed)) return null;
  if (typed.length <= 2) return { day: Number(typed) };
  const [day, month, year] = [typed.slice(0, 2), typed.slice(2, 4), typed.slice(4)];
  return { day: Number(day), month: Number(month), ...(year ? { year } : {}) };
}

function fromParts(typed: string): Parts | null {
  const match = /^(\d{1,2})([/.\- ])(\d{1,2})(?:\2(\d{2}|\d{4}))?$/.exec(typed);
  if (!match) return null;
  return { day: Number(match[1]), month: Number(match[3]), ...(match[4] ? { year: match[4] } : {}) };
}

function build({ day, month, year }: Parts, today: IsoDate, towards: Towards): IsoDate | null {
  const now = civil(today);
  if (month !== undefined && year !== undefined) return dayOf(fullYear(year, now.year), month, day);
  const candidates =
    month === undefined
      ? steps(MOST_MONTHS, towards).map((step) => inMonth(now.year, now.month + step, day))
      : steps(MOST_YEARS, towards).map((step) => dayOf(now.year + step, month, day));
  return candidates.find((date) => date !== null && fits(date, today, towards)) ?? null;
}

/** Returns the offsets to try: 0, 1, 2 … forwards or backwards; 'present' allows only 0. */
function steps(most: number, towards: Towards): number[] {
  if (towards === 'present') return [0];
  return Array.from({ length: most + 1 }, (_, step) => (towards === 'future' ? step : -step));
}

function fits(date: IsoDate, today: IsoDate, towards: Towards): boolean {
  if (towards === 'present') return true;
  return towards === 'future' ? date >= today : date <= today;
}

/** Accepts months outside 1–12: month 13 is January of the next year, 0 December of the last. */
function inMonth(year: number, month: number, day: number): IsoDate | null {
  return dayOf(year + Math.floor((month - 1) / 12), ((month + 11) % 12) + 1, day);
}

function dayOf(year: number, month: number, day: number): IsoDate | null {
  return isRealDay(year, month, day) ? toIsoDate(year, month, day) : null;
}

/** Expands two digits to the year nearest to this one: in 2026, "26" is 2026 and "98" is 1998. */
function fullYear(text: string, thisYear: number): number {
  if (text.length === 4) return Number(text);
  const inThisCentury = Math.floor(thisYear / 100) * 100 + Number(text);
  if (inThisCentury - thisYear > 50) return inThisCentury - 100;
  return thisYear - inThisCentury >= 50 ? inThisCentury + 100 : inThisCentury;
}
