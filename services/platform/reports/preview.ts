import type { ReportLine, ReportPreview } from '#schema/reports/reports.rest.ts';
import { parametersOf } from './asked.ts';
import type { ReportDescription } from './description.ts';
import { linesOf, type Line } from './lines.ts';
import type { Opened } from './open.ts';
import { PDF_ROWS } from './pdf.ts';
import { shownCells } from './shown.ts';

/** Lines of a preview: some pages of paper. */
const LINES = 200;
/** Rows of a file that is made while its request waits. */
export const DIRECT_ROWS = 10_000;

interface Read {
  lines: Line[];
  total: Line | null;
  count: number;
}

/** The first lines, and the sums of all rows: from the store of the screen, else by going through them. */
const readLines = async ({ printed: { content } }: Opened): Promise<Read> => {
  const { summary, totals } = content;
  const lines: Line[] = [];
  let total: Line | null = null;
  let count = 0;
  for await (const line of linesOf(content)) {
    if (line.kind === 'TOTAL') total = line;
    else if (lines.length < LINES) lines.push(line);
    else if (summary) break;
    if (line.kind === 'ROW' || line.kind === 'STRONG') count += 1;
  }
  if (!summary) return { lines, total, count };
  const summed: Line = { kind: 'TOTAL', level: 0, cells: summary.totals, rows: 0 };
  return { lines, total: summary.count === 0 || totals === null ? null : summed, count: summary.count };
};

export const previewOf = async (description: ReportDescription, opened: Opened): Promise<ReportPreview> => {
  const { columns, notes } = opened.printed.content;
  const { lines, total, count } = await readLines(opened);
  const shown = (line: Line): ReportLine => ({
    ...{ kind: line.kind, level: line.level, cells: shownCells(columns, line) },
  });
  const { company, about, issued, landscape } = opened.printed;
  return {
    report: description.report,
    title: description.title,
    ...{ about: [...about], issued, landscape },
    company: { name: company.name, taxId: company.taxId },
    columns: columns.map(({ title, kind, width }) => ({ title, kind, width })),
    lines: [...lines, ...(total ? [total] : [])].map(shown),
    count,
    shown: lines.filter(({ kind }) => kind === 'ROW' || kind === 'STRONG').length,
    notes: [...(notes ?? [])],
    large: count > DIRECT_ROWS,
    printable: count <= PDF_ROWS,
    parameters: parametersOf(description, opened.asked),
  };
};
