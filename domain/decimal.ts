import { Decimal as Base } from 'decimal.js';

/**
 * decimal.js with precision for every figure of the product: its default of 20 significant digits would round the
 * product of a 15-digit amount and a percentage before half-even rounding applies.
 */
export const Decimal = Base.clone({ precision: 80, rounding: Base.ROUND_HALF_EVEN, toExpNeg: -100, toExpPos: 100 });
export type Decimal = Base;

export type DecimalInput = string | number | Base;

// Limits the exponent: a short text such as "1e999999999" would allocate gigabytes of zeros.
const DECIMAL_TEXT = /^[+-]?\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,2})?$/i;

/** True for text that is a finite decimal in programming notation ("-1234.50"). */
export function isDecimalText(text: unknown): text is string {
  return typeof text === 'string' && DECIMAL_TEXT.test(text);
}

/**
 * Parses a decimal without loss.
 * @throws RangeError for anything but a finite decimal. Of numbers, accepts only safe integers: any other may have lost
 * digits.
 */
export function toDecimal(value: DecimalInput): Base {
  if (Base.isDecimal(value)) {
    if (!value.isFinite()) throw new RangeError('Not a finite decimal');
    return new Decimal(value);
  }
  if (typeof value === 'number' ? Number.isSafeInteger(value) : isDecimalText(value)) return new Decimal(value);
  throw new RangeError(`Not a decimal: ${describe(value)}`);
}

/** Rounds half-even to a fixed number of places; never returns "-0.00". */
export function roundHalfEven(value: Base, places: number): string {
  const text = value.toFixed(places, Base.ROUND_HALF_EVEN);
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text;
}

/** Integer quotient of two non-negative integers, half-even. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const floor = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice === denominator) return floor + (floor & 1n);
  return twice > denominator ? floor + 1n : floor;
}

function describe(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 40)}"` : String(value);
}
