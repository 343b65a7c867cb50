import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { PersonalExport } from '#schema/security/privacy/privacy.rest.ts';
import type { Clock } from '../../platform/clock.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { JobRefused, type JobKind } from '../../platform/jobs/kinds.ts';
import { enqueueJob } from '../../platform/jobs/store.ts';
import type { Session } from '../../platform/session.ts';
import { zipStream } from '../../platform/zipStream.ts';
import { queueMail } from '../mail/queue.ts';
import { exportEntries } from './exportFiles.ts';
import { readPersonalData } from './personalData.ts';

const KIND: Pick<JobKind, 'kind' | 'permission'> = { kind: 'PERSONAL_EXPORT', permission: 'SELF' };
/** Life of a file in milliseconds. */
const LIFE = 24 * 60 * 60 * 1000;

/** The user's newest file; null without one, or after its time. */
export const newestExport = async (
  trx: Trx,
  { accountId, userId }: Pick<Session, 'accountId' | 'userId'>,
  now: Date,
): Promise<PersonalExport | null> => {
  const { rows } = await sql<PersonalExport>`
    select e.id, e.job_id as "jobId", j.state, e.requested_at as "requestedAt", e.ready_at as "readyAt",
           e.expires_at as "expiresAt", length(e.content) as size
      from personal_exports e join jobs j on j.account_id = e.account_id and j.id = e.job_id
     where e.account_id = ${accountId} and e.user_id = ${userId} and (e.expires_at is null or e.expires_at > ${now})`.execute(
    trx,
  );
  return rows[0] ?? null;
};

/** Begins to make the user's file; it takes the place of an earlier one. @throws ServiceError 409 while one is made */
export const startExport = async (trx: Trx, work: Work): Promise<PersonalExport> => {
  const { accountId, userId } = work.session;
  const now = work.clock.now();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`export:${accountId}:${userId}`}, 0))`.execute(trx);
  const earlier = await newestExport(trx, work.session, now);
  if (earlier && ['QUEUED', 'RUNNING'].includes(earlier.state))
    throw conflict('O arquivo com os seus dados já está sendo preparado.');
  await trx.deleteFrom('personal_exports').where('account_id', '=', accountId).where('user_id', '=', userId).execute();
  const jobId = await enqueueJob(trx, work, KIND, {});
  await trx
    .insertInto('personal_exports')
    .values({
      ...{ account_id: accountId, user_id: userId, job_id: jobId, requested_at: now },
      ...{ ready_at: null, expires_at: null, content: null },
    })
    .execute();
  work.audit({ action: 'exportPersonalData', entity: 'user', entityId: userId });
  const made = await newestExport(trx, work.session, now);
  if (!made) throw new Error('the export was not stored');
  return made;
};

/** The content of a ready file of the user. @throws ServiceError 404, also for another user's and after its time */
export const readExport = async (trx: Trx, { accountId, userId }: Session, id: number, now: Date): Promise<Buffer> => {
  const row = await trx
    .selectFrom('personal_exports')
    .select('content')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (!row?.content) throw notFound('Arquivo não encontrado. Prepare-o de novo: cada um é guardado por 24 horas.');
  return row.content;
};

/** Makes the file of a user's personal data, and tells the user by mail. */
export const exportJob = (clock: Clock): JobKind => ({
  ...KIND,
  run: async (job) => {
    const { accountId, userId } = job.actor;
    job.progress([{ name: 'Dados', done: 0, total: 1 }]);
    const data = await job.query((trx) => readPersonalData(trx, { accountId, userId }));
    const content = await buffer(zipStream(exportEntries(data), clock.today()));
    return job.finish(async (trx, work) => {
      const now = work.clock.now();
      const stored = await trx
        .updateTable('personal_exports')
        .set({ content, ready_at: now, expires_at: new Date(now.getTime() + LIFE) })
        .where('account_id', '=', accountId)
        .where('job_id', '=', job.id)
        .returning('id')
        .executeTakeFirst();
      if (!stored) throw new JobRefused('Este arquivo foi substituído por outro.');
      await queueMail(trx, work, userId, 'PERSONAL_EXPORT');
      return { message: 'O arquivo com os seus dados está pronto.', result: { exportId: stored.id } };
    });
  },
});
