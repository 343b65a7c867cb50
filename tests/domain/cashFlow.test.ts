import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  applyScenario,
  firstNegativeDay,
  isPlain,
  lowestDay,
  NO_SCENARIO,
  periodsBetween,
  projectBalances,
  type Forecast,
} from '#domain/cashFlow.ts';
import { addDays } from '#domain/dates.ts';
import { sum } from '#domain/money.ts';

const text = (group: Parameters<typeof periodsBetween>[1], start: string, end: string) =>
  periodsBetween({ start, end }, group).map((period) => `${period.start}..${period.end}`);

describe('Periods of a cash flow:', () => {
  test('weeks start on Sunday, and the first and the last are cut to the range', () => {
    expect(text('WEEK', '2026-11-20', '2026-12-01')).toEqual([
      '2026-11-20..2026-11-21',
      '2026-11-22..2026-11-28',
      '2026-11-29..2026-12-01',
    ]);
  });

  test('months cross the year', () => {
    expect(text('MONTH', '2026-12-15', '2027-02-01')).toEqual([
      '2026-12-15..2026-12-31',
      '2027-01-01..2027-01-31',
      '2027-02-01..2027-02-01',
    ]);
  });

  test('a total is one period, a day is a period, and an end before the start has none', () => {
    expect(text('WHOLE', '2026-11-20', '2026-12-01')).toEqual(['2026-11-20..2026-12-01']);
    expect(text('DAY', '2026-11-30', '2026-12-01')).toEqual(['2026-11-30..2026-11-30', '2026-12-01..2026-12-01']);
    expect(text('DAY', '2026-12-01', '2026-11-30')).toEqual([]);
  });
});

const receipt = (key: string, date: string, value: string): Forecast => ({ key, type: 'CREDIT', date, value });
const bill = (key: string, date: string, value: string): Forecast => ({ key, type: 'DEBIT', date, value });

const FORECASTS = [
  bill('aluguel', '2026-11-22', '900.00'),
  receipt('medição', '2026-11-21', '500.01'),
  bill('aço', '2026-11-24', '300.00'),
];
const DAYS = { start: '2026-11-20', end: '2026-11-26' };
const balances = (forecasts: Forecast[]) =>
  projectBalances('1000.00', forecasts, DAYS).map(({ date, balance }) => `${date.slice(8)} ${balance}`);

describe('A scenario', () => {
  test('projects the balance day by day: 1.000,00 + 500,01 − 900,00 − 300,00', () => {
    expect(balances(FORECASTS)).toEqual([
      '20 1000.00',
      '21 1500.01',
      '22 600.01',
      '23 600.01',
      '24 300.01',
      '25 300.01',
      '26 300.01',
    ]);
  });

  test('delays half of each receipt by four days, keeps the odd cent on its day, and finds the first negative day', () => {
    const scenario = { ...NO_SCENARIO, delayDays: 4, delayPercent: 50 };
    const moved = applyScenario(FORECASTS, scenario);
    expect(moved.filter(({ type }) => type === 'CREDIT').map(({ date, value }) => [date, value])).toEqual([
      ['2026-11-21', '250.01'],
      ['2026-11-25', '250.00'],
    ]);
    const days = projectBalances('900.00', moved, DAYS);
    expect(firstNegativeDay(days)).toEqual({ date: '2026-11-24', balance: '-49.99' });
    expect(lowestDay(days)).toEqual({ date: '2026-11-24', balance: '-49.99' });
  });

  test('moves the chosen bills and does not change its input', () => {
    const before = structuredClone(FORECASTS);
    const moved = applyScenario(FORECASTS, { ...NO_SCENARIO, moved: { aluguel: '2026-12-22' } });
    expect(moved.find(({ key }) => key === 'aluguel')?.date).toBe('2026-12-22');
    expect(projectBalances('1000.00', moved, DAYS).at(-1)?.balance).toBe('1200.01');
    expect(FORECASTS).toEqual(before);
  });

  test('counts amounts due before the first day on the first day', () => {
    expect(projectBalances('0.00', [bill('vencida', '2026-11-01', '1.00')], DAYS)[0]?.balance).toBe('-1.00');
  });

  test('changes nothing with no delay or with a delay of 0 %', () => {
    expect(isPlain(NO_SCENARIO)).toBe(true);
    expect(isPlain({ ...NO_SCENARIO, delayDays: 9, delayPercent: 0 })).toBe(true);
    expect(isPlain({ ...NO_SCENARIO, delayDays: 9 })).toBe(false);
    expect(isPlain({ ...NO_SCENARIO, moved: { a: '2026-01-01' } })).toBe(false);
  });

  test('never gains or loses a cent, whatever part is delayed', () => {
    const forecast = fc.record({
      key: fc.uuid(),
      type: fc.constantFrom('CREDIT' as const, 'DEBIT' as const),
      date: fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-11-20', days)),
      value: fc
        .integer({ min: 1, max: 99_999_999 })
        .map((cents) => sum([`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`])),
    });
    const total = (rows: readonly Forecast[], type: string) =>
      sum(rows.filter((row) => row.type === type).map(({ value }) => value));
    fc.assert(
      fc.property(
        fc.array(forecast, { maxLength: 20 }),
        fc.integer({ min: 0, max: 365 }),
        fc.integer({ min: 0, max: 100 }),
        (rows, delayDays, delayPercent) => {
          const after = applyScenario(rows, { delayDays, delayPercent, moved: {} });
          for (const type of ['CREDIT', 'DEBIT']) expect(total(after, type)).toBe(total(rows, type));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
