import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { heatOf } from '#domain/engineering/costBreakdown/heat.ts';
import { pivotOf } from '#domain/engineering/costBreakdown/pivot.ts';

describe('The heat of a cell', () => {
  test.each([
    ['100.00', '0.00', '50.00', 'LOW'],
    ['100.00', '0.01', '50.00', 'MEDIUM'],
    ['100.00', '30.00', '50.00', 'MEDIUM'],
    ['100.00', '30.00', '50.01', 'HIGH'],
    ['100.00', '50.00', '50.00', 'HIGH'],
    ['100.00', '50.00', '50.01', 'OVER'],
    ['0.00', '0.00', '0.01', 'WITHOUT_ESTIMATE'],
    ['0.00', '5.00', '0.00', 'WITHOUT_ESTIMATE'],
    ['0.00', '0.00', '0.00', null],
    ['10.00', '0.00', '0.00', 'LOW'],
    [null, '5.00', '5.00', null],
  ])('of %s estimated with %s committed and %s spent is %s', (estimated, committed, actual, heat) => {
    expect(heatOf({ estimated, committed, actual })).toBe(heat);
  });
});

/** 1, 1.1, 1.1.1 and 2. */
const TREE = [
  { id: 1, parentId: null },
  { id: 2, parentId: 1 },
  { id: 3, parentId: 2 },
  { id: 4, parentId: null },
];
const WITHIN: Record<number, number[]> = { 1: [1, 2, 3], 2: [2, 3], 3: [3], 4: [4] };

const MEASURES = ['estimated', 'committed', 'actual'] as const;
type Entry = Record<(typeof MEASURES)[number], bigint> & { stageId: number | null; categoryId: number | null };

const entry = fc.record({
  // 9 is a stage that the tree does not have.
  stageId: fc.constantFrom(1, 2, 3, 4, 9, null),
  categoryId: fc.constantFrom(7, 8, null),
  estimated: fc.bigInt({ min: 0n, max: 10_000_000n }),
  committed: fc.bigInt({ min: 0n, max: 10_000_000n }),
  actual: fc.bigInt({ min: -1_000n, max: 10_000_000n }),
});

describe('The matrix', () => {
  test('sums every cell, row and column from the same entries', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (entries: Entry[]) => {
        const partsOf = (measure: (typeof MEASURES)[number]) =>
          entries.map(({ stageId, categoryId, [measure]: cents }) => ({ stageId, categoryId, cents }));
        const [estimated, committed, actual] = MEASURES.map(partsOf);
        if (!estimated || !committed || !actual) throw new Error('three measures');
        const { rows, loose, total } = pivotOf(TREE, { estimated, committed, actual });
        const sum = (measure: (typeof MEASURES)[number], where: (one: Entry) => boolean) =>
          entries.filter(where).reduce((cents, one) => cents + one[measure], 0n);
        for (const measure of MEASURES) {
          for (const { stageId, cells, total: own } of rows) {
            const inside = (one: Entry) => WITHIN[stageId ?? 0]?.includes(one.stageId ?? 0) ?? false;
            expect(own[measure]).toBe(sum(measure, inside));
            for (const id of [7, 8, null]) {
              const expected = sum(measure, (one) => inside(one) && one.categoryId === id);
              expect(cells.get(id)?.[measure] ?? 0n).toBe(expected);
            }
          }
          expect(loose.total[measure]).toBe(sum(measure, ({ stageId }) => stageId === null || stageId === 9));
          expect(total.total[measure]).toBe(sum(measure, () => true));
          // The stages of the first level and what stands in none are the whole.
          const tops = rows.filter(({ stageId }) => stageId === 1 || stageId === 4);
          expect(tops.reduce((cents, row) => cents + row.total[measure], loose.total[measure])).toBe(
            total.total[measure],
          );
        }
      }),
    );
  });
});
