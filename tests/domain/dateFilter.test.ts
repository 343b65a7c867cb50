import { describe, expect, test } from '@jest/globals';
import { DEFAULT_DATE_FILTER, dateFilterRange, isDateFilterKey, lastDay } from '#domain/dateFilter.ts';

const SATURDAY = '2026-11-21';

describe('The date filter', () => {
  test('is today by default, and ends tomorrow', () => {
    expect(dateFilterRange(DEFAULT_DATE_FILTER, SATURDAY)).toEqual({ start: '2026-11-21', end: '2026-11-22' });
  });

  test('has weeks that start on Sunday', () => {
    expect(dateFilterRange({ key: 'thisWeek' }, SATURDAY)).toEqual({ start: '2026-11-15', end: '2026-11-22' });
    expect(dateFilterRange({ key: 'thisWeek' }, '2026-11-22')).toEqual({ start: '2026-11-22', end: '2026-11-29' });
  });

  test('has whole months', () => {
    expect(dateFilterRange({ key: 'thisMonth' }, '2026-12-31')).toEqual({ start: '2026-12-01', end: '2027-01-01' });
  });

  test('includes a typed last day', () => {
    const range = dateFilterRange({ key: 'range', from: '2026-11-01', to: '2026-11-30' }, SATURDAY);
    expect(range).toEqual({ start: '2026-11-01', end: '2026-12-01' });
    expect(range && lastDay(range)).toBe('2026-11-30');
  });

  test('ends one day after the start when only the start is given', () => {
    expect(dateFilterRange({ key: 'range', from: '2026-11-30' }, SATURDAY)).toEqual({
      start: '2026-11-30',
      end: '2026-12-01',
    });
  });

  test('is invalid without a start, or when it ends before it starts', () => {
    expect(dateFilterRange({ key: 'range', to: '2026-11-30' }, SATURDAY)).toBeNull();
    expect(dateFilterRange({ key: 'range', from: '2026-11-30', to: '2026-11-01' }, SATURDAY)).toBeNull();
  });

  test('recognizes its keys', () => {
    expect(['today', 'thisWeek', 'thisMonth', 'range', 'toString', null].map(isDateFilterKey)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
