/** Prices of an input beside the one that is typed (mock 20b). */
import { roundHalfEven, toDecimal, type Decimal } from '../../decimal.ts';
import { formatCurrency } from '../../numberFormat.ts';
import { isNegative, isZero, negate, subtract, sum, toTenThousandths, type Money } from '../../money.ts';
import { lineValue } from './figures.ts';

/** Percent above the last price from which a price is warned about, where the account says nothing else. */
export const PRICE_TOLERANCE = '5';

/**
 * Landed value ÷ quantity, four places, half-even, in another unit of the same product: both factors are units of the product
 * in one unit of the line. Rounded once.
 */
export const landedPrice = (
  landed: Money,
  { quantity, factor, inFactor }: { quantity: string; factor: Decimal; inFactor: Decimal },
): string => roundHalfEven(toDecimal(landed).times(inFactor).div(toDecimal(quantity).times(factor)), 4);

/** Units of the product in one unit of a line: what it holds of the product ordered, by units of that in one that it was merged into. */
export const factorOf = (unitFactor: string, productFactor: string | null): Decimal =>
  toDecimal(unitFactor).div(toDecimal(productFactor ?? '1'));

/** By how many percent a price differs from another, one place, half-even; null over a price of zero. */
export const percentChange = (price: string, from: string): string | null => {
  const base = toDecimal(from);
  return base.isZero() ? null : roundHalfEven(toDecimal(price).minus(base).times(100).div(base), 1);
};

/** Whether a price is above another by more than a tolerance in percent. */
export const isAbove = (price: string, from: string, tolerance: string): boolean =>
  toDecimal(price)
    .times(100)
    .gt(toDecimal(from).times(toDecimal(tolerance).plus(100)));

/** Whether a price differs from another by more than a tolerance in percent. */
export const differs = (price: string, from: string, tolerance: string): boolean =>
  toDecimal(price)
    .minus(toDecimal(from))
    .abs()
    .times(100)
    .gt(toDecimal(from).times(toDecimal(tolerance)));

/** "+8,4%", "−4,6%", "igual"; empty over a price of zero. */
export const changeText = (price: string, from: string): string => {
  if (toTenThousandths(price) === toTenThousandths(from)) return 'igual';
  const percent = percentChange(price, from);
  if (percent === null) return '';
  const isLower = toTenThousandths(price) < toTenThousandths(from);
  return `${isLower ? '−' : '+'}${percent.replace('-', '').replace('.', ',')}%`;
};

/** What a quantity costs more at a price than at another; below zero: less. */
export const differenceOf = (quantity: string, price: string, from: string): Money =>
  subtract(lineValue(quantity, price), lineValue(quantity, from));

interface ComparedLine {
  quantity: string;
  price: string;
  lastPrice: string | null;
}

/** Sum of the lines that have a last price, less these prices; null: no line has one. */
export const againstLastPrices = (lines: readonly ComparedLine[]): Money | null => {
  const known = lines.flatMap(({ quantity, price, lastPrice }) =>
    lastPrice === null ? [] : [differenceOf(quantity, price, lastPrice)],
  );
  return known.length === 0 ? null : sum(known);
};

/** "R$ 1.118,00 abaixo dos últimos preços" */
export const againstLastText = (difference: Money): string => {
  if (isZero(difference)) return 'igual aos últimos preços';
  return isNegative(difference)
    ? `${formatCurrency(negate(difference))} abaixo dos últimos preços`
    : `${formatCurrency(difference)} acima dos últimos preços`;
};
