import type { ConstraintType, LinkType } from '#domain/engineering/schedules/network.ts';
import { isIsoDate, type IsoDate } from '#domain/calendar.ts';

/**
 * Values of the XML format of MS Project (Project XML Data Interchange Schema, mspdi_pj12.xsd). Durations are spans of
 * working time, lags tenths of a minute.
 */
export const MINUTES_A_DAY = 480;
const MINUTES_A_CALENDAR_DAY = 1_440;
const TENTHS = 10;

/** Numbers of the kinds of dependencies. */
export const LINK_NUMBERS: Readonly<Record<LinkType, string>> = { FF: '0', FS: '1', SF: '2', SS: '3' };
/** Numbers of constraints; 0 is "as soon as possible", 1 "as late as possible". */
export const CONSTRAINT_NUMBERS: Readonly<Record<ConstraintType, string>> = {
  START_ON: '2',
  FINISH_ON: '3',
  START_NOT_BEFORE: '4',
  START_NOT_AFTER: '5',
  FINISH_NOT_BEFORE: '6',
  FINISH_NOT_AFTER: '7',
};
/** Durations and lags in days, and in calendar ("elapsed") days. */
export const DAYS = '7';
export const CALENDAR_DAYS = '8';
const ELAPSED = new Set(['4', '6', '8', '10', '12', '20', '36', '38', '40', '42', '44', '52']);
/** The numbers of formats that count in calendar time. */
export const isElapsed = (format: string | null): boolean => format !== null && ELAPSED.has(format);
const PERCENT = new Set(['19', '20', '51', '52']);
/** A lag as a share of the duration of what comes before. */
export const isShare = (format: string | null): boolean => format !== null && PERCENT.has(format);

/**
 * Field in which a task keeps what it stands for: the custom text 29. Text 1 to 10 are those that people use, text 30
 * is taken by another planning program.
 */
export const MARK_FIELD = '188744015';
export const MARK_NAME = 'Text29';

/** "PT40H0M0S". */
export const spanOf = (minutes: number): string => `PT${Math.floor(minutes / 60)}H${minutes % 60}M0S`;
const SPAN = /^P(?:(\d{1,5})D)?T?(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.\d+)?S)?$/;
/** Minutes of a span; null where it is none. */
export const minutesOf = (span: string): number | null => {
  const [found, days = '0', hours = '0', minutes = '0', seconds = '0'] = SPAN.exec(span) ?? [];
  if (found === undefined) return null;
  return Number(days) * MINUTES_A_CALENDAR_DAY + Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
};

/** Minutes of work as days of the file; not whole where they are no whole days. */
export const daysOf = (minutes: number, minutesADay: number): number => minutes / minutesADay;
export const tenthsOf = (days: number, unit: 'WORKING' | 'CALENDAR'): number =>
  days * TENTHS * (unit === 'WORKING' ? MINUTES_A_DAY : MINUTES_A_CALENDAR_DAY);
export const lagDays = (tenths: number, unit: 'WORKING' | 'CALENDAR', minutesADay: number): number =>
  tenths / TENTHS / (unit === 'WORKING' ? minutesADay : MINUTES_A_CALENDAR_DAY);

/** The day of "2026-11-20T08:00:00"; null where it is none. */
export const dayOf = (text: string | null): IsoDate | null => {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0];
  return isIsoDate(day) ? day : null;
};
