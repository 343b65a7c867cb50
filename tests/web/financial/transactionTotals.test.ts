import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, fromCents, subtract, sum, type Money } from '#domain/money.ts';
import { hold } from '#tests/domain/properties.ts';
import { updatedTotals } from '#web/financial/transactions/totals.ts';

type Totals = Parameters<typeof updatedTotals>[0];
type Figures = Parameters<typeof updatedTotals>[1];

/** A document's figures: "OPEN 100.00, paid 0.00". */
const figures = (value: Money, paidValue: Money, overdue = false): Figures => ({
  status: paidValue === '0.00' ? 'OPEN' : paidValue === value ? 'PAID' : 'PARTIAL',
  overdue,
  value,
  paidValue,
  openValue: subtract(value, paidValue),
});

/** What the services answer over a list. */
const totalsOf = (list: Figures[]): Totals => {
  const column = (of: (one: Figures) => Money) => sum(list.map(of));
  const count = (of: (one: Figures) => boolean) => list.filter(of).length;
  return {
    count: list.length,
    value: column(({ value }) => value),
    paidValue: column(({ paidValue }) => paidValue),
    openValue: column(({ openValue }) => openValue),
    overdueValue: column(({ overdue, openValue }) => (overdue ? openValue : '0.00')),
    counts: {
      all: list.length,
      open: count(({ status }) => status === 'OPEN'),
      partial: count(({ status }) => status === 'PARTIAL'),
      paid: count(({ status }) => status === 'PAID'),
      overdue: count(({ overdue }) => overdue),
    },
  } as Totals;
};

describe('The totals of a list, after one document in it changed,', () => {
  const bill = figures('100.00', '0.00', true);
  const others = [figures('50.00', '50.00'), figures('30.00', '10.00')];

  test.each([
    ['its payment with juros of 12,34', figures('112.34', '112.34')],
    ['the payment of a part', figures('100.00', '40.00', true)],
    ['a discount of 10,00', figures('90.00', '90.00')],
  ])('are what the services would answer: %s', (_name, paid) => {
    const before = totalsOf([bill, ...others]);
    expect(updatedTotals(before, bill, paid)).toEqual(totalsOf([paid, ...others]));
    // Undoing it gives the old totals back.
    expect(updatedTotals(updatedTotals(before, bill, paid), paid, bill)).toEqual(before);
  });

  test('are exact for any documents', () => {
    const cents = fc.bigInt({ min: 0n, max: 99_999_999n }).map(fromCents);
    const document = fc
      .tuple(cents, cents, fc.boolean())
      .map(([paid, open, overdue]) => figures(add(paid, open), paid, overdue && open !== '0.00'));
    const property = fc.property(fc.array(document, { maxLength: 8 }), document, document, (rest, before, after) => {
      expect(updatedTotals(totalsOf([before, ...rest]), before, after)).toEqual(totalsOf([after, ...rest]));
    });
    hold('totals of a list', 2_000, property);
  });
});
