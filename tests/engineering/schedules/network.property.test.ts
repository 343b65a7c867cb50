import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findCircle, planNetwork, type Activity, type Link } from '#domain/engineering/schedules/network.ts';
import { workCalendar, type WorkRules } from '#domain/engineering/schedules/workCalendar.ts';
import { hold } from '#tests/domain/properties.ts';
import { listWorkingDays, planByTrying } from './planner.ts';

const START = '2026-11-23';
const dayAfterStart = (days: number) => new Date(Date.UTC(2026, 10, 23 + days)).toISOString().slice(0, 10);

const rules: fc.Arbitrary<WorkRules> = fc.record({
  workOnSaturdays: fc.boolean(),
  workOnSundays: fc.boolean(),
  daysOff: fc.uniqueArray(fc.integer({ min: -5, max: 60 }).map(dayAfterStart), { maxLength: 20 }),
});

const constraint = fc.record({
  type: fc.constantFrom('START_NOT_BEFORE', 'START_ON', 'FINISH_NOT_BEFORE', 'FINISH_ON'),
  date: fc.integer({ min: -5, max: 40 }).map(dayAfterStart),
});

/** Up to eight activities; links lead from earlier to later ones, and the list is shuffled afterwards. */
const networks = fc
  .array(
    fc.record({
      duration: fc.integer({ min: 0, max: 7 }),
      constraints: fc.array(constraint, { maxLength: 2 }),
    }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .chain((made) => {
    const activities: Activity[] = made.map((one, index) => ({ id: `a${index}`, ...one }));
    const last = activities.length - 1;
    const link = fc
      .record({
        pair: fc.tuple(fc.nat(last), fc.nat(last)).filter(([a, b]) => a !== b),
        type: fc.constantFrom<Link['type']>('FS', 'SS', 'FF', 'SF'),
        lag: fc.integer({ min: -3, max: 6 }),
        lagUnit: fc.constantFrom<Link['lagUnit']>('WORKING', 'CALENDAR'),
      })
      .map(({ pair: [a, b], ...rest }): Link => ({ from: `a${Math.min(a, b)}`, to: `a${Math.max(a, b)}`, ...rest }));
    return fc.record({
      activities: fc.shuffledSubarray(activities, { minLength: activities.length }),
      links: last === 0 ? fc.constant<Link[]>([]) : fc.array(link, { maxLength: 12 }),
    });
  });

describe('A plan', () => {
  test('is the one that a planner finds who moves one activity by one day until nothing is broken', () => {
    hold(
      'plans against trying',
      1_500,
      fc.property(rules, networks, (found, { activities, links }) => {
        const days = listWorkingDays(found, dayAfterStart(0), 500);
        const expected = planByTrying(activities, links, days, () => 0);
        const plan = planNetwork(activities, links, { calendar: workCalendar(found), start: START });
        for (const { id, duration } of activities) {
          const place = expected.get(id) ?? -1;
          const { start, finish } = plan.activities.get(id) ?? {};
          expect([id, start, finish]).toEqual([id, days[place], days[place + Math.max(duration, 1) - 1]]);
        }
      }),
    );
  });

  test('lets an activity be late by its floats and by no day more', () => {
    hold(
      'floats against trying',
      700,
      fc.property(rules, networks, fc.nat(7), (found, { activities, links }, chosen) => {
        const free = activities.map(({ id, duration }) => ({ id, duration }));
        const one = free[chosen % free.length];
        if (!one) return;
        const days = listWorkingDays(found, dayAfterStart(0), 500);
        const plan = planNetwork(free, links, { calendar: workCalendar(found), start: START });
        const before = planByTrying(free, links, days, () => 0);
        const place = before.get(one.id) ?? 0;
        const endOf = (places: Map<string, number>) =>
          Math.max(...free.map(({ id, duration }) => (places.get(id) ?? 0) + duration));
        const delayed = (by: number) => planByTrying(free, links, days, (id) => (id === one.id ? place + by : 0));
        const { totalFloat = -1, freeFloat = -1, critical } = plan.activities.get(one.id) ?? {};
        const end = endOf(before);

        expect(critical).toBe(totalFloat === 0);
        expect(endOf(delayed(totalFloat))).toBe(end);
        expect(endOf(delayed(totalFloat + 1))).toBeGreaterThan(end);
        const others = (places: Map<string, number>) =>
          free.filter(({ id }) => id !== one.id).map(({ id }) => places.get(id));
        expect(others(delayed(freeFloat))).toEqual(others(before));
        // Being free, it is late by no more than the end allows.
        expect(freeFloat).toBeLessThanOrEqual(totalFloat);
        const moves = others(delayed(freeFloat + 1)).some((at, index) => at !== others(before)[index]);
        expect(moves || endOf(delayed(freeFloat + 1)) > end).toBe(true);
      }),
    );
  });

  test('starts and ends on working days, whatever is off', () => {
    hold(
      'working days only',
      1_000,
      fc.property(rules, networks, (found, { activities, links }) => {
        const worked = new Set(listWorkingDays(found, dayAfterStart(-60), 600));
        const plan = planNetwork(activities, links, { calendar: workCalendar(found), start: START });
        for (const { start, finish, latestStart, latestFinish } of plan.activities.values()) {
          for (const day of [start, finish, latestStart, latestFinish]) expect(worked).toContain(day);
        }
      }),
    );
  });
});

describe('A circle of links', () => {
  const link = (from: string, to: string): Link => ({ from, to, type: 'FS', lag: 0, lagUnit: 'WORKING' });

  test('is named from its first activity back to it, in the direction of the links', () => {
    const ids = ['z', 'a', 'b', 'c', 'd'];
    const circle = findCircle(ids, [link('z', 'a'), link('a', 'b'), link('b', 'c'), link('c', 'a'), link('c', 'd')]);
    expect(circle).toHaveLength(4);
    expect(circle?.at(0)).toBe(circle?.at(-1));
    expect(circle?.join('')).toMatch(/^(abca|bcab|cabc)$/);
  });

  test('is found exactly when trying to walk for ever succeeds', () => {
    const pairs = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 12 });
    hold(
      'circles',
      2_000,
      fc.property(pairs, (found) => {
        const links = found.map(([a, b]) => link(String(a), String(b)));
        const reach = (at: string, steps: number): boolean =>
          steps === 0 || links.some(({ from, to }) => from === at && reach(to, steps - 1));
        const ids = Array.from({ length: 7 }, (_, index) => String(index));
        const circle = findCircle(ids, links);
        expect(circle !== null).toBe(ids.some((id) => reach(id, 7)));
        for (const [index, id] of (circle ?? []).slice(1).entries()) {
          expect(links).toContainEqual(link(circle?.[index] ?? '', id));
        }
      }),
    );
  });
});
