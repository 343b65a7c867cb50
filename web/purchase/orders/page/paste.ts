import { parseQuantity } from '#domain/quantityInput.ts';
import { stripAccents } from '#domain/text.ts';
import { rowsOf } from '#web/form/lines/pasted.ts';
import type { OrderCandidateFragment } from '#web/generated/purchase.ts';
import type { FormLine } from './form.ts';
import { lineOfCandidate, unknownLine } from './model.ts';

/** A pasted line: what was written, with quantity and price where they could be read. */
export interface PastedLine {
  text: string;
  quantity: string;
  price: string;
}

const read = (cell: string): string | null => parseQuantity(cell);

/** The first two cells that read as numbers are quantity and price: name or unit may stand between. */
const lineOf = ([text = '', ...cells]: readonly string[]): PastedLine => {
  const [quantity = '', price = ''] = cells.map(read).filter((one) => one !== null);
  return { text, quantity, price };
};

/** A first row of titles: several cells, none of them a number. */
const isHeading = (row: readonly string[]): boolean =>
  row.filter((cell) => cell !== '').length > 1 && row.every((cell) => read(cell) === null);

/** Reads rows of code or name, quantity and price, copied from a spreadsheet. */
export const pastedLines = (text: string): PastedLine[] => {
  const rows = rowsOf(text);
  const [first, ...others] = rows;
  const lines = first && others.length > 0 && isHeading(first) ? others : rows;
  return lines.map(lineOf).filter((line) => line.text !== '');
};

type Column = 'quantity' | 'price';

/** Values for quantities and prices from a cell on; null where the text is no column of numbers. */
export const pastedValues = (text: string, column: Column): Partial<Record<Column, string>>[] | null => {
  const columns: readonly Column[] = column === 'quantity' ? ['quantity', 'price'] : ['price'];
  const rows = rowsOf(text);
  const values = rows.map((row) => row.map(read));
  const fits = values.every((row) => row.length <= columns.length && row.every((value) => value !== null));
  if (!fits || rows.length === 0) return null;
  return values.map((row) => Object.fromEntries(row.map((value, index) => [columns[index], value])));
};

const same = (a: string, b: string): boolean => stripAccents(a.trim()) === stripAccents(b.trim());

/** A product of the very name before others: the digit of "Brita 1" is in the codes of many. */
export const namedFirst = <One extends { name: string }>(found: readonly One[], text: string): One[] => [
  ...found.filter(({ name }) => same(name, text)),
  ...found.filter(({ name }) => !same(name, text)),
];

/**
 * What a text stands for: a code, also of a product that was merged away, then a name, the account's own before published
 * ones; else the only product that a search finds.
 */
export const candidateOf = (
  text: string,
  found: readonly OrderCandidateFragment[],
): OrderCandidateFragment | string => {
  const coded = found.filter(({ code, aliases }) => [code, ...aliases].some((one) => same(one, text)));
  const named = found.filter(({ name }) => same(name, text));
  const own = (list: readonly OrderCandidateFragment[]) =>
    list.filter(({ productTable }) => productTable?.source === 'GO');
  const [possible = []] = [own(coded), coded, own(named), named, found].filter((list) => list.length > 0);
  const [only, another] = possible;
  if (!only) return 'Insumo não encontrado. Procure o insumo ou retire a linha.';
  return another ? `Há ${possible.length} insumos que podem ser este. Procure o certo.` : only;
};

/** The lines of a paste; what no text stands for is a marked line, so that nothing is lost. */
export const linesOfPaste = (
  pasted: readonly PastedLine[],
  found: ReadonlyMap<string, OrderCandidateFragment | string>,
): FormLine[] =>
  pasted.map(({ text, quantity, price }) => {
    const one = found.get(text) ?? 'Insumo não encontrado.';
    return typeof one === 'string'
      ? unknownLine(text, { quantity, price }, one)
      : lineOfCandidate(one, { quantity, price });
  });
