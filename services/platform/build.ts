import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { join } from 'node:path';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { named } from '#schema/platform/named.ts';
import { folderTransport, type MailTransport } from './mail.ts';
import type { Policy } from './access.ts';
import { systemClock, type Clock } from './clock.ts';
import { ConstraintTexts } from './db/constraints.ts';
import { openDatabase, type Statement } from './db/database.ts';
import { keepHouse } from './housekeeping.ts';
import { statementMetrics } from './metrics.ts';
import { listenToDatabase } from './db/notifications.ts';
import type { Platform } from './platform.ts';
import { enforcePolicy } from './policyCheck.ts';
import { newServer, type Logger } from './http/server.ts';
import { slowSqlLog } from './db/slowSql.ts';
import { storageOf, type StorageOptions } from './storage.ts';
import { unitOfWork } from './db/runUnitOfWork.ts';

export interface PlatformOptions {
  databaseUrl: string;
  /** Folder for files that do not belong in the database. */
  dataDir: string;
  clock?: Clock;
  /** The disk of the database, where it is this machine's: writes end before it is full. */
  storage?: StorageOptions | undefined;
  /** The way out for mail; without one, mails become files of `dataDir`/outbox. */
  mail?: MailTransport | undefined;
  /** Address that browsers reach the product by: "https://prumo.exemplo.com.br". */
  publicUrl?: string | undefined;
  /** Life of an access token; 8 hours. */
  tokenTtlSeconds?: number;
  logger?: Logger;
  /** Networks besides this machine whose X-Forwarded-For is believed: "10.0.0.0/8,192.0.2.7". */
  trustedProxies?: string | undefined;
  /** Where requests, statements and connections are counted; nothing is counted without it. */
  metrics?: Registry | undefined;
  /** Statements that take at least so many milliseconds are logged with their plan; 0 logs none. */
  slowSqlMs?: number | undefined;
  /** Adds the header x-sql-queries to every answer. */
  exposeCosts?: boolean;
  /** Checks every answer against its contract before it leaves. */
  checkAnswers?: boolean;
}

/** A feature registers its endpoints on the server; what it needs stands on `app.platform`. */
export type Feature = (app: FastifyInstance) => Promise<void>;

/** Channels of NOTIFY that the services listen to. */
const CHANNELS = ['session_changed', 'assistant_message', 'mail_queued'];

const EIGHT_HOURS = 8 * 60 * 60;

/** Told of every statement, when anybody wants to know. */
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

const openPlatform = async (
  options: PlatformOptions,
  log: (error: unknown) => void,
  logger: () => FastifyBaseLogger | undefined,
): Promise<Platform> => {
  const clock = options.clock ?? systemClock;
  const onStatement = statementWatch(options, () => database.pool, logger);
  const database = openDatabase({ url: options.databaseUrl, onStatement });
  return {
    ...unitOfWork(database.kysely, { clock, storage: storageOf(options.storage) }),
    database,
    clock,
    notifications: await listenToDatabase(options.databaseUrl, CHANNELS, log),
    constraints: new ConstraintTexts(),
    dataDir: options.dataDir,
    mail: options.mail ?? folderTransport(join(options.dataDir, 'outbox')),
    publicUrl: (options.publicUrl ?? 'http://localhost:4000').replace(/\/+$/, ''),
    tokenTtlSeconds: options.tokenTtlSeconds ?? EIGHT_HOURS,
    checkAnswers: options.checkAnswers ?? false,
    metrics: options.metrics,
  };
};

const closePlatform = async ({ notifications, database }: Platform): Promise<void> => {
  await notifications.close();
  await database.kysely.destroy();
};

/** Puts features and their policy on a server, ready to listen or to be injected into; `close()` lets go of everything. */
export const buildServer = async (
  options: PlatformOptions,
  features: readonly Feature[],
  policy: Policy,
): Promise<FastifyInstance> => {
  let log = (_error: unknown): void => undefined;
  let logger: FastifyBaseLogger | undefined;
  const platform = await openPlatform(
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
    keepHouse(app);
    app.addHook('onClose', () => closePlatform(platform));
    for (const feature of features) await app.register(named(feature.name, feature));
    await app.ready();
    return app;
  } catch (error) {
    await closePlatform(platform).catch(() => undefined);
    throw error;
  }
};
