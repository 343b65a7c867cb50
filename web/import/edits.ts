import type { ImportDescription } from '#domain/imports/description.ts';
import { guessColumns, knownTitles } from './columns.ts';
import type { Draft, Row } from './draft.ts';
import type { Grid } from './read/readFile.ts';

/** The register whose columns are guessed. */
interface Guessed {
  /** Key of what this device remembers. */
  key: string;
  description: ImportDescription;
}

/** How many rows from the top may hold the titles: spreadsheets begin with a name and a date. */
const TITLES_WITHIN = 15;

const titlesIn = (description: ImportDescription, rows: Grid['rows']): number => {
  const known = rows.slice(0, TITLES_WITHIN).map(({ cells }) => knownTitles(description, cells));
  const most = Math.max(...known);
  return most > 0 ? known.indexOf(most) : -1;
};

const widthOf = (rows: Grid['rows']): number => Math.max(...rows.map(({ cells }) => cells.length));
const filled = (cells: readonly string[], width: number): string[] =>
  Array.from({ length: width }, (_, index) => cells[index] ?? '');

/** Rows with titles in one of them, or in none (-1): the columns are guessed. */
const titledAt = (
  { key, description }: Guessed,
  all: readonly Row[],
  at: number,
): Pick<Draft, 'titles' | 'head' | 'columns' | 'rows'> => {
  const rows = all.slice(at + 1);
  const titles = all[at]?.cells ?? all[0]?.cells.map(() => '') ?? [];
  return { titles, head: all.slice(0, at + 1), rows, columns: guessColumns(key, description, titles, rows) };
};

/** A spreadsheet as it begins: titles found, columns guessed. */
export const draftOf = (register: Guessed, grid: Grid, table: string): Draft => {
  const width = widthOf(grid.rows);
  const rows = grid.rows.map(({ line, cells }): Row => ({ line, cells: filled(cells, width) }));
  return {
    ...{ fileName: grid.fileName, sheet: grid.sheet, table },
    ...titledAt(register, rows, titlesIn(register.description, rows)),
    existing: 'UPDATE',
    createMissing: [],
  };
};

/** Takes a row as titles, the most likely one or else the first; or takes all rows as data. */
export const withTitles = (register: Guessed, draft: Draft, titled: boolean): Draft => {
  const all = [...draft.head, ...draft.rows];
  const at = titled ? Math.max(0, titlesIn(register.description, all)) : -1;
  return { ...draft, ...titledAt(register, all, at) };
};

/** Gives a column to a field, which another column then loses. */
export const withColumn = (draft: Draft, column: number, field: string | null): Draft => ({
  ...draft,
  columns: draft.columns.map((known, index) => (index === column ? field : known === field ? null : known)),
});

const mapRows = (draft: Draft, next: (row: Row) => Row): Draft => ({ ...draft, rows: draft.rows.map(next) });

/** Writes texts over cells: `columns` and `lines` in the order in which they are shown. */
export const withCells = (
  draft: Draft,
  { lines, column, texts }: { lines: readonly number[]; column: number; texts: readonly (readonly string[])[] },
): Draft => {
  const byLine = new Map(texts.flatMap((row, index) => (lines[index] === undefined ? [] : [[lines[index], row]])));
  return mapRows(draft, (row) => {
    const typed = byLine.get(row.line);
    if (!typed) return row;
    return { ...row, cells: row.cells.map((text, at) => typed[at - column]?.trim() ?? text) };
  });
};

/** Replaces a text in all cells of a column. */
export const withReplaced = (draft: Draft, column: number, from: string, to: string): Draft =>
  mapRows(draft, (row) =>
    row.cells[column] === from ? { ...row, cells: row.cells.map((text, at) => (at === column ? to : text)) } : row,
  );

/** Leaves rows out, or takes them in again. */
export const withOut = (draft: Draft, lines: ReadonlySet<number>, out: boolean): Draft =>
  mapRows(draft, (row) => {
    if (!lines.has(row.line)) return row;
    const { out: _out, ...kept } = row;
    return out ? { ...kept, out: true } : kept;
  });
