import { sql } from 'kysely';
import type { RunStep } from '#schema/engineering/jobs.rest.ts';
import type { ReportFile, ReportFormat, ReportParameters } from '#schema/reports/reports.rest.ts';
import { conflict, notFound } from '../errors.ts';
import type { Trx, Work } from '../db/unitOfWork.ts';
import type { JobKind } from '../jobs/kinds.ts';
import { enqueueJob } from '../jobs/store.ts';
import type { Session } from '../session.ts';

/** The job that makes a file of a report. */
export const REPORT_JOB: Pick<JobKind, 'kind' | 'permission'> = { kind: 'REPORT', permission: 'SELF' };

/** What is enqueued. */
export interface ReportJobInput {
  companyId: number;
  report: string;
  format: ReportFormat;
  parameters: ReportParameters;
}

const UNDER_WAY = 2;
const LISTED = 50;

type Row = Omit<ReportFile, 'done' | 'total'> & { progress: RunStep[] };

/** Files of the user: nobody else reads one. */
const readRows = async (trx: Trx, session: Session, companyId: number, id?: number): Promise<ReportFile[]> => {
  const { rows } = await sql<Row>`
    select f.id, f.job_id as "jobId", f.report, f.title, f.format, j.state, j.progress, j.message, f.name, f.size,
           f.created_at as "createdAt", j.finished_at as "finishedAt"
      from report_files f join jobs j on j.account_id = f.account_id and j.id = f.job_id
     where f.account_id = ${session.accountId} and f.company_id = ${companyId} and f.created_by = ${session.userId}
       and ${id === undefined ? sql`true` : sql`f.id = ${id}`}
     order by f.id desc limit ${LISTED}`.execute(trx);
  return rows.map(({ progress, ...row }) => ({
    ...row,
    done: progress[0]?.done ?? 0,
    total: progress[0]?.total ?? null,
  }));
};

export const listFiles = (trx: Trx, session: Session, companyId: number): Promise<ReportFile[]> =>
  readRows(trx, session, companyId);

/** @throws ServiceError 404 for a file of somebody else, and for one that was forgotten */
export const readFile = async (trx: Trx, session: Session, companyId: number, id: number): Promise<ReportFile> => {
  const [file] = await readRows(trx, session, companyId, id);
  if (!file) throw notFound('Arquivo não encontrado. Cada um é guardado por 7 dias: peça-o de novo.');
  return file;
};

/** A file for the user of the command, which a job begins to make. Returns its id. */
export const enqueueFile = async (
  trx: Trx,
  work: Work,
  { title, ...input }: ReportJobInput & { title: string },
): Promise<number> => {
  const { accountId, userId } = work.session;
  const { companyId, report, format } = input;
  const jobId = await enqueueJob(trx, work, REPORT_JOB, input);
  const { id } = await trx
    .insertInto('report_files')
    .values({
      ...{ account_id: accountId, company_id: companyId, report, title, format, job_id: jobId },
      ...{ created_by: userId, created_at: work.clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  work.audit({ action: 'create', entity: 'reportFile', entityId: id, details: input });
  return id;
};

/** @throws ServiceError 409 while the user has two under way */
export const startFile = async (
  trx: Trx,
  work: Work,
  session: Session,
  { title, ...input }: ReportJobInput & { title: string },
): Promise<ReportFile> => {
  const { accountId, userId } = session;
  const { companyId } = input;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report files:${accountId}:${userId}`}, 0))`.execute(trx);
  const files = await readRows(trx, session, companyId);
  if (files.filter(({ state }) => state === 'QUEUED' || state === 'RUNNING').length >= UNDER_WAY)
    throw conflict('Dois arquivos seus já estão sendo preparados. Espere que um termine.');
  const id = await enqueueFile(trx, work, { title, ...input });
  return readFile(trx, session, companyId, id);
};

/** A piece of a ready file; undefined after the last. */
export const readPiece = async (trx: Trx, accountId: number, fileId: number, position: number) => {
  const row = await trx
    .selectFrom('report_file_pieces')
    .select('content')
    .where('account_id', '=', accountId)
    .where('file_id', '=', fileId)
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.content;
};
