import { Decimal as Base } from 'decimal.js';

/**
 * decimal.js with room for any figure the product meets: the default of 20 significant digits would round a product of
 * a 15-digit amount and a percentage before the half-even rule gets to see it.
 */
export const Decimal = Base.clone({ precision: 80, rounding: Base.ROUND_HALF_EVEN, toExpNeg: -100, toExpPos: 100 });
export type Decimal = Base;

export type DecimalInput = string | number | Base;

// The exponent is bounded so that a short text such as "1e999999999" cannot ask for gigabytes of zeros.
const DECIMAL_TEXT = /^[+-]?\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,2})?$/i;

/** True for text that is a finite decimal in programming notation ("-1234.50"). */
export function isDecimalText(text: unknown): text is string {
  return typeof text === 'string' && DECIMAL_TEXT.test(text);
}

/**
 * Reads a decimal without loss.
 * @throws RangeError for anything that is not a finite decimal; of numbers only safe integers are taken, since any
 * other may already have lost digits.
 */
export function toDecimal(value: DecimalInput): Base {
  if (Base.isDecimal(value)) {
    if (!value.isFinite()) throw new RangeError('Not a finite decimal');
    return new Decimal(value);
  }
  if (typeof value === 'number' ? Number.isSafeInteger(value) : isDecimalText(value)) return new Decimal(value);
  throw new RangeError(`Not a decimal: ${describe(value)}`);
}

/** Fixed number of places, half-even, never "-0.00". */
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
