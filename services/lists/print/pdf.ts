import type { Content, TableCell } from 'pdfmake/interfaces';
import { formatDate } from '#domain/dates.ts';
import { counted, formatMoney } from '#domain/numberFormat.ts';
import type { PrintedList } from '#schema/lists/print.rest.ts';
import { letterhead, type Letterhead } from '../../platform/pdf/letterhead.ts';
import type { PdfDocument } from '../../platform/pdf/pdf.ts';
import { fitsPortrait, measure, PAPER, widthsOf } from './widths.ts';

/** A list with what only the services know: the company's letterhead, who printed it and when. */
export interface Printed {
  list: PrintedList;
  company: Letterhead;
  issued: string;
  createdAt: string;
}

type Column = PrintedList['columns'][number];

const MARGIN = 28;
const MUTED = '#53646d';
const NONE = '—';
/** A row with a longer text may be higher than a page, and then has to break. */
const LONGEST_WHOLE = 600;

const signed = (text: string): string => text.replace('-', '−');

const shown = (kind: Column['kind'], cell: string): string => {
  if (cell === '') return NONE;
  if (kind === 'MONEY') return signed(formatMoney(cell));
  return kind === 'DATE' ? formatDate(cell) : cell;
};

const ALIGN = { LEFT: 'left', RIGHT: 'right', CENTER: 'center' } as const;

const alignOf = ({ kind, align }: Column): 'left' | 'right' | 'center' =>
  align ? ALIGN[align] : kind === 'MONEY' ? 'right' : 'left';

/** "Obra: Casa Ipê · Situação: Vencidas": what the list was asked for. */
const factsOf = ({ facts }: PrintedList): Content => ({
  margin: [0, 0, 0, 8],
  lineHeight: 1.3,
  text: facts.flatMap(({ label, value }, index) => [
    { text: `${index === 0 ? '' : '  ·  '}${label}: `, color: MUTED },
    { text: value, bold: true },
  ]),
});

const emptyText: Content = {
  text: 'Nada com estes filtros',
  color: MUTED,
  fontSize: 10,
  alignment: 'center',
  margin: [0, 40, 0, 0],
};

/** The sums of the screen's foot, which stay together. */
const totalsOf = ({ totals, rows }: PrintedList): Content => ({
  unbreakable: true,
  margin: [0, 10, 0, 0],
  columns: [
    { text: counted(rows.length, 'linha'), color: MUTED, width: '*' },
    {
      width: 'auto',
      table: {
        body:
          totals.length === 0
            ? [['', '']]
            : totals.map(({ label, value }) => [
                { text: label, color: MUTED },
                { text: `R$ ${signed(formatMoney(value))}`, bold: true, alignment: 'right' },
              ]),
      },
      layout: 'noBorders',
    },
  ],
});

const tableOf = (columns: readonly Column[], texts: readonly string[][], widths: number[]): Content => {
  const head: TableCell[] = columns.map((column) => ({
    text: column.title,
    bold: true,
    color: MUTED,
    alignment: alignOf(column),
  }));
  const body = texts.map((row) =>
    row.map((text, index): TableCell => {
      const column = columns[index];
      return column && alignOf(column) !== 'left' ? { text, alignment: alignOf(column) } : text;
    }),
  );
  const isShort = texts.every((row) => row.every(({ length }) => length <= LONGEST_WHOLE));
  // The layout adds the room beside a cell to its width.
  const inner = widths.map((width) => Math.max(width - 6, 1));
  return { layout: 'rows', table: { headerRows: 1, dontBreakRows: isShort, widths: inner, body: [head, ...body] } };
};

/** A list as a document: A4, landscape where its columns need it. */
export const printList = ({ list, company, issued, createdAt }: Printed): PdfDocument => {
  const { title, about, columns, rows } = list;
  const texts = rows.map((row) => columns.map(({ kind }, index) => shown(kind, row[index] ?? '')));
  const measured = columns.map((column, index) =>
    measure(
      column.title,
      texts.map((row) => row[index] ?? ''),
    ),
  );
  const landscape = !fitsPortrait(measured);
  const widths = widthsOf(measured, landscape ? PAPER.landscape : PAPER.portrait);
  return {
    ...{ title, createdAt, landscape },
    pageMargins: [MARGIN, 66, MARGIN, 36],
    header: letterhead(company, MARGIN, { title, about: [about] }),
    footer: issued,
    content: [factsOf(list), rows.length === 0 ? emptyText : tableOf(columns, texts, widths), totalsOf(list)],
  };
};
