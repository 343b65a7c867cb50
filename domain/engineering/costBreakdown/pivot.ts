import { rollUp, type TreeRow } from '../earnedValue/rollUp.ts';

/** What is known of a stage and a category, in cents. Null: in no stage; without a category. */
export interface Entry {
  stageId: number | null;
  categoryId: number | null;
  estimated: bigint;
  committed: bigint;
  actual: bigint;
}

export interface Amounts {
  estimated: bigint;
  committed: bigint;
  actual: bigint;
}

/** A row of the matrix: its own amounts by category, and their sums. */
export interface PivotRow {
  /** Null: in no stage. */
  stageId: number | null;
  cells: Map<number | null, Amounts>;
  total: Amounts;
}

export const nothing = (): Amounts => ({ estimated: 0n, committed: 0n, actual: 0n });

export const addAmounts = (sum: Amounts, { estimated, committed, actual }: Amounts): Amounts => ({
  estimated: sum.estimated + estimated,
  committed: sum.committed + committed,
  actual: sum.actual + actual,
});

const isNothing = ({ estimated, committed, actual }: Amounts): boolean =>
  estimated === 0n && committed === 0n && actual === 0n;

const sumOf = (all: Iterable<Amounts>): Amounts => [...all].reduce(addAmounts, nothing());

/** Own amounts of each stage in one category. */
const ownOf = (entries: readonly Entry[], measure: keyof Amounts): Map<number, bigint> => {
  const own = new Map<number, bigint>();
  for (const entry of entries) {
    if (entry.stageId !== null) own.set(entry.stageId, (own.get(entry.stageId) ?? 0n) + entry[measure]);
  }
  return own;
};

/**
 * The matrix of a building: every stage with everything in it, what stands in none, and the total. Rows and columns sum the
 * same entries, so that their totals are equal. A stage that is not in the tree counts as none.
 */
export const pivotOf = (
  tree: readonly TreeRow[],
  sent: readonly Entry[],
): { rows: PivotRow[]; loose: PivotRow; total: PivotRow } => {
  const known = new Set(tree.map(({ id }) => id));
  const entries = sent.map((entry) => ({
    ...entry,
    stageId: entry.stageId !== null && known.has(entry.stageId) ? entry.stageId : null,
  }));
  const byCategory = grouped(entries);
  const cells = new Map<number | null, Map<number | null, Amounts>>(tree.map(({ id }) => [id, new Map()]));
  const loose = new Map<number | null, Amounts>();
  const total = new Map<number | null, Amounts>();
  for (const [categoryId, own] of byCategory) {
    const rolled = {
      estimated: rollUp(tree, ownOf(own, 'estimated')),
      committed: rollUp(tree, ownOf(own, 'committed')),
      actual: rollUp(tree, ownOf(own, 'actual')),
    };
    for (const { id } of tree) {
      const amounts = {
        estimated: rolled.estimated.get(id) ?? 0n,
        committed: rolled.committed.get(id) ?? 0n,
        actual: rolled.actual.get(id) ?? 0n,
      };
      if (!isNothing(amounts)) cells.get(id)?.set(categoryId, amounts);
    }
    const outside = sumOf(own.filter(({ stageId }) => stageId === null));
    if (!isNothing(outside)) loose.set(categoryId, outside);
    total.set(categoryId, sumOf(own));
  }
  const row = (stageId: number | null, own: Map<number | null, Amounts>): PivotRow => ({
    ...{ stageId, cells: own, total: sumOf(own.values()) },
  });
  return {
    rows: tree.map(({ id }) => row(id, cells.get(id) ?? new Map())),
    loose: row(null, loose),
    total: row(null, total),
  };
};

const grouped = (entries: readonly Entry[]): Map<number | null, Entry[]> => {
  const groups = new Map<number | null, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.categoryId);
    if (group) group.push(entry);
    else groups.set(entry.categoryId, [entry]);
  }
  return groups;
};
