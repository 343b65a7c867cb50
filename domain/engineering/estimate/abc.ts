import { fromCents, toCents, type Money } from '../../money.ts';
import { divideHalfEven } from '../../decimal.ts';

export const CLASSES = ['A', 'B', 'C'] as const;
export type AbcClass = (typeof CLASSES)[number];

/** Accumulated shares in percent at which classes A and B end. */
export interface Cuts {
  a: string;
  b: string;
}

export const DEFAULT_CUTS: Cuts = { a: '80.00', b: '95.00' };

export interface Ranked<T> {
  item: T;
  total: Money;
  /** Of the sum, in percent, two places half-even; null where the sum is zero. */
  share: string | null;
  accumulated: Money;
  accumulatedShare: string | null;
  abcClass: AbcClass;
}

const HUNDREDTHS = 10_000n;

const shareOf = (part: bigint, whole: bigint): string | null => {
  if (whole === 0n) return null;
  const size = divideHalfEven((part < 0n ? -part : part) * HUNDREDTHS, whole < 0n ? -whole : whole);
  return fromCents(part < 0n === whole < 0n ? size : -size);
};

/**
 * Curva ABC: items by their totals, the largest first. The item with which the accumulated share first reaches a cut
 * belongs to the class that it closes (domain.md §5); shares are compared exactly, not as they are shown.
 */
export const abcOf = <T>(items: readonly { item: T; total: Money }[], cuts: Cuts): Ranked<T>[] => {
  const valued = items.map(({ item, total }, place) => ({ item, cents: toCents(total), place }));
  const sorted = valued.sort((a, b) => (a.cents === b.cents ? a.place - b.place : a.cents > b.cents ? -1 : 1));
  const whole = sorted.reduce((sum, { cents }) => sum + cents, 0n);
  const limits = [toCents(cuts.a), toCents(cuts.b)];
  let accumulated = 0n;
  return sorted.map(({ item, cents }) => {
    // The class is that of the share before the item: a cut that is reached before it is closed.
    const closed = limits.filter((limit) => whole > 0n && accumulated * HUNDREDTHS >= limit * whole).length;
    accumulated += cents;
    return {
      ...{ item, total: fromCents(cents), share: shareOf(cents, whole) },
      ...{ accumulated: fromCents(accumulated), accumulatedShare: shareOf(accumulated, whole) },
      abcClass: CLASSES[closed] ?? 'C',
    };
  });
};
