import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#services/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '#services/platform/db/postgres/embedded.ts';
import { NOW } from './books.ts';
import { onInterrupt } from './cleanups.ts';
import { type Running, startNode } from './processes.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
/** The flag of `npm start`. */
export const YOUNG = '--max-semi-space-size=64';

export interface Database {
  url: string;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL for this run like the product's, but without fsync, with all tables and no rows. */
export const startDatabase = async (): Promise<Database> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prumo-bench-'));
  const { url, stop } = await startEmbeddedPostgres({ dataDir, durable: false });
  const end = onInterrupt(async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await migrate(url).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return { url, stop: end };
};

/** Another build than this one's, or several processes of it. */
export interface Build {
  dist?: string;
  processes?: number;
}

const fileOf = ({ dist = join(ROOT, 'dist') }: Build, name: string): string => join(dist, name);
const numberOf = ({ processes = 1 }: Build): Record<string, string> => ({ PROCESSES: String(processes) });

export interface Services extends Running {
  url: string;
}

/** Starts the services as in production, with a clock that starts at the seed date; DEMO=on fills the demo company. */
export const startServices = async (
  databaseUrl: string,
  more: Record<string, string> = {},
  build: Build = {},
): Promise<Services> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prumo-bench-services-'));
  const port = String(await freePort());
  const environment = {
    ...numberOf(build),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: 'off',
    PRUMO_CLOCK: NOW,
    SERVICES_PORT: port,
    ...more,
  };
  const running = await startNode(
    [YOUNG, fileOf(build, 'services.js')],
    environment,
    /Serviços do Prumo na porta (\d+)/,
  );
  return {
    ...running,
    url: `http://localhost:${running.ready}`,
    stop: async () => {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** One client simulates a thousand users here, so per-client limits would stop the measurement. */
const WITHOUT_LIMITS = {
  GRAPHQL_POINTS_PER_USER: '999999999999',
  GRAPHQL_POINTS_PER_ADDRESS: '999999999999',
  GRAPHQL_POINTS_ANONYMOUS: '999999999999',
  SOCKETS_PER_USER: '1000000',
  SOCKETS_PER_ADDRESS: '1000000',
};

/** Starts the gateway as in production, over services at an address. */
export const startGateway = async (
  services: string,
  flags: readonly string[] = [],
  build: Build = {},
): Promise<Services> => {
  const environment = {
    ...numberOf(build),
    FINANCIAL_URL: services,
    PORT: String(await freePort()),
    ...WITHOUT_LIMITS,
  };
  const running = await startNode(
    [YOUNG, ...flags, fileOf(build, 'gateway.js')],
    environment,
    /Gateway do Prumo na porta (\d+)/,
  );
  return { ...running, url: `http://localhost:${running.ready}` };
};

/** Starts the whole product as `npm start` does, on a database of its own. */
export const startProgram = async (databaseUrl: string, build: Build = {}): Promise<Services> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prumo-bench-program-'));
  const environment = {
    ...WITHOUT_LIMITS,
    ...numberOf(build),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: 'off',
    PRUMO_CLOCK: NOW,
    PORT: String(await freePort()),
  };
  const running = await startNode([YOUNG, fileOf(build, 'main.js')], environment, /Prumo em http:\S+:(\d+)/);
  return {
    ...running,
    url: `http://localhost:${running.ready}`,
    stop: async () => {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export const freePort = async (): Promise<number> => {
  const { createServer } = await import('node:net');
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
};
