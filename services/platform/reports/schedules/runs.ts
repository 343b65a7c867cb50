import { sql } from 'kysely';
import type { Trx, Work } from '../../db/unitOfWork.ts';
import type { JobKind } from '../../jobs/kinds.ts';
import { enqueueJob } from '../../jobs/store.ts';
import type { DeliveryRow } from './tables.ts';

/** The job that sends a scheduled report. */
export const SENDING_JOB: Pick<JobKind, 'kind' | 'permission'> = { kind: 'REPORT_SENDING', permission: 'SELF' };

/** What is enqueued. */
export interface SendingInput {
  companyId: number;
  scheduleId: number;
  runId: number;
}

interface Started {
  id: number;
  company_id: number;
}

const isUnderWay = async (trx: Trx, accountId: number, scheduleId: number): Promise<boolean> => {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from report_schedule_runs r join jobs j on j.account_id = r.account_id and j.id = r.job_id
      where r.account_id = ${accountId} and r.schedule_id = ${scheduleId} and j.state in ('QUEUED', 'RUNNING')) as busy`.execute(
    trx,
  );
  return rows[0]?.busy === true;
};

const enqueue = (trx: Trx, work: Work, { id, company_id: companyId }: Started, runId: number): Promise<number> => {
  const input: SendingInput = { companyId, scheduleId: id, runId };
  return enqueueJob(trx, work, SENDING_JOB, input);
};

/** Begins to send a schedule, whose row is locked; false while it is being sent. */
export const startRun = async (
  trx: Trx,
  work: Work,
  schedule: Started,
  recipients: readonly Pick<DeliveryRow, 'user_id' | 'address'>[],
  { trial, dueAt = work.clock.now() }: { trial: boolean; dueAt?: Date | string },
): Promise<boolean> => {
  const { accountId } = work.session;
  if (await isUnderWay(trx, accountId, schedule.id)) return false;
  const { id } = await trx
    .insertInto('report_schedule_runs')
    .values({
      ...{ account_id: accountId, schedule_id: schedule.id, trial, due_at: dueAt, job_id: 0 },
      ...{ from_day: null, to_day: null, retry_at: null, finished_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (recipients.length > 0)
    await trx
      .insertInto('report_schedule_deliveries')
      .values(
        recipients.map(({ user_id, address }) => ({
          ...{ account_id: accountId, run_id: id, user_id, address },
          ...{ state: 'PENDING' as const, message: null, at: work.clock.now() },
        })),
      )
      .execute();
  const jobId = await enqueue(trx, work, schedule, id);
  await trx
    .updateTable('report_schedule_runs')
    .set({ job_id: jobId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  return true;
};

/** Tries again what could not be sent; false when another process has begun to. */
export const retryRun = async (
  trx: Trx,
  work: Work,
  { scheduleId, runId }: { scheduleId: number; runId: number },
): Promise<boolean> => {
  const { accountId } = work.session;
  const schedule = await trx
    .selectFrom('report_schedules')
    .select(['id', 'company_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', scheduleId)
    .executeTakeFirst();
  const run = await trx
    .selectFrom('report_schedule_runs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', runId)
    .where('retry_at', '<=', work.clock.now().toISOString())
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!schedule || !run) return false;
  const jobId = await enqueue(trx, work, schedule, runId);
  await trx
    .updateTable('report_schedule_runs')
    .set({ job_id: jobId, retry_at: null, tries: sql`tries + 1` })
    .where('account_id', '=', accountId)
    .where('id', '=', runId)
    .execute();
  return true;
};
