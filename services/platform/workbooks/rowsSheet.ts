import { letters, MAIN, textCell, XML, type Sheet } from '#domain/files/workbook.ts';
import { sum, type Money } from '#domain/money.ts';
import { at, numberCell, STYLE } from './cells.ts';

/** A column of a sheet: text, or money that is added up below. */
export interface Column<Row> {
  title: string;
  width: number;
  text?: (row: Row) => string | null;
  money?: (row: Row) => Money;
  /** Sums at the foot: each under its label, of the rows that it takes. */
  totals?: boolean;
}

export interface Foot<Row> {
  label: string;
  takes: (row: Row) => boolean;
}

const HEADINGS = 3;

/** A sheet of rows: title, headings, rows, and one row of sums per foot. */
export const sheetOf = <Row>(
  name: string,
  heading: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  feet: readonly Foot<Row>[] = [],
): Sheet => {
  const line = (number: number, cells: readonly string[]): string => `<row r="${number}">${cells.join('')}</row>`;
  const first = HEADINGS + 1;
  const body = rows.map((row, index) =>
    line(
      first + index,
      columns.map(({ text, money }, column) => {
        const cell = at(column, first + index);
        return money ? numberCell(cell, money(row), STYLE.money) : textCell(cell, text?.(row) ?? '');
      }),
    ),
  );
  const below = first + rows.length + 1;
  const foot = feet.map(({ label, takes }, index) => {
    const taken = rows.filter(takes);
    return line(
      below + index,
      columns.map(({ money, totals }, column) => {
        if (column === 0) return textCell(at(0, below + index), label, STYLE.boldText);
        return money && totals ? numberCell(at(column, below + index), sum(taken.map(money)), STYLE.boldMoney) : '';
      }),
    );
  });
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = `<pane ySplit="${HEADINGS}" topLeftCell="${letters(0)}${first}" activePane="bottomLeft" state="frozen"/>`;
  const head = line(1, [textCell(at(0, 1), heading, STYLE.boldText)]);
  const titles = line(
    HEADINGS,
    columns.map(({ title }, column) => textCell(at(column, HEADINGS), title, STYLE.heading)),
  );
  const sheet = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>${head}${titles}${body.join('')}${foot.join('')}</sheetData></worksheet>`;
  return { title: name, sheet };
};
