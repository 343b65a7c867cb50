import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningPostgres, startEmbeddedPostgres } from '#services/platform/db/postgres/embedded.ts';
import { isAlive } from '#services/platform/db/postgres/processes.ts';
import { extractChromium } from './chromium.ts';
import { createTemplate } from './postgres.ts';
import { clusterServers } from './spread.ts';

/** Suites without database and browser; alone, they start at once. */
const PURE = /^(\.\/)?tests\/(domain|schema)\//;

/** Suites that open screens and need their build. */
const SCREENS = /^(\.\/)?tests\/web\//;

/** Files in memory, where the system has such a folder: a database has a thousand files, and a run creates a thousand databases. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 8 * 1024 ** 3;

const isRoomy = (folder: string): boolean => {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ENOUGH_BYTES;
};

const ROOT = join(isRoomy(MEMORY) ? MEMORY : tmpdir(), `prumo-tests-${process.getuid?.() ?? 0}`);

/** Stops the database servers of killed runs and deletes their folders. */
const clearOldRuns = async (): Promise<void> => {
  for (const name of readdirSync(ROOT)) {
    if (isAlive(Number(name))) continue;
    const dataDir = join(ROOT, name);
    if (runningPostgres(dataDir)) await (await startEmbeddedPostgres({ dataDir })).stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/**
 * Starts what the suites of a run share: a PostgreSQL with a migrated template, an unpacked Chromium and, if needed,
 * the built screens.
 */
export const prepare = async (config: { nonFlagArgs?: string[] }, buildScreens: () => Promise<void>): Promise<void> => {
  const patterns = config.nonFlagArgs ?? [];
  if (patterns.length > 0 && patterns.every((path) => PURE.test(path))) return;
  if (patterns.length === 0 || patterns.some((path) => SCREENS.test(path))) await buildScreens();
  mkdirSync(ROOT, { recursive: true, mode: 0o711 });
  await clearOldRuns();
  const dataDir = join(ROOT, String(process.pid));
  const [cluster] = clusterServers();
  const [postgres, chromium] = await Promise.all([
    cluster ? { url: cluster, stop: async () => {} } : startEmbeddedPostgres({ dataDir, durable: false }),
    extractChromium(),
  ]);
  process.env.PRUMO_TEST_POSTGRES = postgres.url;
  process.env.PRUMO_TEST_CHROMIUM = chromium;
  const finish = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  Object.assign(globalThis, { prumoTestRun: { finish } });
  try {
    const { migrate } = await import('#services/platform/db/migrate.ts');
    await createTemplate(migrate);
  } catch (error) {
    await finish();
    throw error;
  }
};
