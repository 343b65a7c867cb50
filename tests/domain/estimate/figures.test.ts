import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '#domain/decimal.ts';
import { bdiPercentage } from '#domain/engineering/estimate/bdi.ts';
import {
  discountForTarget,
  estimateFigures,
  percentageInTotal,
  type PricedRow,
} from '#domain/engineering/estimate/figures.ts';
import { codesOf, endOf, parentOf } from '#domain/engineering/estimate/outline.ts';
import { slowness } from '#tests/support/pace.ts';
import { hold } from '../properties.ts';

const group = (level: number): PricedRow => ({ level, group: true, quantity: null, unitPrice: null, bdiId: null });
const row = (level: number, quantity: string, unitPrice: string | null, bdiId: string | null = null): PricedRow => ({
  ...{ level, group: false, quantity, unitPrice, bdiId },
});
const none = { bdis: [], defaultBdiId: null, discount: '0.00' };
const published = { administration: '4', insurance: '0.8', guarantee: '0', risk: '1.27', financial: '1.23' };

describe('Codes by place', () => {
  const levels = [0, 1, 2, 2, 1, 0, 1, 0].map((level) => ({ level }));

  test('number the rows of each level anew below each row', () =>
    expect(codesOf(levels)).toEqual(['1', '1.1', '1.1.1', '1.1.2', '1.2', '2', '2.1', '3']));

  test('what is in a row ends before the next row of its level or above', () => {
    expect([0, 1, 2, 4, 5].map((index) => endOf(levels, index))).toEqual([5, 4, 3, 5, 7]);
    expect([0, 1, 3, 4, 6, 7].map((index) => parentOf(levels, index))).toEqual([-1, 0, 1, 0, 5, -1]);
  });
});

describe('BDI from its parts', () => {
  // 1,0607 × 1,0123 × 1,0740 / 0,9435 = 1,222286…
  test('AC 4, S+G 0,8, R 1,27, DF 1,23, L 7,40, I 5,65 gives 22,23 %', () =>
    expect(bdiPercentage({ ...published, profit: '7.40', taxes: '5.65' })).toBe('22.23'));

  test('nothing gives 0,00 %, profit alone its own percentage', () => {
    const zero = { administration: '0', insurance: '0', guarantee: '0', risk: '0', financial: '0', taxes: '0' };
    expect(bdiPercentage({ ...zero, profit: '0' })).toBe('0.00');
    expect(bdiPercentage({ ...zero, profit: '12.345' })).toBe('12.34');
    expect(bdiPercentage({ ...zero, profit: '7', taxes: '100' })).toBeNull();
  });
});

describe('Figures of an estimate', () => {
  test('a row is rounded to cents half to even, stages and estimate sum rounded rows', () => {
    // 0,005 × 1 = 0,005 is 0,00; 0,015 is 0,02; 1.234,5678 × 2,5 = 3.086,4195 is 3.086,42.
    const rows = [group(0), row(1, '0.0050', '1.0000'), row(1, '0.0150', '1.0000'), row(0, '2.5000', '1234.5678')];
    const figures = estimateFigures(rows, none);
    expect(rows.map((_, index) => figures.rowAt(index))).toEqual([
      { unitPriceWithBdi: null, directTotal: '0.02', total: '0.02' },
      { unitPriceWithBdi: '1.0000', directTotal: '0.00', total: '0.00' },
      { unitPriceWithBdi: '1.0000', directTotal: '0.02', total: '0.02' },
      { unitPriceWithBdi: '1234.5678', directTotal: '3086.42', total: '3086.42' },
    ]);
    expect(figures).toMatchObject({ directTotal: '3086.44', bdiTotal: '0.00', total: '3086.44', itemCount: 3 });
  });

  test('with BDI the unit price is rounded to cents first, the row comes from it', () => {
    // 121,37 × 1,2535 = 152,137… is 152,14; × 48,87 = 7.435,0818; direct 48,87 × 121,37 = 5.931,3519.
    const bdis = [
      { id: 's', percentage: '25.35' },
      { id: 'e', percentage: '15.28' },
    ];
    const rows = [group(0), row(1, '48.8700', '121.3700'), row(1, '10.0000', '100.0000', 'e')];
    const figures = estimateFigures(rows, { bdis, defaultBdiId: 's', discount: '0.00' });
    expect([0, 1, 2].map((index) => figures.rowAt(index))).toEqual([
      { unitPriceWithBdi: null, directTotal: '6931.35', total: '8587.88' },
      { unitPriceWithBdi: '152.14', directTotal: '5931.35', total: '7435.08' },
      { unitPriceWithBdi: '115.28', directTotal: '1000.00', total: '1152.80' },
    ]);
    expect(figures).toMatchObject({ directTotal: '6931.35', grossTotal: '8587.88', bdiTotal: '1656.53' });
  });

  test('a row without a price counts as nothing and is counted', () => {
    const figures = estimateFigures([group(0), row(1, '3.0000', null), row(1, '2.0000', '5.0000')], none);
    expect(figures.rowAt(1)).toEqual({ unitPriceWithBdi: null, directTotal: null, total: null });
    expect(figures).toMatchObject({ total: '10.00', itemCount: 2, withoutPrice: 1 });
  });

  test('a discount is shared by the totals, the last rows with a fraction take the cents that are left', () => {
    // 10,00 over 3 × 33,33: 3,3333… each, down to 3,33, and the last one takes the cent.
    const rows = [row(0, '1.0000', '33.3300'), row(0, '1.0000', null), group(0), row(1, '1.0000', '33.3300')];
    const all = [...rows, row(1, '1.0000', '33.3300')];
    const less = estimateFigures(all, { ...none, discount: '10.00' });
    expect(all.map((_, index) => less.rowAt(index).total)).toEqual(['30.00', null, '59.99', '30.00', '29.99']);
    expect(less.total).toBe('89.99');
    const more = estimateFigures(all, { ...none, discount: '-10.00' });
    expect(all.map((_, index) => more.rowAt(index).total)).toEqual(['36.66', null, '73.33', '36.66', '36.67']);
    expect(more.total).toBe('109.99');
  });

  test('a target total is the discount that leads to it', () => {
    expect(discountForTarget('99.99', '90.00')).toBe('9.99');
    expect(discountForTarget('99.99', '100.00')).toBe('-0.01');
  });

  test('a percentage has two places half to even, and none where the total is zero', () => {
    expect(percentageInTotal('1.00', '3.00')).toBe('33.33');
    expect(percentageInTotal('1.00', '0.00')).toBeNull();
  });

  test('equals an independent computation of any tree', () => {
    const quantity = fc.integer({ min: 0, max: 99_999_999 }).map((units) => new Decimal(units).div(10_000).toFixed(4));
    const price = fc.option(
      fc.integer({ min: 1, max: 9_999_999_999 }).map((units) => new Decimal(units).div(10_000).toFixed(4)),
      { freq: 6 },
    );
    const made = fc.array(
      fc.record({ step: fc.integer({ min: -3, max: 1 }), stage: fc.boolean(), quantity, price, bdi: fc.nat(3) }),
      { maxLength: 40 },
    );
    const bdis = [
      { id: 'a', percentage: '22.23' },
      { id: 'b', percentage: '0.00' },
      { id: 'c', percentage: '133.37' },
    ];
    hold(
      'figures of an estimate',
      1_500,
      fc.property(
        made,
        fc.constantFrom(null, 'a', 'b'),
        fc.integer({ min: -50, max: 100 }),
        (plan, defaultBdiId, part) => {
          const rows: PricedRow[] = [];
          for (const one of plan) {
            const before = rows.at(-1);
            const most = before ? before.level + (before.group ? 1 : 0) : 0;
            const level = Math.max(0, Math.min(most, (before?.level ?? 0) + one.step));
            const bdiId = bdis[one.bdi]?.id ?? null;
            rows.push(one.stage ? group(level) : row(level, one.quantity, one.price, bdiId));
          }
          const half = (value: Decimal, places = 2) => value.toDecimalPlaces(places, Decimal.ROUND_HALF_EVEN);
          const grossOf = (one: PricedRow): Decimal | null => {
            if (one.unitPrice === null) return null;
            const bdi = bdis.find(({ id }) => id === (one.bdiId ?? defaultBdiId));
            const unit = new Decimal(one.unitPrice);
            const price = bdi ? half(unit.times(new Decimal(bdi.percentage).plus(100)).div(100)) : unit;
            return half(price.times(one.quantity ?? 0));
          };
          const gross = rows.map(grossOf);
          const sum = gross.reduce<Decimal>((total, one) => (one ? total.plus(one) : total), new Decimal(0));
          const discount = half(sum.times(part).div(100));
          const figures = estimateFigures(rows, { bdis, defaultBdiId, discount: discount.toFixed(2) });
          expect(figures.grossTotal).toBe(sum.toFixed(2));
          expect(new Decimal(figures.total).eq(sum.minus(discount))).toBe(true);
          let shared = new Decimal(0);
          rows.forEach((one, index) => {
            const { total, directTotal } = figures.rowAt(index);
            const own = gross[index];
            if (!one.group) {
              expect(directTotal === null).toBe(one.unitPrice === null);
              if (!own || total === null) return;
              const share = own.minus(total);
              shared = shared.plus(share);
              const exact = sum.isZero() ? null : discount.times(own).div(sum);
              if (exact) expect(share.minus(exact).abs().lt('0.01')).toBe(true);
              if (!discount.isNegative()) expect(share.gte(0) && share.lte(own)).toBe(true);
              return;
            }
            const inside = rows.slice(index + 1, endOf(rows, index));
            const below = inside
              .map((_, place) => figures.rowAt(index + 1 + place))
              .filter((_, at) => !inside[at]?.group);
            const summed = (key: 'total' | 'directTotal') =>
              below.reduce((all, each) => all.plus(each[key] ?? 0), new Decimal(0)).toFixed(2);
            expect([total, directTotal]).toEqual([summed('total'), summed('directTotal')]);
          });
          if (!sum.isZero()) expect(shared.eq(discount)).toBe(true);
        },
      ),
    );
  });

  test('an edit in 5,000 rows recomputes them within 10 ms', () => {
    const rows = Array.from({ length: 5_000 }, (_, index) =>
      index % 10 === 0 ? group(index % 100 === 0 ? 0 : 1) : row(2, `${index}.2500`, `${(index % 97) + 1}.1234`),
    );
    const options = { bdis: [{ id: 'a', percentage: '22.23' }], defaultBdiId: 'a', discount: '12345.67' };
    estimateFigures(rows, options);
    const times = Array.from({ length: 9 }, (_, turn) => {
      const edited = rows.with(2_501, row(2, `${turn}.0000`, '7.0000'));
      const start = performance.now();
      estimateFigures(edited, options).rowAt(2_501);
      return performance.now() - start;
    }).sort((a, b) => a - b);
    process.stdout.write(`5,000 rows, one edited: ${times[4]} ms\n`);
    expect(times[4]).toBeLessThan(10 * slowness());
  });
});
