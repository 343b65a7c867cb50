import type { TableCell } from 'pdfmake/interfaces';
import { formatDate } from '#domain/dates.ts';
import { csvFile, csvLine, neutralised } from '#domain/files/csv.ts';
import { letters, MAIN, textCell, workbookOf, XML } from '#domain/files/workbook.ts';
import { sum, ZERO } from '#domain/money.ts';
import { letterhead } from '../../../platform/pdf/letterhead.ts';
import type { PdfDocument } from '../../../platform/pdf/pdf.ts';
import { at, numberCell, STYLE, STYLES } from '../../../platform/workbooks/cells.ts';
import {
  balanceOf,
  cellOf,
  facts,
  fileRows,
  moneyText,
  TITLE,
  WITHOUT_CATEGORY,
  type FileRow,
  type PrintedBreakdown,
} from './printed.ts';

const decimal = (value: string | null | undefined): string => value?.replace('.', ',') ?? '';

const sums = (row: FileRow): (string | null)[] => [row.estimated, row.committed, row.actual, balanceOf(row)];
const SUMS = ['Orçado', 'Comprometido', 'Realizado', 'Saldo'];

/** Actual cost by stage and category as CSV, with the sums of each stage. */
export const csvOf = ({ breakdown }: PrintedBreakdown): string => {
  const { rows, total } = fileRows(breakdown);
  const { columns } = breakdown;
  const line = (row: FileRow): string[] => [
    row.code,
    neutralised(row.name),
    ...columns.map(({ category }) => decimal(cellOf(row, category?.id ?? null)?.actual)),
    ...sums(row).map(decimal),
  ];
  const titles = [
    'Item',
    'Etapa',
    ...columns.map(({ category }) => neutralised(category?.name ?? WITHOUT_CATEGORY)),
    ...SUMS,
  ];
  return csvFile([titles, ...[...rows, total].map(line)].map(csvLine));
};

const HEADINGS = 5;
const FIRST = 2;

/**
 * Actual cost by stage and category as a workbook. Stages of the first level and what stands in none are summed: deeper
 * ones are within them.
 */
export const xlsxOf = (printed: PrintedBreakdown): Buffer => {
  const { breakdown, company } = printed;
  const { columns } = breakdown;
  const { rows, total } = fileRows(breakdown);
  const last = FIRST + columns.length;
  const end = HEADINGS + 1 + rows.length;
  const tops = rows.flatMap(({ level }, index) => (level === 0 ? [HEADINGS + 1 + index] : []));
  const sumOf = (column: number): string => tops.map((row) => at(column, row)).join('+') || '0';
  const cells = (row: FileRow, line: number, isTotal: boolean): string => {
    const style = isTotal || row.level === 0 ? STYLE.boldMoney : STYLE.money;
    const [actual, estimated, committed] = [last + 2, last, last + 1];
    const formula = (column: number): string | undefined => (isTotal ? sumOf(column) : undefined);
    const own = columns.map(({ category }, index) =>
      numberCell(
        at(FIRST + index, line),
        cellOf(row, category?.id ?? null)?.actual ?? null,
        style,
        formula(FIRST + index),
      ),
    );
    return [
      textCell(at(0, line), row.code, STYLE.text),
      textCell(at(1, line), `${'  '.repeat(row.level)}${row.name}`, row.level === 0 ? STYLE.boldText : STYLE.text),
      ...own,
      numberCell(at(estimated, line), row.estimated, style, formula(estimated)),
      numberCell(at(committed, line), row.committed, style, formula(committed)),
      numberCell(
        at(actual, line),
        row.actual,
        style,
        columns.length > 0 ? `SUM(${at(FIRST, line)}:${at(last - 1, line)})` : undefined,
      ),
      numberCell(
        at(last + 3, line),
        balanceOf(row),
        style,
        `${at(estimated, line)}-${at(committed, line)}-${at(actual, line)}`,
      ),
    ].join('');
  };
  const rowXml = (line: number, content: string, level = 0): string =>
    `<row r="${line}"${level === 0 ? '' : ` outlineLevel="${Math.min(level, 7)}"`}>${content}</row>`;
  const head = [`${TITLE} · ${company.name}`, ...facts(printed)]
    .map((text, index) =>
      rowXml(index + 1, textCell(at(0, index + 1), text, index === 0 ? STYLE.boldText : STYLE.text)),
    )
    .join('');
  const titles = ['Item', 'Etapa', ...columns.map(({ category }) => category?.name ?? WITHOUT_CATEGORY), ...SUMS];
  const headings = rowXml(
    HEADINGS,
    titles.map((title, column) => textCell(at(column, HEADINGS), title, STYLE.heading)).join(''),
  );
  const body = rows
    .map((row, index) => rowXml(HEADINGS + 1 + index, cells(row, HEADINGS + 1 + index, false), row.level))
    .join('');
  const pane = `<pane xSplit="2" ySplit="${HEADINGS}" topLeftCell="${letters(2)}${HEADINGS + 1}" activePane="bottomRight" state="frozen"/>`;
  const widths = `<col min="1" max="1" width="9" customWidth="1"/><col min="2" max="2" width="40" customWidth="1"/><col min="3" max="${last + 4}" width="16" customWidth="1"/>`;
  const xml = `${XML}<worksheet xmlns="${MAIN}"><sheetPr><outlinePr summaryBelow="0"/></sheetPr><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths}</cols><sheetData>${head}${headings}${body}${rowXml(end, cells(total, end, true))}</sheetData></worksheet>`;
  return Buffer.concat(workbookOf({ title: TITLE, sheet: xml, styles: STYLES }));
};

const MARGIN = 28;
const HEAD = { bold: true, fillColor: '#eef2f5', color: '#37474f' };
/** Columns of categories that have room on a page; the rest is one column. */
const SHOWN = 6;

const right = (text: string, style: object = {}): TableCell => ({ text, alignment: 'right', ...style });

const addedText = (row: FileRow, ids: readonly (number | null)[]): string =>
  moneyText(sum(ids.map((id) => cellOf(row, id)?.actual ?? ZERO)));

/** Actual cost by stage on paper: the six largest categories, the others in one column, and the sums of each stage. */
export const printBreakdown = (printed: PrintedBreakdown): PdfDocument => {
  const { breakdown, company, today, createdAt } = printed;
  const { rows, total } = fileRows(breakdown);
  const ids = breakdown.columns.map(({ category }) => category?.id ?? null);
  const [shown, others] = ids.length > SHOWN + 1 ? [ids.slice(0, SHOWN), ids.slice(SHOWN)] : [ids, []];
  const names = breakdown.columns.slice(0, shown.length).map(({ category }) => category?.name ?? WITHOUT_CATEGORY);
  const line = (row: FileRow, style: object): TableCell[] => [
    { text: row.code, ...style },
    { text: row.name, margin: [row.level * 6, 0, 0, 0], ...style },
    ...shown.map((id) => right(moneyText(cellOf(row, id)?.actual), style)),
    ...(others.length > 0 ? [right(addedText(row, others), style)] : []),
    ...sums(row).map((value) => right(moneyText(value), style)),
  ];
  const titles = [...names, ...(others.length > 0 ? [`Outras ${others.length} categorias`] : []), ...SUMS];
  return {
    title: TITLE,
    createdAt,
    landscape: true,
    pageMargins: [MARGIN, 66, MARGIN, 36],
    header: letterhead(company, MARGIN, {
      title: TITLE,
      about: [...facts(printed), `Emitido em ${formatDate(today)}`],
    }),
    footer: `Prumo · ${TITLE} · ${breakdown.building.name}`,
    content: [
      {
        layout: 'rows',
        fontSize: 6.5,
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: [24, '*', ...titles.map(() => 55)],
          body: [
            [{ text: 'Item', ...HEAD }, { text: 'Etapa', ...HEAD }, ...titles.map((title) => right(title, HEAD))],
            ...rows.map((row) => line(row, row.level === 0 ? { bold: true } : {})),
            line(total, { bold: true, fillColor: '#deeff5' }),
          ],
        },
      },
    ],
  };
};
