import { toDecimal } from '#domain/decimal.ts';
import { letters, MAIN, textCell, workbookOf, XML } from '#domain/files/workbook.ts';
import type { FinancialStatement, StatementRow } from '#schema/financial/financialStatement/financialStatement.rest.ts';
import { at, numberCell, STYLE, STYLES } from '../../../platform/workbooks/cells.ts';
import { facts, footnotes, monthTitle, noteLines, rowsOfLine, TITLE, type PrintedStatement } from './printed.ts';

/** Row of the headings: above them stand title, place, period and regime. */
const HEADINGS = 6;
const FIRST = 1;

type Line = FinancialStatement['lines'][number];

/** Computed lines by the lines above them, as a reader would write them in the sheet. */
const FORMULAS: Record<string, readonly string[]> = {
  NET_REVENUE: ['GROSS_REVENUE', 'DEDUCTIONS'],
  GROSS_PROFIT: ['NET_REVENUE', 'CONSTRUCTION_COST'],
  EBITDA: ['GROSS_PROFIT', 'ADMINISTRATIVE_EXPENSES', 'COMMERCIAL_EXPENSES', 'GENERAL_EXPENSES'],
  RESULT: ['EBITDA', 'FINANCIAL_RESULT', 'INCOME_TAXES', 'UNCLASSIFIED'],
};

interface Placed {
  line: Line;
  at: number;
  rows: StatementRow[];
}

/** Sheet rows: every line, and its categories below it. */
const place = (statement: FinancialStatement, lines: readonly Line[]): Placed[] => {
  let next = HEADINGS + 1;
  return lines.map((line) => {
    const rows = line.computed ? [] : rowsOfLine(statement, line.line);
    const placed = { line, at: next, rows };
    next += 1 + rows.length;
    return placed;
  });
};

const row = (number: number, cells: readonly string[], level = 0): string =>
  `<row r="${number}"${level === 0 ? '' : ` outlineLevel="${level}"`}>${cells.join('')}</row>`;

class Sheet {
  readonly placed: Placed[];

  constructor(readonly statement: FinancialStatement) {
    const outside: Line = {
      ...{ line: 'OUTSIDE', label: 'Fora do resultado', computed: false, ...statement.outside },
      ...{ verticalShares: [], totalVerticalShare: null, horizontalChanges: [] },
    };
    this.placed = place(statement, [...statement.lines, outside]);
  }

  get months(): number {
    return this.statement.months.length;
  }

  /** Column of the sum of all months; the shares stand after it. */
  get total(): number {
    return FIRST + this.months;
  }

  #rowOf(line: string): number {
    return this.placed.find((one) => one.line.line === line)?.at ?? HEADINGS;
  }

  #formula({ line, at: start, rows }: Placed, column: number): string | undefined {
    const parts = FORMULAS[line.line];
    if (parts) return parts.map((part) => at(column, this.#rowOf(part))).join('+');
    return rows.length === 0 ? undefined : `SUM(${at(column, start + 1)}:${at(column, start + rows.length)})`;
  }

  #shares({ line, at: start }: Placed): string[] {
    if (line.line === 'OUTSIDE') return [];
    const net = this.statement.lines.find((one) => one.line === 'NET_REVENUE');
    return [...line.values, line.total].flatMap((value, index) => {
      const whole = [...(net?.values ?? []), net?.total ?? '0'][index] ?? '0';
      const cell = at(this.total + 1 + index, start);
      const over = at(FIRST + index, this.#rowOf('NET_REVENUE'));
      const formula = `IF(${over}&gt;0,${at(FIRST + index, start)}/${over},"")`;
      if (toDecimal(whole).lte(0)) return [`<c r="${cell}" t="str" s="${STYLE.percent}"><f>${formula}</f><v></v></c>`];
      return [numberCell(cell, toDecimal(value).div(toDecimal(whole)).toFixed(10), STYLE.percent, formula)];
    });
  }

  #line(placed: Placed): string {
    const { line, at: start } = placed;
    const sum = `SUM(${at(FIRST, start)}:${at(this.total - 1, start)})`;
    return row(start, [
      textCell(at(0, start), line.label, STYLE.boldText),
      ...line.values.map((value, month) =>
        numberCell(at(FIRST + month, start), value, STYLE.boldMoney, this.#formula(placed, FIRST + month)),
      ),
      numberCell(at(this.total, start), line.total, STYLE.boldMoney, sum),
      ...this.#shares(placed),
    ]);
  }

  #row({ label, values, total }: StatementRow, number: number): string {
    const sum = `SUM(${at(FIRST, number)}:${at(this.total - 1, number)})`;
    const cells = [
      textCell(at(0, number), `    ${label}`),
      ...values.map((value, month) => numberCell(at(FIRST + month, number), value, STYLE.money)),
      numberCell(at(this.total, number), total, STYLE.money, sum),
    ];
    return row(number, cells, 1);
  }

  body(): string {
    return this.placed
      .map(
        (placed) =>
          this.#line(placed) + placed.rows.map((one, index) => this.#row(one, placed.at + 1 + index)).join(''),
      )
      .join('');
  }

  /** First row below all lines. */
  get end(): number {
    const last = this.placed.at(-1);
    return (last?.at ?? HEADINGS) + (last?.rows.length ?? 0) + 1;
  }
}

const textRows = (texts: readonly string[], first: number): string =>
  texts.map((text, index) => row(first + index, [textCell(at(0, first + index), text)])).join('');

/** A statement as a workbook: categories are figures, lines, totals and shares formulas. */
export const xlsxOf = (printed: PrintedStatement): Buffer => {
  const { statement, company } = printed;
  const sheet = new Sheet(statement);
  const titles = [...statement.months.map(monthTitle), 'Acumulado'];
  const head = row(1, [textCell(at(0, 1), `${TITLE} · ${company.name}`, STYLE.boldText)]) + textRows(facts(printed), 2);
  const headings = row(
    HEADINGS,
    ['Linha', ...titles, ...titles.map((title) => `AV % ${title}`)].map((title, column) =>
      textCell(at(column, HEADINGS), title, STYLE.heading),
    ),
  );
  const notes = textRows([...footnotes(printed), ...noteLines(printed)], sheet.end + 1);
  const width = (from: number, to: number, size: number): string =>
    `<col min="${from + 1}" max="${to + 1}" width="${size}" customWidth="1"/>`;
  const columns = width(0, 0, 42) + width(FIRST, sheet.total, 16) + width(sheet.total + 1, sheet.total * 2, 12);
  const pane = `<pane xSplit="1" ySplit="${HEADINGS}" topLeftCell="${letters(1)}${HEADINGS + 1}" activePane="bottomRight" state="frozen"/>`;
  const xml = `${XML}<worksheet xmlns="${MAIN}"><sheetPr><outlinePr summaryBelow="0"/></sheetPr><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns}</cols><sheetData>${head}${headings}${sheet.body()}${notes}</sheetData></worksheet>`;
  return Buffer.concat(workbookOf({ title: 'Demonstrativo', sheet: xml, styles: STYLES }));
};
