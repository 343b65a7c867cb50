import { formatDate } from '#domain/dates.ts';
import type { Cell, Table } from './table.ts';

/**
 * Returns the text with an apostrophe in front when a spreadsheet would read it as a formula: a supplier may be called
 * "=HYPERLINK(…)". Also catches full-width forms of the signs and leading white space.
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

/** Returns CSV for a Brazilian spreadsheet: UTF-8 with BOM, semicolons, decimal commas, dd/mm/yyyy. */
export const csvOf = ({ titles, rows }: Table): string =>
  `\ufeff${[line(titles.map(neutralised)), ...rows.map((cells) => line(cells.map(printed)))].join('\r\n')}\r\n`;
