import type { FastifyInstance } from 'fastify';
import { formatMoment, isIsoDate } from '#domain/dates.ts';
import { isDecimalText } from '#domain/decimal.ts';
import { listPrintEndpoints as endpoints, type PrintedList } from '#schema/lists/print.rest.ts';
import { requirePresent, Turns } from '../../platform/csv/turns.ts';
import { invalid, type FieldError } from '../../platform/errors.ts';
import { madeFile } from '../../platform/http/madeFile.ts';
import { implement } from '../../platform/http/route.ts';
import { readLetterhead } from '../../platform/pdf/letterhead.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { printList } from './pdf.ts';

/** Two for an account at a time, and few that wait: each one has all its rows in memory. */
const turns = new Turns(6);

/** A wrong row names as many others as anybody reads. */
const MOST_PROBLEMS = 20;

const cellProblem = (kind: PrintedList['columns'][number]['kind'], cell: string): string | null => {
  if (cell === '' || kind === 'TEXT') return null;
  if (kind === 'DATE') return isIsoDate(cell) ? null : 'Informe um dia, como 2026-11-20.';
  return isDecimalText(cell) ? null : 'Informe um valor decimal, como 1234.50.';
};

/** @throws ServiceError 400 for a row without one cell for each column, and for a cell that is not of its column's kind */
const requireSound = ({ columns, rows }: PrintedList): void => {
  const problems: FieldError[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.length !== columns.length)
      problems.push({ path: `rows.${index}`, message: 'Informe uma célula para cada coluna.' });
    else
      columns.forEach(({ kind }, column) => {
        const message = cellProblem(kind, row[column] ?? '');
        if (message !== null) problems.push({ path: `rows.${index}.${column}`, message });
      });
    if (problems.length >= MOST_PROBLEMS) break;
  }
  if (problems.length > 0) throw invalid(problems);
};

/**
 * Puts a list on paper. Its rows come from who prints it, who read them by the list's own call (docs/decisions/0106): no
 * filter and no permission is applied a second time, and nothing is read here but the letterhead.
 */
export const listPrint = async (app: FastifyInstance): Promise<void> => {
  implement(app, endpoints.print, async ({ session, params, body, read, request, reply }) => {
    requireSound(body);
    const company = await read((trx) => readLetterhead(trx, session.accountId, params.companyId));
    const now = app.platform.clock.now();
    const issued = `Emitido por ${session.name} em ${formatMoment(now, session.timeZone)}`;
    const document = printList({ list: body, company, issued, createdAt: now.toISOString() });
    const content = await turns.run(session.accountId, request.signal, async () => {
      requirePresent(request.signal);
      return renderPdf(document);
    });
    const { headers } = madeFile(body.title.replaceAll(/[/\\]/g, '-'), 'PDF', content);
    void reply.headers(headers);
    return content;
  });
};
