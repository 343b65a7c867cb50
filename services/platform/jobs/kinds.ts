import type { Permission } from '#domain/permissions.ts';
import type { RunStep } from '#schema/engineering/jobs.rest.ts';
import type { Actor, Trx, Work } from '../db/unitOfWork.ts';

/** How a run of a job ended: with its result, or with a question to its user. */
export type Settlement =
  | { state: 'DONE'; message: string; result: unknown }
  | { state: 'WAITING'; question: unknown }
  | { state: 'FAILED'; message: string };

/** Proof that a run has settled its job; only `finish` and `ask` return it. */
export class Settled {
  constructor(readonly settlement: Settlement) {}
}

/** Ends a job as failed, with a message for its user; it is not tried again. */
export class JobRefused extends Error {}

/** A run of a job, as its kind sees it. */
export interface JobRun {
  readonly id: number;
  readonly actor: Actor;
  /** What was enqueued; the kind knows its shape. */
  readonly input: unknown;
  /** Answer to the last question; null before one. */
  readonly answer: unknown;
  /** Aborted when the job is cancelled or lost, and when the process stops: stop soon, whatever was done is undone. */
  readonly signal: AbortSignal;
  /** Reports the progress of all steps; stored at most once a second. */
  progress(steps: readonly RunStep[]): void;
  /** Tells what the job has found so far; stored with the progress, and when the run ends. */
  tell(details: object): void;
  /** Reads in one READ ONLY SQL transaction. */
  query<T>(read: (trx: Trx) => Promise<T>): Promise<T>;
  /** Writes in one SQL transaction whose statements may take minutes; rolled back when the job was cancelled or lost. */
  write<T>(write: (trx: Trx, work: Work) => Promise<T>): Promise<T>;
  /** Writes and ends the job in one SQL transaction: a job that is not done has written nothing in it. */
  finish(write: (trx: Trx, work: Work) => Promise<{ message: string; result?: unknown }>): Promise<Settled>;
  /** Pauses the job until its user answers; a new run then begins, with the answer. */
  ask(question: object): Promise<Settled>;
}

/** Who may read and cancel a job: holders of a permission, administrators alone, or nobody but its own user. */
export type JobPermission = Permission | 'ADMIN' | 'SELF';

/** A kind of job; a feature defines it when it registers. */
export interface JobKind {
  /** Upper-case name: COST_DATABASE_IMPORT. */
  kind: string;
  permission: JobPermission;
  /** May run again from the start after a crash, so it must write only by `write` and `finish`. */
  run(job: JobRun): Promise<Settled>;
  /** Runs in the SQL transaction that settles the job: posts a message about it, for example. */
  settled?(trx: Trx, work: Work, job: Pick<JobRun, 'id' | 'actor' | 'input'>, settlement: Settlement): Promise<void>;
}
