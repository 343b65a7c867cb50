import { daysBetween, isIsoDate } from '../dates.ts';
import type { Cell, Table, TableText } from './table.ts';
import { letters, MAIN, textCell, workbookOf, XML } from './workbook.ts';

const HEADER_STYLE = 1;
const MONEY_STYLE = 2;
const DATE_STYLE = 3;
/** The first rows of a list decide how wide its columns are. */
const MEASURED_ROWS = 200;

type Row = readonly Cell[];

/** Writes money as its decimal text, and a day as the spreadsheet's day number. */
const cellOf = (at: string, { kind, value }: Cell): string => {
  if (value === '') return '';
  if (kind === 'money' && /^-?\d+(\.\d+)?$/.test(value)) return `<c r="${at}" s="${MONEY_STYLE}"><v>${value}</v></c>`;
  if (kind === 'date' && isIsoDate(value)) {
    return `<c r="${at}" s="${DATE_STYLE}"><v>${daysBetween('1899-12-30', value)}</v></c>`;
  }
  return textCell(at, value);
};

const widthOf = (title: string, column: number, rows: readonly Row[]): number =>
  Math.min(
    60,
    rows.reduce((widest, row) => Math.max(widest, (row[column]?.value.length ?? 0) + 2), title.length + 4),
  );

const headOf = (titles: readonly string[], measured: readonly Row[]): string => {
  const columns = titles.map(
    (title, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widthOf(title, index, measured)}" customWidth="1"/>`,
  );
  const header = titles.map((title, column) => textCell(`${letters(column)}1`, title, HEADER_STYLE)).join('');
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData><row r="1">${header}</row>`;
};

/** XML of a sheet with typed numbers and days, a frozen header with filters. Holds the rows that it measures. */
class SheetText implements TableText {
  #held: Row[] | null = [];
  #row = 1;

  constructor(private readonly titles: readonly string[]) {}

  write(rows: readonly Row[]): string {
    if (!this.#held) return this.#rows(rows);
    this.#held.push(...rows);
    return this.#held.length < MEASURED_ROWS ? '' : this.#begin();
  }

  end(): string {
    const begun = this.#begin();
    return `${begun}</sheetData><autoFilter ref="A1:${letters(this.titles.length - 1)}${this.#row}"/></worksheet>`;
  }

  #begin(): string {
    const held = this.#held;
    if (!held) return '';
    this.#held = null;
    return headOf(this.titles, held.slice(0, MEASURED_ROWS)) + this.#rows(held);
  }

  #rows(rows: readonly Row[]): string {
    return rows
      .map((cells) => {
        this.#row += 1;
        const written = cells.map((cell, column) => cellOf(`${letters(column)}${this.#row}`, cell));
        return `<row r="${this.#row}">${written.join('')}</row>`;
      })
      .join('');
  }
}

export const sheetText = (titles: readonly string[]): TableText => new SheetText(titles);

export const SHEET_STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** A whole list as an XLSX workbook of one sheet, as the parts of a file. */
export const xlsxOf = ({ titles, rows }: Table, title: string): Uint8Array[] => {
  const text = sheetText(titles);
  return workbookOf({ title, sheet: text.write(rows) + text.end(), styles: SHEET_STYLES });
};
