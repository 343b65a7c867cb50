import type { Content as Printable, TableCell } from 'pdfmake/interfaces';
import { formatCount } from '#domain/numberFormat.ts';
import { ruleBroken } from '../errors.ts';
import { letterhead } from '../pdf/letterhead.ts';
import { renderPdf } from '../pdf/pdf.ts';
import type { Column } from './description.ts';
import { linesOf, type Line } from './lines.ts';
import { EMPTY, type Printed } from './printed.ts';
import { isNumeric, shownCells } from './shown.ts';

/** Rows of a PDF: more pages than anybody reads, and than the thread that lays them out has memory for. */
export const PDF_ROWS = 5_000;

const MARGIN = 28;
const MUTED = '#53646d';
const GROUP = '#eef3f5';

/** The name of a group, or of the total, takes the columns before the first sum. */
const spanOf = ({ kind }: Line, texts: readonly string[]): number => {
  if (kind !== 'GROUP' && kind !== 'TOTAL') return 1;
  const first = texts.findIndex((text, index) => index > 0 && text !== '');
  return first < 0 ? texts.length : first;
};

const lineCells = (columns: readonly Column[], line: Line): TableCell[] => {
  const texts = shownCells(columns, line);
  const colSpan = spanOf(line, texts);
  return texts.map((text, index) => ({
    text,
    ...(index === 0 ? { colSpan } : {}),
    alignment: index > 0 && columns[index] && isNumeric(columns[index]) ? 'right' : 'left',
    ...(line.kind === 'ROW' ? {} : { bold: true }),
    ...(line.kind === 'GROUP' ? { fillColor: GROUP } : {}),
    ...(index === 0 && line.level > 0 ? { margin: [line.level * 8, 0, 0, 0] as [number, number, number, number] } : {}),
  }));
};

const widthsOf = (columns: readonly Column[]): string[] => {
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  return columns.map(({ width }) => `${Math.round((width * 10_000) / all) / 100}%`);
};

const tableOf = async ({ content, onRow }: Printed): Promise<Printable> => {
  const { columns } = content;
  const body: TableCell[][] = [];
  let count = 0;
  for await (const line of linesOf(content)) {
    if (line.kind === 'ROW' || line.kind === 'STRONG') onRow?.((count += 1));
    if (count > PDF_ROWS)
      throw ruleBroken(
        `Este relatório passa de ${formatCount(PDF_ROWS)} linhas, o que cabe em um PDF. Baixe em XLSX ou CSV, ou escolha um período menor.`,
      );
    body.push(lineCells(columns, line));
  }
  if (count === 0) return { text: EMPTY, color: MUTED, fontSize: 10, alignment: 'center', margin: [0, 40, 0, 0] };
  const head = columns.map((column) => ({
    text: column.title,
    bold: true,
    color: MUTED,
    alignment: isNumeric(column) ? ('right' as const) : ('left' as const),
  }));
  return { layout: 'rows', table: { headerRows: 1, widths: widthsOf(columns), body: [head, ...body] } };
};

/** @throws ServiceError 422 for more rows than a PDF may have */
export const pdfOf = async (printed: Printed): Promise<Buffer> => {
  const { title, company, about, issued, createdAt, landscape, content } = printed;
  const table = await tableOf(printed);
  const notes = (content.notes ?? []).map((text) => ({ text, color: MUTED }));
  return renderPdf({
    ...{ title, createdAt, landscape },
    pageMargins: [MARGIN, 66, MARGIN, 36],
    header: letterhead(company, MARGIN, { title, about: [...about] }),
    footer: issued,
    content: [table, ...(notes.length === 0 ? [] : [{ stack: notes, margin: [0, 8, 0, 0] } as Printable])],
  });
};
