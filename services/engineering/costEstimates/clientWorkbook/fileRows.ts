import { CLIENT_COLUMNS, type ClientColumn } from '#domain/engineering/estimate/clientColumns.ts';
import { MAX_LEVELS, MAX_ROWS } from '#domain/engineering/estimate/outline.ts';
import { wordKey } from '#domain/imports/cells.ts';
import { toDecimal } from '#domain/decimal.ts';
import { decimal4 } from '#domain/money.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { ClientLayout } from '#schema/engineering/costEstimates/clientWorkbook.rest.ts';
import { ruleBroken } from '../../../platform/errors.ts';
import { anchorsOf, columnOf, type Cell, type Sheet, type SheetRow } from '../../../platform/workbooks/sheet.ts';
import type { Workbook } from '../../../platform/workbooks/workbook.ts';

/** A row of a client's workbook as a layout reads it. */
export interface FileRow {
  row: number;
  /** A stage: no unit and no quantity. */
  group: boolean;
  item: string;
  code: string;
  description: string;
  unit: string;
  quantity: string | null;
  unitPrice: string | null;
  /** Index of the stage above among the rows; null at the top. */
  parent: number | null;
  level: number;
  rejected: boolean;
  problem: string | null;
}

const TOO_MANY = 'A planilha tem mais de 20.000 linhas abaixo dos títulos.';
const LONG = { description: 1_000, stage: 200, unit: 20 };

type CellOf = (column: ClientColumn) => Cell | undefined;

/** A number that a format shows with fixed places is an item with these: 1.1 shown by "0.00" is item 1.10. */
const itemText = (workbook: Workbook, cell: Cell | undefined): string => {
  const text = workbook.textOf(cell);
  if (!cell || !workbook.isNumber(cell)) return text;
  const places = /^0\.(0+)$/.exec(workbook.formatOf(cell.style))?.[1]?.length;
  return places === undefined ? text : toDecimal(text).toFixed(places);
};

/** "1.02." and "01.2" are one item. */
export const itemKey = (item: string): string => {
  const numbers = item.split(/[.,\-/ ]+/).filter((part) => part !== '');
  return numbers.map((part) => part.replace(/^0+(?=\d)/, '').toLowerCase()).join('.');
};

/** Four places, half-even, of a number or of a text in Portuguese; null for none, undefined for what is no number. */
const numberIn = (workbook: Workbook, cell: Cell | undefined): string | null | undefined => {
  const text = workbook.textOf(cell);
  if (text === '' || text === '-') return null;
  const plain = workbook.isNumber(cell) ? text : parseQuantity(text, 20);
  if (plain === null || plain.startsWith('-')) return undefined;
  const number = toDecimal(plain);
  return number.gte('1e13') ? undefined : decimal4(number);
};

const TOTALS = /^(sub ?total|total|valor total|custo total|preco total|bdi|valor do bdi)\b/;

/** Rows of totals, and notes without a number where rows have one. */
const isNoRow = (item: string, description: string, layout: ClientLayout): boolean =>
  TOTALS.test(wordKey(description)) || (item === '' && layout.columns.item != null);

const problemOf = ({ group, description, unit }: FileRow, quantity: string | null | undefined, price: unknown) => {
  if (quantity === undefined) return 'A quantidade não é um número.';
  if (price === undefined) return 'O preço não é um número.';
  const most = group ? LONG.stage : LONG.description;
  if (description.length > most) return `A descrição passa de ${most.toLocaleString('pt-BR')} caracteres.`;
  return unit.length > LONG.unit ? `A unidade passa de ${LONG.unit} caracteres.` : null;
};

/** Reads one row; null for one that is none: blank, a total, a note. */
const readRow = (workbook: Workbook, layout: ClientLayout, cellOf: CellOf, row: number): FileRow | null => {
  const textOf = (column: ClientColumn) => normalizeSpaces(workbook.textOf(cellOf(column)));
  const [description, unit] = [textOf('description'), textOf('unit')];
  if (description === '') return null;
  const item = normalizeSpaces(itemText(workbook, cellOf('item')));
  const quantity = numberIn(workbook, cellOf('quantity'));
  const price = numberIn(workbook, cellOf('unitPrice'));
  const group = unit === '' && (quantity === null || quantity === '0.0000');
  if (group && isNoRow(item, description, layout)) return null;
  const read: FileRow = {
    ...{ row, group, item, code: textOf('code'), description, unit },
    quantity: group ? null : (quantity ?? null),
    unitPrice: group || price === '0.0000' ? null : (price ?? null),
    ...{ parent: null, level: 0, rejected: false, problem: null },
  };
  const problem = problemOf(read, quantity, price);
  if (problem !== null) return { ...read, rejected: true, problem };
  return { ...read, problem: !group && quantity === null ? 'Sem quantidade.' : null };
};

/** Where items have numbers, a row is in the nearest stage above whose number begins its own; else in the last stage. */
const placeRows = (rows: FileRow[], hasItems: boolean): void => {
  const stages = new Map<string, number>();
  let last: number | null = null;
  rows.forEach((row, index) => {
    const numbers = itemKey(row.item).split('.');
    let parent: number | null = null;
    for (let count = numbers.length - 1; hasItems && count > 0 && parent === null; count -= 1) {
      parent = stages.get(numbers.slice(0, count).join('.')) ?? null;
    }
    if (!hasItems && !row.group) parent = last;
    row.parent = parent;
    row.level = parent === null ? 0 : (rows[parent]?.level ?? 0) + 1;
    if (row.level >= MAX_LEVELS && !row.rejected) {
      Object.assign(row, { rejected: true, problem: `O orçamento tem no máximo ${MAX_LEVELS} níveis.` });
    }
    if (!row.group || row.rejected) return;
    if (hasItems) stages.set(numbers.join('.'), index);
    last = index;
  });
};

/** The cell of a column in a row, or the cell that it is merged with. */
export const placesOf = (sheet: Sheet, { columns }: ClientLayout) => {
  const anchor = anchorsOf(sheet);
  const places = CLIENT_COLUMNS.flatMap((column) => {
    const text = columns[column];
    return text ? [[column, columnOf(text)] as const] : [];
  });
  const of = new Map(places);
  return (row: SheetRow, column: ClientColumn): { row: number; column: number } | null => {
    const place = of.get(column);
    return place === undefined ? null : anchor(row.number, place);
  };
};

const sheetOf = async (
  workbook: Workbook,
  { sheet: wanted }: ClientLayout,
): Promise<{ path: string; sheet: Sheet }> => {
  const found = workbook.sheets.find(({ name }) => name === wanted);
  if (!found)
    throw ruleBroken('Aba não encontrada na planilha.', [
      { path: 'layout.sheet', message: 'Aba não encontrada na planilha.' },
    ]);
  return { path: found.path, sheet: await workbook.readSheet(found.path) };
};

/** A sheet with its rows as a layout reads them. */
export interface FileSheet {
  path: string;
  sheet: Sheet;
  rows: FileRow[];
}

/** @throws ServiceError 422 at the layout's field for another sheet, and for more rows than a cost estimate takes */
export const readFileRows = async (workbook: Workbook, layout: ClientLayout): Promise<FileSheet> => {
  const { path, sheet } = await sheetOf(workbook, layout);
  const placeOf = placesOf(sheet, layout);
  const rows: FileRow[] = [];
  for (const row of sheet.rows) {
    if (row.number <= layout.headerRow) continue;
    // What is merged with a row above is read there.
    const cellOf: CellOf = (column) => {
      const place = placeOf(row, column);
      return place?.row === row.number ? row.cells.find((cell) => cell.column === place.column) : undefined;
    };
    const read = readRow(workbook, layout, cellOf, row.number);
    if (read) rows.push(read);
  }
  if (rows.length > MAX_ROWS) throw ruleBroken(TOO_MANY, [{ path: 'layout.headerRow', message: TOO_MANY }]);
  placeRows(rows, layout.columns.item != null);
  return { path, sheet, rows };
};
