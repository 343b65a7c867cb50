import { Decimal, divideHalfEven, roundHalfEven, toDecimal } from '../decimal.ts';

/** Levels of compositions within each other (mock 24). */
export const MAX_DEPTH = 8;
/** Lines of one composition. */
export const MAX_LINES = 500;
/** Largest price, as the contract writes decimals. */
const MAX_AMOUNT = new Decimal('9999999999999.9999');

/** Amount with four places as text ("61.2264"). */
export type Amount = string;

/** A product type and what of a price is of it. */
export interface PriceByType {
  productType: { id: number; name: string };
  price: Amount;
}

/** What a line adds: a quantity of something that has a price, or none yet, split by type. */
export interface PricedLine {
  quantity: string;
  unitPrice: Amount | null;
  totalPrice: Amount | null;
  pricesByType: readonly PriceByType[];
}

/** A quantity as it is kept: four places, half-even (§9). @throws RangeError for anything but a finite decimal */
export const quantity4 = (quantity: string): Amount => roundHalfEven(toDecimal(quantity), 4);

/** Whether an amount with four places can be kept. */
export const isKeepable = (amount: string): boolean => toDecimal(amount).abs().lte(MAX_AMOUNT);

/** Quantity × price with four places, half-even; null without a price. */
export const lineTotal = (quantity: string, price: Amount | null): Amount | null =>
  price === null ? null : roundHalfEven(toDecimal(quantity).times(toDecimal(price)), 4);

/** Total of a published line: coefficient × published price, cut after two places (domain.md §5). */
export const publishedLineTotal = (coefficient: string, price: Amount | null): Amount | null =>
  price === null
    ? null
    : toDecimal(coefficient).times(toDecimal(price)).toDecimalPlaces(2, Decimal.ROUND_DOWN).toFixed(4);

/** Sum of rounded line totals; null where a line has none, which makes the composition incomplete. */
export const sumOfLines = (totals: readonly (Amount | null)[]): Amount | null => {
  if (totals.length === 0) return null;
  let sum = new Decimal(0);
  for (const total of totals) {
    if (total === null) return null;
    sum = sum.plus(total);
  }
  return sum.toFixed(4);
};

/** A decimal of zero or more as a whole number of its last place. */
const wholeOf = (text: string): { digits: bigint; places: number } => {
  const point = text.indexOf('.');
  if (point < 0) return { digits: BigInt(text), places: 0 };
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), places: text.length - point - 1 };
};

/** The same as `lineTotal` in ten-thousandths, for quantities and prices that were kept. */
const totalUnits = (quantity: string, price: Amount): bigint => {
  const [a, b] = [wholeOf(quantity), wholeOf(price)];
  const places = a.places + b.places - 4;
  const product = a.digits * b.digits;
  return places >= 0 ? divideHalfEven(product, 10n ** BigInt(places)) : product * 10n ** BigInt(-places);
};

/**
 * Price of one unit of an own composition (§3 unitPrice): the sum of its lines, each at four places; null without lines
 * or where one has no price. In whole numbers, since a change of price recomputes tens of thousands at once.
 */
export const compositionPrice = (lines: readonly { quantity: string; unitPrice: Amount | null }[]): Amount | null => {
  let units = 0n;
  for (const { quantity, unitPrice } of lines) {
    if (unitPrice === null) return null;
    units += totalUnits(quantity, unitPrice);
  }
  if (lines.length === 0) return null;
  const digits = units.toString().padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
};

/** What the last type would leave below zero is taken from the largest of the others. */
const takeBack = (shares: Decimal[], last: number): Decimal[] => {
  if (!shares[last]?.isNegative()) return shares;
  const missing = shares[last];
  const largest = shares.reduce((best, share, index) => (share.gt(shares[best] ?? 0) ? index : best), 0);
  return shares.map((share, index) => {
    if (index === last) return new Decimal(0);
    return index === largest ? share.plus(missing) : share;
  });
};

/**
 * Splits a price by product type, through the splits of the lines: a line of one type adds its rounded total, any other
 * its quantity of each part. Types stand in the order of their keys; the last one
 * takes the remainder, so that the parts sum to the price. Empty without a price.
 */
export const pricesByType = (lines: readonly PricedLine[], price: Amount | null): PriceByType[] => {
  if (price === null) return [];
  const exact = new Map<number, { name: string; value: Decimal }>();
  for (const line of lines) {
    for (const { productType, price: part } of line.pricesByType) {
      const isWhole = line.pricesByType.length === 1 && line.totalPrice !== null;
      const value = isWhole ? toDecimal(line.totalPrice ?? '0') : toDecimal(line.quantity).times(toDecimal(part));
      const before = exact.get(productType.id)?.value ?? new Decimal(0);
      exact.set(productType.id, { name: productType.name, value: before.plus(value) });
    }
  }
  const types = [...exact].sort(([a], [b]) => a - b);
  const last = types.length - 1;
  const rounded = types.map(([, { value }]) => new Decimal(roundHalfEven(value, 4)));
  const others = rounded.slice(0, last).reduce((sum, share) => sum.plus(share), new Decimal(0));
  if (last >= 0) rounded[last] = toDecimal(price).minus(others);
  const shares = takeBack(rounded, last);
  return types.map(([id, { name }], index) => ({
    productType: { id, name },
    price: (shares[index] ?? new Decimal(0)).toFixed(4),
  }));
};

/** Path of a circle in words: "Alvenaria → Argamassa → Alvenaria". */
export const circleInWords = (names: readonly string[]): string => names.join(' → ');
