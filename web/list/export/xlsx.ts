import { daysBetween, isIsoDate } from '#domain/dates.ts';
import { letters, MAIN, textCell, workbookOf, XML } from '#domain/files/workbook.ts';
import type { Cell, Table } from './table.ts';

const HEADER_STYLE = 1;
const MONEY_STYLE = 2;
const DATE_STYLE = 3;

/** Writes money as its decimal text, and a day as the spreadsheet's day number. */
const cellOf = (at: string, { kind, value }: Cell): string => {
  if (value === '') return '';
  if (kind === 'money' && /^-?\d+(\.\d+)?$/.test(value)) return `<c r="${at}" s="${MONEY_STYLE}"><v>${value}</v></c>`;
  if (kind === 'date' && isIsoDate(value)) {
    return `<c r="${at}" s="${DATE_STYLE}"><v>${daysBetween('1899-12-30', value)}</v></c>`;
  }
  return textCell(at, value);
};

const widths = ({ titles, rows }: Table): number[] =>
  titles.map((title, column) =>
    Math.min(
      60,
      rows
        .slice(0, 200)
        .reduce((widest, row) => Math.max(widest, (row[column]?.value.length ?? 0) + 2), title.length + 4),
    ),
  );

const sheetOf = (table: Table): string => {
  const columns = widths(table).map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const header = table.titles.map((title, column) => textCell(`${letters(column)}1`, title, HEADER_STYLE)).join('');
  const rows = table.rows.map(
    (cells, row) =>
      `<row r="${row + 2}">${cells.map((cell, column) => cellOf(`${letters(column)}${row + 2}`, cell)).join('')}</row>`,
  );
  const last = `${letters(table.titles.length - 1)}${table.rows.length + 1}`;
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData><row r="1">${header}</row>${rows.join('')}</sheetData><autoFilter ref="A1:${last}"/></worksheet>`;
};

const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** Returns an XLSX workbook with one sheet: typed numbers and days, a frozen header with filters. */
export const xlsxOf = (table: Table, title: string): Blob => {
  const parts = workbookOf({ title, sheet: sheetOf(table), styles });
  return new Blob(
    parts.map((part) => part.slice().buffer),
    { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  );
};
