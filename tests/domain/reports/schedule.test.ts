import { describe, expect, test } from '@jest/globals';
import {
  askedDays,
  daysOf,
  nextTime,
  periodWords,
  timingWords,
  type RelativePeriod,
  type Timing,
} from '#domain/reports/schedule.ts';
import { zonedInstant } from '#domain/reports/zonedTime.ts';

const timing = (values: Partial<Timing>): Timing => ({
  ...{ rhythm: 'DAILY', weekday: null, monthDay: null, time: '07:00' },
  ...values,
});
const SAO_PAULO = 'America/Sao_Paulo';
/** Weekends, Christmas and the last two days of 2026, of the test's own. */
const OFF = new Set(['2026-12-25', '2026-12-30', '2026-12-31']);
const isDayOff = (day: string): boolean => OFF.has(day) || [0, 6].includes(new Date(`${day}T12:00Z`).getUTCDay());

const next = (values: Partial<Timing>, after: string, zone = SAO_PAULO): string =>
  nextTime(timing(values), zone, new Date(after), isDayOff).toISOString();

describe('The next time of a schedule', () => {
  test.each<[string, Partial<Timing>, string, string]>([
    ['every Monday, from Friday', { rhythm: 'WEEKLY', weekday: 1 }, '2026-11-27T12:00:00Z', '2026-11-30T10:00:00.000Z'],
    [
      'every Monday, a minute before',
      { rhythm: 'WEEKLY', weekday: 1 },
      '2026-11-30T09:59:00Z',
      '2026-11-30T10:00:00.000Z',
    ],
    [
      'every Monday, at the very time',
      { rhythm: 'WEEKLY', weekday: 1 },
      '2026-11-30T10:00:00Z',
      '2026-12-07T10:00:00.000Z',
    ],
    ['every Sunday', { rhythm: 'WEEKLY', weekday: 7 }, '2026-11-27T12:00:00Z', '2026-11-29T10:00:00.000Z'],
    [
      'every day, late in the evening of the zone',
      { time: '23:30' },
      '2026-11-28T02:00:00Z',
      '2026-11-28T02:30:00.000Z',
    ],
    ['every working day, over a weekend', { rhythm: 'WORKDAYS' }, '2026-11-27T12:00:00Z', '2026-11-30T10:00:00.000Z'],
    ['every working day, over Christmas', { rhythm: 'WORKDAYS' }, '2026-12-24T12:00:00Z', '2026-12-28T10:00:00.000Z'],
    [
      'on the 31st, in November',
      { rhythm: 'MONTHLY', monthDay: 31 },
      '2026-11-01T12:00:00Z',
      '2026-11-30T10:00:00.000Z',
    ],
    [
      'on the 31st, in February',
      { rhythm: 'MONTHLY', monthDay: 31 },
      '2027-02-01T12:00:00Z',
      '2027-02-28T10:00:00.000Z',
    ],
    ['on the 5th, after it', { rhythm: 'MONTHLY', monthDay: 5 }, '2026-11-05T12:00:00Z', '2026-12-05T10:00:00.000Z'],
    [
      'on the last working day of December',
      { rhythm: 'LAST_WORKDAY' },
      '2026-12-01T12:00:00Z',
      '2026-12-29T10:00:00.000Z',
    ],
    [
      'on the last working day of a month that ends on Saturday',
      { rhythm: 'LAST_WORKDAY' },
      '2026-10-01T12:00:00Z',
      '2026-10-30T10:00:00.000Z',
    ],
  ])('%s', (_, values, after, wanted) => {
    expect(next(values, after)).toBe(wanted);
  });

  test('once in two days of clocks that are put forward and back: 07:00 stays 07:00', () => {
    expect(next({}, '2026-03-07T12:30:00Z', 'America/New_York')).toBe('2026-03-08T11:00:00.000Z');
    expect(next({}, '2026-03-07T11:30:00Z', 'America/New_York')).toBe('2026-03-07T12:00:00.000Z');
    expect(next({}, '2026-10-31T12:30:00Z', 'America/New_York')).toBe('2026-11-01T12:00:00.000Z');
  });

  test('of years of working days never repeats, never goes back and is always at its time', () => {
    let at = new Date('2026-01-01T00:00:00Z');
    for (let count = 0; count < 500; count += 1) {
      const later = nextTime(timing({ rhythm: 'WORKDAYS' }), 'America/New_York', at, isDayOff);
      expect(later.getTime()).toBeGreaterThan(at.getTime());
      expect(later.toLocaleTimeString('pt-BR', { timeZone: 'America/New_York', timeStyle: 'short' })).toBe('07:00');
      at = later;
    }
  });
});

describe('A time by the clocks of a zone', () => {
  test.each([
    ['2026-11-30', '07:00', SAO_PAULO, '2026-11-30T10:00:00.000Z'],
    // Clocks went from 01:59 to 03:00: half an hour after the hour that they skip.
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    // Shown twice: the first.
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-10-25', '01:30', 'Europe/Lisbon', '2026-10-25T00:30:00.000Z'],
    // Summer time of Brazil began at midnight, and ended at it.
    ['2018-11-04', '00:00', SAO_PAULO, '2018-11-04T03:00:00.000Z'],
    ['2018-02-17', '23:30', SAO_PAULO, '2018-02-18T01:30:00.000Z'],
    ['2026-11-30', '07:00', 'Asia/Kathmandu', '2026-11-30T01:15:00.000Z'],
  ])('%s %s in %s is %s', (day, time, zone, wanted) => {
    expect(zonedInstant(day, time, zone).toISOString()).toBe(wanted);
  });
});

describe('The days of a period', () => {
  test.each<[RelativePeriod, string, string, string]>([
    ['TODAY', '2026-11-27', '2026-11-27', '2026-11-27'],
    ['YESTERDAY', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['CURRENT_WEEK', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['PREVIOUS_WEEK', '2026-11-23', '2026-11-16', '2026-11-22'],
    ['PREVIOUS_WEEK', '2026-11-29', '2026-11-16', '2026-11-22'],
    ['NEXT_WEEK', '2026-12-31', '2027-01-04', '2027-01-10'],
    ['MONTH_TO_DATE', '2026-11-27', '2026-11-01', '2026-11-27'],
    ['CURRENT_MONTH', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['PREVIOUS_MONTH', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['PREVIOUS_MONTH', '2027-01-01', '2026-12-01', '2026-12-31'],
    ['NEXT_30_DAYS', '2026-11-27', '2026-11-27', '2026-12-27'],
    ['YEAR_TO_DATE', '2026-01-01', '2026-01-01', '2026-01-01'],
    ['PREVIOUS_YEAR', '2026-11-27', '2025-01-01', '2025-12-31'],
  ])('%s on %s is from %s to %s', (period, today, from, to) => {
    expect(daysOf(period, today)).toEqual({ from, to });
  });

  test('are whole months for a report of months, and are told in words and dates', () => {
    expect(askedDays('MONTHS', 'PREVIOUS_WEEK', '2026-12-02')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    const week = { from: '2026-11-16', to: '2026-11-22' };
    expect(periodWords('DAYS', 'PREVIOUS_WEEK', week)).toBe('semana anterior, 16/11/2026 a 22/11/2026');
    expect(periodWords('DAYS', 'TODAY', { from: '2026-11-16', to: '2026-11-16' })).toBe('hoje, 16/11/2026');
    expect(periodWords('UNTIL', 'YESTERDAY', week)).toBe('ontem, até 22/11/2026');
    expect(timingWords(timing({ rhythm: 'WEEKLY', weekday: 1 }))).toBe('Toda segunda, 07:00');
    expect(timingWords(timing({ rhythm: 'WEEKLY', weekday: 7 }))).toBe('Todo domingo, 07:00');
  });
});
