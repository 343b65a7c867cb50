import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { bankStatementEndpoints } from '#schema/financial/bankStatements/bankStatements.rest.ts';
import { notFound } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import { sendFile, type StoredFile } from '../../platform/http/sendFile.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { type Clerk, FILE_MISSING } from './access.ts';
import { namesOfExamples, readExamples } from './examples.ts';
import { clerkOf } from '../reconciliation/access.ts';
import { importFile, removeDraft, routeAccount, undoImport } from './imports.ts';
import { listLines, totalLines } from './lines.ts';
import { countSuggested } from './suggested.ts';
import { mapTable } from './tables.ts';
import { listFileLines, listFiles, readFile } from './read.ts';
import { receiveStatement, storeDraft } from './upload.ts';

const readContent = async (trx: Trx, { session, companyId }: Clerk, id: number): Promise<StoredFile> => {
  const { rows } = await sql<{ name: string; dialect: string; content: Buffer }>`
    select f.name, f.dialect, c.content
      from bank_statement_files f
      join bank_statement_file_contents c on c.account_id = f.account_id and c.file_id = f.id
     where f.account_id = ${session.accountId} and f.company_id = ${companyId} and f.id = ${id}`.execute(trx);
  const [file] = rows;
  if (!file) throw notFound(FILE_MISSING);
  const { name, dialect, content } = file;
  return { name, content, mediaType: dialect === 'CSV' ? 'text/csv' : 'application/x-ofx' };
};

/** Statements of banks (OFX): read as drafts, imported into wallets, undone (domain.md §3). */
export const bankStatements = async (app: FastifyInstance): Promise<void> => {
  const {
    upload,
    suggested,
    examples,
    addExamples,
    files,
    file,
    content,
    fileLines,
    route,
    remove,
    lines,
    totals,
    undo,
    map,
    ...calls
  } = bankStatementEndpoints;
  const { dataDir, clock } = app.platform;
  const reconciler = (session: Session, companyId: number) =>
    clerkOf(session, companyId, clock.today(session.timeZone));

  implement(app, upload, async ({ request, session, params, write }) => {
    const sent = await receiveStatement(request);
    return write((trx, work) => storeDraft(trx, work, { session, companyId: params.companyId }, sent));
  });
  implement(app, examples, ({ session, params, read }) =>
    read(async (trx) => ({ names: await namesOfExamples(trx, { session, companyId: params.companyId }, dataDir) })),
  );
  implement(app, addExamples, async ({ session, params, read, write }) => {
    const clerk = { session, companyId: params.companyId };
    const sent = await readExamples(dataDir, await read((trx) => namesOfExamples(trx, clerk, dataDir)));
    return write(async (trx, work) => {
      const stored = [];
      for (const one of sent) stored.push(await storeDraft(trx, work, clerk, one));
      return { files: stored };
    });
  });
  implement(app, files, ({ session, params, query, read }) =>
    read((trx) => listFiles(trx, { session, companyId: params.companyId }, query)),
  );
  implement(app, file, ({ session, params: { companyId, id }, read }) =>
    read((trx) => readFile(trx, { session, companyId }, id)),
  );
  implement(app, content, async ({ session, params: { companyId, id }, reply, read }) =>
    sendFile(reply, await read((trx) => readContent(trx, { session, companyId }, id))),
  );
  implement(app, fileLines, ({ session, params: { companyId, id }, query, read }) =>
    read((trx) => listFileLines(trx, reconciler(session, companyId), id, query)),
  );
  implement(app, suggested, ({ session, params: { companyId, id, position }, read }) =>
    read((trx) => countSuggested(trx, reconciler(session, companyId), { id, position })),
  );
  implement(app, map, ({ session, params: { companyId, id }, body, write }) =>
    write((trx, work) => mapTable(trx, work, { session, companyId }, { id, ...body })),
  );
  implement(app, route, ({ session, params: { companyId, id, position }, body, write }) =>
    write((trx, work) => routeAccount(trx, work, { session, companyId }, { id, position, ...body })),
  );
  implement(app, calls.import, ({ session, params: { companyId, id }, body, write }) =>
    write((trx, work) => importFile(trx, work, { session, companyId }, { id, ...body })),
  );
  implement(app, undo, ({ session, params: { companyId, id }, body, write }) =>
    write((trx, work) => undoImport(trx, work, { session, companyId }, { id, ...body })),
  );
  implement(app, remove, ({ session, params: { companyId, id }, write }) =>
    write((trx, work) => removeDraft(trx, work, { session, companyId }, id)),
  );
  implement(app, lines, ({ session, params, query, read }) =>
    read((trx) => listLines(trx, { session, companyId: params.companyId }, query)),
  );
  implement(app, totals, ({ session, params, query, read }) =>
    read((trx) => totalLines(trx, { session, companyId: params.companyId }, query)),
  );
};
