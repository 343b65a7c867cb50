import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#services/platform/db/postgres/embedded.ts';
import { onInterrupt } from '../support/cleanups.ts';
import type { Settings } from '../support/settings.ts';
import { median, round, table } from '../support/table.ts';

const CONNECTIONS = [1, 4, 16];
const ALONE = 'begin; insert into bench_commits values (1); commit';
const NOTIFYING = "begin; insert into bench_commits values (1); notify bench, 'a row'; commit";

/** A PostgreSQL that flushes its log at every commit, as the product's does. */
const startDurable = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prumo-bench-'));
  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  return {
    url,
    stop: onInterrupt(async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    }),
  };
};

/** Commits a second of connections that do nothing else. */
const rateOf = async (clients: readonly pg.Client[], transaction: string, milliseconds: number): Promise<number> => {
  const until = performance.now() + milliseconds;
  const counts = await Promise.all(
    clients.map(async (client) => {
      let count = 0;
      for (; performance.now() < until; count += 1) await client.query(transaction);
      return count;
    }),
  );
  return (1000 * counts.reduce((sum, count) => sum + count, 0)) / milliseconds;
};

/** Commits that flush the log together, and commits that notify: those take turns, each with a flush of its own. */
export const commitsPart = async ({ commits: { rounds, milliseconds } }: Settings): Promise<string> => {
  const database = await startDurable();
  const clients = Array.from({ length: Math.max(...CONNECTIONS) + 1 }, () => new pg.Client(database.url));
  try {
    for (const client of clients) await client.connect();
    const [listener, ...writers] = clients;
    await listener?.query('create table bench_commits (value integer); listen bench');
    const rows: (string | number)[][] = [];
    for (const count of CONNECTIONS) {
      const rates: Record<'alone' | 'notifying', number[]> = { alone: [], notifying: [] };
      for (let turn = 0; turn < rounds; turn += 1) {
        rates.alone.push(await rateOf(writers.slice(0, count), ALONE, milliseconds));
        rates.notifying.push(await rateOf(writers.slice(0, count), NOTIFYING, milliseconds));
      }
      const [alone, notifying] = [median(rates.alone), median(rates.notifying)];
      rows.push([count, round(alone, 0), round(notifying, 0), round(1000 / notifying)]);
    }
    return table(['connections', 'commits a second', 'that notify', 'ms for each of these'], rows);
  } finally {
    for (const client of clients) await client.end();
    await database.stop();
  }
};
