import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromCents } from '#domain/money.ts';
import { cheapestSplit, MAX_QUOTE_SUPPLIERS, type SupplierCosts } from '#domain/purchase/quotes/cheapestSplit.ts';
import {
  choiceOfAwards,
  comparableTotal,
  compareOffers,
  landedOffer,
  type Offer,
} from '#domain/purchase/quotes/comparison.ts';
import { answerFigures } from '#domain/purchase/quotes/figures.ts';
import { hold } from '../properties.ts';

/** Mock 5: seven lines of steel, each with its quantity and reference, and what three suppliers ask. */
const STEEL: [quantity: string, reference: string, af: string, fu: string, sv: string | null][] = [
  ['8420', '6.80', '6.42', '6.71', '6.35'],
  ['5180', '6.75', '6.38', '6.64', '6.49'],
  ['2960', '7.10', '7.12', '6.98', '7.20'],
  ['1640', '19.20', '18.90', '19.75', '18.42'],
  ['320', '14.50', '14.60', '13.90', null],
  ['9000', '0.20', '0.19', '0.22', '0.18'],
  ['210', '89.00', '86.50', '84.20', '88.10'],
];
const lines = STEEL.map(([quantity, referencePrice], index) => ({ id: index + 1, quantity, referencePrice }));

const reais = (cents: number): string => fromCents(BigInt(cents));
const offerOf = (supplierId: number, prices: (string | null)[], more: Partial<Offer<number>> = {}): Offer<number> => ({
  ...{ supplierId, freight: 'INCLUDED', shippingRate: null, ipi: '0', paymentDays: [0] },
  prices: new Map(prices.flatMap((price, index) => (price === null ? [] : [[index + 1, price] as const]))),
  ...more,
});
const steelOffers = [
  offerOf(
    1,
    STEEL.map(([, , af]) => af),
  ),
  offerOf(
    2,
    STEEL.map(([, , , fu]) => fu),
    { freight: 'CHARGED', shippingRate: '1850.00' },
  ),
  offerOf(
    3,
    STEEL.map(([, , , , sv]) => sv),
    { freight: 'CHARGED', shippingRate: '980.00' },
  ),
];

test('the answer of mock 22 is worth what the supplier reads: items, freight, and IPI on both', () => {
  const prices = ['6.39', '6.44', '7.05', '18.60', '13.80', null, '85.90'];
  const answered = lines.map(({ quantity }, index) => ({ quantity, price: prices[index] ?? null }));
  const charges = { freight: 'CHARGED', shippingRate: '1200.00' } as const;
  expect(answerFigures(answered, { ...charges, ipi: '0' })).toEqual({
    values: ['53803.80', '33359.20', '20868.00', '30504.00', '4416.00', null, '18039.00'],
    ...{ items: '160990.00', shippingRate: '1200.00', ipiValue: '0.00', total: '162190.00', offered: 6 },
  });
  // 5 % of 162.190,00 is 8.109,50; freight that is fetched is not paid to the supplier.
  expect(answerFigures(answered, { ...charges, ipi: '5' })).toMatchObject({ ipiValue: '8109.50', total: '170299.50' });
  expect(answerFigures(answered, { ...charges, freight: 'PICKUP', ipi: '0' }).total).toBe('160990.00');
});

test('the comparison of mock 5 finds its reference, its best supplier and its best combination', () => {
  const { referenceTotal, bestSingle, bestCombination, bestOfLines } = compareOffers(lines, steelOffers, '0');
  expect(referenceTotal).toBe('169855.00');
  expect(bestSingle).toMatchObject({ total: '163723.00', presentValue: '163723.00', missing: [] });
  expect(new Set(bestSingle?.awards.map(({ supplierId }) => supplierId))).toEqual(new Set([1]));
  expect(bestCombination).toMatchObject({ total: '163236.40', presentValue: '163236.40', missing: [] });
  expect(bestCombination?.awards.map(({ supplierId }) => supplierId)).toEqual([3, 1, 1, 3, 1, 3, 1]);
  // The lowest prices: those of supplier 2 do not make up for his freight.
  expect(bestOfLines.map(({ supplierId }) => supplierId)).toEqual([3, 1, 2, 3, 2, 3, 2]);
  expect(steelOffers.map((offer) => comparableTotal(lines, offer))).toEqual(['163723.00', '169904.20', '164347.00']);
});

test('terms are brought to the day of delivery, and only what is compared changes', () => {
  const one = [{ id: 1, quantity: '1', referencePrice: null }];
  const later = offerOf(1, ['1010.00'], { paymentDays: [30] });
  const atOnce = offerOf(2, ['1005.00'], { paymentDays: [] });
  expect(compareOffers(one, [later, atOnce], '0').bestSingle).toMatchObject({
    total: '1005.00',
    awards: [{ supplierId: 2 }],
  });
  // 1.010,00 ÷ 1,01 = 1.000,00.
  const compared = compareOffers(one, [later, atOnce], '1');
  expect(compared.bestSingle).toMatchObject({ total: '1010.00', presentValue: '1000.00', awards: [{ supplierId: 1 }] });
  expect(compared.bestOfLines).toEqual([{ lineId: 1, supplierId: 1 }]);
  // Half at once and half after 30 days: (1.010,00 + 1.000,00); with 10 % of IPI 2.211,00.
  const halves = offerOf(1, ['2020.00'], { paymentDays: [0, 30], ipi: '10' });
  const award = [{ lineId: 1, supplierId: 1 }];
  expect(choiceOfAwards(one, [halves], award, '1')).toMatchObject({ total: '2222.00', presentValue: '2211.00' });
  expect(compareOffers(one, [halves], '0').referenceTotal).toBeNull();
});

test('what nobody offers is named, and no answer is no choice', () => {
  const two = lines.slice(0, 2);
  expect(compareOffers(two, [], '0')).toMatchObject({ bestOfLines: [], bestSingle: null, bestCombination: null });
  expect(compareOffers(two, [offerOf(1, [null, null])], '0').bestCombination).toBeNull();
  const half = compareOffers(two, [offerOf(1, ['6.42'])], '0');
  expect(half.bestCombination).toMatchObject({ total: '54056.40', missing: [2] });
  expect(half.bestSingle).toMatchObject({ total: '54056.40', missing: [2] });
  // An award to who does not offer the line costs nothing and is missing.
  const awards = [
    { lineId: 1, supplierId: 1 },
    { lineId: 2, supplierId: 1 },
  ];
  expect(choiceOfAwards(two, [offerOf(1, ['6.42'])], awards, '0')).toMatchObject({ total: '54056.40', missing: [2] });
});

/** Every way to give each line to one who offers it, one after the other: the oracle of the search. */
const bruteForce = (suppliers: readonly SupplierCosts[], lineCount: number): bigint => {
  const asked = Array.from({ length: lineCount }, (_, line) =>
    suppliers.flatMap(({ costs }, index) => (costs[line] === null ? [] : [index])),
  ).filter((indices) => indices.length > 0);
  const offeredLines = Array.from({ length: lineCount }, (_, line) => line).filter((line) =>
    suppliers.some(({ costs }) => costs[line] !== null),
  );
  let least: bigint | null = null;
  const choose = (at: number, chosen: number[]): void => {
    const indices = asked[at];
    if (indices) return indices.forEach((index) => choose(at + 1, [...chosen, index]));
    let cost = 0n;
    for (const index of new Set(chosen)) cost += suppliers[index]?.fixed ?? 0n;
    chosen.forEach((index, place) => (cost += suppliers[index]?.costs[offeredLines[place] ?? 0] ?? 0n));
    if (least === null || cost < least) least = cost;
  };
  choose(0, []);
  return least ?? 0n;
};

const costs = fc.option(fc.bigInt({ min: 0n, max: 30n }), { nil: null, freq: 4 });
const problem = fc.integer({ min: 1, max: 5 }).chain((lineCount) =>
  fc.array(
    fc.record({
      fixed: fc.bigInt({ min: 0n, max: 40n }),
      costs: fc.array(costs, { minLength: lineCount, maxLength: lineCount }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
);

test('the cheapest split costs what trying every split costs, and its lines cost what it says', () => {
  hold(
    'cheapest split',
    3_000,
    fc.property(problem, (suppliers) => {
      const lineCount = suppliers[0]?.costs.length ?? 0;
      const split = cheapestSplit(suppliers);
      expect(split.cost).toBe(bruteForce(suppliers, lineCount));
      const used = new Set(split.suppliers.filter((index) => index !== null));
      let cost = 0n;
      for (const index of used) cost += suppliers[index]?.fixed ?? 0n;
      split.suppliers.forEach((index, line) => {
        const own = index === null ? null : suppliers[index]?.costs[line];
        if (own === null || own === undefined) {
          expect(suppliers.every((one) => one.costs[line] === null)).toBe(true);
        } else cost += own;
      });
      expect(cost).toBe(split.cost);
    }),
  );
});

/** At 100 % a month a real after 30 days is worth half of one: what each terms are worth, in eighths. */
const TERMS: [paymentDays: number[], eighths: bigint][] = [
  [[], 8n],
  [[30], 4n],
  [[60], 2n],
  [[30, 60], 3n],
];
const asked = fc.integer({ min: 1, max: 5 }).chain((lineCount) =>
  fc.array(
    fc.record({
      freight: fc.integer({ min: 0, max: 40 }),
      ipi: fc.integer({ min: 0, max: 20 }),
      terms: fc.constantFrom(...TERMS),
      prices: fc.array(fc.option(fc.integer({ min: 1, max: 30 }), { nil: null, freq: 4 }), {
        minLength: lineCount,
        maxLength: lineCount,
      }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
);

test('the best combination of offers costs what trying every split costs, with freight, IPI and terms', () => {
  hold(
    'best combination',
    1_000,
    fc.property(asked, (answers) => {
      const wanted = (answers[0]?.prices ?? []).map((_, index) => ({
        ...{ id: index + 1, quantity: String(index + 1), referencePrice: null },
      }));
      const offers = answers.map(({ freight, ipi, terms: [paymentDays], prices }, index) =>
        offerOf(
          index,
          prices.map((price) => (price === null ? null : reais(price))),
          { freight: 'CHARGED', shippingRate: reais(freight), ipi: String(ipi), paymentDays },
        ),
      );
      // In cents × 800: what a supplier is paid of items and freight, with IPI, and what his terms make of it.
      const costs = answers.map(({ freight, ipi, terms: [, eighths], prices }) => {
        const factor = BigInt(100 + ipi) * eighths;
        return {
          fixed: BigInt(freight) * factor,
          costs: prices.map((price, index) => (price === null ? null : BigInt(price * (index + 1)) * factor)),
        };
      });
      const { bestCombination } = compareOffers(wanted, offers, '100');
      const awards = bestCombination?.awards ?? [];
      const used = new Set(awards.map(({ supplierId }) => supplierId));
      let cost = [...used].reduce((sum, index) => sum + (costs[index]?.fixed ?? 0n), 0n);
      for (const { lineId, supplierId } of awards) cost += costs[supplierId]?.costs[lineId - 1] ?? 0n;
      expect(cost).toBe(bruteForce(costs, wanted.length));
      expect(awards.length).toBe(
        wanted.filter((_, line) => answers.some(({ prices }) => prices[line] !== null)).length,
      );
    }),
  );
});

test('freight, IPI and terms of an offer are shared over its lines by value, to the cent', () => {
  const three = [1, 2, 3].map((id) => ({ id, quantity: '1', referencePrice: null }));
  const offer = offerOf(1, ['1.00', null, '2.00'], {
    ...{ freight: 'CHARGED', shippingRate: '1.00', ipi: '10', paymentDays: [30] },
  });
  // (3,00 + 1,00) × 1,10 = 4,40, of which a third is 1,47 and the rest 2,93; half of it at 100 % a month: 0,73 and 1,47.
  expect(landedOffer(three, offer, '100')).toEqual({
    ...{ total: '4.40', presentValue: '2.20' },
    lines: new Map([
      [1, { landed: '1.47', presentValue: '0.73' }],
      [3, { landed: '2.93', presentValue: '1.47' }],
    ]),
  });
});

test('the largest comparison, with freights and prices that hardly differ, takes less than two seconds', () => {
  const suppliers = Array.from({ length: MAX_QUOTE_SUPPLIERS }, (_, index) => ({
    fixed: 1_000n + BigInt((index * 37) % 11),
    costs: Array.from({ length: 500 }, (_unused, line) => BigInt(100 + ((line * 31 + index * 17) % 23))),
  }));
  const start = performance.now();
  cheapestSplit(suppliers);
  expect(performance.now() - start).toBeLessThan(2_000);
});
