import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { materialize } from '#domain/apportionment.ts';
import { add, fromCents, isNegative, subtract, sum, toCents, ZERO } from '#domain/money.ts';
import { commonOrder } from '#services/financial/transactions/shareOrder.ts';
import { shareMatrix, spread, type ShareRow } from '#services/financial/transactions/shares.ts';

const RUNS = 2_000;

const cents = (max: number) => fc.bigInt({ min: 0n, max: BigInt(max) }).map(fromCents);

/** Installments with valid increases and discounts, and apportionments of the same total. */
const ledgers = fc
  .record({
    rows: fc.array(cents(200_000), { minLength: 1, maxLength: 12 }),
    weights: fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 6 }),
    extras: fc.array(fc.tuple(fc.nat(5_000), fc.nat(100)), { minLength: 12, maxLength: 12 }),
  })
  .map(({ rows, weights, extras }) => {
    const total = toCents(sum(rows));
    const whole = BigInt(weights.reduce((all, one) => all + one, 0));
    const columns = weights.map((weight) => (total * BigInt(weight)) / whole);
    const rest = total - columns.reduce((all, one) => all + one, 0n);
    columns[0] = (columns[0] ?? 0n) + rest;
    return {
      columns: columns.map(fromCents),
      rows: rows.map((grossValue, index): ShareRow => {
        const [extra = 0, percent = 0] = extras[index] ?? [];
        const increase = fromCents(BigInt(extra));
        const discount = fromCents((toCents(add(grossValue, increase)) * BigInt(percent)) / 100n);
        return { grossValue, increase, discount, kept: null };
      }),
    };
  });

describe('The order of an apportionment', () => {
  test.each([
    [
      'is that of the parcelas',
      [
        ['a', 'b'],
        ['a', 'b', 'c'],
      ],
      'a b c',
    ],
    ['puts what only a later one names where it names it', [['b'], ['a', 'b'], ['b', 'd']], 'a b d'],
    [
      'is that of the first where they contradict each other',
      [
        ['b', 'a'],
        ['a', 'b'],
      ],
      'b a',
    ],
    ['is empty where nothing is named', [[], []], ''],
  ])('%s', (_what, lists, order) => {
    expect(commonOrder(lists).join(' ')).toBe(order);
  });
});

describe('The shares of a transaction', () => {
  test('sum to every installment and every apportionment, and none is negative', () => {
    fc.assert(
      fc.property(ledgers, ({ rows, columns }) => {
        const matrix = shareMatrix(rows, columns);
        rows.forEach((row, index) => {
          for (const figure of ['grossValue', 'increase', 'discount'] as const) {
            expect(sum((matrix[index] ?? []).map((share) => share[figure]))).toBe(row[figure]);
          }
          for (const { grossValue, increase, discount } of matrix[index] ?? []) {
            expect(isNegative(subtract(add(grossValue, increase), discount))).toBe(false);
          }
        });
        columns.forEach((column, index) => {
          expect(sum(matrix.map((shares) => shares[index]?.grossValue ?? ZERO))).toBe(column);
        });
      }),
      { numRuns: RUNS },
    );
  });

  test('do not change on rows that are kept, whatever happens to other rows', () => {
    fc.assert(
      fc.property(ledgers, fc.infiniteStream(fc.boolean()), ({ rows, columns }, coins) => {
        const before = shareMatrix(rows, columns);
        const again = rows.map((row, index) => {
          const keep = coins.next().value === true;
          return { ...row, kept: keep ? (before[index] ?? []) : null };
        });
        const after = shareMatrix(again, columns);
        again.forEach((row, index) => {
          if (row.kept) expect(after[index]).toEqual(before[index]);
          expect(sum((after[index] ?? []).map(({ grossValue }) => grossValue))).toBe(row.grossValue);
        });
      }),
      { numRuns: RUNS },
    );
  });

  test('of a part payment and its rest sum to those of the installment', () => {
    fc.assert(
      fc.property(ledgers, fc.double({ min: 0, max: 1, noNaN: true }), ({ rows, columns }, part) => {
        const [row] = rows;
        const shares = (shareMatrix(rows, columns)[0] ?? []).map(({ grossValue }) => grossValue);
        const whole = toCents(row?.grossValue ?? ZERO);
        const paid = fromCents((whole * BigInt(Math.floor(part * 1_000))) / 1_000n);
        const rest = subtract(row?.grossValue ?? ZERO, paid);
        const [first = [], second = []] = materialize([paid, rest], shares);
        expect(shares.map((_, index) => add(first[index] ?? ZERO, second[index] ?? ZERO))).toEqual(shares);
        const increase = '12.34';
        const split = spread({ grossValue: paid, increase, discount: ZERO }, first);
        expect(sum(split.map((share) => share.increase))).toBe(increase);
      }),
      { numRuns: RUNS },
    );
  });
});
