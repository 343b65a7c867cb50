import type { TreeRow } from '../earnedValue/rollUp.ts';

export interface Amounts {
  estimated: bigint;
  committed: bigint;
  actual: bigint;
}
type Measure = keyof Amounts;

/** What is known of a stage and a category, in cents. Null: in no stage; without a category. */
export interface Part {
  stageId: number | null;
  categoryId: number | null;
  cents: bigint;
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

// A building has tens of thousands of cells: amounts are added up in place, and of a part only the one that it has.

const addTo = (sum: Amounts, { estimated, committed, actual }: Amounts): void => {
  if (estimated !== 0n) sum.estimated += estimated;
  if (committed !== 0n) sum.committed += committed;
  if (actual !== 0n) sum.actual += actual;
};

const cellOf = (cells: Cells, categoryId: number | null): Amounts => {
  let cell = cells.get(categoryId);
  if (!cell) cells.set(categoryId, (cell = nothing()));
  return cell;
};

const rowOf = (stageId: number | null, cells: Cells): PivotRow => {
  const total = nothing();
  for (const [categoryId, amounts] of cells) {
    if (isNothing(amounts)) cells.delete(categoryId);
    else addTo(total, amounts);
  }
  return { stageId, cells, total };
};

/**
 * The matrix of a building: every stage with everything in it, what stands in none, and the total. Rows and columns sum the
 * same parts, so that their totals are equal. A stage that is not in the tree counts as none.
 */
export const pivotOf = (
  tree: readonly TreeRow[],
  parts: Record<Measure, readonly Part[]>,
): { rows: PivotRow[]; loose: PivotRow; total: PivotRow } => {
  const byStage = new Map<number, Cells>(tree.map(({ id }) => [id, new Map()]));
  const [loose, total]: [Cells, Cells] = [new Map(), new Map()];
  for (const measure of ['estimated', 'committed', 'actual'] as const) {
    for (const { stageId, categoryId, cents } of parts[measure]) {
      const own = stageId === null ? undefined : byStage.get(stageId);
      cellOf(own ?? loose, categoryId)[measure] += cents;
      cellOf(total, categoryId)[measure] += cents;
    }
  }
  // Backwards, children come before the stage above them.
  for (const { id, parentId } of tree.toReversed()) {
    const above = parentId === null ? undefined : byStage.get(parentId);
    if (!above) continue;
    for (const [categoryId, amounts] of byStage.get(id) ?? []) addTo(cellOf(above, categoryId), amounts);
  }
  return {
    rows: tree.map(({ id }) => rowOf(id, byStage.get(id) ?? new Map())),
    loose: rowOf(null, loose),
    total: rowOf(null, total),
  };
};
