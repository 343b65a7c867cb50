/** Orders against rational arithmetic that shares nothing with the product. */
import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import { orderFigures, receiptFigures, type OrderLine } from '#domain/purchase/orders/figures.ts';
import { proposedCharge } from '#domain/purchase/orders/receiving.ts';
import { termInstallments } from '#domain/purchase/orders/terms.ts';
import { amounts, days, hold } from '../properties.ts';

const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_EVEN });
const four = (max: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max }).map((units) => new Exact(units).div(10_000).toFixed(4));

const lines: fc.Arbitrary<OrderLine[]> = fc.array(
  fc.record({
    quantity: four(50_000_000),
    price: four(90_000_000),
    canceled: fc.boolean(),
    closed: fc.boolean(),
    canceledQuantity: four(1_000),
    receivedQuantity: four(50_000_000),
  }),
  { minLength: 1, maxLength: 12 },
);
const charges = fc.record({
  shippingRate: amounts,
  discount: amounts,
  ipi: fc.integer({ min: 0, max: 10_000 }).map((units) => new Exact(units).div(100).toFixed(2)),
  ipiValue: fc.option(amounts, { nil: null }),
});

test('The gross value of any order and receipt is that of the specification, and its lines’ landed values sum to it.', () => {
  hold(
    'orders against rational arithmetic',
    1_000,
    fc.property(lines, charges, (ordered, of) => {
      for (const [figures, quantityOf] of [
        [
          orderFigures(ordered, of),
          (one: OrderLine) => {
            if (one.canceled) return '0';
            return one.closed
              ? one.receivedQuantity
              : Exact.max(0, new Exact(one.quantity).minus(one.canceledQuantity)).toFixed(4);
          },
        ],
        [receiptFigures(ordered, of), (one: OrderLine) => (one.canceled ? '0' : one.receivedQuantity)],
      ] as const) {
        const values = ordered.map((one) => new Exact(new Exact(quantityOf(one)).times(one.price).toFixed(2)));
        const base = values.reduce((sum, value) => sum.plus(value), new Exact(of.shippingRate));
        const ipi = of.ipiValue === null ? base.times(of.ipi).div(100).toFixed(2) : of.ipiValue;
        const gross = base.plus(ipi).minus(of.discount);
        expect([figures.grossValue, figures.ipiValue]).toEqual([gross.toFixed(2), new Exact(ipi).toFixed(2)]);
        const landed = figures.landed.map((value) => new Exact(value));
        expect(landed.every((value, index) => value.isZero() || ordered[index]?.canceled === false)).toBe(true);
        if (gross.isNegative() || ordered.every(({ canceled }) => canceled)) continue;
        expect(Exact.sum(...landed).toFixed(2)).toBe(gross.toFixed(2));
        // No share is further from its exact one than rounding all of them can move it.
        const total = values.reduce((sum, value) => sum.plus(value), new Exact(0));
        if (total.isZero()) continue;
        landed.forEach((value, index) => {
          const exact = gross.times(values[index] ?? 0).div(total);
          expect(value.minus(exact).abs().lte(new Exact('0.005').times(ordered.length).plus('0.01'))).toBe(true);
        });
      }
    }),
  );
});

test('Installments of any terms sum to the gross value.', () => {
  hold(
    'terms',
    1_000,
    fc.property(
      amounts,
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 36 }),
      days,
      (gross, at, from) => {
        const made = termInstallments(gross, at, from);
        expect(made).toHaveLength(at.length);
        expect(Exact.sum(...made.map(({ grossValue }) => grossValue)).toFixed(2)).toBe(gross);
      },
    ),
  );
});

test('What deliveries are proposed of a charge never passes it, and is all of it after the last one.', () => {
  hold(
    'charges of deliveries',
    2_000,
    fc.property(amounts, fc.array(amounts, { minLength: 1, maxLength: 8 }), (charge, deliveries) => {
      const linesValue = Exact.sum(...deliveries).toFixed(2);
      let given = new Exact(0);
      deliveries.forEach((nowValue, index) => {
        const isLast = index === deliveries.length - 1;
        const now = proposedCharge(charge, { linesValue, nowValue, given: given.toFixed(2), isLast });
        expect(new Exact(now).isNegative()).toBe(false);
        given = given.plus(now);
        expect(given.lte(charge)).toBe(true);
      });
      expect(given.toFixed(2)).toBe(charge);
    }),
  );
});
