import { openDatabases, type Databases } from '../db/databases.ts';
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
  database: Databases;
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

export const openJobs = async (options: JobsOptions): Promise<Jobs> => {
  const { url, named, database, quick, clock, storage, metrics } = options;
  const patient = await openDatabases({ url, named, connections: 2, statementTimeout: STATEMENT_TIMEOUT });
  const runner = new JobRunner({
    database,
    metrics,
    surroundings: {
      clock,
      quick,
      patient: unitOfWork(patient, { clock, storage }),
      note: (accountId, work) =>
        retrying(async () => inTransaction(await database.of(accountId), 'write', accountId, work)),
    },
  });
  return {
    runner,
    close: async () => {
      await runner.stop();
      await patient.close();
    },
  };
};
