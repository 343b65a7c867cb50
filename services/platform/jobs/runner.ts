import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Runner } from 'graphile-worker';
import pg from 'pg';
import { Counter, Histogram, type Registry } from 'prom-client';
import { sql } from 'kysely';
import { APP_ROLE_OPTION } from '../db/database.ts';
import type { Databases } from '../db/databases.ts';
import { Execution, type Outcome, type Surroundings } from './execution.ts';
import type { JobKind } from './kinds.ts';
import { startJob } from './store.ts';

/** Jobs that one process runs side by side; each job's work is mostly PostgreSQL's. */
const CONCURRENCY = 2;
/** Interval in milliseconds at which a worker asks for jobs that no notification announced. */
const POLL = 2_000;
/** A job without a sign of life for so long has lost its process. */
export const SILENCE = '15 seconds';
const LOOK_EVERY = 5_000;
/** Time in milliseconds for running jobs to stop when the process ends; the rest is taken over by other processes. */
const STOP_WITHIN = 5_000;
const RESTART_AFTER = 1_000;

const JOB_SECONDS = [0.1, 1, 5, 15, 30, 60, 120, 300, 900];

const metricsOf = (registry: Registry | undefined) => {
  if (!registry) return undefined;
  const registers = [registry];
  const labelNames = ['kind', 'outcome'] as const;
  const duration = new Histogram({
    name: 'prumo_services_job_duration_seconds',
    help: 'Runs of background jobs by kind and outcome',
    labelNames,
    buckets: JOB_SECONDS,
    registers,
  });
  const revived = new Counter({
    name: 'prumo_services_jobs_revived_total',
    help: 'Background jobs taken over from a process that died',
    registers,
  });
  return { duration, revived };
};

interface Payload {
  accountId: number;
  jobId: number;
}

export interface RunnerOptions {
  surroundings: Surroundings;
  database: Databases;
  metrics: Registry | undefined;
}

/** Runs the jobs of the kinds that this process knows. */
export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #kinds = new Map<string, JobKind>();
  readonly #running = new Set<Execution>();
  readonly #stopping = new AbortController();
  readonly #metrics: ReturnType<typeof metricsOf>;
  readonly #pools: pg.Pool[] = [];
  /** The queue of each database. */
  readonly #queues = new Map<pg.Pool, Runner>();
  #alive: Promise<unknown> | undefined;
  #log: FastifyBaseLogger | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#metrics = metricsOf(options.metrics);
  }

  /** Number of jobs that this process is running. */
  get size(): number {
    return this.#running.size;
  }

  define(kind: JobKind): void {
    if (this.#kinds.has(kind.kind)) throw new Error(`job ${kind.kind} is defined twice`);
    this.#kinds.set(kind.kind, kind);
  }

  /** Starts taking jobs; without a kind, nothing starts. */
  start(log: FastifyBaseLogger): void {
    if (this.#kinds.size === 0) return;
    this.#log = log;
    this.#alive = Promise.all([
      ...this.#options.database.urls.map((url) => this.#takeJobs(url)),
      this.#lookForLostJobs(),
    ]);
  }

  /** Stops taking jobs and gives the running ones back to the queue. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const execution of this.#running) execution.release();
    const late = new AbortController();
    const stopped = (async () => {
      await Promise.all([...this.#queues.values()].map((queue) => queue.stop().catch(() => undefined)));
      await this.#alive;
      await this.#written(late.signal);
    })();
    await Promise.race([stopped, sleep(STOP_WITHIN, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  /** Resolves when the queue has written that its last jobs are over; its own stop does not wait for that. */
  async #written(late: AbortSignal): Promise<void> {
    const isBusy = (pool: pg.Pool): boolean => pool.waitingCount > 0 || pool.idleCount < pool.totalCount;
    while (this.#pools.some(isBusy) && !late.aborted) await sleep(10);
  }

  /** The queue gives up after failures in a row, as while the database is away; it is then started again. */
  async #takeJobs(url: string): Promise<void> {
    // Loaded here: a tenth of a second that the start of the services need not wait for.
    const { run, Logger } = await import('graphile-worker');
    const pool = this.#openPool(url);
    this.#pools.push(pool);
    const logger = new Logger(() => (level, message) => {
      if (level === 'error') this.#log?.warn({ err: new Error(message) }, 'job queue');
    });
    const taskList = Object.fromEntries(
      [...this.#kinds.values()].map((kind) => [kind.kind, (payload: unknown) => this.#run(kind, payload as Payload)]),
    );
    while (!this.#stopping.signal.aborted) {
      try {
        const options = { concurrency: CONCURRENCY, pollInterval: POLL, noHandleSignals: true, crontab: '' };
        const queue = await run({ ...options, pgPool: pool, taskList, logger });
        this.#queues.set(pool, queue);
        // Aborted while it started.
        if (this.#stopping.signal.aborted) await queue.stop();
        await queue.promise;
      } catch (error) {
        this.#log?.warn({ err: error }, 'job queue');
      }
      await this.#pause(RESTART_AFTER);
    }
  }

  /** A pool of its own: the queue keeps a silent connection, which the services' pool would take for a dead one. */
  #openPool(url: string): pg.Pool {
    const pool = new pg.Pool({
      connectionString: url,
      options: APP_ROLE_OPTION,
      application_name: 'prumo-jobs',
      max: CONCURRENCY + 2,
      statement_timeout: 15_000,
      keepAlive: true,
    });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }

  async #lookForLostJobs(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        const counts = await this.#options.database.everywhere(
          sql<{ revived: number }>`select revive_jobs(${SILENCE}) as revived`,
        );
        const revived = counts.reduce((sum, count) => sum + count.revived, 0);
        this.#metrics?.revived.inc(revived);
        if (revived > 0) this.#log?.warn({ jobs: revived }, 'jobs without a process run again');
      } catch (error) {
        this.#log?.warn({ err: error }, 'lost jobs');
      }
      await this.#pause(LOOK_EVERY);
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  async #run(kind: JobKind, { accountId, jobId }: Payload): Promise<void> {
    const { surroundings } = this.#options;
    const at = surroundings.clock.now();
    const row = await surroundings.note(accountId, (trx) => startJob(trx, accountId, jobId, at));
    if (!row) return;
    const { run, created_by: userId, ...job } = row;
    const execution = new Execution(kind, { lease: { accountId, id: jobId, run }, userId, ...job }, surroundings);
    this.#running.add(execution);
    if (this.#stopping.signal.aborted) execution.release();
    const started = performance.now();
    const told = (outcome: Outcome | 'ERROR', error?: unknown): void => {
      const milliseconds = Math.round(performance.now() - started);
      this.#metrics?.duration.observe({ kind: kind.kind, outcome }, milliseconds / 1000);
      const line = { job: jobId, kind: kind.kind, account: accountId, outcome, milliseconds, attempt: row.attempts };
      if (error === undefined) this.#log?.info(line, 'job');
      else this.#log?.error({ ...line, err: error }, 'job');
    };
    try {
      told(await execution.run());
    } catch (error) {
      // Stored by the execution: the queue need not know.
      told('ERROR', error);
    } finally {
      this.#running.delete(execution);
    }
  }
}
