import { type Money, toCents } from '../../money.ts';
import { exactSums } from './exactSums.ts';

interface Closer {
  amount: Money;
  partnerId: number | null;
}

/**
 * Entries in the order in which they may close a sum: what equals it, what sums to it (of the named partners before all others),
 * what is of a named partner, what goes the same way, the rest. The given order, the nearest first, stays among equals.
 */
export const closersFirst = <T extends Closer>(
  entries: readonly T[],
  target: Money,
  named: ReadonlySet<number>,
): T[] => {
  const cents = toCents(target);
  const isNamed = ({ partnerId }: Closer): boolean => partnerId !== null && named.has(partnerId);
  const isSameWay = ({ amount }: Closer): boolean => toCents(amount) < 0n === cents < 0n;
  const pools = [entries.filter((one) => isNamed(one) && isSameWay(one)), entries.filter(isSameWay)];
  const summing = new Set<T>();
  for (const pool of pools) {
    if (summing.size > 0) break;
    const [first = []] = exactSums(
      pool.map(({ amount }) => toCents(amount)),
      cents,
    );
    for (const index of first) {
      const entry = pool[index];
      if (entry) summing.add(entry);
    }
  }
  const rankOf = (entry: T): number => {
    if (toCents(entry.amount) === cents) return isNamed(entry) ? 0 : 1;
    if (summing.has(entry)) return 2;
    if (isNamed(entry)) return 3;
    return isSameWay(entry) ? 4 : 5;
  };
  return entries
    .map((entry, index) => ({ entry, index, rank: rankOf(entry) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ entry }) => entry);
};
