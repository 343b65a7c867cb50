import type { FastifyInstance } from 'fastify';
import { assistantMessages } from './assistant/messages.ts';
import { attachments } from './financial/attachments.ts';
import { transactions } from './financial/transactions.ts';
import { wallets } from './financial/wallets.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { ConstraintTexts } from './platform/constraints.ts';
import { openDatabase } from './platform/database.ts';
import { keepHouse } from './platform/housekeeping.ts';
import { listenToDatabase } from './platform/notifications.ts';
import type { Platform } from './platform/platform.ts';
import { enforcePolicy } from './platform/policyCheck.ts';
import { newServer, type Logger } from './platform/server.ts';
import { unitOfWork } from './platform/unitOfWork.ts';
import { DOMAINS, policy, type Domain } from './policy.ts';
import { session } from './security/session.ts';

interface Feature {
  domain: Domain;
  plugin: (app: FastifyInstance) => Promise<void>;
}

/** Every feature of the services, a line each. */
const features: Feature[] = [
  { domain: 'security', plugin: session },
  { domain: 'financial', plugin: wallets },
  { domain: 'financial', plugin: transactions },
  { domain: 'financial', plugin: attachments },
  { domain: 'assistant', plugin: assistantMessages },
];

export interface ServicesOptions {
  databaseUrl: string;
  /** Folder for files that do not belong in the database. */
  dataDir: string;
  clock?: Clock;
  /** Life of an access token; 8 hours. */
  tokenTtlSeconds?: number;
  logger?: Logger;
  /** Adds the header x-sql-queries to every answer. */
  exposeCosts?: boolean;
  /** Checks every answer against its contract before it leaves. */
  checkAnswers?: boolean;
  /** Domains that this process serves; all of them. */
  domains?: readonly Domain[];
}

/** Channels of NOTIFY that the services listen to. */
const CHANNELS = ['session_changed', 'assistant_message'];

const openPlatform = async (options: ServicesOptions, log: (error: unknown) => void): Promise<Platform> => {
  const clock = options.clock ?? systemClock;
  const database = openDatabase({ url: options.databaseUrl });
  return {
    ...unitOfWork(database.kysely, clock),
    database,
    clock,
    notifications: await listenToDatabase(options.databaseUrl, CHANNELS, log),
    constraints: new ConstraintTexts(),
    dataDir: options.dataDir,
    tokenTtlSeconds: options.tokenTtlSeconds ?? 8 * 60 * 60,
    checkAnswers: options.checkAnswers ?? false,
  };
};

/** Builds the REST services, ready to listen or to be injected into; `close()` lets go of everything. */
export const buildServices = async (options: ServicesOptions): Promise<FastifyInstance> => {
  let log = (_error: unknown): void => undefined;
  const platform = await openPlatform(options, (error) => log(error));
  const domains = options.domains ?? DOMAINS;
  try {
    const app = await newServer(platform, {
      logger: options.logger,
      exposeCosts: options.exposeCosts ?? false,
      beforeRoutes: (server) =>
        enforcePolicy(server, Object.assign({}, policy.platform, ...domains.map((domain) => policy[domain]))),
    });
    log = (error) => app.log.warn({ err: error }, 'database notifications interrupted');
    keepHouse(app);
    app.addHook('onClose', async () => {
      await platform.notifications.close();
      await platform.database.kysely.destroy();
    });
    for (const { domain, plugin } of features) if (domains.includes(domain)) await app.register(plugin);
    await app.ready();
    return app;
  } catch (error) {
    await platform.notifications.close();
    await platform.database.kysely.destroy().catch(() => undefined);
    throw error;
  }
};
