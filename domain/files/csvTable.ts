import { formatDate } from '../dates.ts';
import { csvFile, csvLine, neutralised } from './csv.ts';
import type { Cell, Table, TableText } from './table.ts';

const printed = ({ kind, value }: Cell): string => {
  if (value === '') return '';
  if (kind === 'money') return value.replace('.', ',');
  return kind === 'date' ? formatDate(value) : neutralised(value);
};

/** CSV for a Brazilian spreadsheet: UTF-8 with BOM, semicolons, decimal commas, dd/mm/yyyy. */
export const csvText = (titles: readonly string[]): TableText => {
  let head = csvFile([csvLine(titles.map(neutralised))]);
  return {
    write: (rows) => {
      const lines = rows.map((cells) => `${csvLine(cells.map(printed))}\r\n`);
      const text = head + lines.join('');
      head = '';
      return text;
    },
    end: () => head,
  };
};

/** A whole list as CSV. */
export const csvOf = ({ titles, rows }: Table): string => {
  const text = csvText(titles);
  return text.write(rows) + text.end();
};
