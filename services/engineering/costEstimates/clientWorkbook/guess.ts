import { meaningOf } from '#domain/engineering/estimate/clientColumns.ts';
import { letters } from '#domain/files/workbook.ts';
import { wordKey } from '#domain/imports/cells.ts';
import type { ClientLayout } from '#schema/engineering/costEstimates/clientWorkbook.rest.ts';
import { anchorsOf, columnOf, type Sheet } from '../../../platform/workbooks/sheet.ts';
import type { Workbook } from '../../../platform/workbooks/workbook.ts';

/** Rows in which titles are looked for. */
export const HEAD_ROWS = 60;
/** Columns that have a title. */
export const MAX_COLUMNS = 60;
/** Rows of titles: "Preço unitário" above "sem BDI" and "com BDI". */
const MAX_TITLE_ROWS = 2;
/** Fewer known titles are no table. */
const FEWEST = 3;

/** Titles of each column, from the rows of titles that end at a row. */
export const titlesAt = (workbook: Workbook, sheet: Sheet, lastRow: number, count: number): string[] => {
  const anchor = anchorsOf(sheet);
  const rows = new Map(sheet.rows.map((row) => [row.number, row]));
  const textAt = (row: number, column: number): string => {
    const place = anchor(row, column);
    return workbook.textOf(rows.get(place.row)?.cells.find((cell) => cell.column === place.column));
  };
  return Array.from({ length: MAX_COLUMNS }, (_, column) => {
    const texts = Array.from({ length: count }, (_, index) => textAt(lastRow - count + 1 + index, column));
    return [...new Set(texts)].join(' ').trim();
  });
};

interface Guess {
  headerRow: number;
  titleRows: number;
  columns: Partial<ClientLayout['columns']>;
}

const guessAt = (titles: readonly string[]): Partial<ClientLayout['columns']> => {
  const columns: Partial<ClientLayout['columns']> = {};
  titles.forEach((title, column) => {
    const meaning = title.length > 80 ? null : meaningOf(title);
    if (meaning !== null) columns[meaning] ??= letters(column);
  });
  return columns;
};

/** The row of titles with the most known ones; of several the first one. */
const guessOf = (workbook: Workbook, sheet: Sheet): Guess | null => {
  let best: Guess | null = null;
  for (const { number } of sheet.rows) {
    if (number > HEAD_ROWS) break;
    for (let titleRows = 1; titleRows <= Math.min(MAX_TITLE_ROWS, number); titleRows += 1) {
      const columns = guessAt(titlesAt(workbook, sheet, number, titleRows));
      const found = Object.keys(columns).length;
      if (columns.description === undefined || found < FEWEST) continue;
      if (found > Object.keys(best?.columns ?? {}).length) best = { headerRow: number, titleRows, columns };
    }
  }
  return best;
};

/** One text of the titles of a layout, by which a file of the same shape is known; "" without them. */
export const titlesOf = (
  workbook: Workbook,
  sheet: Sheet,
  { headerRow, columns }: Pick<ClientLayout, 'headerRow' | 'columns'>,
): string => {
  const titles = titlesAt(workbook, sheet, headerRow, 1).map(wordKey);
  if (!titles[columnOf(columns.description)]) return '';
  const used = Object.values(columns).flatMap((column) =>
    column ? [`${column} ${titles[columnOf(column)] ?? ''}`] : [],
  );
  return used.sort().join('|').slice(0, 2_000);
};

/** A layout of an earlier file, with its titles. */
export interface KnownLayout {
  layout: ClientLayout;
  titles: string;
}

/** The layout of an earlier file whose titles this one has at the same places, in the sheet of the same name or another. */
export const knownLayout = (
  workbook: Workbook,
  heads: ReadonlyMap<string, Sheet>,
  known: readonly KnownLayout[],
): ClientLayout | null => {
  for (const { layout, titles } of known) {
    const sheets = workbook.sheets.filter(({ hidden, path }) => !hidden && heads.has(path));
    sheets.sort((a, b) => Number(b.name === layout.sheet) - Number(a.name === layout.sheet));
    const found = sheets.find(({ path }) => {
      const head = heads.get(path);
      return head && titlesOf(workbook, head, layout) === titles;
    });
    if (found) return { ...layout, sheet: found.name };
  }
  return null;
};

/** What the titles of each sheet name, by its entry; a sheet with too few known ones has none. */
export const guessLayouts = (workbook: Workbook, heads: ReadonlyMap<string, Sheet>): Map<string, ClientLayout> =>
  new Map(
    workbook.sheets.flatMap(({ name, path }) => {
      const sheet = heads.get(path);
      const guess = sheet && guessOf(workbook, sheet);
      if (!guess) return [];
      const { headerRow, columns } = guess;
      return [
        [path, { sheet: name, headerRow, columns: { ...columns, description: columns.description ?? 'A' } }] as const,
      ];
    }),
  );

/** Of the sheets that are shown, the layout with the most columns; of several the first one. */
export const bestOf = (
  { sheets }: Pick<Workbook, 'sheets'>,
  guesses: ReadonlyMap<string, ClientLayout>,
): ClientLayout | null => {
  let best: ClientLayout | null = null;
  for (const { path, hidden } of sheets) {
    const guess = hidden ? undefined : guesses.get(path);
    if (guess && Object.keys(guess.columns).length > Object.keys(best?.columns ?? {}).length) best = guess;
  }
  return best;
};
