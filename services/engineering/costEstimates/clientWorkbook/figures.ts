import { WRITTEN_COLUMNS, type WrittenColumn } from '#domain/engineering/estimate/clientColumns.ts';
import { leafFigures } from '#domain/engineering/estimate/figures.ts';
import { toDecimal } from '#domain/decimal.ts';
import { fromCents } from '#domain/money.ts';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { ClientLayout } from '#schema/engineering/costEstimates/clientWorkbook.rest.ts';
import { isComputed, styleAt, type CellNumber } from '../../../platform/workbooks/edit.ts';
import { isIn, type Sheet } from '../../../platform/workbooks/sheet.ts';
import type { Workbook } from '../../../platform/workbooks/workbook.ts';
import { placesOf, type FileRow, type FileSheet } from './fileRows.ts';
import type { KnownRow } from './match.ts';

type Figures = Partial<Record<WrittenColumn, string>>;

/** What an export does with the cells of a row. */
export interface RowCells {
  numbers: CellNumber[];
  /** Cells that keep their formula. */
  formulas: number;
}

interface Sums {
  direct: bigint;
  gross: bigint;
}

/**
 * Figures of a row of the file: the prices of the cost estimate with the quantity of the file, so that a row is true in
 * itself. A discount is no part of prices.
 */
const leafOf = (fileRow: FileRow, { unitPrice, bdiId }: KnownRow, estimate: CostEstimate) => {
  if (unitPrice === null) return null;
  const percentage = estimate.bdis.find(({ id }) => id === (bdiId ?? estimate.defaultBdiId))?.percentage ?? null;
  return leafFigures(fileRow.quantity ?? '0', unitPrice, percentage);
};

/** Decimal text without zeros at its end, as spreadsheets store it. */
const stored = (value: string): string => toDecimal(value).toFixed();

/** Figures of each row, those of stages as sums of the rows below them that have a price. */
const figuresOf = (rows: readonly FileRow[], rowOf: (row: FileRow) => KnownRow | undefined, estimate: CostEstimate) => {
  const sums = rows.map((): Sums | null => null);
  const figures = rows.map((fileRow, index): Figures => {
    const known = rowOf(fileRow);
    const leaf = known && !fileRow.group ? leafOf(fileRow, known, estimate) : null;
    if (!leaf || !known) return {};
    for (let above = fileRow.parent; above !== null; above = rows[above]?.parent ?? null) {
      const { direct = 0n, gross = 0n } = sums[above] ?? {};
      sums[above] = { direct: direct + leaf.direct, gross: gross + leaf.gross };
    }
    return {
      unitPrice: stored(known.unitPrice ?? '0'),
      ...(leaf.percentage !== null && { bdi: stored(leaf.percentage) }),
      unitPriceWithBdi: stored(leaf.unitPriceWithBdi),
      directTotal: stored(fromCents(leaf.direct)),
      total: stored(fromCents(leaf.gross)),
      ...(rows[index]?.quantity === null && { directTotal: undefined, total: undefined }),
    };
  });
  return figures.map((one, index): Figures => {
    const sum = sums[index];
    return sum ? { directTotal: stored(fromCents(sum.direct)), total: stored(fromCents(sum.gross)) } : one;
  });
};

/**
 * Whether a formula of the sheet sums a stage's cell together with that of a row below it: the sum of the stage there would
 * be counted twice.
 */
const isCountedTwice = (sheet: Sheet, rows: readonly FileRow[], index: number, column: number): boolean => {
  const stage = rows[index]?.row ?? 0;
  return sheet.summed
    .filter((range) => isIn(range, stage, column))
    .some((range) => rows.some(({ parent, row }) => parent === index && isIn(range, row, column)));
};

/** Cells that an export writes, by rows of the file. */
export const cellsOf = (
  workbook: Workbook,
  { sheet, rows }: FileSheet,
  layout: ClientLayout,
  { rowOf, estimate }: { rowOf: (row: FileRow) => KnownRow | undefined; estimate: CostEstimate },
): RowCells[] => {
  const placeOf = placesOf(sheet, layout);
  const sheetRows = new Map(sheet.rows.map((row) => [row.number, row]));
  const figures = figuresOf(rows, rowOf, estimate);
  return rows.map(({ row: number, group }, index) => {
    const cells: RowCells = { numbers: [], formulas: 0 };
    const sheetRow = sheetRows.get(number);
    for (const column of WRITTEN_COLUMNS) {
      const value = figures[index]?.[column];
      const place = sheetRow && placeOf(sheetRow, column);
      // What is merged with another row belongs to that one.
      if (value === undefined || !place || place.row !== number) continue;
      if (isComputed(sheet, sheetRow, place.column)) cells.formulas += 1;
      else if (group && isCountedTwice(sheet, rows, index, place.column)) continue;
      else {
        const isPercentage =
          column === 'bdi' && workbook.formatOf(styleAt(sheet, sheetRow, place.column)).includes('%');
        cells.numbers.push({ ...place, value: isPercentage ? toDecimal(value).div(100).toFixed() : value });
      }
    }
    return cells;
  });
};
