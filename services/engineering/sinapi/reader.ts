import { Decimal } from 'decimal.js';
import { LINES_SHEET, type SheetLayout, type WorkbookFacts } from './layout.ts';
import type { Row, Workbook } from './workbook.ts';

/** A row of a price sheet: an input or a composition with its price in each state. */
export interface PriceRow {
  row: number;
  code: string;
  name: string;
  unit: string;
  /** Classification of an input, group of a composition. */
  group: string | null;
  /** Price in the order of the layout's states; null: no price. */
  prices: (string | null)[];
}

/** A line of a composition, with its coefficient verbatim. */
export interface LineRow {
  row: number;
  composition: string;
  kind: 'INPUT' | 'COMPOSITION';
  code: string;
  coefficient: string;
}

/** A row that cannot be used, and why, in words for its user. */
export interface RejectedRow {
  row: number;
  code: string | null;
  problem: string;
}

export type Read<T> = { value: T } | { rejected: RejectedRow };

/** Digits that a spreadsheet shows of its binary numbers: 57.859999999999999 is 57.86. */
const DIGITS = 15;
const BRAZILIAN = /^-?\d{1,3}(\.\d{3})*,\d+$|^-?\d+,\d+$/;
const PLAIN = /^-?\d+(\.\d+)?(E[+-]?\d+)?$/i;

/** Decimal text of a cell, whether it holds a number or a number written as text; undefined for anything else. */
export const numberOf = (text: string): string | undefined => {
  const plain = BRAZILIAN.test(text) ? text.replaceAll('.', '').replace(',', '.') : text;
  return PLAIN.test(plain) ? new Decimal(plain).toSignificantDigits(DIGITS).toFixed() : undefined;
};

/** A code is text and whole: "370" and "370.0" are 370. */
const codeOf = (text: string | undefined): string | undefined => text?.replace(/\.0+$/, '');

const isEmpty = ({ cells }: Row): boolean => cells.every((cell) => cell === undefined);

const rejected = (row: Row, code: string | undefined, problem: string) => ({
  rejected: { row: row.number, code: code ?? null, problem },
});

class Unreadable extends Error {}

/** The price in a column; a blank one, and a cost 0 whose %AS is blank, is no price (domain.md §5). */
const priceIn = (row: Row, column: number, state: string, isPair: boolean): string | null => {
  const text = row.cells[column];
  if (text === undefined || text === '-') return null;
  const price = numberOf(text);
  if (price === undefined) throw new Unreadable(`Preço "${text}" em ${state} não é número.`);
  if (new Decimal(price).isNegative()) throw new Unreadable(`Preço ${price.replace('.', ',')} em ${state} é negativo.`);
  if (!new Decimal(price).isZero()) return price;
  return isPair && row.cells[column + 1] !== undefined ? '0' : null;
};

const priceRow = (row: Row, { states }: SheetLayout, isPair: boolean): Read<PriceRow> => {
  const [group, codeText, name, unit] = row.cells;
  const code = codeOf(codeText);
  if (code === undefined) return rejected(row, code, 'Falta o código.');
  if (name === undefined) return rejected(row, code, 'Falta a descrição.');
  if (unit === undefined) return rejected(row, code, 'Falta a unidade.');
  try {
    const prices = [...states].map(([state, column]) => priceIn(row, column, state, isPair));
    return { value: { row: row.number, code, name, unit, group: group ?? null, prices } };
  } catch (error) {
    if (error instanceof Unreadable) return rejected(row, code, error.message);
    throw error;
  }
};

/** Yields the rows of a sheet of prices (ISD … CSE) in batches. */
export async function* readPrices(
  workbook: Workbook,
  { layouts }: WorkbookFacts,
  sheet: string,
): AsyncGenerator<Read<PriceRow>[]> {
  const layout = layouts[sheet];
  if (!layout) throw new Error(`no layout of ${sheet}`);
  const isPair = sheet.startsWith('C');
  for await (const batch of workbook.rows(sheet)) {
    const data = batch.filter((row) => row.number >= layout.firstRow && !isEmpty(row));
    yield data.map((row) => priceRow(row, layout, isPair));
  }
}

const KINDS: Readonly<Record<string, LineRow['kind']>> = {
  INSUMO: 'INPUT',
  COMPOSICAO: 'COMPOSITION',
  COMPOSIÇÃO: 'COMPOSITION',
};

/** Columns of Analítico: group, composition, type of the item, its code, description, unit, coefficient. */
const lineRow = (row: Row): Read<LineRow> | undefined => {
  const [, compositionText, type, codeText, , , coefficientText] = row.cells;
  const composition = codeOf(compositionText);
  // The row of a composition itself, and the rows of the header, name no type.
  const kind = KINDS[(type ?? '').toUpperCase()];
  if (type === undefined || (kind === undefined && !/^\d+$/.test(composition ?? ''))) return undefined;
  if (kind === undefined) return rejected(row, composition, `Tipo de item "${type}" desconhecido.`);
  const code = codeOf(codeText);
  if (composition === undefined || code === undefined) return rejected(row, composition, 'Falta o código.');
  const coefficient = numberOf(coefficientText ?? '');
  if (coefficient === undefined) {
    return rejected(row, composition, `Coeficiente "${coefficientText ?? ''}" do item ${code} não é número.`);
  }
  return { value: { row: row.number, composition, kind, code, coefficient } };
};

/** Yields the lines of all compositions in batches; repeated lines are real and stay. */
export async function* readLines(workbook: Workbook): AsyncGenerator<Read<LineRow>[]> {
  for await (const batch of workbook.rows(LINES_SHEET)) yield batch.flatMap((row) => lineRow(row) ?? []);
}
