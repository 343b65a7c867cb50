import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#services/platform/db/postgres/embedded.ts';
import { clusterFolder, runner } from '#services/platform/db/postgres/place.ts';
import { waitForExit } from '#services/platform/db/postgres/processes.ts';
import { freePort, killPrograms, run, type Program } from '#tests/runtime/kit.ts';

/** A process of the product that can be killed and restarted at the same address. */
export interface Part {
  name: string;
  address: string;
  /** The running program; the database has none. */
  program?: () => Program;
  /** Sends SIGKILL and resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM; returns the exit code and the duration in milliseconds. Throws after `within` milliseconds. */
  end(within: number): Promise<{ code: number | null; took: number }>;
  /** Restarts the process and resolves when it reports that it listens. */
  start(): Promise<void>;
}

/** Database, services and gateways as separate processes: a deployment on several machines, on one. */
export interface Stack {
  dataDir: string;
  ownerUrl: string;
  database: Part;
  services: Part[];
  gateways: Part[];
  /** Call in `afterAll`. */
  stop(): Promise<void>;
}

export interface StackOptions {
  services?: number;
  gateways?: number;
  /** Environment of the services besides addresses. */
  settings?: Record<string, string>;
  /** Folder of the database and the outbox; a new one by default. */
  dataDir?: string;
}

/** Process id of a database server, from its postmaster.pid. */
export const postmaster = (dataDir: string): number =>
  Number(readFileSync(join(clusterFolder(dataDir, runner()), 'postmaster.pid'), 'utf8').split('\n')[0]);

const databaseOf = (dataDir: string, port: number) => {
  let running: EmbeddedPostgres | undefined;
  const part: Part = {
    name: 'database',
    address: `127.0.0.1:${port}`,
    kill: async () => {
      const pid = postmaster(dataDir);
      process.kill(pid, 'SIGKILL');
      await running?.died;
    },
    end: async (within) => {
      const [pid, started] = [postmaster(dataDir), Date.now()];
      await running?.stop();
      if (!(await waitForExit(pid, within))) throw new Error(`the database did not end in ${within} ms`);
      return { code: 0, took: Date.now() - started };
    },
    start: async () => {
      running = await startEmbeddedPostgres({ dataDir, port });
    },
  };
  return { part, url: () => running?.url ?? '', stop: async () => running?.stop() };
};

const processOf = (name: string, words: string[], port: number, environment: Record<string, string>): Part => {
  let program: Program | undefined;
  const running = (): Program => {
    if (!program) throw new Error(`${name} has not been started`);
    return program;
  };
  return {
    name,
    address: `http://127.0.0.1:${port}`,
    program: running,
    kill: async () => {
      running().child.kill('SIGKILL');
      await running().ended(5_000);
    },
    end: async (within) => {
      const started = Date.now();
      running().child.kill('SIGTERM');
      return { code: await running().ended(within), took: Date.now() - started };
    },
    start: async () => {
      program = run(words, environment);
      await program.prints(/na porta (\d+)/);
    },
  };
};

const OWN_SERVICES = ['PURCHASE', 'ENGINEERING', 'SECURITY', 'LOCATION', 'MESSAGE', 'IDENTITY'];

const many = async (count: number, make: (index: number) => Promise<Part>): Promise<Part[]> => {
  const parts: Part[] = [];
  for (let index = 0; index < count; index += 1) parts.push(await make(index));
  return parts;
};

/**
 * Builds stale targets and starts everything. Gateway n calls services n; gateways beyond the last services share
 * those.
 */
export const startStack = async (options: StackOptions = {}): Promise<Stack> => {
  await run(['bin/build.mjs']).ended(300_000);
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'prumo-faults-'));
  const database = databaseOf(dataDir, await freePort());
  await database.part.start();
  const shared = { HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'off', ...options.settings };
  const services = await many(options.services ?? 1, async (index) => {
    const port = await freePort();
    const environment = { ...shared, DATABASE_URL: database.url(), SERVICES_PORT: String(port) };
    return processOf(`services ${index}`, ['dist/services.js'], port, environment);
  });
  for (const part of services) await part.start();
  const gateways = await many(options.gateways ?? 1, async (index) => {
    const port = await freePort();
    const behind = services[Math.min(index, services.length - 1)]?.address ?? '';
    const others = Object.fromEntries(OWN_SERVICES.map((name) => [`${name}_URL`, '']));
    const environment = { ...shared, ...others, FINANCIAL_URL: behind, PORT: String(port) };
    return processOf(`gateway ${index}`, ['dist/gateway.js'], port, environment);
  });
  await Promise.all(gateways.map((part) => part.start()));
  return {
    dataDir,
    ownerUrl: database.url(),
    database: database.part,
    services,
    gateways,
    stop: async () => {
      killPrograms();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/**
 * Retries `attempt` without pause and returns the milliseconds until it returned true. Throws after `within`
 * milliseconds.
 */
export const until = async (attempt: () => Promise<boolean>, within: number, what: string): Promise<number> => {
  const started = Date.now();
  while (!(await attempt().catch(() => false))) {
    if (Date.now() - started > within) throw new Error(`${what}: not in ${within} ms`);
    await sleep(25);
  }
  return Date.now() - started;
};

/** Milliseconds to start and end an empty Node process on an idle machine. */
const IDLE_START = 60;
/** Below this factor the machine counts as idle, and measured times are asserted as they are. */
const QUIET = 1.5;

/**
 * Returns how many times slower than an idle machine this machine is now; 1 when idle. Call it while the product is
 * idle, to measure the load of other programs only.
 */
export const slowness = async (): Promise<number> => {
  const started = Date.now();
  await run(['-e', '0']).ended(30_000);
  const times = (Date.now() - started) / IDLE_START;
  return times < QUIET ? 1 : times;
};

/** Formats milliseconds for a report: "n 20, median 1.2 s, p90 1.5 s, worst 1.9 s". */
export const distribution = (milliseconds: readonly number[]): string => {
  const sorted = [...milliseconds].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return `n ${sorted.length}, median ${at(0.5)} ms, p90 ${at(0.9)} ms, worst ${sorted.at(-1) ?? 0} ms`;
};
