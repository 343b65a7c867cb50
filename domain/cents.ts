import { roundHalfEven, toDecimal, type DecimalInput } from './decimal.ts';

/** Amount in reais as text with exactly two places ("1234.50"); "-0.00" never appears (domain.md §1). */
export type Money = string;

export const ZERO: Money = '0.00';

/** Largest amount that numeric(15,2) holds. */
export const MAX_MONEY: Money = '9999999999999.99';

const CANONICAL = /^-?\d+\.\d{2}$/;

/**
 * Canonical money: two places, half-even (§9).
 * @throws RangeError for anything that is not a finite decimal (of numbers, only safe integers are taken).
 */
export function money(value: DecimalInput): Money {
  return roundHalfEven(toDecimal(value), 2);
}

/** Amount in whole cents; text with more places is rounded half-even first. */
export function toCents(value: Money): bigint {
  const canonical = CANONICAL.test(value) ? value : money(value);
  return BigInt(canonical.replace('.', ''));
}

/** Money from whole cents. */
export function fromCents(cents: bigint): Money {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
