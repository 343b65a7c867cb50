import { formatCount } from '#domain/numberFormat.ts';
import { ruleBroken } from '../errors.ts';
import type { TableDocument, TableLine } from '../pdf/table/document.ts';
import { printTable } from '../pdf/table/table.ts';
import { linesOf } from './lines.ts';
import { EMPTY, type Printed } from './printed.ts';
import { isNumeric, shownCells } from './shown.ts';

/** Rows of a PDF: 3,000 pages, more than anybody reads. */
export const PDF_ROWS = 100_000;

const documentOf = ({ title, company, about, issued, createdAt, landscape, content }: Printed): TableDocument => ({
  ...{ title, company, createdAt, landscape, empty: EMPTY },
  about: about.join(' · '),
  footer: issued,
  columns: content.columns.map((column) => ({ title: column.title, width: column.width, right: isNumeric(column) })),
  notes: content.notes ?? [],
});

/** @throws ServiceError 422 for more rows than a PDF may have */
async function* printedLines({ content, onRow }: Printed): AsyncGenerator<TableLine> {
  let count = 0;
  for await (const line of linesOf(content)) {
    const { kind, level } = line;
    if (kind === 'ROW' || kind === 'STRONG') {
      count += 1;
      onRow?.(count);
    }
    if (count > PDF_ROWS)
      throw ruleBroken(
        `Este relatório passa de ${formatCount(PDF_ROWS)} linhas, o que cabe em um PDF. Baixe em XLSX ou CSV, ou escolha um período menor.`,
      );
    yield { kind, level, texts: shownCells(content.columns, line) };
  }
}

/** Page after page: what the screen shows, as it is read. */
export const pdfChunks = (printed: Printed): AsyncGenerator<Buffer> =>
  printTable(documentOf(printed), printedLines(printed));
