import { type DelimitedRow, delimitedRows } from '../../../files/delimited.ts';
import { stripAccents } from '../../../text.ts';
import { UnreadableStatement } from '../unreadable.ts';
import { readTableDate } from './days.ts';

/** A statement in CSV, before anybody has said what its columns are. */
export interface BankTable {
  /** Text of the row above the first line, or "Coluna 1" … where there is none. */
  headers: string[];
  /** What tells the files of one bank apart from those of others: its headers, or how many columns it has. */
  key: string;
  /** Rows above the headers: the bank's name, the account, the period. */
  preamble: string;
  /** Rows below the headers, empty ones left out. */
  rows: DelimitedRow[];
}

const DELIMITERS = [';', '\t', ',', '|'] as const;

const MOST = { rows: 100_000, columns: 50, raw: 8_000, key: 2_000, header: 80 };

/** As much of a file as its delimiter and its headers are found in. */
const HEAD = 200_000;

const filled = ({ cells }: DelimitedRow): number => cells.filter((cell) => cell.trim() !== '').length;

/** A row of a statement has a day, and at least two more cells. */
const isLine = (row: DelimitedRow): boolean =>
  filled(row) >= 3 && row.cells.some((cell) => readTableDate(cell) !== null);

/** The delimiter that makes the most lines of a text; null: none does. */
const delimiterOf = (text: string): string | null => {
  const counts = DELIMITERS.map((sign) => delimitedRows(text, sign).filter(isLine).length);
  const most = Math.max(...counts);
  return most === 0 ? null : (DELIMITERS[counts.indexOf(most)] ?? null);
};

const keyOf = (headers: readonly string[]): string =>
  stripAccents(headers.join('|')).replace(/\s+/g, ' ').slice(0, MOST.key);

/** Whether a row names columns: as many texts as a line has cells, and none of them a day. */
const isHeader = (row: DelimitedRow | undefined, width: number): boolean =>
  row !== undefined &&
  filled(row) >= Math.min(3, width) &&
  row.cells.length >= width - 1 &&
  row.cells.every((cell) => cell.trim() === '' || /\p{L}/u.test(cell));

/** Up to the last column with text: many banks end each row with a delimiter. */
const columnsOf = (rows: readonly DelimitedRow[]): number =>
  rows.reduce((most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell.trim() !== '') + 1), 0);

/**
 * Reads delimited text as the table of a statement.
 * @returns null where no row has a day and two more cells
 * @throws UnreadableStatement for more rows or columns than a statement has
 */
export const readTable = (text: string): BankTable | null => {
  const delimiter = delimiterOf(text.slice(0, HEAD));
  if (delimiter === null) return null;
  const rows = delimitedRows(text.replace(/^\ufeff/, ''), delimiter).filter((row) => filled(row) > 0);
  const first = rows.findIndex(isLine);
  const width = rows[first]?.cells.length ?? 0;
  // A balance may stand between the headers and the first line.
  const header = [first - 1, first - 2].find((at) => isHeader(rows[at], width));
  const lines = rows.slice(header === undefined ? first : header + 1);
  const columns = columnsOf(rows.slice(header ?? first));
  if (columns > MOST.columns || lines.length > MOST.rows)
    throw new UnreadableStatement('O extrato é grande demais. Peça ao banco um período menor.');
  const long = lines.findIndex(({ raw }) => raw.length > MOST.raw);
  if (long >= 0) throw new UnreadableStatement(`A linha ${long + 1} do extrato é longa demais.`);
  const names = header === undefined ? [] : (rows[header]?.cells ?? []);
  const headers = Array.from({ length: columns }, (_, at) => {
    const name = (names[at] ?? '').replace(/\s+/g, ' ').trim().slice(0, MOST.header);
    return name === '' ? `Coluna ${at + 1}` : name;
  });
  return {
    headers,
    key: keyOf(headers),
    preamble: rows
      .slice(0, header ?? first)
      .map(({ raw }) => raw)
      .join('\n')
      .slice(0, HEAD),
    rows: lines,
  };
};
