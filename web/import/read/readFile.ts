import { MAX_IMPORT_CELL, MAX_IMPORT_ROWS } from '#domain/imports/description.ts';
import { formatCount } from '#domain/numberFormat.ts';
import { decode } from './decode.ts';
import { parseDelimited } from '#domain/files/delimited.ts';
import { FileProblem, NOT_A_SHEET } from './unzip.ts';
import type { ReadSheet } from './xlsx.ts';

/** Largest file that is read. */
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_COLUMNS = 40;

/** A sheet as it was read; rows without text are left out, with the lines of the others. */
export interface Grid {
  fileName: string;
  /** Name of the sheet of a workbook. */
  sheet: string;
  rows: readonly { line: number; cells: readonly string[] }[];
}

const tidy = (fileName: string, { name, rows }: ReadSheet): Grid => ({
  fileName,
  sheet: name,
  rows: rows.flatMap((cells, index) =>
    cells.some((text) => text.trim() !== '')
      ? [{ line: index + 1, cells: cells.slice(0, MAX_COLUMNS).map((text) => text.trim().slice(0, MAX_IMPORT_CELL)) }]
      : [],
  ),
});

/** @throws FileProblem for a sheet without rows, or with more than one import takes */
export const bounded = (grid: Grid): Grid => {
  if (grid.rows.length === 0) throw new FileProblem('A planilha está vazia.');
  // One row more for the titles.
  if (grid.rows.length <= MAX_IMPORT_ROWS + 1) return grid;
  const count = formatCount(grid.rows.length);
  throw new FileProblem(`A planilha tem ${count} linhas. Importe até ${formatCount(MAX_IMPORT_ROWS)} de cada vez.`);
};

/** Cells that were copied from a spreadsheet, or typed as CSV. @throws FileProblem */
export const readPasted = (text: string): Grid =>
  bounded(tidy('Colado', { name: '', rows: parseDelimited(text, text.includes('\t') ? '\t' : undefined) }));

/** Sheets that say something; there is one at least, and an import takes the rows of the first one. */
export type Grids = readonly [Grid, ...Grid[]];

/** The sheets of a file that have rows. @throws FileProblem for anything that is no spreadsheet */
export const readFile = async (file: File): Promise<Grids> => {
  if (file.size > MAX_BYTES) throw new FileProblem('O arquivo passa de 10 MB. Divida a planilha.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const { readXlsx } = await import('./xlsx.ts');
    const grids = (await readXlsx(bytes)).map((sheet) => tidy(file.name, sheet));
    const [first = { fileName: file.name, sheet: '', rows: [] }, ...others] = grids.filter(
      ({ rows }) => rows.length > 0,
    );
    return [bounded(first), ...others];
  }
  const text = decode(bytes);
  // Old workbooks, pictures and PDFs hold characters that no text has.
  // eslint-disable-next-line no-control-regex -- these characters are what is looked for
  if (/[\u0000-\u0008]/.test(text) || text.startsWith('%PDF')) throw new FileProblem(NOT_A_SHEET);
  return [bounded(tidy(file.name, { name: '', rows: parseDelimited(text) }))];
};
