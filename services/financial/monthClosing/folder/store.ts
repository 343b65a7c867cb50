import { sql } from 'kysely';
import { firstDay, type Month } from '#domain/financial/financialStatement/months.ts';
import type { RunStep } from '#schema/engineering/jobs.rest.ts';
import type { AccountantFolder } from '#schema/financial/monthClosing/monthClosing.rest.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { enqueueJob } from '../../../platform/jobs/store.ts';
import type { Session } from '../../../platform/session.ts';
import { readCompany } from '../scope.ts';
import { FOLDER_JOB } from './kind.ts';

/** Bytes of a piece, as the table limits them. */
export const PIECE = 1024 * 1024;

type Row = Omit<AccountantFolder, 'progress'> & { progress: RunStep[] };

/** Folders of the user: nobody else reads one, administrators neither. */
const read = async (trx: Trx, session: Session, companyId: number, condition: ReturnType<typeof sql>) => {
  const { rows } = await sql<Row>`
    select f.id, to_char(f.month, 'YYYY-MM') as month, f.job_id as "jobId", j.state, j.progress, j.message,
           f.created_at as "createdAt", j.finished_at as "finishedAt", f.name, f.size, f.sha256, f.files
      from accountant_folders f join jobs j on j.account_id = f.account_id and j.id = f.job_id
     where f.account_id = ${session.accountId} and f.company_id = ${companyId} and f.created_by = ${session.userId} and ${condition}
     order by f.id desc limit 1`.execute(trx);
  const [row] = rows;
  if (!row) return null;
  const progress = row.progress.map((step) => ({ prices: null, withoutPrice: null, ...step }));
  return { ...row, progress };
};

export const newestFolder = (
  trx: Trx,
  session: Session,
  companyId: number,
  month: Month,
): Promise<AccountantFolder | null> => read(trx, session, companyId, sql`f.month = ${firstDay(month)}::date`);

/** @throws ServiceError 404 for a folder of somebody else */
export const readFolder = async (
  trx: Trx,
  session: Session,
  companyId: number,
  id: number,
): Promise<AccountantFolder> => {
  const folder = await read(trx, session, companyId, sql`f.id = ${id}`);
  if (!folder) throw notFound('Pasta não encontrada. Prepare-a de novo: cada uma é guardada por 7 dias.');
  return folder;
};

/** Enqueues the making of a folder; it takes the place of the user's earlier one. @throws ServiceError 404, 409 while one is made */
export const startFolder = async (
  trx: Trx,
  work: Work,
  session: Session,
  { companyId, month }: { companyId: number; month: Month },
): Promise<AccountantFolder> => {
  const { accountId, userId } = session;
  await readCompany(trx, accountId, companyId);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`folders:${accountId}:${userId}`}, 0))`.execute(trx);
  const earlier = await newestFolder(trx, session, companyId, month);
  if (earlier && ['QUEUED', 'RUNNING'].includes(earlier.state))
    throw conflict('Esta pasta já está sendo preparada. Espere que termine, ou cancele-a.');
  if (earlier)
    await trx
      .deleteFrom('accountant_folders')
      .where('account_id', '=', accountId)
      .where('id', '=', earlier.id)
      .execute();
  const jobId = await enqueueJob(trx, work, FOLDER_JOB, { companyId, month });
  const { id } = await trx
    .insertInto('accountant_folders')
    .values({
      ...{ account_id: accountId, company_id: companyId, month: firstDay(month), job_id: jobId },
      ...{ created_by: userId, created_at: work.clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  work.audit({ action: 'create', entity: 'accountantFolder', entityId: id, details: { companyId, month } });
  return readFolder(trx, session, companyId, id);
};

/** A piece of a ready folder; undefined after the last. */
export const readPiece = async (trx: Trx, accountId: number, folderId: number, position: number) => {
  const row = await trx
    .selectFrom('accountant_folder_pieces')
    .select('content')
    .where('account_id', '=', accountId)
    .where('folder_id', '=', folderId)
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.content;
};
