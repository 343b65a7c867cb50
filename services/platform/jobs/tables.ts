import type { Generated, GeneratedAlways } from 'kysely';
import type { JobState, RunStep } from '#schema/engineering/jobs.rest.ts';
import type { InstantColumn, JsonColumn } from '../db/columns.ts';
import type { JobPermission } from './kinds.ts';

/** Background jobs (migrations 0021, 0022). */
declare module '../db/tables.ts' {
  interface Database {
    jobs: JobsTable;
    job_files: JobFilesTable;
  }
}

export interface JobsTable {
  account_id: number;
  id: GeneratedAlways<number>;
  kind: string;
  /** Who may read, answer and cancel the job; an admin always may. */
  permission: JobPermission;
  state: Generated<JobState>;
  created_by: number;
  created_at: InstantColumn;
  started_at: InstantColumn | null;
  finished_at: InstantColumn | null;
  input: JsonColumn<unknown>;
  /** What the job asks its user while it waits. */
  question: JsonColumn<unknown> | null;
  answer: JsonColumn<unknown> | null;
  progress: JsonColumn<RunStep[]>;
  /** What the job has found so far, in the shape of its kind. */
  details: JsonColumn<unknown> | null;
  result: JsonColumn<unknown> | null;
  message: string | null;
  cancel_requested: Generated<boolean>;
  /** Number of the current start; only its holder may write. */
  run: Generated<number>;
  /** Starts since the job was queued or answered. */
  attempts: Generated<number>;
  alive_at: Generated<string>;
}

/** A piece of the file that a job reads; deleted when the job is over. */
export interface JobFilesTable {
  account_id: number;
  job_id: number;
  position: number;
  content: Buffer;
}
