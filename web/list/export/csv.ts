import { formatDate } from '#domain/dates.ts';
import { csvFile, csvLine, neutralised } from '#domain/files/csv.ts';
import type { Cell, Table } from './table.ts';

const printed = ({ kind, value }: Cell): string => {
  if (value === '') return '';
  if (kind === 'money') return value.replace('.', ',');
  return kind === 'date' ? formatDate(value) : neutralised(value);
};

/** Returns CSV for a Brazilian spreadsheet: UTF-8 with BOM, semicolons, decimal commas, dd/mm/yyyy. */
export const csvOf = ({ titles, rows }: Table): string =>
  csvFile([csvLine(titles.map(neutralised)), ...rows.map((cells) => csvLine(cells.map(printed)))]);
