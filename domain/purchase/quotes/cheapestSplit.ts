/** Suppliers of one quote request at most, so that the cheapest split is found in bounded time. */
export const MAX_QUOTE_SUPPLIERS = 15;

/** What a supplier asks, in exact whole numbers of any unit. */
export interface SupplierCosts {
  /** Once one line is his: freight. */
  fixed: bigint;
  /** By line; null: not offered. */
  costs: readonly (bigint | null)[];
}

/** Index of the supplier of each line, null where nobody offers it, and what all of it costs. */
export interface Split {
  suppliers: (number | null)[];
  cost: bigint;
}

type Costs = readonly (bigint | null)[];

const lower = (a: bigint | null, b: bigint | null): bigint | null => {
  if (a === null) return b;
  return b === null || a <= b ? a : b;
};

/** The lower of both, line by line. */
const lowest = (a: Costs, b: Costs): (bigint | null)[] => a.map((cost, line) => lower(cost, b[line] ?? null));

/** Sum over the lines that anybody offers; null where one of them has no cost here. */
const sumOf = (costs: Costs, offered: readonly boolean[]): bigint | null => {
  let whole = 0n;
  for (const [line, cost] of costs.entries()) {
    if (!offered[line]) continue;
    if (cost === null) return null;
    whole += cost;
  }
  return whole;
};

/** Lines to the cheapest of these suppliers; equal ones go to who has another line already, then to the first. */
const assign = (suppliers: readonly SupplierCosts[], open: readonly number[], lines: number): (number | null)[] => {
  const candidates = Array.from({ length: lines }, (_, line) => {
    const asked = open.flatMap((index) => {
      const cost = suppliers[index]?.costs[line] ?? null;
      return cost === null ? [] : [{ index, cost }];
    });
    const least = asked.reduce<bigint | null>((low, { cost }) => lower(low, cost), null);
    return asked.flatMap(({ index, cost }) => (cost === least ? [index] : []));
  });
  const used = new Set(candidates.flatMap((equal) => (equal.length === 1 ? equal : [])));
  return candidates.map((equal) => {
    const chosen = equal.find((index) => used.has(index)) ?? equal[0] ?? null;
    if (chosen !== null) used.add(chosen);
    return chosen;
  });
};

/**
 * The cheapest way to buy every line that anybody offers, each from one supplier: a facility location problem, solved
 * exactly by branch and bound over the suppliers with a fixed cost. The bound of a branch is what its suppliers cost if
 * all that are still undecided came without their fixed cost.
 */
export const cheapestSplit = (suppliers: readonly SupplierCosts[]): Split => {
  const lines = Math.max(0, ...suppliers.map(({ costs }) => costs.length));
  const nothing: Costs = Array.from({ length: lines }, () => null);
  const free = suppliers.flatMap(({ fixed }, index) => (fixed === 0n ? [index] : []));
  // The dearest freight is decided first: the bound grows soonest.
  const fixedOf = (index: number): bigint => suppliers[index]?.fixed ?? 0n;
  const costsOf = (index: number): Costs => suppliers[index]?.costs ?? nothing;
  const charged = suppliers
    .flatMap(({ fixed }, index) => (fixed === 0n ? [] : [index]))
    .sort((a, b) => (fixedOf(a) === fixedOf(b) ? a - b : fixedOf(a) > fixedOf(b) ? -1 : 1));
  const undecided: Costs[] = [nothing];
  for (const index of charged.toReversed()) undecided.unshift(lowest(undecided[0] ?? nothing, costsOf(index)));
  const atOnce = free.reduce((costs, index) => lowest(costs, costsOf(index)), nothing);
  const offered = lowest(atOnce, undecided[0] ?? nothing).map((cost) => cost !== null);

  let best: { cost: bigint; open: number[] } | null = null;
  const branch = (depth: number, open: number[], fixed: bigint, costs: Costs): void => {
    const least = sumOf(lowest(costs, undecided[depth] ?? nothing), offered);
    if (least === null || (best !== null && fixed + least >= best.cost)) return;
    const index = charged[depth];
    if (index === undefined) {
      best = { cost: fixed + least, open };
      return;
    }
    branch(depth + 1, open, fixed, costs);
    branch(depth + 1, [...open, index], fixed + fixedOf(index), lowest(costs, costsOf(index)));
  };
  branch(0, free, 0n, atOnce);

  const found: { cost: bigint; open: number[] } = best ?? { cost: 0n, open: [] };
  return {
    suppliers: assign(
      suppliers,
      found.open.toSorted((a, b) => a - b),
      lines,
    ),
    cost: found.cost,
  };
};
