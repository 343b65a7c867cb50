import type { Content, TableCell } from 'pdfmake/interfaces';
import { formatDate } from '#domain/dates.ts';
import { horizontalChange, verticalShare } from '#domain/financial/financialStatement/statement.ts';
import { isZero, ZERO, type Money } from '#domain/money.ts';
import type { FinancialStatement } from '#schema/financial/financialStatement/financialStatement.rest.ts';
import { letterhead } from '../../../platform/pdf/letterhead.ts';
import type { PdfDocument } from '../../../platform/pdf/pdf.ts';
import {
  facts,
  footnotes,
  monthTitle,
  noteLines,
  rowsOfLine,
  signedMoney,
  TITLE,
  type PrintedStatement,
} from './printed.ts';

export type Analysis = 'NONE' | 'AV' | 'AH';

/** How a statement is printed: which lines with their rows, and which percentages beside the values. */
export interface Printing {
  open: ReadonlySet<string>;
  analysis: Analysis;
}

const MARGIN = 28;
const HEAD = { bold: true, fillColor: '#eef2f5', color: '#37474f' };
const COMPUTED = { bold: true, fillColor: '#edf6f9' };
const RESULT = { bold: true, fillColor: '#deeff5' };
const LINE = { bold: true };
const MUTED = '#53646d';
const NEGATIVE = '#b3261e';
/** So many months have room beside each other on a landscape page, with and without percentages. */
const MONTHS_A_PAGE = { wide: 6, narrow: 11 };

const right = (text: string, style: object = {}): TableCell => ({ text, alignment: 'right', ...style });
const percent = (value: string | null): string => value?.replace('.', ',').replace('-', '−') ?? '–';
const moneyText = (value: Money): string => (isZero(value) ? '–' : signedMoney(value));

interface Valued {
  values: readonly Money[];
  total: Money;
}

/** Months of one page, and whether the total stands on it. */
interface Page {
  from: number;
  to: number;
  last: boolean;
}

class Table {
  readonly net: Valued;

  constructor(
    readonly statement: FinancialStatement,
    readonly analysis: Analysis,
    readonly page: Page,
  ) {
    this.net = statement.lines.find(({ line }) => line === 'NET_REVENUE') ?? { values: [], total: ZERO };
  }

  #share({ values, total }: Valued, month: number | null, style: object): TableCell[] {
    if (this.analysis === 'NONE') return [];
    const value = (month === null ? total : values[month]) ?? ZERO;
    const net = (month === null ? this.net.total : this.net.values[month]) ?? ZERO;
    const before = month === null ? undefined : values[month - 1];
    const text = this.analysis === 'AV' ? verticalShare(value, net) : horizontalChange(value, before);
    return [right(percent(text), { ...style, bold: false, color: MUTED })];
  }

  headings(): TableCell[] {
    const { from, to, last } = this.page;
    const beside = this.analysis === 'NONE' ? [] : [right(`${this.analysis} %`, { ...HEAD, bold: false })];
    const column = (title: string) => [right(title, HEAD), ...beside];
    const months = this.statement.months.slice(from, to).flatMap((month) => column(monthTitle(month)));
    return [{ text: '', ...HEAD }, ...months, ...(last ? column('Acumulado') : [])];
  }

  row(label: string, values: Valued, style: object, alarming: boolean): TableCell[] {
    const { from, to, last } = this.page;
    const cell = (value: Money, month: number | null) => [
      right(moneyText(value), { ...style, ...(alarming && value.startsWith('-') ? { color: NEGATIVE } : {}) }),
      ...this.#share(values, month, style),
    ];
    const months = values.values.slice(from, to).flatMap((value, index) => cell(value, from + index));
    return [{ text: label, ...style }, ...months, ...(last ? cell(values.total, null) : [])];
  }

  get widths(): (string | number)[] {
    const { from, to, last } = this.page;
    const columns = to - from + (last ? 1 : 0);
    const beside = this.analysis === 'NONE' ? [] : [28];
    return ['*', ...Array.from({ length: columns }, () => [56, ...beside]).flat()];
  }
}

const styleOf = (line: string, computed: boolean): object => {
  if (line === 'RESULT') return RESULT;
  return computed ? COMPUTED : LINE;
};

const tableOf = (statement: FinancialStatement, { open, analysis }: Printing, page: Page): Content => {
  const table = new Table(statement, analysis, page);
  const lines = statement.lines.filter(
    ({ line, values }) => line !== 'UNCLASSIFIED' || values.some((one) => !isZero(one)),
  );
  const body = lines.flatMap((line) => [
    table.row(line.computed ? `= ${line.label}` : line.label, line, styleOf(line.line, line.computed), line.computed),
    ...(open.has(line.line)
      ? rowsOfLine(statement, line.line).map((row) => table.row(`      ${row.label}`, row, {}, false))
      : []),
  ]);
  return {
    layout: 'rows',
    fontSize: 7,
    ...(page.from > 0 && { pageBreak: 'before' as const }),
    table: { headerRows: 1, dontBreakRows: true, widths: table.widths, body: [table.headings(), ...body] },
  };
};

const pagesOf = (months: number, size: number): Page[] =>
  Array.from({ length: Math.max(1, Math.ceil(months / size)) }, (_, index) => ({
    ...{ from: index * size, to: Math.min(months, (index + 1) * size), last: (index + 1) * size >= months },
  }));

const listOf = (title: string, texts: readonly string[]): Content[] =>
  texts.length === 0
    ? []
    : [
        { text: title, bold: true, margin: [0, 10, 0, 2] },
        { stack: texts.map((text) => ({ text, margin: [0, 1, 0, 0] as [number, number, number, number] })) },
      ];

/** A statement on paper, landscape: as many months as fit, the rest on further pages; notes at its end. */
export const printStatement = (printed: PrintedStatement, printing: Printing): PdfDocument => {
  const { statement, company, today, createdAt } = printed;
  const size = printing.analysis === 'NONE' ? MONTHS_A_PAGE.narrow : MONTHS_A_PAGE.wide;
  return {
    title: TITLE,
    createdAt,
    landscape: true,
    pageMargins: [MARGIN, 66, MARGIN, 36],
    header: letterhead(company, MARGIN, {
      title: TITLE,
      about: [...facts(printed), `Emitido em ${formatDate(today)}`],
    }),
    footer: `Prumo · ${TITLE}`,
    content: [
      ...pagesOf(statement.months.length, size).map((page) => tableOf(statement, printing, page)),
      { stack: footnotes(printed).map((text) => ({ text, color: MUTED })), margin: [0, 8, 0, 0] },
      ...listOf('Notas', noteLines(printed)),
    ],
  };
};
