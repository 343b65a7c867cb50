import type { Content, TableCell } from 'pdfmake/interfaces';
import { formatDate } from '#domain/dates.ts';
import { isZero, toTenThousandths } from '#domain/money.ts';
import {
  counted,
  formatCurrency,
  formatMoney,
  formatPercentage,
  formatQuantity,
  formatUnitPrice,
} from '#domain/numberFormat.ts';
import type { SheetFigures, SumFigures } from '#domain/engineering/measurements/sheet.ts';
import type { LineFigures } from '#domain/engineering/measurements/line.ts';
import type { Measurement, MeasurementRow } from '#schema/engineering/measurements/measurements.rest.ts';
import { letterhead, type Letterhead } from '../../platform/pdf/letterhead.ts';
import type { PdfDocument } from '../../platform/pdf/pdf.ts';
import { figuresOf } from './sheet.ts';

/** What a printed measurement is made of. */
export interface PrintedMeasurement {
  measurement: Measurement;
  rows: readonly MeasurementRow[];
  company: Letterhead;
  /** Day of the print and the instant that the file bears: those of the closing, so that it is always the same file. */
  issuedOn: string;
  createdAt: string;
}

const MARGIN = 28;
const MUTED = '#53646d';
const HEAD = { bold: true, fillColor: '#eef2f5', color: '#37474f' };
const STAGE = { bold: true, fillColor: '#edf6f9' };

const right = (text: string, style: object = {}): TableCell => ({ text, alignment: 'right', ...style });
const cell = (text: string, style: object = {}): TableCell => ({ text, ...style });
const percent = (value: string | null): string => (value === null ? '-' : formatPercentage(value).replace('%', ''));

const header = ({ measurement, company, issuedOn }: PrintedMeasurement): Content => {
  const { number, periodStart, periodEnd, partner, building, costEstimate, kind } = measurement;
  const side = kind === 'CUSTOMER' ? 'Contratante' : 'Contratado';
  return letterhead(company, MARGIN, {
    title: `Boletim de medição nº ${number} · ${costEstimate.code}`,
    about: [
      `Obra: ${building.name}`,
      ...(partner ? [`${side}: ${partner.name}`] : []),
      `${formatDate(periodStart)} a ${formatDate(periodEnd)}`,
      `Emitido em ${formatDate(issuedOn)}`,
    ],
  });
};

const headings = (number: number): TableCell[] => [
  ...['Item', 'Serviço', 'Un.'].map((text) => cell(text, HEAD)),
  ...['Qtd.', 'Preço (R$)', 'Contratado (R$)'].map((text) => right(text, HEAD)),
  ...[
    number > 1 ? `Até a ${number - 1} (%)` : 'Antes (%)',
    'Nesta (%)',
    'Acum. (%)',
    'Nesta (R$)',
    'Acum. (R$)',
    'Saldo (R$)',
  ].map((text) => right(text, HEAD)),
];

const sums = (figures: SumFigures | LineFigures, style: object = {}): TableCell[] => [
  right(percent(figures.previousPercentage), style),
  right(percent(figures.periodPercentage), style),
  right(percent(figures.percentage), style),
  right(formatMoney(figures.periodValue), { ...style, bold: true }),
  right(formatMoney(figures.accumulatedValue), style),
  right(formatMoney(figures.balanceValue), style),
];

const stageRow = ({ code, description }: MeasurementRow, figures: SumFigures): TableCell[] => [
  cell(code, STAGE),
  { ...STAGE, text: description, colSpan: 4 },
  ...Array.from({ length: 3 }, () => cell('', STAGE)),
  right(formatMoney(figures.contractedValue), STAGE),
  ...sums(figures, STAGE),
];

const lineRow = (row: MeasurementRow, figures: LineFigures): TableCell[] => [
  cell(row.code),
  cell(row.description),
  cell(row.unit ?? ''),
  right(formatQuantity(row.quantity ?? '0')),
  right(formatUnitPrice(row.unitPrice ?? '0')),
  right(formatMoney(figures.contractedValue)),
  ...sums(figures),
];

/** Rows of a table: all of them, or stages at the top and lines that moved in the period with the stages above them. */
const tableRows = (rows: readonly MeasurementRow[], figures: SheetFigures, all: boolean): TableCell[][] => {
  const shown = rows.map((row, index) => {
    if (all || row.level === 0) return true;
    const line = figures.lineAt(index);
    return line ? toTenThousandths(line.periodQuantity) !== 0n : !isZero(figures.sumsAt(index).periodValue);
  });
  return rows.flatMap((row, index) => {
    if (!shown[index]) return [];
    const line = figures.lineAt(index);
    return [line ? lineRow(row, line) : stageRow(row, figures.sumsAt(index))];
  });
};

const WIDTHS = [38, '*', 22, 46, 48, 58, 36, 36, 36, 56, 58, 58];

const table = (body: TableCell[][], number: number): Content => ({
  layout: 'rows',
  table: {
    headerRows: 1,
    keepWithHeaderRows: 1,
    dontBreakRows: true,
    widths: WIDTHS,
    body: [headings(number), ...body],
  },
});

const totalRow = (figures: SheetFigures): TableCell[] => {
  const style = { bold: true };
  return [
    cell('', style),
    { ...style, text: 'Total', colSpan: 4 },
    ...Array.from({ length: 3 }, () => cell('')),
    right(formatMoney(figures.contractedValue), style),
    ...sums(figures, style),
  ];
};

/** Lines above the contract, with what was said of them. */
const excesses = (rows: readonly MeasurementRow[], figures: SheetFigures): string[] =>
  rows.flatMap((row, index) => {
    const line = figures.lineAt(index);
    if (!line || toTenThousandths(line.excess) === 0n) return [];
    const who = row.updatedBy === null ? '' : ` por ${row.updatedBy.name}`;
    const accepted = row.excessConfirmed ? `, aceito${who}: ${row.reason ?? ''}` : '';
    return [
      `${row.code}: excedente de ${formatQuantity(line.excess)} ${row.unit ?? ''} (${formatCurrency(line.excessValue)})${accepted}`,
    ];
  });

const summary = ({ measurement }: PrintedMeasurement): Content => {
  const { number, kind } = measurement;
  const lines = [
    [`Medido até a medição ${number - 1}`, measurement.previousValue],
    ['Nesta medição', measurement.periodValue],
    ['Acumulado', measurement.accumulatedValue],
    [`Retenção contratual de ${formatPercentage(measurement.retentionPercentage)}`, `-${measurement.retentionValue}`],
  ];
  const due = `${kind === 'CUSTOMER' ? 'A receber' : 'A pagar'} até ${formatDate(measurement.dueDate)}`;
  return {
    margin: [0, 12, 0, 0],
    unbreakable: true,
    columns: [
      {
        width: '*',
        text: measurement.photoCount > 0 ? counted(measurement.photoCount, 'foto do período', 'fotos do período') : '',
        color: MUTED,
      },
      {
        width: 260,
        layout: 'rows',
        table: {
          widths: ['*', 'auto'],
          body: [
            ...lines.map(([name = '', value = '0']) => [cell(name), right(formatMoney(value))]),
            [
              cell(due, { bold: true, fontSize: 10 }),
              right(formatCurrency(measurement.netValue), { bold: true, fontSize: 10 }),
            ],
          ],
        },
      },
    ],
  };
};

const ANNEXED = 'São impressos os serviços com medição no período; a relação completa está no anexo 1.';

/** The measurement sheet (boletim): lines with movement, excesses, what is to be paid; annex 1 has all lines. */
export const printMeasurement = (printed: PrintedMeasurement): PdfDocument => {
  const { measurement, rows, createdAt } = printed;
  const { number, costEstimate, status } = measurement;
  const figures = figuresOf(rows);
  const notes = [ANNEXED, ...excesses(rows, figures)];
  return {
    title: `Boletim de medição ${number} de ${costEstimate.code}`,
    createdAt,
    landscape: true,
    pageMargins: [MARGIN, 66, MARGIN, 36],
    header: header(printed),
    footer: `Prumo · boletim ${number} de ${costEstimate.code}`,
    ...(status === 'CLOSED' ? {} : { watermark: 'PRÉVIA' }),
    content: [
      table([...tableRows(rows, figures, false), totalRow(figures)], number),
      { margin: [0, 6, 0, 0], color: MUTED, stack: notes.map((text) => ({ text })) },
      summary(printed),
      {
        text: 'Anexo 1: relação completa dos serviços',
        bold: true,
        fontSize: 10,
        pageBreak: 'before',
        margin: [0, 0, 0, 6],
      },
      table([...tableRows(rows, figures, true), totalRow(figures)], number),
    ],
  };
};
