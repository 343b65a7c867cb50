import { neutralised, separatedLine } from '#domain/files/csv.ts';
import type { CsvCell, CsvColumns, CsvFormat, CsvKind, CsvRow } from '#schema/csv/dataset.ts';

const decimal = (text: string, format: CsvFormat): string => (format === 'BRAZILIAN' ? text.replace('.', ',') : text);

const cellText = (kind: CsvKind, cell: CsvCell, format: CsvFormat): string => {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'Sim' : 'Não';
  const text = String(cell);
  if (kind === 'TEXT') return neutralised(text);
  return kind === 'DECIMAL' ? decimal(text, format) : text;
};

/** Bytes that are handed on at once. */
const CHUNK = 64 * 1024;

/** Headings and rows as they come; `onRow` is told how many are written. */
export async function* csvChunks<C extends CsvColumns>(
  columns: C,
  format: CsvFormat,
  rows: AsyncIterable<CsvRow<C>> | Iterable<CsvRow<C>>,
  onRow: (count: number) => void,
): AsyncGenerator<Buffer> {
  const separator = format === 'BRAZILIAN' ? ';' : ',';
  const line = (cells: readonly string[]): string => `${separatedLine(cells, separator)}\r\n`;
  const named = Object.entries(columns);
  let text = `${format === 'BRAZILIAN' ? '\ufeff' : ''}${line(named.map(([, { title }]) => title))}`;
  let count = 0;
  for await (const row of rows) {
    text += line(named.map(([name, { kind }]) => cellText(kind, row[name] ?? null, format)));
    count += 1;
    onRow(count);
    if (text.length >= CHUNK) {
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text);
}
