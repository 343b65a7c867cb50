import { type IsoDate, addDays, civil, isIsoDate, isRealDay, toIsoDate } from './calendar.ts';
import { stripAccents } from './text.ts';

const WORDS: Record<string, number> = { hoje: 0, amanha: 1, ontem: -1 };

/**
 * Reads a day as people type it: "15/3" and "1503" (this year), "15" (this month), "15/03/26", "15/03/2026",
 * "15032026", "150326", "2026-03-15", "hoje", "amanhã", "ontem", "+3", "-2" (days from today).
 * @returns null when it is not understood or the calendar has no such day.
 */
export function parseDate(text: unknown, today: IsoDate): IsoDate | null {
  const typed = stripAccents(text).trim();
  if (Object.hasOwn(WORDS, typed)) return addDays(today, WORDS[typed] ?? 0);
  if (/^[+-]\d{1,4}$/.test(typed)) return addDays(today, Number(typed));
  if (isIsoDate(typed)) return typed;
  return fromDigits(typed, today) ?? fromParts(typed, today);
}

function fromDigits(typed: string, today: IsoDate): IsoDate | null {
  const match = /^(\d{1,2}|\d{4}|\d{6}|\d{8})$/.test(typed);
  if (!match) return null;
  if (typed.length <= 2) return build(typed, undefined, undefined, today);
  return build(typed.slice(0, 2), typed.slice(2, 4), typed.slice(4) || undefined, today);
}

function fromParts(typed: string, today: IsoDate): IsoDate | null {
  const match = /^(\d{1,2})([/.\- ])(\d{1,2})(?:\2(\d{2}|\d{4}))?$/.exec(typed);
  return match ? build(match[1], match[3], match[4], today) : null;
}

function build(day: string | undefined, month: string | undefined, year: string | undefined, today: IsoDate) {
  const now = civil(today);
  const parts = {
    day: Number(day),
    month: month === undefined ? now.month : Number(month),
    year: year === undefined ? now.year : fullYear(year, now.year),
  };
  return isRealDay(parts.year, parts.month, parts.day) ? toIsoDate(parts.year, parts.month, parts.day) : null;
}

/** Two digits mean the year nearest to this one: in 2026, "26" is 2026 and "98" is 1998. */
function fullYear(text: string, thisYear: number): number {
  if (text.length === 4) return Number(text);
  const inThisCentury = Math.floor(thisYear / 100) * 100 + Number(text);
  if (inThisCentury - thisYear > 50) return inThisCentury - 100;
  return thisYear - inThisCentury >= 50 ? inThisCentury + 100 : inThisCentury;
}
