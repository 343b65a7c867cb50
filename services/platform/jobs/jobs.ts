import { openDatabase, type DatabaseHandle } from '../db/database.ts';
import { retrying } from '../db/retrying.ts';
import { inTransaction, unitOfWork } from '../db/runUnitOfWork.ts';
import type { Clock } from '../clock.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Storage } from '../storage.ts';
import type { Registry } from 'prom-client';
import { JobRunner } from './runner.ts';

/** Timeout in milliseconds of a statement of a job; a request's is 15 s. */
const STATEMENT_TIMEOUT = 10 * 60_000;

export interface JobsOptions {
  url: string;
  database: DatabaseHandle;
  named: boolean | undefined;
  quick: UnitOfWork;
  clock: Clock;
  storage: Storage;
  metrics: Registry | undefined;
}

/** Background jobs of one process, with connections of their own that wait longer than a request's. */
export interface Jobs {
  runner: JobRunner;
  close(): Promise<void>;
}

export const openJobs = ({ url, named, database, quick, clock, storage, metrics }: JobsOptions): Jobs => {
  const patient = openDatabase({ url, named, connections: 2, statementTimeout: STATEMENT_TIMEOUT });
  const runner = new JobRunner({
    url,
    database,
    metrics,
    surroundings: {
      clock,
      quick,
      patient: unitOfWork(patient.kysely, { clock, storage }),
      note: (accountId, work) => retrying(() => inTransaction(database.kysely, 'write', accountId, work)),
    },
  });
  return {
    runner,
    close: async () => {
      await runner.stop();
      await patient.kysely.destroy();
    },
  };
};
