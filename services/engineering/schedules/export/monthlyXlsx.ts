import { formatShortMonth } from '#domain/dates.ts';
import { toDecimal } from '#domain/decimal.ts';
import { letters, MAIN, textCell, workbookOf, XML } from '#domain/files/workbook.ts';
import { isZero } from '#domain/money.ts';
import { at, numberCell, STYLE, STYLES } from '../../../platform/workbooks/cells.ts';
import { pricesInWords, type PrintedMonths } from './printedMonths.ts';

/** Columns before the months, and the one after them. */
const COLUMN = { code: 0, description: 1, total: 2, firstMonth: 3 };
const WIDTHS = { code: 8, description: 48, money: 16 };
/** Row of the headings: what stands above them is title, obra and prices. */
const HEADINGS = 5;

const row = (line: number, cells: readonly string[]): string => `<row r="${line}">${cells.join('')}</row>`;

const headOf = ({ estimate, withBdi }: PrintedMonths): string =>
  [
    `Cronograma físico-financeiro · ${estimate.code} – ${estimate.description}`,
    `Obra: ${estimate.building.name}`,
    pricesInWords(withBdi),
  ]
    .map((text, index) => row(index + 1, [textCell(at(0, index + 1), text, index === 0 ? STYLE.boldText : STYLE.text)]))
    .join('');

/** Share of the total as a spreadsheet has it: 0.25 is shown as 25 %. */
const shareCell = (cell: string, value: string, total: string, formula: string): string =>
  isZero(total) ? '' : numberCell(cell, toDecimal(value).div(toDecimal(total)).toFixed(10), STYLE.boldPercent, formula);

/** Rows below the stages: sums by month, what has accumulated, and both as shares of the total. */
const footOf = ({ months: { months, total, unscheduled } }: PrintedMonths, first: number, sums: number): string => {
  const last = COLUMN.firstMonth + months.length;
  const totalCell = `$${letters(COLUMN.total)}$${sums}`;
  const sumCell = (column: number, value: string): string => {
    const formula = first < sums ? `SUM(${at(column, first)}:${at(column, sums - 1)})` : '0';
    return numberCell(at(column, sums), value, STYLE.boldMoney, formula);
  };
  const label = (line: number, text: string): string => textCell(at(COLUMN.description, line), text, STYLE.boldText);
  const monthCells = (cell: (month: (typeof months)[number], column: number) => string): string[] =>
    months.map((month, index) => cell(month, COLUMN.firstMonth + index));
  const accumulated = (column: number): string =>
    column === COLUMN.firstMonth ? at(column, sums) : `${at(column - 1, sums + 2)}+${at(column, sums)}`;
  return [
    row(sums, [
      label(sums, 'Total'),
      sumCell(COLUMN.total, total),
      ...monthCells(({ value }, column) => sumCell(column, value)),
      sumCell(last, unscheduled),
    ]),
    row(sums + 1, [
      label(sums + 1, '% do total'),
      ...monthCells(({ value }, column) =>
        shareCell(at(column, sums + 1), value, total, `${at(column, sums)}/${totalCell}`),
      ),
    ]),
    row(sums + 2, [
      label(sums + 2, 'Acumulado'),
      ...monthCells((month, column) =>
        numberCell(at(column, sums + 2), month.accumulated, STYLE.boldMoney, accumulated(column)),
      ),
    ]),
    row(sums + 3, [
      label(sums + 3, '% acumulado'),
      ...monthCells((month, column) =>
        shareCell(at(column, sums + 3), month.accumulated, total, `${at(column, sums + 2)}/${totalCell}`),
      ),
    ]),
  ].join('');
};

/** A physical-financial schedule as a workbook: months are typed figures, all sums and shares formulas. */
export const monthlyXlsx = (printed: PrintedMonths): Buffer => {
  const { stages, months } = printed.months;
  const first = HEADINGS + 1;
  const sums = first + stages.length;
  const last = COLUMN.firstMonth + months.length;
  const titles = ['Item', 'Etapa', 'Total (R$)', ...months.map(({ month }) => formatShortMonth(month)), 'Sem data'];
  const rows = stages.map((stage, index) => {
    const line = first + index;
    return row(line, [
      textCell(at(COLUMN.code, line), stage.code),
      textCell(at(COLUMN.description, line), stage.description),
      numberCell(
        at(COLUMN.total, line),
        stage.total,
        STYLE.boldMoney,
        `SUM(${at(COLUMN.firstMonth, line)}:${at(last, line)})`,
      ),
      ...stage.values.map((value, month) => numberCell(at(COLUMN.firstMonth + month, line), value, STYLE.money)),
      numberCell(at(last, line), stage.unscheduled, STYLE.money),
    ]);
  });
  const width = (from: number, to: number, size: number): string =>
    `<col min="${from + 1}" max="${to + 1}" width="${size}" customWidth="1"/>`;
  const columns =
    width(COLUMN.code, COLUMN.code, WIDTHS.code) +
    width(COLUMN.description, COLUMN.description, WIDTHS.description) +
    width(COLUMN.total, last, WIDTHS.money);
  const headings = row(
    HEADINGS,
    titles.map((title, column) => textCell(at(column, HEADINGS), title, STYLE.heading)),
  );
  const pane = `<pane xSplit="${COLUMN.firstMonth}" ySplit="${HEADINGS}" topLeftCell="${at(COLUMN.firstMonth, first)}" activePane="bottomRight" state="frozen"/>`;
  const xml = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns}</cols><sheetData>${headOf(printed)}${headings}${rows.join('')}${footOf(printed, first, sums)}</sheetData></worksheet>`;
  return Buffer.concat(workbookOf({ title: 'Físico-financeiro', sheet: xml, styles: STYLES }));
};
