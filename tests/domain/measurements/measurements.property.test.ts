/** Measurements of random contracts against rational arithmetic in decimal.js, which rounds once, and to their contract. */
import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import { type MeasuredLine, lineFigures } from '#domain/engineering/measurements/line.ts';
import { type SheetRow, sheetFigures } from '#domain/engineering/measurements/sheet.ts';
import { hold } from '../properties.ts';

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN });
const four = (max: number): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max }).map((units) => new Exact(units).div(10_000).toFixed(4));

const contracts = fc.record({
  quantity: four(50_000_000),
  unitPrice: four(9_000_000),
  discount: fc.integer({ min: 0, max: 3 }),
  steps: fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 6 }),
});

test('The periods of any line, measured to its end in any steps, sum to its contract to the cent.', () => {
  hold(
    'periods sum to the contract',
    2_000,
    fc.property(contracts, ({ quantity, unitPrice, discount, steps }) => {
      const gross = new Exact(new Exact(quantity).times(unitPrice).toFixed(2));
      const total = Decimal.max(0, gross.minus(new Exact(discount).div(100))).toFixed(2);
      const points = [...steps]
        .sort((a, b) => a - b)
        .map((part) => new Exact(quantity).times(part).div(10_000).toFixed(4));
      let [previous, previousValue, paid] = ['0.0000', '0.00', new Exact(0)];
      for (const accumulated of [...points, quantity]) {
        const line: MeasuredLine = { quantity, unitPrice, total, previous, previousValue, accumulated };
        const figures = lineFigures(line);
        const part = new Exact(accumulated).div(quantity);
        // Either the price or the discounted part, both within a cent of the exact part of the contract.
        expect(new Exact(figures.accumulatedValue).minus(part.times(total)).abs().lte('0.01')).toBe(true);
        expect(figures.percentage).toBe(part.times(100).toFixed(2));
        paid = paid.plus(figures.periodValue);
        [previous, previousValue] = [accumulated, figures.accumulatedValue];
      }
      expect(paid.toFixed(2)).toBe(total);
    }),
  );
});

test('Stages of any depth are sums of their lines, and contract = previous + period + balance everywhere.', () => {
  const lines = fc.record({
    level: fc.integer({ min: 0, max: 4 }),
    quantity: four(99_999),
    accumulated: four(150_000),
  });
  hold(
    'stages are sums',
    500,
    fc.property(fc.array(lines, { minLength: 1, maxLength: 30 }), (drawn) => {
      const rows: SheetRow[] = [];
      for (const { level, quantity, accumulated } of drawn) {
        const depth = Math.min(level, (rows.at(-1)?.level ?? -1) + (rows.at(-1)?.group === false ? 0 : 1));
        for (const group of [true, false])
          rows.push({
            level: group ? depth : depth + 1,
            group,
            line: group
              ? null
              : {
                  quantity,
                  unitPrice: '7.1300',
                  total: null,
                  previous: '1.0000',
                  previousValue: null,
                  accumulated,
                  excessConfirmed: false,
                  reason: null,
                },
          });
      }
      const figures = sheetFigures(rows);
      rows.forEach(({ level, group }, index) => {
        if (!group) return;
        const next = rows.findIndex((row, at) => at > index && row.level <= level);
        const inside = rows.slice(index, next < 0 ? undefined : next);
        const expected = inside.reduce(
          (sum, { line }) => sum.plus(line === null ? 0 : new Exact(line.accumulated).times('7.13').toFixed(2)),
          new Exact(0),
        );
        const sums = figures.sumsAt(index);
        expect(sums.accumulatedValue).toBe(expected.toFixed(2));
        expect(new Exact(sums.previousValue).plus(sums.periodValue).plus(sums.balanceValue).toFixed(2)).toBe(
          sums.contractedValue,
        );
      });
    }),
  );
});
