import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { planNetwork, type Activity, type Link } from '#domain/engineering/schedules/network.ts';
import { monthsOf, plannedInMonths, plannedUntil } from '#domain/engineering/schedules/spread.ts';
import { workCalendar } from '#domain/engineering/schedules/workCalendar.ts';
import { hold } from '#tests/domain/properties.ts';
import { slowness } from '#tests/support/pace.ts';
import { listWorkingDays } from './planner.ts';

// Holidays of São Paulo in the last quarter of 2026, on weekdays.
const HOLIDAYS = ['2026-10-12', '2026-11-02', '2026-11-20', '2026-12-25'];
const weekdays = workCalendar({ workOnSaturdays: false, workOnSundays: false, daysOff: HOLIDAYS });

describe('A calendar of working days', () => {
  test('numbers and counts the days that a calendar on paper shows', () => {
    // Thursday 19, holiday on Friday 20, Monday 23.
    expect(weekdays.isWorkingDay('2026-11-20')).toBe(false);
    expect(weekdays.numberOf('2026-11-23') - weekdays.numberOf('2026-11-19')).toBe(1);
    expect(weekdays.dayAt(weekdays.numberOf('2026-11-21'))).toBe('2026-11-23');
    expect(weekdays.countDays('2026-10-05', '2026-11-09')).toBe(24);
    expect(weekdays.countDays('2026-11-20', '2026-11-22')).toBe(0);
    expect(weekdays.countDays('2026-11-23', '2026-11-20')).toBe(0);
  });

  test('agrees with a list of days made one by one, a whole life long', () => {
    const days = fc
      .integer({ min: 0, max: 2_000 })
      .map((by) => new Date(Date.UTC(1969, 0, 1 + by)).toISOString().slice(0, 10));
    const rules = fc.record({
      workOnSaturdays: fc.boolean(),
      workOnSundays: fc.boolean(),
      daysOff: fc.array(days, { maxLength: 300 }),
    });
    hold(
      'calendar against a list',
      150,
      fc.property(rules, fc.nat(900), fc.nat(300), (found, at, by) => {
        const listed = listWorkingDays(found, '1969-01-01', 2_400);
        const calendar = workCalendar(found);
        const [first = '', second = ''] = [listed[at], listed[at + by]];
        expect(calendar.numberOf(second) - calendar.numberOf(first)).toBe(by);
        expect(calendar.dayAt(calendar.numberOf(first) + by)).toBe(second);
        expect(calendar.countDays(first, second)).toBe(by + 1);
        for (const day of found.daysOff) expect(calendar.isWorkingDay(day)).toBe(false);
      }),
    );
  });
});

const link = (from: string, to: string, more: Partial<Link> = {}): Link => ({
  from,
  to,
  type: 'FS',
  lag: 0,
  lagUnit: 'WORKING',
  ...more,
});
const planOf = (activities: Activity[], links: Link[]) =>
  planNetwork(activities, links, { calendar: weekdays, start: '2026-10-05' }).activities;

describe('A schedule worked out by hand', () => {
  test('runs over the holidays as on paper', () => {
    // Piles 12 days from Monday 5 October (12/10 off) end on Wednesday 21; beams 11 days (02/11 off) on Friday 6 November.
    const plan = planOf(
      [
        { id: 'estacas', duration: 12 },
        { id: 'blocos', duration: 11 },
        { id: 'pilares', duration: 7 },
        { id: 'limpeza', duration: 2 },
      ],
      [link('estacas', 'blocos'), link('blocos', 'pilares'), link('estacas', 'limpeza')],
    );
    const dates = (id: string) => [plan.get(id)?.start, plan.get(id)?.finish, plan.get(id)?.totalFloat];
    expect(dates('estacas')).toEqual(['2026-10-05', '2026-10-21', 0]);
    expect(dates('blocos')).toEqual(['2026-10-22', '2026-11-06', 0]);
    expect(dates('pilares')).toEqual(['2026-11-09', '2026-11-17', 0]);
    expect(dates('limpeza')).toEqual(['2026-10-22', '2026-10-23', 16]);
  });

  test('waits seven calendar days for concrete to cure, and seven working days where it says so', () => {
    // The slab ends on Wednesday 7 October: 7 calendar days last until Wednesday 14; 7 working days until Monday 19.
    const slab = [
      { id: 'laje', duration: 3 },
      { id: 'desforma', duration: 1 },
    ];
    const cured = (lagUnit: Link['lagUnit']) =>
      planOf(slab, [link('laje', 'desforma', { lag: 7, lagUnit })]).get('desforma')?.start;
    expect(cured('CALENDAR')).toBe('2026-10-15');
    expect(cured('WORKING')).toBe('2026-10-20');
  });

  test('keeps links when a date that is too early is demanded, and tells by a negative float', () => {
    const plan = planOf(
      [
        { id: 'a', duration: 5 },
        { id: 'b', duration: 5, constraints: [{ type: 'FINISH_NOT_AFTER', date: '2026-10-14' }] },
      ],
      [link('a', 'b')],
    );
    // 5 to 9 October, then 13 to 19 (12/10 off): three working days late.
    expect(plan.get('b')).toMatchObject({ start: '2026-10-13', finish: '2026-10-19', totalFloat: -3, critical: true });
    expect(plan.get('a')).toMatchObject({ totalFloat: -3, critical: true });
  });

  test('does not move what has begun', () => {
    const plan = planOf(
      [
        { id: 'a', duration: 10 },
        { id: 'b', duration: 2, startedOn: '2026-10-07' },
      ],
      [link('a', 'b')],
    );
    expect(plan.get('b')).toMatchObject({ start: '2026-10-07', finish: '2026-10-08' });
  });

  test('has no end without activities', () => {
    expect(planNetwork([], [], { calendar: weekdays, start: '2026-10-05' })).toEqual({
      activities: new Map(),
      finish: null,
    });
  });

  test('plans 2,000 activities in a chain of links within a tenth of a second', () => {
    const activities = Array.from({ length: 2_000 }, (_, index) => ({ id: String(index), duration: index % 9 }));
    const links = activities
      .slice(5)
      .flatMap(({ id }, index) => [link(String(index), id), link(String(index + 4), id, { type: 'SS', lag: 2 })]);
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now();
      expect(planOf(activities, links).size).toBe(2_000);
      return performance.now() - started;
    });
    // The best of five, since other suites run beside this one.
    expect(Math.min(...times)).toBeLessThan(100 * slowness());
  });
});

describe('A value spread over its working days', () => {
  test('is planned by day and month as by hand', () => {
    const work = { start: '2026-10-22', finish: '2026-11-04', cents: 10_000n };
    // 22, 23, 26 to 30 October; 3 and 4 November: nine days.
    expect(plannedUntil(work, '2026-10-21', weekdays)).toBe(0n);
    expect(plannedUntil(work, '2026-10-22', weekdays)).toBe(1_111n);
    expect(plannedUntil(work, '2026-10-25', weekdays)).toBe(2_222n);
    expect(plannedUntil(work, '2026-11-03', weekdays)).toBe(8_889n);
    expect(plannedUntil(work, '2026-11-04', weekdays)).toBe(10_000n);
    const works = [work, { start: '2026-12-25', finish: '2026-12-25', cents: 5n }];
    expect(monthsOf(works)).toEqual(['2026-10-01', '2026-11-01', '2026-12-01']);
    expect(plannedInMonths(works, monthsOf(works), weekdays)).toEqual([7_778n, 2_222n, 5n]);
    expect(monthsOf([])).toEqual([]);
  });

  test('sums to the whole over its months, to the cent', () => {
    const day = fc
      .integer({ min: 0, max: 900 })
      .map((by) => new Date(Date.UTC(2026, 0, 1 + by)).toISOString().slice(0, 10));
    const work = fc
      .record({ days: fc.tuple(day, day), cents: fc.bigInt({ min: 0n, max: 10n ** 15n }) })
      .map(({ days: [a, b], cents }) => ({ start: a < b ? a : b, finish: a < b ? b : a, cents }));
    hold(
      'months of values',
      500,
      fc.property(fc.array(work, { minLength: 1, maxLength: 6 }), (works) => {
        const values = plannedInMonths(works, monthsOf(works), weekdays);
        expect(values.reduce((total, cents) => total + cents, 0n)).toBe(
          works.reduce((total, { cents }) => total + cents, 0n),
        );
        for (const cents of values) expect(cents >= 0n).toBe(true);
      }),
    );
  });
});
