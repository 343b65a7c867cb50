import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { importEndpoints } from '#schema/engineering/imports/imports.rest.ts';
import type { Job } from '#schema/engineering/jobs.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { conflict, invalid, notFound, ruleBroken } from '../../platform/errors.ts';
import { dispositionOf, isDeceptive, safeFileName } from '../../platform/http/fileName.ts';
import { identifyBody, readFilePart } from '../../platform/http/multipart.ts';
import { implement } from '../../platform/http/route.ts';
import { keepJobFile } from '../../platform/jobs/files.ts';
import { answerJob, enqueueJob } from '../../platform/jobs/store.ts';
import type { Session } from '../../platform/session.ts';
import { findJob } from '../jobs.ts';
import { costDatabaseImport } from '../sinapi/importMonth.ts';
import { readAnswer } from './answer.ts';
import { IMPORT_KIND } from './kind.ts';
import { csvOf, listReport, reportRows } from './report.ts';

const PART = 'workbook';

/** One import at a time: two would write the same month. */
const requireNoOther = async (trx: Trx, accountId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports:${accountId}`}, 0))`.execute(trx);
  const other = await trx
    .selectFrom('jobs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', IMPORT_KIND)
    .where('state', 'in', ['QUEUED', 'RUNNING', 'WAITING'])
    .limit(1)
    .executeTakeFirst();
  if (other) throw conflict('Já há uma importação em andamento. Espere que termine, ou cancele-a.');
};

/** @throws ServiceError 404 for a job that is no import, or that the user may not see */
const findImport = async (trx: Trx, session: Session, id: number): Promise<Job> => {
  const job = await findJob(trx, session, id);
  if (job.kind !== IMPORT_KIND) throw notFound('Importação não encontrada.');
  return job;
};

/** Imports of published prices (mock 25): the file, the answers to what it asks, and its report by row. */
export const imports = async (app: FastifyInstance): Promise<void> => {
  app.platform.jobs.define(costDatabaseImport);
  starting(app);
  reporting(app);
};

const starting = (app: FastifyInstance): void => {
  implement(app, importEndpoints.start, async ({ session, request, write }) => {
    const { sentAs, content } = await readFilePart(request, PART);
    if (content.length === 0)
      throw invalid([{ path: PART, message: 'O arquivo está vazio.' }], 'O arquivo está vazio.');
    const message = 'O nome deste arquivo não serve. Dê outro nome a ele e envie de novo.';
    if (isDeceptive(sentAs)) throw ruleBroken(message, [{ path: PART, message }]);
    const fileName = safeFileName(sentAs, ['.xlsx']);
    identifyBody(request, { name: fileName, content });
    return write(async (trx, work) => {
      await requireNoOther(trx, session.accountId);
      const id = await enqueueJob(trx, work, costDatabaseImport, { fileName, fileSize: content.length });
      await keepJobFile(trx, { accountId: session.accountId, jobId: id }, content);
      return findImport(trx, session, id);
    });
  });

  implement(app, importEndpoints.answer, ({ session, params, body, write }) =>
    write(async (trx, work) => {
      const { costDatabaseImport: found } = await findImport(trx, session, params.id);
      await answerJob(trx, work, params.id, readAnswer(body, found));
      return findImport(trx, session, params.id);
    }),
  );
};

const reporting = (app: FastifyInstance): void => {
  implement(app, importEndpoints.report, ({ session, params, query, read }) =>
    read(async (trx) => {
      await findImport(trx, session, params.id);
      return listReport(trx, { accountId: session.accountId, jobId: params.id }, query);
    }),
  );

  implement(app, importEndpoints.reportFile, async ({ session, params, reply, read }) => {
    const { fileName, rows } = await read(async (trx) => {
      const job = await findImport(trx, session, params.id);
      const { accountId } = session;
      return {
        fileName: job.costDatabaseImport?.fileName ?? '',
        rows: await reportRows(trx, { accountId, jobId: params.id }),
      };
    });
    void reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': dispositionOf(`Relatório de ${fileName.replace(/\.xlsx$/, '')}.csv`),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    return csvOf(rows);
  });
};
