import { sql } from 'kysely';
import type { RunStep } from '#schema/engineering/jobs.rest.ts';
import { conflict, notFound } from '../errors.ts';
import type { Trx, Work } from '../db/unitOfWork.ts';
import type { JobKind, Settlement } from './kinds.ts';

/** Identifies a start of a job; writes of an older start find no row. */
export interface Lease {
  accountId: number;
  id: number;
  run: number;
}

const queueJob = (trx: Trx, job: { accountId: number; id: number; kind: string; pause?: number }) =>
  sql`select queue_job(${job.accountId}, ${job.id}, ${job.kind}, ${job.pause ?? 0})`.execute(trx);

/**
 * Enqueues a job within the command that is the reason for it; it runs once the command has committed. Returns its id.
 */
export const enqueueJob = async (
  trx: Trx,
  work: Work,
  { kind, permission }: Pick<JobKind, 'kind' | 'permission'>,
  input: object,
): Promise<number> => {
  const { accountId, userId } = work.session;
  const { id } = await trx
    .insertInto('jobs')
    .values({
      account_id: accountId,
      kind,
      permission,
      created_by: userId,
      created_at: work.clock.now(),
      input: JSON.stringify(input),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await queueJob(trx, { accountId, id, kind });
  work.audit({ action: 'create', entity: 'job', entityId: id, details: { kind } });
  return id;
};

/** Answers a waiting job, which then runs again. @throws ServiceError 409 for a job that asks nothing */
export const answerJob = async (trx: Trx, work: Work, id: number, answer: object): Promise<void> => {
  const { accountId } = work.session;
  const row = await trx
    .updateTable('jobs')
    .set({ state: 'QUEUED', question: null, answer: JSON.stringify(answer), attempts: 0, alive_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .returning('kind')
    .executeTakeFirst();
  if (!row) throw conflict('Este trabalho não espera por uma resposta.');
  await queueJob(trx, { accountId, id, kind: row.kind });
  work.audit({ action: 'answer', entity: 'job', entityId: id, details: answer });
};

const OPEN = ['QUEUED', 'RUNNING', 'WAITING'] as const;

/** Cancels a job: at once when it does not run, else by asking its process to stop. Cancelling again changes nothing. */
export const cancelJob = async (trx: Trx, work: Work, id: number): Promise<void> => {
  const { accountId } = work.session;
  const job = await trx
    .selectFrom('jobs')
    .select(['state', 'cancel_requested'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw notFound('Trabalho não encontrado.');
  if (job.state === 'CANCELLED' || job.cancel_requested) return;
  if (!OPEN.some((state) => state === job.state)) throw conflict('Este trabalho já terminou.');
  const ended = { state: 'CANCELLED', question: null, finished_at: work.clock.now() } as const;
  await trx
    .updateTable('jobs')
    .set({ cancel_requested: true, ...(job.state === 'RUNNING' ? {} : ended) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  work.audit({ action: 'cancel', entity: 'job', entityId: id });
};

/** Takes a job for a new run; undefined when there is nothing left to run. */
export const startJob = (trx: Trx, accountId: number, id: number, at: Date) =>
  trx
    .updateTable('jobs')
    .set({
      state: 'RUNNING',
      run: sql`run + 1`,
      attempts: sql`attempts + 1`,
      started_at: sql`coalesce(started_at, ${at})`,
      alive_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returning(['run', 'attempts', 'kind', 'created_by', 'input', 'answer'])
    .executeTakeFirst();

const held = (trx: Trx, { accountId, id, run }: Lease) =>
  trx
    .updateTable('jobs')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'RUNNING');

/** What a run has told since it was last stored. */
export interface Told {
  steps: readonly RunStep[] | undefined;
  details: object | undefined;
}

const toldColumns = ({ steps, details }: Told) => ({
  ...(steps && { progress: JSON.stringify(steps) }),
  ...(details && { details: JSON.stringify(details) }),
});

/** Sign of life with the progress so far; returns undefined when the job was lost. */
export const beat = (trx: Trx, lease: Lease, told: Told) =>
  held(trx, lease)
    .set({ alive_at: sql`now()`, ...toldColumns(told) })
    .returning('cancel_requested')
    .executeTakeFirst();

/** Locks the job until the SQL transaction ends; false when it was lost or is to be cancelled. */
export const holds = async (trx: Trx, { accountId, id, run }: Lease): Promise<boolean> => {
  const row = await trx
    .selectFrom('jobs')
    .select('cancel_requested')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'RUNNING')
    .forUpdate()
    .executeTakeFirst();
  return row?.cancel_requested === false;
};

/** Stores how the run ended; `holds` has locked the job. */
export const settleJob = async (
  trx: Trx,
  lease: Lease,
  settlement: Settlement,
  end: Told & { at: Date },
): Promise<void> => {
  const { state } = settlement;
  await held(trx, lease)
    .set({
      state,
      ...toldColumns(end),
      ...(state === 'WAITING'
        ? { question: JSON.stringify(settlement.question) }
        : { finished_at: end.at, message: settlement.message }),
      ...(state === 'DONE' && settlement.result !== undefined ? { result: JSON.stringify(settlement.result) } : {}),
    })
    .execute();
};

/** Ends a run that was asked to cancel. */
export const settleCancelled = (trx: Trx, lease: Lease, at: Date) =>
  held(trx, lease).set({ state: 'CANCELLED', finished_at: at }).execute();

/** Seconds before a job whose run has thrown runs again. */
const PAUSE = 2;

/**
 * Gives a job back to the queue, to be run from the start: at once and not counted as an attempt when its process
 * stops, after a pause when the run has thrown.
 */
export const releaseJob = async (trx: Trx, lease: Lease, { counted }: { counted: boolean }): Promise<void> => {
  const row = await held(trx, lease)
    .set({ state: 'QUEUED', attempts: counted ? sql`attempts` : sql`attempts - 1`, alive_at: sql`now()` })
    .returning('kind')
    .executeTakeFirst();
  if (row)
    await queueJob(trx, { accountId: lease.accountId, id: lease.id, kind: row.kind, pause: counted ? PAUSE : 0 });
};
