import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '#domain/dates.ts';
import { projectChanges } from '#services/engineering/schedules/project/changes.ts';
import { readProject } from '#services/engineering/schedules/project/read.ts';
import { projectXml } from '#services/engineering/schedules/project/write.ts';
import { planState } from '#services/engineering/schedules/plan.ts';
import type { EstimateRow, ItemState, LinkState, ScheduleState } from '#services/engineering/schedules/state.ts';

const TODAY = '2026-11-20';
const NAMES = ['Estacas', 'Alvenaria & "vergas"', 'Reboco <interno>', 'Contrapiso 5 cm', 'Pintura látex'];

const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-03-02', days));
const constraint = fc.record({
  type: fc.constantFrom(
    ...(['START_ON', 'START_NOT_AFTER', 'FINISH_ON', 'FINISH_NOT_BEFORE', 'FINISH_NOT_AFTER'] as const),
  ),
  date: day,
});
const item = fc.record({
  duration: fc.integer({ min: 1, max: 40 }),
  notBefore: fc.option(day),
  constraint: fc.option(constraint),
  percentComplete: fc.constantFrom('0.00', '0.40', '33.33', '99.60', '100.00'),
  startedOn: fc.option(day),
  milestone: fc.boolean(),
  planned: fc.boolean(),
});
const link = fc.record({
  to: fc.nat(),
  from: fc.nat(),
  type: fc.constantFrom('FS' as const, 'SS' as const, 'FF' as const, 'SF' as const),
  lag: fc.integer({ min: -20, max: 60 }),
  lagUnit: fc.constantFrom('WORKING' as const, 'CALENDAR' as const),
});

/** Stages of three rows each; half of the rows have no dates, and each stage may have a milestone. */
const rowsFor = (count: number): EstimateRow[] =>
  Array.from({ length: count }, (_, place): EstimateRow => {
    const stage = Math.floor(place / 4);
    const isStage = place % 4 === 0;
    return {
      ...{ id: 100 + place, parentId: isStage ? null : 100 + stage * 4, isStage, level: isStage ? 0 : 1, place },
      code: isStage ? String(stage + 1) : `${stage + 1}.${place % 4}`,
      description: isStage ? `Etapa ${stage + 1}` : (NAMES[place % NAMES.length] ?? ''),
      end: isStage ? Math.min(count, place + 4) - 1 : place,
    };
  });

const schedule = fc
  .record({
    items: fc.array(item, { minLength: 1, maxLength: 14 }),
    links: fc.array(link, { maxLength: 16 }),
    daysOff: fc.uniqueArray(day, { maxLength: 12 }),
    workOnSaturdays: fc.boolean(),
    workOnSundays: fc.boolean(),
  })
  .map(({ items, links, daysOff, ...week }): ScheduleState => {
    const rows = rowsFor(items.length);
    const made = rows.flatMap((row, index): ItemState[] => {
      const { milestone, planned, ...fields } = items[index] ?? { planned: false, milestone: false };
      if (!planned || !('duration' in fields) || (row.isStage && !milestone)) return [];
      const own = { ...fields, ...(row.isStage && { duration: 0 }) };
      const begun = own.percentComplete === '0.00' ? own.startedOn : (own.startedOn ?? '2026-04-01');
      return [
        {
          ...{ ...own, id: 500 + index, rowId: row.id, milestone: row.isStage ? `Fim ${row.code}` : null },
          ...{ startedOn: begun, planned: { startDate: '2026-01-01', endDate: '2026-01-01' } },
        },
      ];
    });
    const pairs = new Map<string, LinkState>();
    for (const [index, { from, to, ...rest }] of links.entries()) {
      const [a, b] = [from, to].map((at) => made[at % Math.max(1, made.length)]?.id ?? 0);
      // From the earlier to the later one, so that no links close a circle.
      if (a && b && a < b) pairs.set(`${a} ${b}`, { id: 900 + index, from: a, to: b, ...rest });
    }
    return {
      ...{ costEstimateId: 7, version: 3, startsOn: '2026-03-02', ...week },
      daysOff: daysOff.sort().map((date, id) => ({ id, date, type: 'RAIN' as const, description: 'Chuva & lama' })),
      ...{ items: made, links: [...pairs.values()], rows: new Map(rows.map((row) => [row.id, row])) },
    };
  });

test('A schedule that is written as a file of MS Project and read again has changed in nothing', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (state) => {
      const xml = projectXml({
        ...{ title: 'ORC-1', company: 'Ipê & Filhos', baselines: [] },
        ...{ state, plan: planState(state, TODAY) },
      });
      const { changes, calendar, tasks, problems, notes, missing } = projectChanges(
        state,
        await readProject(xml),
        TODAY,
      );
      expect({ changes, calendar, tasks, problems, notes, missing }).toEqual({
        ...{ changes: {}, calendar: [], tasks: [], problems: [], notes: [] },
        missing: { items: [], daysOff: [] },
      });
    }),
    { seed: 20_261_123, numRuns: 300 },
  );
});
