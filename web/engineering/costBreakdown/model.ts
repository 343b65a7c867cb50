import { heatOf, type Heat } from '#domain/engineering/costBreakdown/heat.ts';
import { add, isZero, subtract, sum, ZERO, type Money } from '#domain/money.ts';
import { formatMoney } from '#domain/numberFormat.ts';
import type { CostBreakdownQuery } from '#web/generated/engineering.ts';

export type Breakdown = NonNullable<CostBreakdownQuery['costBreakdown']>;

/** Columns shown before the rest is folded into "Outras". */
const SHOWN = 6;

export const LOOSE = 'loose';
export const TOTAL = 'total';

export interface Amounts {
  estimated: Money | null;
  committed: Money;
  actual: Money;
}

/** A column: a category, documents without one, or the categories that are folded. */
export interface Column {
  key: string;
  title: string;
  /** Categories that it sums; null: without one. */
  ids: readonly (string | null)[];
  /** Whether it unfolds others. */
  folded: boolean;
}

/** A row: a stage, what stands in none, or the total. */
export interface MatrixRow extends Amounts {
  key: string;
  code: string;
  name: string;
  level: number;
  /** Whether it unfolds, and is; null where it has nothing in it. */
  open: boolean | null;
  cells: readonly (Amounts & { categoryId: string | null })[];
}

const amountsOf = ({
  estimated,
  committed,
  actual,
}: {
  estimated?: string | null;
  committed: string;
  actual: string;
}) => ({
  ...{ estimated: estimated ?? null, committed, actual },
});
const cellsOf = (cells: Breakdown['withoutStage']['cells']): MatrixRow['cells'] =>
  cells.map(({ categoryId, ...amounts }) => ({ categoryId: categoryId ?? null, ...amountsOf(amounts) }));

/** The six largest categories, and the others as one column that unfolds sideways. */
export const columnsOf = ({ columns }: Breakdown, unfolded: boolean): Column[] => {
  const all = columns.map(({ categoryId, name }): Column => {
    const id = categoryId ?? null;
    return { key: id ?? 'none', title: name ?? 'Sem categoria', ids: [id], folded: false };
  });
  if (unfolded || all.length <= SHOWN + 1) return all;
  const rest = all.slice(SHOWN);
  const ids = rest.flatMap((column) => column.ids);
  return [...all.slice(0, SHOWN), { key: 'rest', title: `Outras ${rest.length} categorias`, ids, folded: true }];
};

/** Whether the breakdown has more columns than are shown at once. */
export const folds = ({ columns }: Breakdown): boolean => columns.length > SHOWN + 1;

/** Stages in the order of the tree; those in a closed one are left out. Then what stands in none, where there is any. */
export const rowsOf = (breakdown: Breakdown, open: ReadonlySet<string>): MatrixRow[] => {
  const { stages, withoutStage } = breakdown;
  const parents = new Set(stages.flatMap(({ parentId }) => parentId ?? []));
  const shown = new Set<string>();
  const rows = stages.flatMap((stage): MatrixRow[] => {
    const { stageId, code, name, parentId, level } = stage;
    if (parentId && !(shown.has(parentId) && open.has(parentId))) return [];
    shown.add(stageId);
    const folded = parents.has(stageId) ? open.has(stageId) : null;
    return [{ key: stageId, code, name, level, open: folded, ...amountsOf(stage), cells: cellsOf(stage.cells) }];
  });
  const loose = [withoutStage.estimated ?? ZERO, withoutStage.committed, withoutStage.actual].some(
    (one) => !isZero(one),
  );
  if (!loose) return rows;
  const row = { key: LOOSE, code: '', name: 'Sem etapa', level: 0, open: null, ...amountsOf(withoutStage) };
  return [...rows, { ...row, cells: cellsOf(withoutStage.cells) }];
};

export const totalOf = ({ total, columns }: Breakdown): MatrixRow => ({
  ...{ key: TOTAL, code: '', name: 'Total', level: 0, open: null, ...amountsOf(total) },
  cells: cellsOf(columns),
});

/** Amounts of a row in a column; null where there is nothing. */
export const cellOf = (row: MatrixRow, { ids }: Column): Amounts | null => {
  const found = row.cells.filter(({ categoryId }) => ids.includes(categoryId));
  if (found.length === 0) return null;
  const known = found.every(({ estimated }) => estimated !== null);
  return {
    estimated: known ? sum(found.map(({ estimated }) => estimated ?? ZERO)) : null,
    committed: sum(found.map(({ committed }) => committed)),
    actual: sum(found.map(({ actual }) => actual)),
  };
};

/** Estimated less what is spent and ordered; null without an estimate. */
export const balanceOf = ({ estimated, committed, actual }: Amounts): Money | null =>
  estimated === null ? null : subtract(estimated, add(committed, actual));

export const heatOfCell = (cell: Amounts | null): Heat | null => cell && heatOf(cell);

export const amountText = (value: Money | null): string =>
  value === null || isZero(value) ? '–' : formatMoney(value).replace('-', '−');
