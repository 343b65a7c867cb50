import { Decimal } from '#domain/decimal.ts';
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

/** `ignored` says nothing of prices: a note below the table. `heading` is the row of a composition above its lines. */
export type Read<T> =
  { value: T } | { rejected: RejectedRow } | { ignored: RejectedRow } | { heading: { row: number; code: string } };

/** What the database keeps of a price and of a coefficient. */
const PRICE_PLACES = 4;
const COEFFICIENT_PLACES = 20;
const WHOLE_DIGITS = 13;

const BRAZILIAN = /^-?\d{1,3}(\.\d{3})*,\d+$|^-?\d+,\d+$/;
const PLAIN = /^-?\d+(\.\d+)?(E[+-]?\d{1,3})?$/i;
/** Most numbers are already written as they are kept. */
const KEPT = /^(0|[1-9]\d*)(\.\d*[1-9])?$/;

/** Decimal text of a cell, whether it holds a number or a number written as text; undefined for anything else. */
export const numberOf = (text: string): string | undefined => {
  if (KEPT.test(text)) return text;
  const plain = BRAZILIAN.test(text) ? text.replaceAll('.', '').replace(',', '.') : text;
  return PLAIN.test(plain) ? new Decimal(plain).toFixed() : undefined;
};

const fits = (number: string, places: number): boolean => {
  const [whole = '', fraction = ''] = number.split('.');
  return whole.length <= WHOLE_DIGITS && fraction.length <= places;
};

const CODE = /^[\p{L}\p{N}_./-]{1,30}$/u;

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
  const shown = price.replace('.', ',');
  if (price.startsWith('-')) throw new Unreadable(`Preço ${shown} em ${state} é negativo.`);
  if (!fits(price, PRICE_PLACES)) throw new Unreadable(`Preço ${shown} em ${state} tem casas demais.`);
  if (price !== '0') return price;
  return isPair && row.cells[column + 1] !== undefined ? '0' : null;
};

const priceRow = (row: Row, { states }: SheetLayout, isPair: boolean): Read<PriceRow> => {
  const [group, codeText, name, unit] = row.cells;
  const code = codeOf(codeText);
  if (code === undefined && name === undefined && unit === undefined) {
    return { ignored: { row: row.number, code: null, problem: 'Sem código, descrição e unidade: não é um preço.' } };
  }
  if (code === undefined) return rejected(row, code, 'Falta o código.');
  if (!CODE.test(code))
    return rejected(row, undefined, `O código "${code.slice(0, 40)}" tem caracteres que não servem.`);
  if (name === undefined) return rejected(row, code, 'Falta a descrição.');
  if (unit === undefined) return rejected(row, code, 'Falta a unidade.');
  if (name.length > 1000) return rejected(row, code, 'A descrição tem mais de 1.000 caracteres.');
  if (unit.length > 10) return rejected(row, code, `A unidade "${unit.slice(0, 40)}" tem mais de 10 caracteres.`);
  try {
    const prices = [...states].map(([state, column]) => priceIn(row, column, state, isPair));
    return { value: { row: row.number, code, name, unit, group: group ?? null, prices } };
  } catch (error) {
    if (error instanceof Unreadable) return rejected(row, code, error.message);
    throw error;
  }
};

/** The layout of a sheet with the columns of some states only. */
const narrowed = ({ layouts }: WorkbookFacts, sheet: string, states: readonly string[] | undefined): SheetLayout => {
  const layout = layouts[sheet];
  if (!layout) throw new Error(`no layout of ${sheet}`);
  if (!states) return layout;
  return { ...layout, states: new Map(states.map((state) => [state, layout.states.get(state) ?? Infinity])) };
};

/** Yields the rows of a sheet of prices (ISD … CSE) in batches; the prices of some states, in their order, or of all. */
export async function* readPrices(
  workbook: Workbook,
  facts: WorkbookFacts,
  sheet: string,
  states?: readonly string[],
): AsyncGenerator<Read<PriceRow>[]> {
  const layout = narrowed(facts, sheet, states);
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
const lineRow = (row: Row): Read<LineRow> => {
  const [, compositionText, type, codeText, , , coefficientText] = row.cells;
  const composition = codeOf(compositionText);
  const code = codeOf(codeText);
  if (type === undefined && code === undefined) {
    if (composition !== undefined) return { heading: { row: row.number, code: composition } };
    return { ignored: { row: row.number, code: null, problem: 'Sem código de composição: não é um item.' } };
  }
  const kind = KINDS[(type ?? '').toUpperCase()];
  if (kind === undefined) return rejected(row, composition, `Tipo de item "${type ?? ''}" desconhecido.`);
  if (composition === undefined || code === undefined) return rejected(row, composition, 'Falta o código.');
  const coefficient = numberOf(coefficientText ?? '');
  if (coefficient === undefined) {
    return rejected(row, composition, `Coeficiente "${coefficientText ?? ''}" do item ${code} não é número.`);
  }
  if (coefficient.startsWith('-') || !fits(coefficient, COEFFICIENT_PLACES)) {
    return rejected(row, composition, `Coeficiente ${coefficient.replace('.', ',')} do item ${code} não serve.`);
  }
  return { value: { row: row.number, composition, kind, code, coefficient } };
};

/** Yields the lines of all compositions in batches; repeated lines are real and stay. */
export async function* readLines(workbook: Workbook, { layouts }: WorkbookFacts): AsyncGenerator<Read<LineRow>[]> {
  const firstRow = layouts[LINES_SHEET]?.firstRow ?? 0;
  for await (const batch of workbook.rows(LINES_SHEET)) {
    yield batch.filter((row) => row.number >= firstRow && !isEmpty(row)).map(lineRow);
  }
}
