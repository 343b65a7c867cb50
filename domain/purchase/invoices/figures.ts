/**
 * Money of a nota that is received: its value is what is owed, to the cent. A line is quantity × price with four places
 * each; what those cannot say of the value of its items stands in the charges.
 */
import { Decimal, roundHalfEven, toDecimal } from '../../decimal.ts';
import { add, fromCents, isZero, subtract, sum, toCents, ZERO, type Money } from '../../money.ts';
import { formatMoney } from '../../numberFormat.ts';
import { lineValue } from '../orders/figures.ts';

/** Totals of a nota. */
export interface InvoiceTotals {
  products: Money;
  services: Money;
  freight: Money;
  insurance: Money;
  other: Money;
  discount: Money;
  waived: Money;
  ipi: Money;
  taxes: Money;
  total: Money;
}

/** An item as far as it is money. */
export interface ValuedItem {
  number: number;
  quantity: string;
  value: Money;
  discount: Money;
  /** False: its value is no part of the total. */
  counts: boolean;
}

/** Where an item goes: to a line, with the factor of its unit, or nowhere. */
export interface PlacedItem {
  item: ValuedItem;
  place: { lineId: number; factor: string } | null;
}

export interface InvoicedLine {
  lineId: number;
  items: number[];
  /** In the unit of the line, four places, half-even. */
  quantity: string;
  price: string;
  /** Quantity × price, two places. */
  value: Money;
  /** Of its items, which `value` may miss by some cents. */
  itemsValue: Money;
}

export interface InvoiceFigures {
  lines: InvoicedLine[];
  shippingRate: Money;
  ipiValue: Money;
  discount: Money;
  /** Items of no line: they are owed, and stand in `shippingRate`. */
  leftOut: Money;
  /** What four places could not say; with `leftOut` in `shippingRate` where that is above zero, else in `discount`. */
  rounding: Money;
  /** Lines, freight and taxes less discount. */
  value: Money;
}

/** Whether the value of a nota follows from its totals, with or without the ICMS that the law waives. */
export const totalIdentity = (totals: InvoiceTotals): { computed: Money; deducts: boolean; holds: boolean } => {
  const { products, services, freight, insurance, other, discount, waived, ipi, taxes, total } = totals;
  const computed = subtract(add(products, services, freight, insurance, other, ipi, taxes), discount);
  const deducted = subtract(computed, waived);
  const deducts = computed !== total && deducted === total;
  return { computed: deducts ? deducted : computed, deducts, holds: computed === total || deducts };
};

const PARTS = [
  ['products', 'produtos'],
  ['services', '+ serviços'],
  ['freight', '+ frete'],
  ['insurance', '+ seguro'],
  ['other', '+ outras despesas'],
  ['ipi', '+ IPI'],
  ['taxes', '+ outros impostos'],
  ['discount', '− desconto'],
] as const;

/** "produtos 806,00 + frete 60,00 − desconto 6,00": what is not zero. */
export const arithmeticOf = (totals: InvoiceTotals): string =>
  PARTS.filter(([key]) => key === 'products' || !isZero(totals[key]))
    .map(([key, word]) => `${word} ${formatMoney(totals[key])}`)
    .join(' ');

const countedValue = ({ value, counts }: ValuedItem): Money => (counts ? value : ZERO);

/** Sum of the items that make up the total. */
export const itemsTotal = (items: readonly ValuedItem[]): Money => sum(items.map(countedValue));

const largest = new Decimal('1e13');

/** A quantity of a nota in the unit of a line; null where it is none that an order can have. */
export const convertedQuantity = (quantity: string, factor: string): string | null => {
  const converted = toDecimal(quantity).times(toDecimal(factor));
  const text = roundHalfEven(converted, 4);
  return toDecimal(text).gt(0) && converted.lt(largest) ? text : null;
};

/** A price for one unit of a quantity, four places, half-even. */
const priceOf = (value: Money, quantity: string): string => {
  const amount = toDecimal(quantity);
  return amount.gt(0) ? roundHalfEven(toDecimal(value).div(amount), 4) : '0.0000';
};

/**
 * Where the discounts of items go (decision 60). An order that has a discount of its own has them there, so that the rest of
 * it is not proposed again; otherwise they are part of the price.
 */
export const discountIsOfPrice = (orderDiscount: Money): boolean => isZero(orderDiscount);

const positive = (cents: bigint): bigint => (cents > 0n ? cents : 0n);

/** Figures of a nota by lines and charges. */
export const invoiceFigures = (
  placed: readonly PlacedItem[],
  totals: InvoiceTotals,
  { net }: { net: boolean },
): InvoiceFigures => {
  const taken = ({ counts, discount }: ValuedItem): Money => (net && counts ? discount : ZERO);
  const valueOf = (item: ValuedItem): Money => subtract(countedValue(item), taken(item));
  const byLine = new Map<number, { quantity: Decimal; items: number[]; value: Money }>();
  let leftOut = ZERO;
  for (const { item, place } of placed) {
    if (!place) {
      leftOut = add(leftOut, valueOf(item));
      continue;
    }
    const line = byLine.get(place.lineId) ?? { quantity: new Decimal(0), items: [], value: ZERO };
    const quantity = line.quantity.plus(toDecimal(item.quantity).times(toDecimal(place.factor)));
    byLine.set(place.lineId, { quantity, items: [...line.items, item.number], value: add(line.value, valueOf(item)) });
  }
  const lines = [...byLine].map(([lineId, { quantity: exact, items, value: itemsValue }]): InvoicedLine => {
    const quantity = roundHalfEven(exact, 4);
    const price = priceOf(itemsValue, quantity);
    return { lineId, items, quantity, price, value: lineValue(quantity, price), itemsValue };
  });
  const rounding = subtract(sum(lines.map(({ itemsValue }) => itemsValue)), sum(lines.map(({ value }) => value)));
  const { deducts } = totalIdentity(totals);
  const rest = subtract(
    add(totals.discount, deducts ? totals.waived : ZERO),
    sum(placed.map(({ item }) => taken(item))),
  );
  // What is below zero on one side stands on the other.
  const [over, given] = [toCents(add(leftOut, rounding)), toCents(rest)];
  const freight = toCents(add(totals.freight, totals.insurance, totals.other));
  const shippingRate = fromCents(freight + positive(over) + positive(-given));
  const ipiValue = add(totals.ipi, totals.taxes);
  const discount = fromCents(positive(given) + positive(-over));
  const value = subtract(add(sum(lines.map((line) => line.value)), shippingRate, ipiValue), discount);
  return { lines, shippingRate, ipiValue, discount, leftOut, rounding, value };
};
