import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { join } from 'node:path';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { named } from '#schema/platform/named.ts';
import { folderTransport, type MailTransport } from './mail.ts';
import type { Policy } from './access.ts';
import { ApiUse } from './apiUse.ts';
import { systemClock, type Clock } from './clock.ts';
import { ConstraintTexts } from './db/constraints.ts';
import type { DatabaseHandle, DatabaseOptions, Statement } from './db/database.ts';
import { openDatabases } from './db/databases.ts';
import { scheduleHousekeeping } from './housekeeping.ts';
import { openJobs, type Jobs } from './jobs/jobs.ts';
import { gauge, statementMetrics } from './metrics.ts';
import { openReplica, withoutReplica, type ReplicaReads, type ReplicaSettings } from './db/replica/replica.ts';
import { StartError } from './db/postgres/startError.ts';
import { listenToDatabases } from './db/notifications.ts';
import type { Platform } from './platform.ts';
import { enforcePolicy } from './policyCheck.ts';
import { newServer, type Logger } from './http/server.ts';
import type { Standing } from './db/replica/watch.ts';
import { slowSqlLog } from './db/slowSql.ts';
import { Secrets } from './secrets.ts';
import { storageOf, type StorageOptions } from './storage.ts';
import { unitOfWork } from './db/runUnitOfWork.ts';
import { stopPdf } from './pdf/pdf.ts';

export interface PlatformOptions {
  databaseUrl: string;
  /** A streaming standby that answers reports, exports, dashboards and the lists of programs. */
  replica?: ReplicaSettings | undefined;
  /** Folder for files stored outside the database. */
  dataDir: string;
  clock?: Clock;
  /** Key of sealed secrets; by default that of a file in `dataDir`, made when it is first needed. */
  secretsKey?: Buffer | undefined;
  /** Disk of the database, when it is on this machine: writes are refused before it is full. */
  storage?: StorageOptions | undefined;
  /** Mail transport; by default, mails are written as files to `dataDir`/outbox. */
  mail?: MailTransport | undefined;
  /** Public URL of the product: "https://prumo.exemplo.com.br". */
  publicUrl?: string | undefined;
  /** Lifetime of an access token; default 8 hours. */
  tokenTtlSeconds?: number;
  logger?: Logger;
  /** Networks besides this machine whose X-Forwarded-For is trusted: "10.0.0.0/8,192.0.2.7". */
  trustedProxies?: string | undefined;
  /** Registry for metrics of requests, statements and connections; without it nothing is measured. */
  metrics?: Registry | undefined;
  /** Logs statements of at least this many milliseconds with their plan; 0 logs none. */
  slowSqlMs?: number | undefined;
  /** As in `DatabaseOptions`. */
  named?: boolean | undefined;
  /** Adds the header x-sql-queries to every response. */
  exposeCosts?: boolean;
  /** Validates every response against its contract before sending it. */
  checkAnswers?: boolean;
}

/** Registers a feature's endpoints on the server; `app.platform` has what a feature needs. */
export type Feature = (app: FastifyInstance) => Promise<void>;

/** NOTIFY channels that the services listen to. */
const CHANNELS = ['session_changed', 'assistant_message', 'mail_queued', 'rows_changed', 'presence', 'webhook_queued'];

const EIGHT_HOURS = 8 * 60 * 60;

/** Returns the callback for executed statements (metrics, slow log); undefined when both are off. */
const statementWatch = (
  { metrics, slowSqlMs }: PlatformOptions,
  pool: () => pg.Pool,
  logger: () => FastifyBaseLogger | undefined,
): ((statement: Statement) => void) | undefined => {
  const counted = metrics && statementMetrics(metrics);
  const logged = slowSqlMs ? slowSqlLog(slowSqlMs, pool, logger) : undefined;
  if (!counted || !logged) return counted ?? logged;
  return (statement) => {
    counted(statement);
    logged(statement);
  };
};

const replicaOf = (
  { replica, databaseUrl: primaryUrl, named, metrics }: PlatformOptions,
  parts: Pick<Platform, 'query'> & { primary: DatabaseHandle; onStatement: DatabaseOptions['onStatement'] },
  logger: () => FastifyBaseLogger | undefined,
): ReplicaReads => {
  if (!replica) return withoutReplica(parts.query);
  const log = (standing: Standing, err: unknown): boolean => {
    if (standing === 'READY') logger()?.info('the replica is read');
    else logger()?.warn({ err }, standing === 'DOWN' ? 'the replica is down' : 'the replica lags');
    return logger() !== undefined;
  };
  return openReplica(replica, { ...parts, primaryUrl, named, metrics, log });
};

const openPlatform = async (
  options: PlatformOptions,
  log: (error: unknown) => void,
  logger: () => FastifyBaseLogger | undefined,
): Promise<{ platform: Platform; jobs: Jobs }> => {
  const clock = options.clock ?? systemClock;
  const storage = storageOf(options.storage);
  const onStatement = statementWatch(options, () => database.pool, logger);
  const database = await openDatabases({ url: options.databaseUrl, named: options.named, onStatement });
  if (options.replica && database.pools.length > 1) {
    await database.close();
    throw new StartError(
      'Um banco distribuído por várias máquinas não tem réplica de leitura: retire DATABASE_REPLICA_URL.',
    );
  }
  const work = unitOfWork(database, { clock, storage });
  const replica = replicaOf(options, { primary: database, query: work.query, onStatement }, logger);
  const { databaseUrl: url, metrics, named } = options;
  const notifications = await listenToDatabases([...new Set([url, ...database.urls])], CHANNELS, log);
  const jobs = await openJobs({ url, named, database, quick: work, clock, storage, metrics });
  gauge(metrics, 'prumo_services_jobs_running', 'Background jobs that this process runs', () => jobs.runner.size);
  const platform: Platform = {
    ...work,
    database,
    replica,
    clock,
    notifications,
    apiUse: new ApiUse(database, clock),
    jobs: jobs.runner,
    constraints: new ConstraintTexts(),
    dataDir: options.dataDir,
    secrets: new Secrets(options.secretsKey, options.dataDir),
    mail: options.mail ?? folderTransport(join(options.dataDir, 'outbox')),
    publicUrl: (options.publicUrl ?? 'http://localhost:4000').replace(/\/+$/, ''),
    tokenTtlSeconds: options.tokenTtlSeconds ?? EIGHT_HOURS,
    checkAnswers: options.checkAnswers ?? false,
    metrics,
  };
  return { platform, jobs };
};

const closePlatform = async ({ notifications, database, replica }: Platform): Promise<void> => {
  await stopPdf();
  await notifications.close();
  await replica.close();
  await database.close();
};

/**
 * Builds a server with features and their policy, ready for `listen` or `inject`; `close()` closes all its resources.
 */
export const buildServer = async (
  options: PlatformOptions,
  features: readonly Feature[],
  policy: Policy,
): Promise<FastifyInstance> => {
  let log = (_error: unknown): void => undefined;
  let logger: FastifyBaseLogger | undefined;
  const { platform, jobs } = await openPlatform(
    options,
    (error) => log(error),
    () => logger,
  );
  try {
    const app = await newServer(platform, {
      logger: options.logger,
      exposeCosts: options.exposeCosts ?? false,
      trustedProxies: options.trustedProxies,
      metrics: options.metrics,
      beforeRoutes: (server) => enforcePolicy(server, policy),
    });
    logger = app.log;
    log = (error) => app.log.warn({ err: error }, 'database notifications interrupted');
    scheduleHousekeeping(app);
    // Before requests end: a running job may take seconds to stop.
    app.addHook('preClose', () => jobs.close());
    app.addHook('onClose', () => closePlatform(platform));
    for (const feature of features) await app.register(named(feature.name, feature));
    await app.ready();
    jobs.runner.start(app.log);
    return app;
  } catch (error) {
    await jobs.close().catch(() => undefined);
    await closePlatform(platform).catch(() => undefined);
    throw error;
  }
};
