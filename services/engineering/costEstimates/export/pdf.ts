import type { Content, TableCell } from 'pdfmake/interfaces';
import { contracted } from '#domain/engineering/estimate/amendments.ts';
import { formatDate } from '#domain/dates.ts';
import { isZero } from '#domain/money.ts';
import {
  formatCoefficient,
  formatMoney,
  formatPercentage,
  formatQuantity,
  formatUnitPrice,
} from '#domain/numberFormat.ts';
import type { CostEstimateReport, CostEstimateTask } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { letterhead, type Letterhead } from '../../../platform/pdf/letterhead.ts';
import type { PdfDocument } from '../../../platform/pdf/pdf.ts';
import { formatDays, isAmended } from './titles.ts';

/** What a printed cost estimate is made of. */
export interface PrintedEstimate {
  report: CostEstimateReport;
  company: Letterhead;
  /** Compositions by the key of their resource: the analytic print shows their lines. */
  compositions: ReadonlyMap<number, CostEstimateTask>;
  /** Day of the print, and the instant that the file bears. */
  today: string;
  createdAt: string;
}

type Row = CostEstimateReport['content'][number];

const MARGIN = 28;
const MUTED = '#53646d';
const HEAD = { bold: true, fillColor: '#eef2f5', color: '#37474f' };
/** Tints of stages by depth, the first the strongest. */
const TINTS = ['#deeff5', '#edf6f9', '#f6fafc'];

const right = (text: string, style: object = {}): TableCell => ({ text, alignment: 'right', ...style });
const cell = (text: string, style: object = {}): TableCell => ({ text, ...style });

const header = ({ report: { costEstimate }, company, today }: PrintedEstimate): Content =>
  letterhead(company, MARGIN, {
    title: `${costEstimate.code} · ${costEstimate.description}`,
    about: [
      `Obra: ${costEstimate.building.name}`,
      ...(costEstimate.customer ? [`Cliente: ${costEstimate.customer.name}`] : []),
      costEstimate.approved ? 'Aprovado' : 'Em elaboração',
      `Emitido em ${formatDate(today)}`,
    ],
  });

const signed = (text: string): string => (text.startsWith('-') ? text : `+${text}`);

/** What amendments change of a row, and the row with them. */
const amendedCells = (row: Row, style: object = {}): TableCell[] => {
  const { amendmentQuantity, amendmentTotal } = row;
  const { total } = contracted(row);
  return [
    right(amendmentQuantity === null ? '' : signed(formatQuantity(amendmentQuantity)), style),
    right(amendmentTotal === null ? '' : signed(formatMoney(amendmentTotal)), style),
    right(total === null ? '' : formatMoney(total), style),
  ];
};

const AMENDED_HEADINGS = ['Aditivo', 'Aditivo (R$)', 'Com aditivos (R$)'];

const headings = (): TableCell[] => [
  ...['Item', 'Código', 'Base', 'Descrição', 'Un.'].map((text) => cell(text, HEAD)),
  ...['Quantidade', 'Preço unit. (R$)', 'Com BDI (R$)', 'Total (R$)', '%'].map((text) => right(text, HEAD)),
];

const stageStyle = ({ level }: Row) => ({ bold: true, fillColor: TINTS[Math.min(level, TINTS.length - 1)] });

const stageRow = (row: Row): TableCell[] => {
  const { code, description, total, percentage } = row;
  const style = stageStyle(row);
  const blank = (): TableCell => cell('', style);
  return [
    cell(code, style),
    { ...style, text: description, colSpan: 7 },
    ...Array.from({ length: 6 }, blank),
    right(formatMoney(total ?? '0'), style),
    right(percentage === null ? '-' : formatPercentage(percentage), style),
  ];
};

const WITHOUT_PRICE = 'sem preço';

const lineRow = (row: Row): TableCell[] => [
  cell(row.code),
  cell(row.sourceCode ?? ''),
  cell(row.source ?? 'Próprio'),
  cell(row.description),
  cell(row.unit ?? ''),
  right(formatQuantity(row.quantity ?? '0')),
  right(row.unitPrice === null ? WITHOUT_PRICE : formatUnitPrice(row.unitPrice)),
  right(row.unitPriceWithBdi === null ? '' : formatUnitPrice(row.unitPriceWithBdi)),
  right(row.total === null ? '' : formatMoney(row.total)),
  right(row.percentage === null ? '-' : formatPercentage(row.percentage)),
];

/** Lines of a composition below its row: for one unit of it, without BDI. */
const partRows = ({ items }: CostEstimateTask): TableCell[][] =>
  items.map(({ resource, quantity, totalPrice }) => {
    const style = { color: MUTED, fontSize: 6.5 };
    return [
      cell('', style),
      cell(resource.code, style),
      cell(resource.costDatabase?.name ?? '', style),
      { ...style, text: resource.description, margin: [8, 0, 0, 0] },
      cell(resource.unit, style),
      right(formatCoefficient(quantity), style),
      right(resource.unitPrice === null ? WITHOUT_PRICE : formatUnitPrice(resource.unitPrice), style),
      cell('', style),
      right(totalPrice === null ? '' : formatUnitPrice(totalPrice), style),
      cell('', style),
    ];
  });

const totals = ({ costEstimate }: CostEstimateReport): Content => {
  const { directTotal, bdiTotal, discount, total, withoutPrice, amendmentTotal, amendmentDays, currentTotal } =
    costEstimate;
  const amended = isAmended(costEstimate);
  const lines = [
    ['Custo direto', directTotal],
    ['BDI', bdiTotal],
    ...(isZero(discount) ? [] : [['Desconto', discount]]),
    ...(amended
      ? [
          ['Original', total],
          ['Aditivos', amendmentTotal],
        ]
      : []),
  ];
  const term = amended && amendmentDays !== 0 ? `Prazo do contrato: ${formatDays(amendmentDays)} pelos aditivos.` : '';
  const missing = `${withoutPrice} ${withoutPrice === 1 ? 'item sem preço não entra' : 'itens sem preço não entram'} no total.`;
  return {
    margin: [0, 12, 0, 0],
    unbreakable: true,
    columns: [
      { width: '*', text: [withoutPrice > 0 ? missing : '', term].filter(Boolean).join('\n'), color: MUTED },
      {
        width: 220,
        layout: 'rows',
        table: {
          widths: ['*', 'auto'],
          body: [
            ...lines.map(([name = '', value = '0']) => [cell(name), right(formatMoney(value))]),
            [
              cell(amended ? 'Total com aditivos' : 'Preço total', { bold: true, fontSize: 10 }),
              right(`R$ ${formatMoney(amended ? currentTotal : total)}`, { bold: true, fontSize: 10 }),
            ],
          ],
        },
      },
    ],
  };
};

/** A cost estimate on paper: its rows with codes, prices and totals; the analytic one with the lines of compositions. */
export const printEstimate = (printed: PrintedEstimate): PdfDocument => {
  const { report, compositions, createdAt } = printed;
  const { costEstimate, content } = report;
  const amended = isAmended(costEstimate);
  const withAmendment = (cells: TableCell[], more: TableCell[]) => (amended ? [...cells, ...more] : cells);
  const body = content.flatMap((row) => {
    if (row.type === 'GROUP') return [withAmendment(stageRow(row), amendedCells(row, stageStyle(row)))];
    const composition = row.resourceId === null ? undefined : compositions.get(row.resourceId);
    const parts = composition ? partRows(composition) : [];
    const none = AMENDED_HEADINGS.map(() => cell(''));
    return [withAmendment(lineRow(row), amendedCells(row)), ...parts.map((cells) => withAmendment(cells, none))];
  });
  return {
    title: `Orçamento ${costEstimate.code}`,
    createdAt,
    landscape: true,
    pageMargins: [MARGIN, 66, MARGIN, 36],
    header: header(printed),
    footer: `Prumo · orçamento ${costEstimate.code}`,
    content: [
      {
        layout: 'rows',
        table: {
          headerRows: 1,
          // A stage at the foot of a page takes its first row along.
          keepWithHeaderRows: 1,
          dontBreakRows: true,
          widths: amended
            ? [40, 42, 46, '*', 22, 46, 48, 48, 54, 32, 44, 52, 56]
            : [44, 46, 62, '*', 26, 52, 56, 56, 62, 34],
          body: [
            withAmendment(
              headings(),
              AMENDED_HEADINGS.map((text) => right(text, HEAD)),
            ),
            ...body,
          ],
        },
      },
      totals(report),
    ],
  };
};
