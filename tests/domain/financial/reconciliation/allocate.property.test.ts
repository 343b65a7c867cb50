import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { allocate, type Link, type Part } from '#domain/financial/reconciliation/allocate.ts';
import { exactSums } from '#domain/financial/reconciliation/exactSums.ts';
import { fromCents } from '#domain/money.ts';

const cents = fc.integer({ min: 1, max: 500_000 });

/** Cuts a sum into so many positive parts, at places that the generator chooses. */
const cut = (total: number, places: readonly number[]): number[] => {
  const marks = [...new Set(places.map((place) => 1 + (place % Math.max(1, total - 1))))].filter(
    (mark) => mark < total,
  );
  const sorted = [0, ...marks.sort((a, b) => a - b), total];
  return sorted.slice(1).map((mark, index) => mark - (sorted[index] ?? 0));
};

const places = fc.array(fc.nat(1_000_000), { maxLength: 8 });
const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-11-${String(number).padStart(2, '0')}`);

const inCents = (amount: string): number => Number(amount.replace('.', ''));
const total = (links: readonly Link[]): number => links.reduce((sum, { amount }) => sum + inCents(amount), 0);

describe('Lines and parts of one sum', () => {
  test('are linked so that every line and every part is used up, and nothing twice', () => {
    fc.assert(
      fc.property(
        cents,
        places,
        places,
        fc.array(day, { minLength: 9, maxLength: 9 }),
        fc.boolean(),
        fc.option(cents, { nil: undefined }),
        (sum, ofLines, ofParts, days, isIn, fee) => {
          const sign = isIn ? 1 : -1;
          const lines = cut(sum, ofLines).map((amount, index) => ({
            ...{ id: index + 1, date: days[index] ?? '2026-11-01', amount: fromCents(BigInt(amount * sign)) },
          }));
          // What the bank kept makes the parts more by as much.
          const parts: Part[] = cut(sum + (fee ?? 0), ofParts).map((amount, index) => ({
            ...{ key: `p${index}`, amount: fromCents(BigInt(amount * sign)) },
          }));
          const all = fee === undefined ? parts : [...parts, { key: 'fee', amount: fromCents(BigInt(-fee * sign)) }];
          const links = allocate(lines, all);
          for (const { id, amount } of lines)
            expect(total(links.filter(({ lineId }) => lineId === id))).toBe(inCents(amount));
          for (const { key, amount } of all)
            expect(total(links.filter((link) => link.key === key))).toBe(inCents(amount));
          // No pair is linked twice, and no link is of nothing.
          expect(new Set(links.map(({ lineId, key }) => `${lineId} ${key}`)).size).toBe(links.length);
          expect(links.every(({ amount }) => inCents(amount) !== 0)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('are refused where the sums differ, or money comes and goes', () => {
    const line = { id: 1, date: '2026-11-01', amount: '-10.00' };
    expect(() => allocate([line], [{ key: 'a', amount: '-9.99' }])).toThrow(RangeError);
    expect(() => allocate([line, { ...line, id: 2, amount: '10.00' }], [])).toThrow(RangeError);
  });
});

describe('Exact sums', () => {
  test('are found where there are some, and sum to the target', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 9 }),
        fc.integer({ min: 2, max: 900 }),
        fc.boolean(),
        (amounts, target, isIn) => {
          const sign = isIn ? 1n : -1n;
          const signed = amounts.map((amount) => BigInt(amount) * sign);
          const found = exactSums(signed, BigInt(target) * sign);
          for (const set of found) {
            expect(new Set(set).size).toBe(set.length);
            expect(set.reduce((sum, index) => sum + (amounts[index] ?? 0), 0)).toBe(target);
          }
          // All sets of two to five, by brute force.
          const sets = Array.from({ length: 2 ** amounts.length }, (_, bits) =>
            amounts.map((_amount, index) => index).filter((index) => bits & (2 ** index)),
          ).filter((set) => set.length >= 2 && set.length <= 5);
          const right = sets.filter((set) => set.reduce((sum, index) => sum + (amounts[index] ?? 0), 0) === target);
          const smallest = Math.min(...right.map(({ length }) => length));
          const wanted = right.filter(({ length }) => length === smallest).length;
          expect(found.length).toBe(Math.min(2, wanted));
        },
      ),
      { numRuns: 300 },
    );
  });
});
