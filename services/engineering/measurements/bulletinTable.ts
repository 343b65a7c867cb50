import type { Content, TableCell } from 'pdfmake/interfaces';
import { isZero, toTenThousandths } from '#domain/money.ts';
import { formatMoney, formatPercentage, formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import type { LineFigures } from '#domain/engineering/measurements/line.ts';
import type { SheetFigures, SumFigures } from '#domain/engineering/measurements/sheet.ts';
import type { MeasurementRow } from '#schema/engineering/measurements/measurements.rest.ts';
import { keptTable } from '../../platform/pdf/pdf.ts';

const FONT = 7;
const HEAD = { bold: true, fillColor: '#f5f9fa', color: '#37474f' };
const STAGE = { bold: true, fillColor: '#edf6f9' };
const TOTAL = { bold: true };

/** A cell whose text is known, by which the width of its column is chosen. */
type Cell = TableCell & { text: string };
type Row = Cell[];

const right = (text: string, style: object = {}): Cell => ({ text, alignment: 'right', ...style });
const center = (text: string, style: object = {}): Cell => ({ text, alignment: 'center', ...style });
const cell = (text: string, style: object = {}): Cell => ({ text, ...style });
const blanks = (count: number, style: object = {}): Cell[] => Array.from({ length: count }, () => cell('', style));
const percent = (value: string | null): string => (value === null ? '-' : formatPercentage(value).replace('%', ''));

const headings = (number: number): Row[] => {
  const tall = { ...HEAD, rowSpan: 2 };
  const before = number > 1 ? `Até a ${number - 1}` : 'Antes';
  return [
    [
      ...['Item', 'Serviço', 'Un.'].map((text) => cell(text, tall)),
      ...[center('Contratado', { ...HEAD, colSpan: 3 }), ...blanks(2, HEAD)],
      ...[center('Medido (%)', { ...HEAD, colSpan: 3 }), ...blanks(2, HEAD)],
      ...[right('Nesta (R$)', tall), right('Saldo (R$)', tall)],
    ],
    [
      ...blanks(3, HEAD),
      ...['Qtd.', 'Preço', 'Total (R$)', before, 'Nesta', 'Acum.'].map((text) => right(text, HEAD)),
      ...blanks(2, HEAD),
    ],
  ];
};

const sums = (figures: SumFigures | LineFigures, style: object = {}): Cell[] => [
  right(percent(figures.previousPercentage), style),
  right(percent(figures.periodPercentage), style),
  right(percent(figures.percentage), style),
  right(formatMoney(figures.periodValue), { ...style, bold: true }),
  right(formatMoney(figures.balanceValue), style),
];

const sumRow = (code: string, text: string, figures: SumFigures, style: object): Row => [
  cell(code, style),
  cell(text, { ...style, colSpan: 4 }),
  ...blanks(3, style),
  right(formatMoney(figures.contractedValue), style),
  ...sums(figures, style),
];

const lineRow = (row: MeasurementRow, figures: LineFigures): Row => [
  cell(row.code),
  cell(row.description, { margin: [4, 0, 0, 0] }),
  cell(row.unit ?? ''),
  right(formatQuantity(row.quantity ?? '0')),
  right(formatUnitPrice(row.unitPrice ?? '0')),
  right(formatMoney(figures.contractedValue)),
  ...sums(figures),
];

/** Which rows are shown: all of them, or stages at the top and lines that moved in the period with the stages above them. */
const shownRows = (rows: readonly MeasurementRow[], figures: SheetFigures, all: boolean): number[] =>
  rows.flatMap((row, index) => {
    if (all || row.level === 0) return [index];
    const line = figures.lineAt(index);
    const moved = line ? toTenThousandths(line.periodQuantity) !== 0n : !isZero(figures.sumsAt(index).periodValue);
    return moved ? [index] : [];
  });

/** Width of the widest digit in points for each point of the font's size. */
const DIGIT = 0.58;
const COLUMNS = 11;

/** Columns of numbers are as wide as their longest text; what is left is for the names of services. */
const widthsOf = (body: readonly Row[]): (number | '*')[] =>
  Array.from({ length: COLUMNS }, (_, column) => {
    if (column === 1) return '*';
    const longest = Math.max(
      ...body.map((row) => (row[column] && !('colSpan' in row[column]) ? row[column].text.length : 0)),
    );
    const most = column === 0 || column === 2 ? 48 : 84;
    return Math.min(most, Math.max(18, Math.ceil(longest * DIGIT * FONT)));
  });

/** The table of a boletim: head and total, and between them all rows or only those that moved. */
export const sheetTable = (
  rows: readonly MeasurementRow[],
  figures: SheetFigures,
  { number, all }: { number: number; all: boolean },
): Content => {
  const head = headings(number);
  const shown = shownRows(rows, figures, all);
  const body = shown.flatMap((index) => {
    const row = rows[index];
    if (!row) return [];
    const line = figures.lineAt(index);
    return [line ? lineRow(row, line) : sumRow(row.code, row.description, figures.sumsAt(index), STAGE)];
  });
  // A stage stays with what is below it, and the last row with the total.
  const kept = shown.flatMap((index, at) => {
    const next = shown[at + 1];
    const level = rows[index]?.level ?? 0;
    return next === undefined || (rows[next]?.level ?? 0) > level ? [at + head.length] : [];
  });
  const table = [...head, ...body, sumRow('', 'Total', figures, TOTAL)];
  return keptTable(
    {
      layout: 'sheet',
      fontSize: FONT,
      table: {
        headerRows: head.length,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: widthsOf(table),
        body: table,
      },
    },
    kept,
  );
};
