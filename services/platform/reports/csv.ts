import { formatDate } from '#domain/dates.ts';
import { csvLine, neutralised } from '#domain/files/csv.ts';
import type { Cell, Column } from './description.ts';
import { linesOf } from './lines.ts';
import type { Printed } from './printed.ts';

const cellText = ({ kind }: Column, cell: Cell): string => {
  if (cell === null) return '';
  if (kind === 'TEXT') return neutralised(cell);
  return kind === 'DATE' ? formatDate(cell) : cell.replace('.', ',');
};

/** Bytes that are handed on at once. */
const CHUNK = 64 * 1024;

/**
 * Rows alone, for a spreadsheet that adds up itself: a group is a column of its own, and totals are left out. UTF-8 with BOM,
 * semicolons, decimal commas.
 */
export async function* csvChunks({ content, onRow }: Printed): AsyncGenerator<Buffer> {
  const { columns } = content;
  let text = '';
  let group: string | null = null;
  let count = 0;
  for await (const { kind, cells } of linesOf(content)) {
    if (kind === 'TOTAL') continue;
    if (kind === 'GROUP') {
      group = cells[0] ?? '';
      continue;
    }
    if (count === 0) {
      const titles = columns.map(({ title }) => title);
      text = `\ufeff${csvLine(group === null ? titles : ['Grupo', ...titles])}\r\n`;
    }
    const texts = columns.map((column, index) => cellText(column, cells[index] ?? null));
    text += `${csvLine(group === null ? texts : [neutralised(group), ...texts])}\r\n`;
    count += 1;
    onRow?.(count);
    if (text.length >= CHUNK) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(count === 0 ? `\ufeff${csvLine(columns.map(({ title }) => title))}\r\n` : text);
}
