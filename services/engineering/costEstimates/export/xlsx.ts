import { changedQuantity, contracted } from '#domain/engineering/estimate/amendments.ts';
import { letters, MAIN, textCell, workbookOf, XML } from '#domain/files/workbook.ts';
import { roundHalfEven, toDecimal } from '#domain/decimal.ts';
import { compare, isZero, subtract, ZERO } from '#domain/money.ts';
import type { CostEstimate, CostEstimateReport } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { at, numberCell, STYLE, STYLES } from '../../../platform/workbooks/cells.ts';
import { formatDays, isAmended, titlesOf } from './titles.ts';

type Row = CostEstimateReport['content'][number];

const WIDTHS = [12, 24, 14, 60, 9, 14, 16, 16, 18, 18, 10, 14, 14, 18, 18];
/** Spreadsheets know seven levels of an outline. */
const MOST_LEVELS = 7;
const COLUMN = { quantity: 5, unitPrice: 6, unitPriceWithBdi: 7, direct: 8, total: 9, percentage: 10 };
/** Columns of what amendments change, and of the contract with them. */
const AMENDED = { quantity: 11, currentQuantity: 12, total: 13, currentTotal: 14 };
/** Rows above the headings of the columns. */
const HEAD = 4;

/**
 * Product of two cells in cents. Spreadsheets round a half up; where half-even rounds it down, the formula cuts, so that it
 * gives the figure of the estimate.
 */
const productOf = (quantity: string, price: string, cells: [string, string]): { value: string; formula: string } => {
  const exact = toDecimal(quantity).times(toDecimal(price));
  const value = roundHalfEven(exact, 2);
  const round = toDecimal(value).lt(exact) && exact.minus(value).equals('0.005') ? 'ROUNDDOWN' : 'ROUND';
  return { value, formula: `${round}(${cells.join('*')},2)` };
};

/** Totals of a row that is no stage: its products, less its share of the discount. */
const lineTotals = (row: Row, line: number): string => {
  if (row.unitPrice === null || row.unitPriceWithBdi === null || row.total === null) return '';
  const quantity = row.quantity ?? '0';
  const cell = at(COLUMN.quantity, line);
  const direct = productOf(quantity, row.unitPrice, [cell, at(COLUMN.unitPrice, line)]);
  const gross = productOf(quantity, row.unitPriceWithBdi, [cell, at(COLUMN.unitPriceWithBdi, line)]);
  const share = subtract(gross.value, row.total);
  const total = isZero(share) ? gross.formula : `${gross.formula}-(${share})`;
  return (
    numberCell(at(COLUMN.direct, line), row.directTotal, STYLE.money, direct.formula) +
    numberCell(at(COLUMN.total, line), row.total, STYLE.money, total)
  );
};

/** SUBTOTAL leaves other subtotals out: a stage sums the rows below it, and not its stages once more. */
const sumOf = (column: number, from: number, to: number): string =>
  to < from ? '0' : `SUBTOTAL(9,${at(column, from)}:${at(column, to)})`;

const stageTotals = (row: Row, line: number, end: number): string =>
  numberCell(at(COLUMN.direct, line), row.directTotal, STYLE.boldMoney, sumOf(COLUMN.direct, line + 1, end)) +
  numberCell(at(COLUMN.total, line), row.total, STYLE.boldMoney, sumOf(COLUMN.total, line + 1, end));

/** Value of the change of a line: as a formula wherever that gives the figure, which a discount changes. */
const changeCell = (row: Row, line: number): string => {
  const { amendmentTotal, total, unitPriceWithBdi } = row;
  if (amendmentTotal === null) return '';
  const cell = at(AMENDED.total, line);
  const price = at(COLUMN.unitPriceWithBdi, line);
  const quantity = changedQuantity(row.quantity, row.amendmentQuantity);
  const { value, formula } = productOf(quantity, unitPriceWithBdi ?? '0', [at(AMENDED.currentQuantity, line), price]);
  const follows = total !== null && unitPriceWithBdi !== null && compare(subtract(value, total), amendmentTotal) === 0;
  return numberCell(cell, amendmentTotal, STYLE.money, follows ? `${formula}-${at(COLUMN.total, line)}` : undefined);
};

/** What amendments change of a row, and the row with them. */
const amendedCells = (row: Row, line: number, end: number): string => {
  const { quantity, amendmentQuantity } = row;
  const current = contracted(row).total;
  if (row.type === 'GROUP') {
    const sums = [
      [AMENDED.total, row.amendmentTotal ?? ZERO],
      [AMENDED.currentTotal, current],
    ] as const;
    return sums
      .map(([column, value]) => numberCell(at(column, line), value, STYLE.boldMoney, sumOf(column, line + 1, end)))
      .join('');
  }
  const both = (from: number, change: number) => `${at(from, line)}+${at(change, line)}`;
  return [
    numberCell(at(AMENDED.quantity, line), amendmentQuantity, STYLE.four),
    numberCell(
      at(AMENDED.currentQuantity, line),
      quantity === null ? null : changedQuantity(quantity, amendmentQuantity),
      STYLE.four,
      both(COLUMN.quantity, AMENDED.quantity),
    ),
    changeCell(row, line),
    numberCell(at(AMENDED.currentTotal, line), current, STYLE.money, both(COLUMN.total, AMENDED.total)),
  ].join('');
};

const shareCell = (row: Row, line: number, { total }: CostEstimate, totalLine: number): string => {
  if (row.total === null || isZero(total)) return '';
  const value = toDecimal(row.total).div(toDecimal(total)).toFixed(10);
  const style = row.type === 'GROUP' ? STYLE.boldPercent : STYLE.percent;
  const formula = `${at(COLUMN.total, line)}/${letters(COLUMN.total)}$${totalLine}`;
  return numberCell(at(COLUMN.percentage, line), value, style, formula);
};

/** For each row, the line of the last row below it. */
const endsOf = (content: readonly Row[], first: number): number[] => {
  const open: number[] = [];
  const ends = content.map((_, index) => first + index);
  content.forEach(({ level }, index) => {
    while (open.length > 0 && (content[open.at(-1) ?? 0]?.level ?? 0) >= level) {
      ends[open.pop() ?? 0] = first + index - 1;
    }
    open.push(index);
  });
  for (const index of open) ends[index] = first + content.length - 1;
  return ends;
};

const rowOf = (row: Row, line: number, end: number, { costEstimate, totalLine }: Sheet): string => {
  const isStage = row.type === 'GROUP';
  const style = isStage ? STYLE.boldText : STYLE.text;
  const texts = [row.code, row.source, row.sourceCode, row.description, row.unit];
  const cells = texts.map((text, column) => (text === null ? '' : textCell(at(column, line), text, style)));
  const numbers = [
    numberCell(at(COLUMN.quantity, line), row.quantity, STYLE.four),
    numberCell(at(COLUMN.unitPrice, line), row.unitPrice, STYLE.four),
    numberCell(at(COLUMN.unitPriceWithBdi, line), row.unitPriceWithBdi, STYLE.four),
    isStage ? stageTotals(row, line, end) : lineTotals(row, line),
    shareCell(row, line, costEstimate, totalLine),
    isAmended(costEstimate) ? amendedCells(row, line, end) : '',
  ];
  const level = row.level === 0 ? '' : ` outlineLevel="${Math.min(row.level, MOST_LEVELS)}"`;
  return `<row r="${line}"${level}>${cells.join('')}${numbers.join('')}</row>`;
};

interface Sheet {
  costEstimate: CostEstimate;
  totalLine: number;
}

const headOf = (costEstimate: CostEstimate): string => {
  const { code, description, building, customer, bdis, amendmentCount, amendmentDays } = costEstimate;
  const lines = [
    `${code} – ${description}`,
    `Obra: ${building.name}${customer ? ` · Cliente: ${customer.name}` : ''}`,
    bdis.length === 0
      ? 'Sem BDI'
      : bdis.map(({ name, percentage }) => `${name}: ${percentage.replace('.', ',')} %`).join(' · '),
    ...(isAmended(costEstimate)
      ? [
          `Aditivos aprovados: ${amendmentCount}${amendmentDays === 0 ? '' : ` · Prazo do contrato: ${formatDays(amendmentDays)}`}`,
        ]
      : []),
  ];
  return lines
    .map(
      (text, index) =>
        `<row r="${index + 1}">${textCell(at(0, index + 1), text, index === 0 ? STYLE.boldText : 0)}</row>`,
    )
    .join('');
};

const totalRow = ({ costEstimate, totalLine }: Sheet, first: number): string => {
  const last = totalLine - 1;
  const { directTotal, total, amendmentTotal, currentTotal } = costEstimate;
  const sumCell = (column: number, value: string) =>
    numberCell(at(column, totalLine), value, STYLE.boldMoney, sumOf(column, first, last));
  const cells = [
    textCell(at(3, totalLine), 'Total', STYLE.boldText),
    sumCell(COLUMN.direct, directTotal),
    sumCell(COLUMN.total, total),
    ...(isAmended(costEstimate)
      ? [sumCell(AMENDED.total, amendmentTotal), sumCell(AMENDED.currentTotal, currentTotal)]
      : []),
  ];
  return `<row r="${totalLine}">${cells.join('')}</row>`;
};

/** An estimate as a workbook: totals as formulas, stages as an outline, decimals as their text (docs/decisions/0010). */
export const xlsxOf = ({ costEstimate, content }: CostEstimateReport): Buffer => {
  const headings = HEAD + 1;
  const first = headings + 1;
  const sheet: Sheet = { costEstimate, totalLine: first + content.length };
  const ends = endsOf(content, first);
  const names = titlesOf(costEstimate);
  const titles = names.map((title, column) => textCell(at(column, headings), title, STYLE.heading));
  const rows = content.map((row, index) => rowOf(row, first + index, ends[index] ?? 0, sheet));
  const columns = WIDTHS.slice(0, names.length).map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const xml = `${XML}<worksheet xmlns="${MAIN}"><sheetPr><outlinePr summaryBelow="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headings}" topLeftCell="A${first}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" outlineLevelRow="${MOST_LEVELS}"/><cols>${columns.join('')}</cols><sheetData>${headOf(costEstimate)}<row r="${headings}">${titles.join('')}</row>${rows.join('')}${totalRow(sheet, first)}</sheetData></worksheet>`;
  return Buffer.concat(workbookOf({ title: costEstimate.code, sheet: xml, styles: STYLES }));
};
