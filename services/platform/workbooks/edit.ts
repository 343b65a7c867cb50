import { letters } from '#domain/files/workbook.ts';
import { isIn, type Cell, type Sheet, type SheetRow } from './sheet.ts';
import type { Workbook } from './workbook.ts';
import { scanXml, withReplacements, type Replacement } from './xml.ts';

/** A number for a cell. */
export interface CellNumber {
  row: number;
  column: number;
  /** Decimal as text. */
  value: string;
}

/** Style of a place: of its cell, else of its row, else of its column. */
export const styleAt = (sheet: Sheet, row: SheetRow | undefined, column: number): number | null => {
  const cell = row?.cells.find((one) => one.column === column);
  if (cell) return cell.style;
  return row?.style ?? sheet.columns.find(({ first, last }) => column >= first && column <= last)?.style ?? null;
};

/** Whether a place has its value from a formula. */
export const isComputed = (sheet: Sheet, row: SheetRow | undefined, column: number): boolean =>
  row !== undefined &&
  (row.cells.some((cell) => cell.column === column && cell.formula) ||
    sheet.arrays.some((range) => isIn(range, row.number, column)));

const cellXml = (prefix: string, address: string, style: number | null, value: string): string =>
  `<${prefix}c r="${address}"${style === null ? '' : ` s="${style}"`}><${prefix}v>${value}</${prefix}v></${prefix}c>`;

/** The type says what kind of result was kept: "str", "e", "b". */
const withoutType = (tag: string): string => tag.replace(/\st\s*=\s*(?:"[^"]*"|'[^']*')/, '');

/** A formula without its kept result, which may be no longer true. */
const forget = (xml: string, { start, tagEnd, kept }: Cell): Replacement[] => {
  if (!kept) return [];
  const tag = xml.slice(start, tagEnd);
  const bare = withoutType(tag);
  return [...(bare === tag ? [] : [{ start, end: tagEnd, text: bare }]), { ...kept, text: '' }];
};

/** `spans` says which columns a row has cells in. */
const widened = (xml: string, row: SheetRow, columns: readonly number[]): Replacement[] => {
  const tag = xml.slice(row.tag.start, row.tag.end);
  const text = tag.replace(/(\sspans\s*=\s*["'])(\d+):(\d+)(["'])/, (_, before: string, first, last, after: string) => {
    const all = [Number(first), Number(last), ...columns.map((column) => column + 1)];
    return `${before}${Math.min(...all)}:${Math.max(...all)}${after}`;
  });
  return text === tag ? [] : [{ ...row.tag, text }];
};

/** Puts numbers into the cells of a row: those that are there keep their format, and others come in their order. */
const rowReplacements = (xml: string, sheet: Sheet, row: SheetRow, numbers: readonly CellNumber[]): Replacement[] => {
  if (row.contentEnd === null) return [];
  const { contentEnd, prefix } = row;
  const made = numbers.map(({ column, value }) => {
    const text = cellXml(prefix, `${letters(column)}${row.number}`, styleAt(sheet, row, column), value);
    const cell = row.cells.find((one) => one.column === column);
    if (cell) return { start: cell.start, end: cell.end, text };
    const place = row.cells.find((one) => one.column > column)?.start ?? contentEnd;
    return { start: place, end: place, text };
  });
  return [
    ...widened(
      xml,
      row,
      numbers.map(({ column }) => column),
    ),
    ...made,
  ];
};

/** The sheet says which cells it has; readers that believe it would not see others. */
const dimensionReplacement = (xml: string, { dimension }: Sheet, numbers: readonly CellNumber[]): Replacement[] => {
  if (!dimension) return [];
  const { tag, range } = dimension;
  const columns = numbers.map(({ column }) => column);
  const first = columns.reduce((least, column) => Math.min(least, column), range.firstColumn);
  const last = columns.reduce((most, column) => Math.max(most, column), range.lastColumn);
  if (first === range.firstColumn && last === range.lastColumn) return [];
  const ref = `${letters(first)}${range.firstRow}:${letters(last)}${range.lastRow}`;
  return [{ ...tag, text: xml.slice(tag.start, tag.end).replace(/(\sref\s*=\s*["'])[^"']*/, `$1${ref}`) }];
};

const forgotten = (xml: string, sheet: Sheet): Replacement[] =>
  sheet.rows.flatMap(({ cells }) => cells.flatMap((cell) => (cell.formula ? forget(xml, cell) : [])));

/**
 * XML of a sheet with numbers in some cells; cells with a formula keep it. Results of formulas are dropped, so that no
 * reader shows old ones.
 */
const editedSheet = (xml: string, sheet: Sheet, numbers: readonly CellNumber[]): string => {
  const byRow = new Map<number, CellNumber[]>();
  const rows = new Map(sheet.rows.map((row) => [row.number, row]));
  for (const number of numbers) {
    if (isComputed(sheet, rows.get(number.row), number.column)) continue;
    const known = byRow.get(number.row);
    if (known) known.push(number);
    else byRow.set(number.row, [number]);
  }
  const written = [...byRow].flatMap(([number, values]) => {
    const row = rows.get(number);
    const sorted = [...values].sort((a, b) => a.column - b.column);
    return row ? rowReplacements(xml, sheet, row, sorted) : [];
  });
  const all = [...dimensionReplacement(xml, sheet, numbers), ...written, ...forgotten(xml, sheet)];
  return withReplacements(xml, all);
};

/** Elements of a workbook that stand before its `calcPr` (ECMA-376, 18.2.27). */
const BEFORE_CALCULATION = ['sheets', 'functionGroups', 'externalReferences', 'definedNames'];

/** The workbook, told to compute everything when it is opened. */
const recalculated = async (xml: string): Promise<string> => {
  let known: { start: number; end: number } | undefined;
  let [after, prefix] = [0, ''];
  await scanXml(xml, {
    opened: (tag) => {
      if (tag.name === 'calcPr') known = { start: tag.start, end: tag.end };
    },
    closed: (tag) => {
      if (BEFORE_CALCULATION.includes(tag.name)) [after, prefix] = [tag.end, tag.prefix];
    },
  });
  if (!known) {
    return withReplacements(xml, [{ start: after, end: after, text: `<${prefix}calcPr fullCalcOnLoad="1"/>` }]);
  }
  const tag = xml.slice(known.start, known.end).replace(/\sfullCalcOnLoad\s*=\s*(?:"[^"]*"|'[^']*')/, '');
  return withReplacements(xml, [{ ...known, text: tag.replace(/(\/?>)$/, ' fullCalcOnLoad="1"$1') }]);
};

/**
 * A copy of a workbook with numbers in some cells of one sheet. Everything else stays as it is, but for kept results of
 * formulas that may depend on them: those of this sheet, and of sheets whose formulas refer to others.
 */
export const withNumbers = async (
  { archive, path, sheets, readSheet }: Workbook,
  sheetPath: string,
  numbers: readonly CellNumber[],
): Promise<Buffer> => {
  const texts = new Map<string, string>();
  let computes = false;
  for (const { path: one } of sheets) {
    const sheet = await readSheet(one);
    const hasFormulas = sheet.rows.some(({ cells }) => cells.some(({ formula }) => formula));
    computes ||= hasFormulas;
    const isEdited = one === sheetPath;
    if (!isEdited && !(hasFormulas && sheet.refersBeyond)) continue;
    const xml = await archive.read(one);
    texts.set(one, editedSheet(xml, sheet, isEdited ? numbers : []));
  }
  if (computes) texts.set(path, await recalculated(await archive.read(path)));
  return archive.replaced(texts);
};
