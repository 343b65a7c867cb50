import type { Content, TableCell } from 'pdfmake/interfaces';
import { formatDate, formatShortMonth } from '#domain/dates.ts';
import { isZero } from '#domain/money.ts';
import { formatMoney, formatPercentage } from '#domain/numberFormat.ts';
import { letterhead } from '../../../platform/pdf/letterhead.ts';
import type { PdfDocument } from '../../../platform/pdf/pdf.ts';
import { pricesInWords, type PrintedMonths } from './printedMonths.ts';

const MARGIN = 28;
/** So many months have room beside each other on a landscape page. */
const MONTHS_A_PAGE = 10;
const HEAD = { bold: true, fillColor: '#eef2f5', color: '#37474f' };
const SUM = { bold: true, fillColor: '#edf6f9' };
const COLOURS = { line: '#026b85', bar: '#bfdfeb', grid: '#e1e6ea', text: '#53646d' };

type Months = PrintedMonths['months'];

const cell = (text: string, style: object = {}): TableCell => ({ text, ...style });
const right = (text: string, style: object = {}): TableCell => ({ text, alignment: 'right', ...style });
/** A month without work is left empty. */
const money = (value: string, style: object = {}): TableCell => right(isZero(value) ? '' : formatMoney(value), style);

const headings = (months: Months['months'], isLast: boolean): TableCell[] => [
  ...['Item', 'Etapa'].map((text) => cell(text, HEAD)),
  right('Total (R$)', HEAD),
  ...months.map(({ month }) => right(formatShortMonth(month), HEAD)),
  ...(isLast ? [right('Sem data', HEAD)] : []),
];

const footRows = ({ total, unscheduled }: Months, months: Months['months'], isLast: boolean): TableCell[][] => {
  const line = (name: string, values: readonly string[], ends: { total?: string; last?: string } = {}): TableCell[] => [
    cell('', SUM),
    cell(name, SUM),
    right(ends.total ?? '', SUM),
    ...values.map((text) => right(text, SUM)),
    ...(isLast ? [right(ends.last ?? '', SUM)] : []),
  ];
  const percent = (value: string | null): string => (value === null ? '-' : formatPercentage(value));
  return [
    line(
      'Total',
      months.map(({ value }) => formatMoney(value)),
      { total: formatMoney(total), ...(isZero(unscheduled) ? {} : { last: formatMoney(unscheduled) }) },
    ),
    line(
      '% do total',
      months.map(({ percentage }) => percent(percentage)),
    ),
    line(
      'Acumulado',
      months.map(({ accumulated }) => formatMoney(accumulated)),
    ),
    line(
      '% acumulado',
      months.map(({ accumulatedPercentage }) => percent(accumulatedPercentage)),
    ),
  ];
};

/** Stages by month, as many months as a page has room for. */
const tableOf = (schedule: Months, from: number): Content => {
  const months = schedule.months.slice(from, from + MONTHS_A_PAGE);
  const isLast = from + MONTHS_A_PAGE >= schedule.months.length;
  const rows = schedule.stages.map(({ code, description, total, values, unscheduled }) => [
    cell(code),
    cell(description),
    right(formatMoney(total)),
    ...values.slice(from, from + MONTHS_A_PAGE).map((value) => money(value)),
    ...(isLast ? [money(unscheduled)] : []),
  ]);
  return {
    layout: 'rows',
    fontSize: 6.5,
    ...(from > 0 && { pageBreak: 'before' as const }),
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [18, '*', 50, ...months.map(() => 47), ...(isLast ? [47] : [])],
      body: [headings(months, isLast), ...rows, ...footRows(schedule, months, isLast)],
    },
  };
};

const CURVE = { width: 780, height: 190, left: 34, top: 8, bottom: 18 };

/** What has accumulated as a line, and each month as a bar, both in percent of the total. */
const curveOf = ({ months }: Months): string => {
  const [width, height] = [CURVE.width - CURVE.left - 8, CURVE.height - CURVE.top - CURVE.bottom];
  const slot = width / Math.max(1, months.length);
  // Coordinates on paper, never amounts that are shown.
  const y = (percent: string | null): number => CURVE.top + height * (1 - Number(percent ?? 0) / 100);
  const x = (index: number): number => CURVE.left + slot * (index + 0.5);
  const text = (at: { x: number; y: number }, anchor: string, words: string): string =>
    `<text x="${at.x}" y="${at.y}" font-size="7" fill="${COLOURS.text}" text-anchor="${anchor}">${words}</text>`;
  const grid = [0, 25, 50, 75, 100].map((percent) => {
    const level = y(String(percent));
    return `<line x1="${CURVE.left}" x2="${CURVE.left + width}" y1="${level}" y2="${level}" stroke="${COLOURS.grid}" stroke-width="0.6"/>${text({ x: CURVE.left - 5, y: level + 2.5 }, 'end', `${percent}%`)}`;
  });
  const bars = months.map(({ percentage }, index) => {
    const top = y(percentage);
    return `<rect x="${x(index) - slot * 0.3}" y="${top}" width="${slot * 0.6}" height="${CURVE.top + height - top}" fill="${COLOURS.bar}"/>`;
  });
  const every = Math.ceil(months.length / 24);
  const labels = months.flatMap(({ month }, index) =>
    index % every === 0 ? [text({ x: x(index), y: CURVE.height - 5 }, 'middle', formatShortMonth(month))] : [],
  );
  const points = months.map(({ accumulatedPercentage }, index) => `${x(index)},${y(accumulatedPercentage)}`);
  const line = `<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS.line}" stroke-width="1.6"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CURVE.width}" height="${CURVE.height}" viewBox="0 0 ${CURVE.width} ${CURVE.height}">${grid.join('')}${bars.join('')}${line}${labels.join('')}</svg>`;
};

/** A physical-financial schedule on paper: stages by month with their sums, then the S curve. */
export const printMonthly = (printed: PrintedMonths): PdfDocument => {
  const { estimate, months, company, withBdi, today, createdAt } = printed;
  const parts = Math.max(1, Math.ceil(months.months.length / MONTHS_A_PAGE));
  const tables = Array.from({ length: parts }, (_, index) => tableOf(months, index * MONTHS_A_PAGE));
  const curve: Content = {
    unbreakable: true,
    margin: [0, 14, 0, 0],
    stack: [
      {
        text: 'Curva S: avanço financeiro planejado, no mês e acumulado',
        bold: true,
        fontSize: 9,
        margin: [0, 0, 0, 6],
      },
      { svg: curveOf(months) },
    ],
  };
  return {
    title: `Físico-financeiro ${estimate.code}`,
    createdAt,
    landscape: true,
    pageMargins: [MARGIN, 66, MARGIN, 36],
    header: letterhead(company, MARGIN, {
      title: `Cronograma físico-financeiro · ${estimate.code}`,
      about: [`Obra: ${estimate.building.name}`, pricesInWords(withBdi), `Emitido em ${formatDate(today)}`],
    }),
    footer: `Prumo · cronograma físico-financeiro ${estimate.code}`,
    content: months.months.length === 0 ? tables : [...tables, curve],
  };
};
