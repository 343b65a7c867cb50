import type { FastifyInstance } from 'fastify';
import { readFigure } from '#domain/financial/financialStatement/lines.ts';
import { financialStatementEndpoints as endpoints } from '#schema/financial/financialStatement/financialStatement.rest.ts';
import type { QueryOf } from '#schema/platform/endpoint.ts';
import { invalid } from '../../platform/errors.ts';
import { madeFile } from '../../platform/http/madeFile.ts';
import { implement } from '../../platform/http/route.ts';
import { readLetterhead } from '../../platform/pdf/letterhead.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { page, readListQuery, type ListRules } from '../../platform/register/lists.ts';
import { documentPage, documentTotals } from './documents.ts';
import { csvOf } from './export/csv.ts';
import { printStatement } from './export/pdf.ts';
import { TITLE, type PrintedStatement } from './export/printed.ts';
import { xlsxOf } from './export/xlsx.ts';
import { createNote, readNote, removeNote, updateNote } from './notes.ts';
import { requireMonths, scopeOf } from './scope.ts';
import { readStatement } from './statement.ts';

/** Income statement of a company or of one of its buildings; admins only (§6). */
export const financialStatement = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    statement_notes_figure_key: {
      message: 'Este valor já tem uma nota. Atualize a tela e altere a nota dele.',
      field: 'figure',
    },
  });
  reading(app);
  files(app);
  notes(app);
};

const files = (app: FastifyInstance): void => {
  const { clock } = app.platform;

  implement(app, endpoints.file, async ({ session, params, query, read, reply }) => {
    const today = clock.today(session.timeZone);
    const printed = await read(async (trx): Promise<PrintedStatement> => {
      requireMonths(query);
      const scope = await scopeOf(trx, session, { ...query, ...params });
      return {
        statement: await readStatement(trx, scope, query, today),
        company: await readLetterhead(trx, session.accountId, params.companyId),
        ...{ buildingName: scope.building?.name ?? null, today, createdAt: clock.now().toISOString() },
      };
    });
    const made = madeFile(`${TITLE} ${query.from} a ${query.to}`, query.format, await contentOf(printed, query));
    void reply.headers(made.headers);
    return made.content;
  });
};

type FileQuery = QueryOf<(typeof endpoints)['file']>;

const contentOf = async (
  printed: PrintedStatement,
  { format, open = '', analysis = 'AV' }: FileQuery,
): Promise<Buffer> => {
  if (format === 'CSV') return Buffer.from(csvOf(printed));
  if (format === 'XLSX') return xlsxOf(printed);
  const lines = open.split(',').filter(Boolean);
  const message = 'Esta linha não existe no demonstrativo de resultado.';
  if (!lines.every((line) => readFigure(line)?.kind === 'LINE')) throw invalid([{ path: 'open', message }], message);
  return renderPdf(printStatement(printed, { open: new Set(lines), analysis }));
};

/** The documents of a figure always come by their size. */
const bySize: ListRules = { sortable: { value: 'd.value' }, defaultSort: 'value', key: 'd.id' };

const reading = (app: FastifyInstance): void => {
  const { clock } = app.platform;

  implement(app, endpoints.get, ({ session, params, query, read }) =>
    read(async (trx) => {
      requireMonths(query);
      const scope = await scopeOf(trx, session, { ...query, ...params });
      return readStatement(trx, scope, query, clock.today(session.timeZone));
    }),
  );

  implement(app, endpoints.documents, ({ session, params, query, read }) =>
    read(async (trx) => {
      requireMonths(query);
      const figure = readFigure(query.figure);
      const message = 'Esta linha é calculada: escolha uma das linhas que ela soma.';
      if (!figure) throw invalid([{ path: 'figure', message }], message);
      const scope = await scopeOf(trx, session, { ...query, ...params });
      const list = readListQuery(query, bySize);
      const { count, total } = await documentTotals(trx, scope, query, figure);
      const content = await documentPage(trx, scope, query, { figure, offset: list.offset, size: list.size });
      return { ...page(list, content, count), total };
    }),
  );
};

const notes = (app: FastifyInstance): void => {
  implement(app, endpoints.createNote, ({ session, params, body, write }) =>
    write(async (trx, work) => createNote(trx, work, await scopeOf(trx, session, { ...body, ...params }), body)),
  );

  implement(
    app,
    endpoints.updateNote,
    ({ session, params, body, write }) =>
      write((trx, work) =>
        updateNote(trx, work, { accountId: session.accountId, ...params, version: body.version }, body.text),
      ),
    (trx, { session, params }) => readNote(trx, session.accountId, params.companyId, params.id),
  );

  implement(app, endpoints.removeNote, async ({ session, params, query, write }) => {
    await write((trx, work) =>
      removeNote(trx, work, { accountId: session.accountId, ...params, version: query.version }),
    );
    return null;
  });
};
