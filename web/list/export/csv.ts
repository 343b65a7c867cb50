import { formatDate } from '#domain/dates.ts';
import type { Cell, Table } from './table.ts';

/**
 * Text that a spreadsheet would take for a formula gets an apostrophe in front: a supplier may be called
 * "=HYPERLINK(…)". Full-width forms of the signs count too, and so does white space before them.
 */
export const neutralised = (text: string): string =>
  /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) ? `'${text}` : text;

const printed = ({ kind, value }: Cell): string => {
  if (value === '') return '';
  if (kind === 'money') return value.replace('.', ',');
  return kind === 'date' ? formatDate(value) : neutralised(value);
};

const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const line = (cells: readonly string[]): string => cells.map(quoted).join(';');

/** CSV as a Brazilian spreadsheet opens it: UTF-8 with its mark, semicolons, decimal commas, dd/mm/yyyy. */
export const csvOf = ({ titles, rows }: Table): string =>
  `\ufeff${[line(titles.map(neutralised)), ...rows.map((cells) => line(cells.map(printed)))].join('\r\n')}\r\n`;
