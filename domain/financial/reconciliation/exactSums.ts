/** More candidates than these are not searched: the nearest are. */
export const MOST_CANDIDATES = 18;
const MOST_PARTS = 5;
const ENOUGH = 2;

/**
 * Sets of at least two amounts that sum to the target exactly, the smallest first; at most two, since one more already says
 * that it is not the only one. All amounts have the sign of the target.
 */
export const exactSums = (amounts: readonly bigint[], target: bigint): number[][] => {
  const sign = target < 0n ? -1n : 1n;
  const goal = target * sign;
  const items = amounts
    .slice(0, MOST_CANDIDATES)
    .map((amount, index) => ({ index, amount: amount * sign }))
    .filter(({ amount }) => amount > 0n && amount < goal);
  for (let size = 2; size <= Math.min(MOST_PARTS, items.length); size += 1) {
    const found: number[][] = [];
    const walk = (from: number, left: bigint, chosen: readonly number[]): void => {
      if (found.length >= ENOUGH) return;
      if (chosen.length === size) {
        if (left === 0n) found.push([...chosen]);
        return;
      }
      for (let at = from; at < items.length; at += 1) {
        const item = items[at];
        if (item && item.amount <= left) walk(at + 1, left - item.amount, [...chosen, item.index]);
      }
    };
    walk(0, goal, []);
    if (found.length > 0) return found;
  }
  return [];
};
