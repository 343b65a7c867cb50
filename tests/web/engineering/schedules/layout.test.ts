import { describe, expect, test } from '@jest/globals';
import { delayOf, percentDone } from '#web/engineering/schedules/model/figures.ts';
import { linkPath } from '#web/engineering/schedules/model/linkPath.ts';
import { freeRows, rowsOf, type Detail } from '#web/engineering/schedules/model/rows.ts';
import {
  dayAt,
  endOf,
  headOf,
  shadesOf,
  steppedWidth,
  timeScale,
  xOf,
  zoomOf,
} from '#web/engineering/schedules/model/timeScale.ts';
import { item, schedule } from './sample.ts';

describe('The time scale', () => {
  // 40 px of room are 6 days at 7 px: from Tuesday, 17 November, back to Monday, the 16th.
  const scale = timeScale(['2026-11-23', '2027-01-20'], 7, 0);

  test('begins on a Monday with room before the first day, and tells places and days alike', () => {
    expect(dayAt(scale, 0)).toBe('2026-11-16');
    expect([xOf(scale, '2026-11-23'), endOf(scale, '2026-11-23')]).toEqual([49, 56]);
    expect([dayAt(scale, 49), dayAt(scale, 55.9), dayAt(scale, 56)]).toEqual([
      '2026-11-23',
      '2026-11-23',
      '2026-11-24',
    ]);
  });

  test('names months above and Mondays below in the zoom of weeks', () => {
    const { top, bottom } = headOf(scale, 0, 175);
    expect(top).toEqual([
      { x: -105, label: 'nov/2026' },
      { x: 105, label: 'dez/2026' },
    ]);
    expect(bottom.map(({ label }) => label)).toEqual(['16/11', '23/11', '30/11', '07/12']);
  });

  test('leaves out the name of a month whose last days have no room for it', () => {
    // From Monday, 28 September: three days at 7 px, before October.
    const autumn = timeScale(['2026-10-05', '2027-01-20'], 7, 0);
    expect(headOf(autumn, 0, 200).top.map(({ x, label }) => [x, label])).toEqual([
      [-189, ''],
      [21, 'out/2026'],
    ]);
  });

  test('names years above and months or quarters below in the wide zooms', () => {
    const wide = timeScale(['2026-11-23', '2027-01-20'], 3.2, 0);
    expect(headOf(wide, 0, 300).bottom.map(({ label }) => label)).toEqual(['nov', 'dez', 'jan', 'fev']);
    const widest = timeScale(['2026-11-23', '2027-06-20'], 1.2, 0);
    expect(headOf(widest, 0, 300).bottom.map(({ label }) => label)).toEqual(['4º tri', '1º tri', '2º tri']);
    expect(headOf(widest, 0, 300).top.map(({ label }) => label)).toEqual(['2026', '2027']);
  });

  test('shades weekends as one run, and days off in a colour of their own', () => {
    const isWorkingDay = (day: string) => !['2026-11-20', '2026-11-21', '2026-11-22'].includes(day);
    const found = shadesOf(scale, { from: 0, to: 49 }, { isWorkingDay, daysOff: new Set(['2026-11-20']) });
    expect(found).toEqual([
      { x: 28, width: 7, kind: 'dayOff' },
      { x: 35, width: 14, kind: 'weekend' },
    ]);
  });

  test('steps between widths and ends at the last ones', () => {
    expect([steppedWidth(7, 1), steppedWidth(7, -1), steppedWidth(36, 1), steppedWidth(0.8, -1)]).toEqual([
      10, 5, 36, 0.8,
    ]);
    expect([24, 7, 3.2, 1.2].map(zoomOf)).toEqual(['DAY', 'WEEK', 'MONTH', 'QUARTER']);
  });
});

describe('The path of a dependency', () => {
  const first = { x: 0, width: 100, y: 10 };
  test.each([
    ['FS', { x: 150, width: 50, y: 40 }, 'M100 10H107V40H145'],
    // Too near for one turn: the line goes back between the rows.
    ['FS', { x: 100, width: 50, y: 40 }, 'M100 10H107V25H88V40H95'],
    ['SS', { x: 50, width: 50, y: 40 }, 'M0 10H-7V40H45'],
    ['FF', { x: 50, width: 90, y: 40 }, 'M100 10H152V40H145'],
    ['SF', { x: -90, width: 40, y: 40 }, 'M0 10H-7V40H-45'],
    // Upwards, it passes below the row that it leads to.
    ['FS', { x: 20, width: 50, y: -20 }, 'M100 10H107V-5H8V-20H15'],
  ] as const)('%s to %j', (type, to, line) => {
    expect(linkPath(type, first, to, 15).line).toBe(line);
  });
});

describe('Progress and delay', () => {
  test('weighs progress by durations, and is complete only when all items are', () => {
    const work = (duration: number, percentComplete: string) => ({ duration, percentComplete });
    // (10 × 100 + 30 × 20) / 40 = 40; a milestone has no weight.
    expect(percentDone([work(10, '100.00'), work(30, '20.00'), work(0, '0.00')])).toBe(40);
    expect(percentDone([work(1, '99.00'), work(500, '100.00')])).toBe(99);
    expect(percentDone([work(1, '100.00')])).toBe(100);
    expect(percentDone([])).toBeNull();
  });
  test('is late by the most negative float', () => {
    expect(delayOf([{ totalFloat: 3 }, { totalFloat: -4 }, { totalFloat: -1 }])).toBe(4);
    expect(delayOf([{ totalFloat: 3 }])).toBe(0);
  });
});

describe('The rows', () => {
  const detail = (id: string, level: number, type: Detail['type'] = 'TASK'): Detail => ({
    ...{ id: `r${id}`, code: id, level, type, description: `Serviço ${id}` },
  });
  const details = [
    detail('1', 0, 'GROUP'),
    detail('1.1', 1),
    detail('1.2', 1),
    detail('2', 0, 'GROUP'),
    detail('2.1', 1),
    detail('3', 0, 'GROUP'),
    detail('3.1', 1),
  ];
  const plan = schedule([
    item('1.1', { startDate: '2026-11-23', endDate: '2026-11-27', percentComplete: '50.00' }),
    item('1.M', {
      ...item('1'),
      id: '1.M',
      milestone: 'Entrega',
      duration: 0,
      startDate: '2026-12-04',
      endDate: '2026-12-04',
    }),
    item('2'),
  ]);
  const told = (folded: string[], withFree: boolean) =>
    rowsOf(details, plan, { folded: new Set(folded), withFree, keys: new Map() }).map(
      ({ kind, code, name }) => `${kind} ${code} ${name}`,
    );

  test('follow the tree, with milestones after the rows of their stage, and nothing below a whole stage', () => {
    expect(told([], true)).toEqual([
      'stage 1 Serviço 1',
      'item 1.1 Serviço 1.1',
      'free 1.2 Serviço 1.2',
      'item 1.M1 Entrega',
      'item 2 Serviço 2',
      'stage 3 Serviço 3',
      'free 3.1 Serviço 3.1',
    ]);
  });
  test('of a folded stage are hidden, and rows without dates are left out on demand', () => {
    expect(told(['r1'], false)).toEqual(['stage 1 Serviço 1', 'item 2 Serviço 2']);
  });
  test('sum a stage up from its first to its last day', () => {
    const [stage] = rowsOf(details, plan, { folded: new Set(), withFree: true, keys: new Map() });
    // Monday, 23 November, to Friday, 4 December: ten working days.
    expect(stage).toMatchObject({ dates: { startDate: '2026-11-23', endDate: '2026-12-04', days: 10, percent: 50 } });
  });
  test('that can be planned are neither stages, nor planned, nor below a stage that is planned as a whole', () => {
    expect(freeRows(details, plan).map(({ code }) => code)).toEqual(['1.2', '3.1']);
  });
});
