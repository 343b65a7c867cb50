import { letters } from '#domain/files/workbook.ts';
import { toDecimal } from '#domain/decimal.ts';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { ClientCheck, ClientLayout, ClientRow } from '#schema/engineering/costEstimates/clientWorkbook.rest.ts';
import { refuseProblems } from '../../../platform/problems.ts';
import type { CellNumber } from '../../../platform/workbooks/edit.ts';
import type { Workbook } from '../../../platform/workbooks/workbook.ts';
import { cellsOf, type RowCells } from './figures.ts';
import { readFileRows, type FileRow, type FileSheet } from './fileRows.ts';
import type { KnownRow } from './match.ts';

/** A cost estimate as a client's workbook is compared with it. */
export interface Known {
  estimate: CostEstimate;
  rows: readonly KnownRow[];
}

/** Rows of the file by number, with the keys of the rows of the cost estimate. */
export type Links = ReadonlyMap<number, number>;

const NO_ROWS = 'Nenhuma linha com descrição abaixo dos títulos.';
const TAKEN = 'Esta coluna já é de outro campo.';

/** @throws ServiceError 422 at a column of two fields */
const requireOwnColumns = ({ columns }: ClientLayout): void => {
  const taken = new Set<string>();
  const problems = Object.entries(columns).flatMap(([field, column]) => {
    if (!column) return [];
    if (taken.has(column)) return [{ path: `layout.columns.${field}`, message: TAKEN }];
    taken.add(column);
    return [];
  });
  refuseProblems(problems);
};

/** Reads the rows that a layout names. @throws ServiceError 422 at the layout's fields */
export const readLayout = async (workbook: Workbook, layout: ClientLayout): Promise<FileSheet> => {
  requireOwnColumns(layout);
  const read = await readFileRows(workbook, layout);
  if (read.rows.length === 0) refuseProblems([{ path: 'layout.headerRow', message: NO_ROWS }]);
  return read;
};

/** A cost estimate without rows that may change: the file can make them. */
export const canFill = ({ estimate, rows }: Known): boolean => rows.length === 0 && estimate.canChange;

const isOther = (fileRow: FileRow, detail: KnownRow): boolean =>
  !fileRow.group && !toDecimal(fileRow.quantity ?? '0').equals(toDecimal(detail.quantity ?? '0'));

const stateOf = (fileRow: FileRow, detail: KnownRow | undefined, fills: boolean): ClientRow['state'] => {
  if (fileRow.rejected) return 'REJECTED';
  if (detail) return 'LINKED';
  return fills ? 'NEW' : 'UNLINKED';
};

const rowAnswer = (
  fileRow: FileRow,
  { detail, cells, fills }: { detail: KnownRow | undefined; cells: RowCells; fills: boolean },
): ClientRow => {
  const { parent: _parent, level: _level, rejected: _rejected, ...row } = fileRow;
  return {
    ...row,
    state: stateOf(fileRow, detail, fills),
    detailId: detail?.id ?? null,
    detailCode: detail?.code ?? null,
    detailQuantity: detail && isOther(fileRow, detail) ? (detail.quantity ?? '0.0000') : null,
    written: cells.numbers.map(({ row: number, column, value }) => ({ cell: `${letters(column)}${number}`, value })),
    formulas: cells.formulas,
  };
};

/** What a layout makes of a workbook, and the numbers that an export writes. */
export const checkOf = (
  workbook: Workbook,
  { file, layout, links, known }: { file: FileSheet; layout: ClientLayout; links: Links; known: Known },
): { check: ClientCheck; numbers: CellNumber[] } => {
  const { estimate, rows: details } = known;
  const byId = new Map(details.map((detail) => [detail.id, detail]));
  const rowOf = (fileRow: FileRow) => (fileRow.rejected ? undefined : byId.get(links.get(fileRow.row) ?? 0));
  const cells = cellsOf(workbook, file, layout, { rowOf, estimate });
  const fills = canFill(known);
  const rows = file.rows.map((fileRow, index) =>
    rowAnswer(fileRow, { detail: rowOf(fileRow), cells: cells[index] ?? { numbers: [], formulas: 0 }, fills }),
  );
  const linked = new Set(rows.flatMap(({ detailId }) => detailId ?? []));
  const lines = rows.filter(({ group }) => !group);
  const inState = (state: ClientRow['state']) => lines.filter((row) => row.state === state);
  const numbers = cells.flatMap((row) => row.numbers);
  const check: ClientCheck = {
    groups: rows.length - lines.length,
    lines: lines.length,
    linked: inState('LINKED').length,
    unlinked: inState('UNLINKED').length,
    rejected: rows.filter(({ state }) => state === 'REJECTED').length,
    otherQuantities: rows.filter(({ detailQuantity }) => detailQuantity !== null).length,
    withoutPrice: inState('LINKED').filter(({ detailId }) => byId.get(detailId ?? 0)?.unitPrice === null).length,
    writtenCells: numbers.length,
    formulas: cells.reduce((sum, row) => sum + row.formulas, 0),
    discount: estimate.discount,
    rows,
    missing: details
      .filter(({ type, id }) => type !== 'GROUP' && !linked.has(id))
      .map(({ id, code, description, unit, total }) => ({ id, code, description, unit, total })),
  };
  return { check, numbers };
};
