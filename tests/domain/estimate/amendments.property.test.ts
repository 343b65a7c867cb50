/** Random sequences of amendments against rational arithmetic in decimal.js, and to the contract that they make. */
import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import { changeOf, changedQuantity, contractValue, type AmendedLine } from '#domain/engineering/estimate/amendments.ts';
import { hold } from '../properties.ts';

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN });
const four = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((units) => new Exact(units).div(10_000).toFixed(4));

const drawn = fc.record({
  quantity: four(0, 5_000_000),
  unitPrice: four(1, 9_000_000),
  bdi: fc.integer({ min: 0, max: 6_000 }),
  discount: fc.integer({ min: 0, max: 100 }),
  changes: fc.array(four(-3_000_000, 3_000_000), { maxLength: 8 }),
});

test('Original and amendments of any line sum to what is contracted, and to nothing where all of it is taken out.', () => {
  hold(
    'amendments sum to the contract',
    2_000,
    fc.property(drawn, ({ quantity, unitPrice, bdi, discount, changes }) => {
      const priceWithBdi = new Exact(unitPrice).times(new Exact(bdi).div(10_000).plus(1)).toFixed(2);
      const gross = new Exact(new Exact(quantity).times(priceWithBdi).toFixed(2));
      const line: AmendedLine = {
        ...{ quantity, unitPrice, unitPriceWithBdi: priceWithBdi },
        directTotal: new Exact(quantity).times(unitPrice).toFixed(2),
        total: gross
          .times(100 - discount)
          .div(100)
          .toFixed(2),
      };
      expect(contractValue(line, quantity)).toEqual({ directTotal: line.directTotal, total: line.total });
      let [at, total, direct] = [quantity, new Exact(line.total ?? 0), new Exact(line.directTotal ?? 0)];
      // All of it is taken out at last.
      for (const wanted of [...changes, `-${'9'.repeat(6)}`]) {
        const change = Decimal.max(wanted, new Exact(at).negated()).toFixed(4);
        const after = changedQuantity(at, change);
        expect(after).toBe(new Exact(at).plus(change).toFixed(4));
        const figures = changeOf(line, at, after);
        total = total.plus(figures.total);
        direct = direct.plus(figures.directTotal);
        at = after;
        const worth = new Exact(quantity).isZero()
          ? new Exact(at).times(priceWithBdi)
          : new Exact(at).times(line.total ?? 0).div(quantity);
        // Either the price or the discounted part, of which the rounded total may be a cent of the exact one away.
        const scale = new Exact(quantity).isZero() ? new Exact(1) : Decimal.max(1, new Exact(at).div(quantity));
        expect(total.minus(worth).abs().lte(scale.times('0.01'))).toBe(true);
        expect(direct.minus(new Exact(at).times(unitPrice)).abs().lte('0.005')).toBe(true);
      }
      expect([at, total.toFixed(2), direct.toFixed(2)]).toEqual(['0.0000', '0.00', '0.00']);
    }),
  );
});
