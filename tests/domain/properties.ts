import fc from 'fast-check';
import type { Money } from '#domain/money.ts';
import { fromCents } from '#domain/money.ts';

/** A fixed seed gives the same cases on every run; PROPERTY_SEED sets another one. */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20261121);

/** Cases per group of properties: 20,000 each for splitting, redistribution and two-way apportionment. */
export const CASES = 20_000;

/** Checks the property for `runs` generated cases. Prints the seed, so that a failure can be replayed. */
export function hold<Ts extends [unknown, ...unknown[]]>(
  title: string,
  runs: number,
  property: fc.IProperty<Ts> | fc.IPropertyWithHooks<Ts>,
): void {
  process.stdout.write(`property seed ${seed}, ${runs} cases: ${title}\n`);
  // Shrinking a failure on large amounts could take minutes.
  const interrupted = fc.interruptAfterTimeLimit(120_000, { failOnInterrupt: true });
  fc.assert(property, { seed, numRuns: runs, plugins: [interrupted] });
}

/** Amounts of every size that numeric(15,2) stores; small ones often, because rounding errors occur there. */
export const amounts: fc.Arbitrary<Money> = fc
  .oneof(
    { weight: 3, arbitrary: fc.bigInt({ min: 0n, max: 300n }) },
    { weight: 4, arbitrary: fc.bigInt({ min: 0n, max: 5_000_000n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 999_999_999_999_999n }) },
  )
  .map(fromCents);

/** Amounts above zero. */
export const positiveAmounts: fc.Arbitrary<Money> = amounts.filter((amount) => amount !== '0.00');

/** Days of about a hundred years, month ends included. */
export const days: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 36_500 })
  .map((offset) => new Date(Date.UTC(1970, 0, 1 + offset)).toISOString().slice(0, 10));
