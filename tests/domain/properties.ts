import fc from 'fast-check';
import type { Money } from '#domain/money.ts';
import { fromCents } from '#domain/money.ts';

/** The same cases on every machine and every day; PROPERTY_SEED tries others. */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20261121);

/** Cases that a group of properties runs (issue: 20,000 for each of splitting, redistribution and two-way rateio). */
export const CASES = 20_000;

/**
 * Holds the property for `runs` generated cases. The seed is printed, so that a failure seen elsewhere can be replayed.
 */
export function hold<Ts extends [unknown, ...unknown[]]>(
  title: string,
  runs: number,
  property: fc.IProperty<Ts> | fc.IPropertyWithHooks<Ts>,
): void {
  process.stdout.write(`property seed ${seed}, ${runs} cases: ${title}\n`);
  // A property that fails on large amounts could shrink for minutes; one that is cut short has not held.
  fc.assert(property, { seed, numRuns: runs, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: true });
}

/** Amounts of every size that numeric(15,2) holds; small ones often, since cents go wrong there. */
export const amounts: fc.Arbitrary<Money> = fc
  .oneof(
    { weight: 3, arbitrary: fc.bigInt({ min: 0n, max: 300n }) },
    { weight: 4, arbitrary: fc.bigInt({ min: 0n, max: 5_000_000n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 999_999_999_999_999n }) },
  )
  .map(fromCents);

/** Amounts above zero. */
export const positiveAmounts: fc.Arbitrary<Money> = amounts.filter((amount) => amount !== '0.00');

/** Days of some hundred years, month ends included. */
export const days: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 36_500 })
  .map((offset) => new Date(Date.UTC(1970, 0, 1 + offset)).toISOString().slice(0, 10));
