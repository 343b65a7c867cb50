import type { TreeRow } from '../earnedValue/rollUp.ts';

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

type Cells = Map<number | null, Amounts>;

/** Adds to the amounts in place: a building has tens of thousands of cells. */
const addTo = (sum: Amounts, { estimated, committed, actual }: Amounts): void => {
  sum.estimated += estimated;
  sum.committed += committed;
  sum.actual += actual;
};

const addToCell = (cells: Cells, categoryId: number | null, amounts: Amounts): void => {
  const known = cells.get(categoryId);
  if (known) addTo(known, amounts);
  else cells.set(categoryId, { estimated: amounts.estimated, committed: amounts.committed, actual: amounts.actual });
};

const rowOf = (stageId: number | null, cells: Cells): PivotRow => {
  const total = nothing();
  for (const amounts of cells.values()) addTo(total, amounts);
  return { stageId, cells: new Map([...cells].filter(([, amounts]) => !isNothing(amounts))), total };
};

/**
 * The matrix of a building: every stage with everything in it, what stands in none, and the total. Rows and columns sum the
 * same entries, so that their totals are equal. A stage that is not in the tree counts as none.
 */
export const pivotOf = (
  tree: readonly TreeRow[],
  entries: readonly Entry[],
): { rows: PivotRow[]; loose: PivotRow; total: PivotRow } => {
  const byStage = new Map<number, Cells>(tree.map(({ id }) => [id, new Map()]));
  const [loose, total]: [Cells, Cells] = [new Map(), new Map()];
  for (const entry of entries) {
    const own = entry.stageId === null ? undefined : byStage.get(entry.stageId);
    addToCell(own ?? loose, entry.categoryId, entry);
    addToCell(total, entry.categoryId, entry);
  }
  // Backwards, children come before the stage above them.
  for (const { id, parentId } of tree.toReversed()) {
    const above = parentId === null ? undefined : byStage.get(parentId);
    if (!above) continue;
    for (const [categoryId, amounts] of byStage.get(id) ?? []) addToCell(above, categoryId, amounts);
  }
  return {
    rows: tree.map(({ id }) => rowOf(id, byStage.get(id) ?? new Map())),
    loose: rowOf(null, loose),
    total: rowOf(null, total),
  };
};
