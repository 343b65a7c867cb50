import { daysBetween, isIsoDate } from '#domain/dates.ts';
import type { Cell, Table } from './table.ts';
import { zipOf } from './zip.ts';

/** Characters that XML 1.0 cannot represent. */
// eslint-disable-next-line no-control-regex -- control characters are exactly what is meant
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text
    .replace(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Returns the letters of a column: A, B, … Z, AA. */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

const HEADER_STYLE = 1;
const MONEY_STYLE = 2;
const DATE_STYLE = 3;
const MAX_TEXT = 32_767;

// Spreadsheets never read inline strings as formulas, so the text needs no apostrophe here.
const textCell = (at: string, text: string, style = 0): string =>
  `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text.slice(0, MAX_TEXT))}</t></is></c>`;

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

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** Returns an XLSX workbook with one sheet: typed numbers and days, a frozen header with filters. */
export const xlsxOf = (table: Table, title: string): Blob => {
  const name = escaped(title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31));
  const files = {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': sheetOf(table),
  };
  return zipOf(Object.entries(files).map(([path, text]) => ({ name: path, bytes: new TextEncoder().encode(text) })));
};
