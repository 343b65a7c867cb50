/** CSV datasets read back by code that shares nothing with what writes them. */
import { startReports, type ReportsKit } from '../reports/kit.ts';

export type CsvKit = ReportsKit;

export const startCsv = async (): Promise<CsvKit> => {
  const kit = await startReports();
  return { ...kit, base: `/api/v1/csv/company/${kit.companyId}` };
};

/** Cells of a file with quotes, line breaks in cells, and either separator. */
export const parseCsv = (text: string, separator: ';' | ','): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === separator) {
      row.push(cell);
      cell = '';
    } else if (!quoted && sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
      at += 1;
    } else cell += sign;
  }
  if (cell !== '' || row.length > 0) throw new Error('the last line does not end');
  return rows;
};

export interface Read {
  titles: string[];
  /** Rows by the titles of their columns. */
  rows: Record<string, string>[];
  text: string;
}

export const readRows = (text: string, separator: ';' | ',' = ';'): Read => {
  const [titles = [], ...rows] = parseCsv(text.replace(/^\ufeff/, ''), separator);
  if (rows.some((cells) => cells.length !== titles.length)) throw new Error('a row has other columns than the head');
  return {
    ...{ titles, text },
    rows: rows.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? '']))),
  };
};

/** "1234,50" and "-0,07" as cents; anything else is no amount. */
export const centsOf = (cell: string): bigint => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+),(\d\d)$/.exec(cell) ?? [];
  if (whole === '') throw new Error(`no amount: ${cell}`);
  return BigInt(`${sign}${whole}${fraction}`);
};

export const sumOf = (rows: readonly Record<string, string>[], title: string): bigint =>
  rows.reduce((sum, row) => sum + (row[title] ? centsOf(row[title]) : 0n), 0n);
