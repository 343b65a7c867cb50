import { type Money, ZERO, fromCents, money, toCents } from './cents.ts';
import { Decimal, divideHalfEven, roundHalfEven, toDecimal, type DecimalInput } from './decimal.ts';

export { type Money, MAX_MONEY, ZERO, fromCents, money, toCents } from './cents.ts';
export {
  formatCurrency,
  formatMoney,
  formatPercentage,
  formatExact,
  formatQuantity,
  formatUnitPrice,
  formatWhole,
} from './numberFormat.ts';
export { parseMoney } from './moneyInput.ts';

/** Returns the exact sum of a list; zero for an empty one. */
export function sum(values: readonly Money[]): Money {
  return fromCents(values.reduce((total, value) => total + toCents(value), 0n));
}

/** Returns the exact sum of the arguments. */
export function add(...values: Money[]): Money {
  return sum(values);
}

/** Returns a − b exactly. */
export function subtract(a: Money, b: Money): Money {
  return fromCents(toCents(a) - toCents(b));
}

/** Returns −1, 0 or 1 when a is less than, equal to or greater than b. */
export function compare(a: Money, b: Money): -1 | 0 | 1 {
  const difference = toCents(a) - toCents(b);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

export function isZero(value: Money): boolean {
  return toCents(value) === 0n;
}

export function isPositive(value: Money): boolean {
  return toCents(value) > 0n;
}

export function isNegative(value: Money): boolean {
  return toCents(value) < 0n;
}

export function negate(value: Money): Money {
  return fromCents(-toCents(value));
}

export function minMoney(a: Money, b: Money): Money {
  return fromCents(toCents(a) < toCents(b) ? toCents(a) : toCents(b));
}

export function maxMoney(a: Money, b: Money): Money {
  return fromCents(toCents(a) > toCents(b) ? toCents(a) : toCents(b));
}

/** part × 100 / whole with two places, half-even; a whole of zero gives "0.00" (§5). */
export function percentageOf(part: Money, whole: Money): string {
  const [numerator, denominator] = [toCents(part) * 10_000n, toCents(whole)];
  if (denominator === 0n) return ZERO;
  const size = divideHalfEven(magnitude(numerator), magnitude(denominator));
  return fromCents(numerator < 0n === denominator < 0n ? size : -size);
}

/** Amount × percentage / 100, half-even; the percentage may have more than two places. */
export function applyPercentage(amount: Money, percentage: DecimalInput): Money {
  return money(new Decimal(money(amount)).times(toDecimal(percentage)).div(100));
}

/**
 * Four places, half-even: task quantities, unit prices and line totals (§5, §9).
 * @throws RangeError for anything that is not a finite decimal.
 */
export function decimal4(value: DecimalInput): string {
  return roundHalfEven(toDecimal(value), 4);
}

const FOUR_PLACES = /^-?\d+\.\d{4}$/;

/** A quantity or unit price as ten-thousandths; text with other places is rounded half-even first. */
export function toTenThousandths(value: string): bigint {
  return BigInt((FOUR_PLACES.test(value) ? value : decimal4(value)).replace('.', ''));
}

/** Decimal with four places from ten-thousandths. */
export function fromTenThousandths(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(5, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
