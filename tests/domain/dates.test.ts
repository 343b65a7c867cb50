import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  compareDates,
  dayOfWeek,
  daysBetween,
  defaultDateRange,
  endOfMonth,
  formatDate,
  formatLongDate,
  isIsoDate,
  monthlyDueDates,
  parseDate,
  startOfMonth,
  todayIn,
} from '#domain/dates.ts';
import { days, hold } from './properties.ts';

const TODAY = '2026-11-21';

describe('Calendar days:', () => {
  test.each(['2026-11-20', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
    expect(isIsoDate(text)).toBe(true);
  });

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '20/11/2026',
    '',
    null,
    5,
  ])('%p is not a day', (text) => {
    expect(isIsoDate(text)).toBe(false);
  });

  test('monthly steps keep the anchor day: 31 Jan, 28 Feb, 31 Mar', () => {
    expect(monthlyDueDates('2026-01-31', 5)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ]);
    expect(addMonths('2024-01-30', 1)).toBe('2024-02-29');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
  });

  test('the first and last day of a month, for three years around today', () => {
    expect([startOfMonth('2024-02-10'), endOfMonth('2024-02-10')]).toEqual(['2024-02-01', '2024-02-29']);
    expect(defaultDateRange(TODAY)).toEqual({ start: '2023-11-21', end: '2029-11-21' });
    expect(defaultDateRange('2024-02-29')).toEqual({ start: '2021-02-28', end: '2027-02-28' });
  });

  test('calculations with invalid days are rejected', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError);
    expect(() => addMonths('amanhã', 1)).toThrow(RangeError);
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
  });

  test('the calculations agree with the platform’s calendar in UTC', () => {
    const oracle = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
    hold(
      'days and weekdays',
      5_000,
      fc.property(days, fc.integer({ min: -40_000, max: 40_000 }), (date, offset) => {
        const moved = addDays(date, offset);
        expect(oracle(moved)).toBe(oracle(date) + offset);
        expect(daysBetween(date, moved)).toBe(offset);
        expect(dayOfWeek(date)).toBe(new Date(`${date}T00:00:00Z`).getUTCDay());
        expect(compareDates(date, moved)).toBe(-Math.sign(offset) + 0);
      }),
    );
  });

  test('a monthly step ends in the next month, on the anchor day or the last day', () => {
    hold(
      'monthly steps',
      3_000,
      fc.property(days, fc.integer({ min: -400, max: 400 }), (anchor, months) => {
        const date = addMonths(anchor, months);
        const index = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
        expect(index(date) - index(anchor)).toBe(months);
        const onAnchorDay = date.slice(8) === anchor.slice(8);
        expect(onAnchorDay || (date === endOfMonth(date) && date.slice(8) < anchor.slice(8))).toBe(true);
      }),
    );
  });
});

describe('Today', () => {
  test('is the day in São Paulo, not in London', () => {
    expect(todayIn(new Date('2026-11-21T02:59:59Z'))).toBe('2026-11-20');
    expect(todayIn(new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-21');
  });

  test('follows the given time zone, and Brazil’s former summer time', () => {
    expect(todayIn(new Date('2026-11-21T03:30:00Z'), 'America/Manaus')).toBe('2026-11-20');
    expect(todayIn(new Date('2018-12-01T02:30:00Z'))).toBe('2018-12-01');
  });
});

describe('Formatting and parsing days', () => {
  test('formats days as people write them', () => {
    expect(formatDate('2026-11-20')).toBe('20/11/2026');
    expect(formatDate(null)).toBe('');
    expect(formatDate('2026-02-30')).toBe('');
    expect(formatLongDate('2026-11-21')).toBe('Sábado, 21 de novembro de 2026');
    expect(formatLongDate('2026-03-01')).toBe('Domingo, 1 de março de 2026');
    expect(formatLongDate(undefined)).toBe('');
  });

  test.each([
    ['15/3', '2026-03-15'],
    ['5-3', '2026-03-05'],
    ['15.03', '2026-03-15'],
    ['15 3', '2026-03-15'],
    ['15/03/26', '2026-03-15'],
    ['15/03/98', '1998-03-15'],
    ['15/03/75', '2075-03-15'],
    ['15/03/2026', '2026-03-15'],
    ['1/1/2027', '2027-01-01'],
    ['15032026', '2026-03-15'],
    ['150326', '2026-03-15'],
    ['1503', '2026-03-15'],
    ['15', '2026-11-15'],
    ['5', '2026-11-05'],
    ['2026-03-15', '2026-03-15'],
    ['hoje', '2026-11-21'],
    [' Hoje ', '2026-11-21'],
    ['amanhã', '2026-11-22'],
    ['AMANHA', '2026-11-22'],
    ['ontem', '2026-11-20'],
    ['+3', '2026-11-24'],
    ['-2', '2026-11-19'],
    ['+30', '2026-12-21'],
  ])('reads "%s" as %s', (typed, expected) => {
    expect(parseDate(typed, TODAY)).toBe(expected);
  });

  test.each([
    '',
    '31',
    '0',
    '31/2',
    '29/2',
    '15/13',
    '15/3/',
    '15/3-26',
    '150',
    '15/03/026',
    'abc',
    'constructor',
    '1/1/0000',
    '+99999',
  ])('does not guess the meaning of "%s"', (typed) => {
    expect(parseDate(typed, TODAY)).toBeNull();
  });

  // Expected dates were read from a calendar. TODAY is 21/11/2026; 2024 and 2028 are leap years.
  test.each([
    ['15/3', '2027-03-15', '2026-03-15', '2026-03-15'],
    ['1503', '2027-03-15', '2026-03-15', '2026-03-15'],
    ['15/12', '2026-12-15', '2025-12-15', '2026-12-15'],
    ['21/11', '2026-11-21', '2026-11-21', '2026-11-21'],
    ['20/11', '2027-11-20', '2026-11-20', '2026-11-20'],
    ['22/11', '2026-11-22', '2025-11-22', '2026-11-22'],
    ['15', '2026-12-15', '2026-11-15', '2026-11-15'],
    ['21', '2026-11-21', '2026-11-21', '2026-11-21'],
    ['25', '2026-11-25', '2026-10-25', '2026-11-25'],
    ['31', '2026-12-31', '2026-10-31', null],
    ['29/2', '2028-02-29', '2024-02-29', null],
    ['15/3/26', '2026-03-15', '2026-03-15', '2026-03-15'],
    ['15/03/2027', '2027-03-15', '2027-03-15', '2027-03-15'],
    ['ontem', '2026-11-20', '2026-11-20', '2026-11-20'],
    ['+3', '2026-11-24', '2026-11-24', '2026-11-24'],
    ['31/2', null, null, null],
    ['31/4', null, null, null],
    ['15/13', null, null, null],
    ['0', null, null, null],
    ['32', null, null, null],
  ])('reads "%s" as %s in a field for the future, %s for the past, %s for neither', (typed, ...days) => {
    expect((['future', 'past', 'present'] as const).map((towards) => parseDate(typed, TODAY, towards))).toEqual(days);
  });

  test.each([
    ['30', '2026-01-31', '2026-03-30', '2026-01-30'],
    ['31', '2026-01-30', '2026-01-31', '2025-12-31'],
    ['29', '2026-02-10', '2026-03-29', '2026-01-29'],
    ['31', '2026-03-01', '2026-03-31', '2026-01-31'],
    ['5', '2026-12-20', '2027-01-05', '2026-12-05'],
    ['29/2', '2096-03-01', '2104-02-29', '2096-02-29'],
  ])('handles "%s" on %s across the ends of months and years', (typed, today, next, last) => {
    expect([parseDate(typed, today, 'future'), parseDate(typed, today, 'past')]).toEqual([next, last]);
  });

  test('finds the next and the last such day as walking the calendar does, on any day', () => {
    const walk = (from: string, step: 1 | -1, ends: string): string => {
      let date = from;
      while (!date.endsWith(ends))
        date = new Date(Date.parse(`${date}T00:00:00Z`) + step * 86_400_000).toISOString().slice(0, 10);
      return date;
    };
    hold(
      'days without year, days without month',
      500,
      fc.property(days, days, (today, other) => {
        const [, month = '', day = ''] = other.split('-');
        for (const [typed, ends] of [
          [`${day}/${month}`, `-${month}-${day}`],
          [day, `-${day}`],
        ] as const) {
          expect(parseDate(typed, today, 'future')).toBe(walk(today, 1, ends));
          expect(parseDate(typed, today, 'past')).toBe(walk(today, -1, ends));
        }
      }),
    );
  });

  test('reads its own formats', () => {
    hold(
      'format and parse agree',
      2_000,
      fc.property(days, (date) => expect(parseDate(formatDate(date), TODAY)).toBe(date)),
    );
  });
});
