import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays';
import { toIsoDate } from '#domain/calendar.ts';
import type { State } from '#domain/states.ts';
import type { DayOff, ProposedDayOff } from '#schema/engineering/schedules/schedules.rest.ts';

/** Kinds of holidays that are proposed; religious ones without a law are not. */
const TYPES = new Map<string, DayOff['type']>([
  ['national', 'NATIONAL_HOLIDAY'],
  ['state', 'STATE_HOLIDAY'],
  ['optional', 'OPTIONAL'],
]);

/** National holidays of a year, those of a state (UF) where one is named, and days on which many do not work. */
export const holidaysOf = (year: number, stateCode?: State): ProposedDayOff[] =>
  (stateCode === undefined ? getHolidays(year) : getHolidays({ year, stateCode })).flatMap(({ name, date, type }) => {
    const known = TYPES.get(type);
    // The library's days begin at midnight of the machine's own time zone.
    const day = toIsoDate(date.getFullYear(), date.getMonth() + 1, date.getDate());
    return known ? [{ date: day, type: known, description: name }] : [];
  });
