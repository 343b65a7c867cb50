import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays';
import { addDays, toIsoDate, type IsoDate } from '#domain/calendar.ts';
import type { State } from '#domain/states.ts';

interface LegalHoliday {
  date: IsoDate;
  type: 'NATIONAL_HOLIDAY' | 'STATE_HOLIDAY' | 'OPTIONAL';
  description: string;
}

/** Kinds of holidays that are proposed; religious ones without a law are not. */
const TYPES = new Map<string, LegalHoliday['type']>([
  ['national', 'NATIONAL_HOLIDAY'],
  ['state', 'STATE_HOLIDAY'],
  ['optional', 'OPTIONAL'],
]);

/** National holidays of a year, those of a state (UF) where one is named, and days on which many do not work. */
export const holidaysOf = (year: number, stateCode?: State): LegalHoliday[] =>
  (stateCode === undefined ? getHolidays(year) : getHolidays({ year, stateCode })).flatMap(({ name, date, type }) => {
    const known = TYPES.get(type);
    // The library's days begin at midnight of the machine's own time zone.
    const day = toIsoDate(date.getFullYear(), date.getMonth() + 1, date.getDate());
    return known ? [{ date: day, type: known, description: name }] : [];
  });

const CARNIVAL = /^Carnaval/;

/**
 * Days of a year on which banks do not settle, with their names: the national holidays, Corpus Christi, and both days of
 * carnival, of which the law's list has the second alone.
 */
export const bankHolidaysOf = (year: number): [IsoDate, string][] =>
  holidaysOf(year).flatMap(({ date, description }): [IsoDate, string][] =>
    CARNIVAL.test(description)
      ? [
          [addDays(date, -1), 'Carnaval'],
          [date, 'Carnaval'],
        ]
      : [[date, description]],
  );
