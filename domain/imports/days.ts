import { addDays, isRealDay, toIsoDate, type IsoDate } from '../calendar.ts';

type DayReading = { value: IsoDate } | { problem: string; suggestion?: string };

const HOW = 'Não é uma data, como 05/12/2026.';
const NO_SUCH_DAY = 'Esse dia não existe.';

/** Day 0 of spreadsheets, and the numbers of their days that are taken: 1954 to 2119. */
const FIRST: IsoDate = '1899-12-30';
const NUMBERED = /^([2-7]\d{4})(?:[.,]\d+)?$/;

/** A time of the day may stand behind. */
const BY_DAY = /^(\d{1,2})([/.\- ])(\d{1,2})\2(\d{2}|\d{4})(?:[ T,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/;
const BY_YEAR = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$/;
const DIGITS = /^(\d{2})(\d{2})(\d{4})$/;

const shown = (year: number, month: number, day: number): string =>
  [String(day).padStart(2, '0'), String(month).padStart(2, '0'), year].join('/');

/** The last day of a month, for 31/11; or the month before the day, for 12/31. */
const meant = (year: number, month: number, day: number): string | undefined => {
  if (isRealDay(year, day, month)) return shown(year, day, month);
  const last = [30, 29, 28].find((one) => day > one && day <= 31 && isRealDay(year, month, one));
  return last === undefined ? undefined : shown(year, month, last);
};

const dayOf = (year: number, month: number, day: number): DayReading => {
  if (isRealDay(year, month, day)) return { value: toIsoDate(year, month, day) };
  const suggestion = meant(year, month, day);
  return { problem: NO_SUCH_DAY, ...(suggestion === undefined ? {} : { suggestion }) };
};

/**
 * A whole day of a spreadsheet: "05/12/2026", "5-12-26", "05122026", "2026-12-05", with or without a time, or the number by
 * which the spreadsheet keeps it. Days without a year are refused: nobody is there to say which one was meant.
 */
export const readDay = (text: string): DayReading => {
  const byYear = BY_YEAR.exec(text);
  if (byYear) return dayOf(Number(byYear[1]), Number(byYear[2]), Number(byYear[3]));
  const byDay = BY_DAY.exec(text);
  // Open bills are of this century.
  if (byDay) return dayOf(Number(byDay[4]) + (byDay[4]?.length === 2 ? 2000 : 0), Number(byDay[3]), Number(byDay[1]));
  const digits = DIGITS.exec(text);
  if (digits) return dayOf(Number(digits[3]), Number(digits[2]), Number(digits[1]));
  const numbered = NUMBERED.exec(text);
  return numbered ? { value: addDays(FIRST, Number(numbered[1])) } : { problem: HOW };
};
