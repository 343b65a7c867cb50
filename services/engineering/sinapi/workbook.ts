import { Decimal } from '#domain/decimal.ts';
import { JobRefused } from '../../platform/jobs/kinds.ts';
import { NOT_A_WORKBOOK, openArchive, type Archive } from './archive.ts';
import { parseXml } from './xml.ts';

/** Rows of a sheet that are read; a published sheet has fewer than 100,000. */
const MAX_ROWS = 200_000;
const TOO_MANY_ROWS = 'A planilha tem linhas demais para ser do SINAPI. Nada foi lido.';

/** A row as it is written: its number from 1, and the text of its cells by column from 0. */
export interface Row {
  number: number;
  cells: (string | undefined)[];
}

/** A workbook whose sheets are read as streams. */
export interface Workbook {
  sheets: readonly string[];
  /** Yields the rows of a sheet in batches. */
  rows(sheet: string): AsyncGenerator<Row[]>;
  /** Number of a sheet's last row as the sheet tells it, once its first rows were read; undefined when it does not. */
  lastRow(sheet: string): number | undefined;
  close(): void;
}

/** Column of a cell's address from 0: A1 → 0, AA7 → 26. */
const columnOf = (address: string): number => {
  let column = 0;
  for (const letter of address) {
    const place = letter.charCodeAt(0) - 64;
    if (place < 1 || place > 26) break;
    column = column * 26 + place;
  }
  return column - 1;
};

/** The text that a HYPERLINK formula shows: its cached value is 0 in published workbooks. */
const LINK = /^\s*HYPERLINK\(.*[,;]\s*"?([^",;()]*)"?\s*\)\s*$/i;

interface OpenCell {
  column: number;
  type: string | undefined;
  formula: string;
  value: string;
}

/** Digits that a spreadsheet shows of its binary numbers: 57.859999999999999 is 57.86. Text stays as it is written. */
const DIGITS = 15;
const NUMBER = /^-?\d+(\.\d+)?(E[+-]?\d{1,3})?$/i;

const shownNumber = (text: string): string =>
  text.length > DIGITS && NUMBER.test(text) ? new Decimal(text).toSignificantDigits(DIGITS).toString() : text;

/** A number as it is written in Portuguese, for cells that are read like typed text: 1.125 would be a thousand there. */
export const portugueseNumber = (text: string): string =>
  NUMBER.test(text) ? new Decimal(text).toSignificantDigits(DIGITS).toFixed().replace('.', ',') : text;

const textOf = (
  cell: OpenCell,
  shared: readonly string[],
  numberText: (stored: string) => string,
): string | undefined => {
  const link = LINK.exec(cell.formula)?.[1];
  const isNumber = cell.type === undefined || cell.type === 'n';
  const value = isNumber ? numberText(cell.value) : cell.value;
  const text = link ?? (cell.type === 's' ? shared[Number(cell.value)] : value);
  return text?.trim() || undefined;
};

/** Last row of a spreadsheet, and its last column (XFD). */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_383;

/** The place of a row or a cell. @throws JobRefused for one that no spreadsheet has: it would take memory without end */
const within = (place: number, first: number, last: number): number => {
  if (!(place >= first && place <= last)) throw new JobRefused(NOT_A_WORKBOOK);
  return place;
};

interface Source {
  archive: Archive;
  path: string;
  shared: readonly string[];
  /** Told the number of the last row, where the sheet says how far it goes. */
  onLastRow(row: number): void;
  numberText(stored: string): string;
}

/** Last row of a range of cells: "A1:AF4922". */
const lastRowOf = (range: string | undefined): number | undefined => {
  const row = /:[A-Z]+(\d{1,7})$/.exec(range ?? '')?.[1];
  return row === undefined ? undefined : Number(row);
};

async function* readRows({ archive, path, shared, onLastRow, numberText }: Source): AsyncGenerator<Row[]> {
  let found: Row[] = [];
  let row: Row | undefined;
  let cell: OpenCell | undefined;
  let inside: 'formula' | 'value' | undefined;
  let count = 0;
  const parts: Record<string, typeof inside> = { f: 'formula', v: 'value', t: 'value' };
  const steps = parseXml(await archive.read(path), {
    opened: (name, attributes) => {
      if (name === 'row') {
        row = { number: within(Number(attributes['r'] ?? count + 1), 1, LAST_ROW), cells: [] };
      } else if (name === 'c') {
        const column = attributes['r'] ? columnOf(attributes['r']) : (row?.cells.length ?? 0);
        cell = {
          column: within(column, 0, LAST_COLUMN),
          type: attributes['t'],
          formula: '',
          value: '',
        };
      } else if (name === 'dimension') {
        const last = lastRowOf(attributes['ref']);
        if (last !== undefined) onLastRow(last);
      } else inside = parts[name] ?? inside;
    },
    text: (text) => {
      if (cell && inside) cell[inside] += text;
    },
    closed: (name) => {
      if (name === 'c' && cell && row) {
        row.cells[cell.column] = textOf(cell, shared, numberText);
        cell = undefined;
      } else if (name === 'row' && row) {
        count += 1;
        found.push(row);
        row = undefined;
      } else if (parts[name]) inside = undefined;
    },
  });
  for await (const _step of steps) {
    if (count > MAX_ROWS) throw new JobRefused(TOO_MANY_ROWS);
    if (found.length === 0) continue;
    yield found;
    found = [];
  }
}

/** Texts that cells refer to by number; runs of one text with different fonts are one text. */
const readSharedStrings = async (archive: Archive): Promise<string[]> => {
  const path = archive.names.find((name) => /^xl\/sharedStrings\.xml$/i.test(name));
  if (path === undefined) return [];
  const strings: string[] = [];
  let current = '';
  let isText = false;
  const steps = parseXml(await archive.read(path), {
    opened: (name) => {
      if (name === 'si') current = '';
      isText = name === 't';
    },
    text: (text) => {
      if (isText) current += text;
    },
    closed: (name) => {
      if (name === 'si') strings.push(current);
      isText = false;
    },
  });
  for await (const _step of steps);
  return strings;
};

/** Collects the attributes of the elements of a name. */
const elementsOf = async (archive: Archive, path: string, element: string): Promise<Record<string, string>[]> => {
  const found: Record<string, string>[] = [];
  const steps = parseXml(await archive.read(path), {
    opened: (name, attributes) => void (name === element && found.push({ ...attributes })),
  });
  for await (const _step of steps);
  return found;
};

const sheetPaths = async (archive: Archive): Promise<Map<string, string>> => {
  if (!archive.names.includes('xl/workbook.xml')) throw new JobRefused(NOT_A_WORKBOOK);
  const targets = new Map(
    (await elementsOf(archive, 'xl/_rels/workbook.xml.rels', 'Relationship')).map((one) => [one['Id'], one['Target']]),
  );
  const sheets = await elementsOf(archive, 'xl/workbook.xml', 'sheet');
  return new Map(
    sheets.flatMap(({ name, 'r:id': id }) => {
      const target = targets.get(id);
      if (name === undefined || target === undefined) return [];
      return [[name.trim(), target.startsWith('/') ? target.slice(1) : `xl/${target}`] as const];
    }),
  );
};

/** Opens an XLSX file; `numberText` says how its numbers are read. @throws JobRefused, in words for its user, for anything else */
export const openWorkbook = async (file: Buffer, numberText = shownNumber): Promise<Workbook> => {
  const archive = await openArchive(file);
  try {
    const paths = await sheetPaths(archive);
    const shared = await readSharedStrings(archive);
    const lastRows = new Map<string, number>();
    return {
      sheets: [...paths.keys()],
      rows: (sheet) => {
        const onLastRow = (row: number) => void lastRows.set(sheet, row);
        return readRows({ archive, path: paths.get(sheet) ?? '', shared, onLastRow, numberText });
      },
      lastRow: (sheet) => lastRows.get(sheet),
      close: () => archive.close(),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
};
