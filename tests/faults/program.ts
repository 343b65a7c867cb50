import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningPostgres, startEmbeddedPostgres } from '#services/platform/db/postgres/embedded.ts';
import { freePort, killPrograms, run, type Program } from '#tests/runtime/kit.ts';
import { postmaster, until, type Part } from './stack.ts';

/** The product as started by `npm start`: one process and its database. */
export interface WholeProgram {
  dataDir: string;
  address: string;
  ownerUrl(): string;
  /** Killed by SIGKILL to its process group; the database keeps running, as after a crash. */
  program: Part;
  /** Killed by SIGKILL; the program restarts it. */
  database: Part;
  /** The running program. */
  running(): Program;
  /** Output since the last start. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts the program on an empty database, by default in a new folder. */
export const startProgram = async (
  settings: Record<string, string> = {},
  dataDir = mkdtempSync(join(tmpdir(), 'prumo-program-')),
): Promise<WholeProgram> => {
  await run(['bin/build.mjs']).ended(300_000);
  const port = await freePort();
  const environment = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, DEMO: 'off', ...settings };
  let running: Program | undefined;
  const start = async (): Promise<void> => {
    running = run(['dist/main.js'], environment, true);
    await running.prints(/Prumo em (http:\S+)/, 60_000);
  };
  const comebacks = (): number => (running?.output() ?? '').split('O PostgreSQL está de volta').length;
  let returned = 0;
  await start();
  const address = `http://127.0.0.1:${port}`;
  return {
    dataDir,
    address,
    ownerUrl: () => runningPostgres(dataDir) ?? '',
    program: {
      name: 'program',
      address,
      kill: async () => {
        process.kill(-Number(running?.child.pid), 'SIGKILL');
        await running?.ended(5_000);
      },
      end: async (within) => {
        const started = Date.now();
        running?.child.kill('SIGTERM');
        return { code: (await running?.ended(within)) ?? null, took: Date.now() - started };
      },
      start,
    },
    database: {
      name: 'its database',
      address,
      kill: async () => {
        returned = comebacks();
        process.kill(postmaster(dataDir), 'SIGKILL');
      },
      end: () => Promise.reject(new Error('the program looks after its database')),
      start: async () => void (await until(async () => comebacks() > returned, 30_000, 'the database is back')),
    },
    running: () => {
      if (!running) throw new Error('the program has not been started');
      return running;
    },
    output: () => running?.output() ?? '',
    stop: async () => {
      killPrograms();
      if (runningPostgres(dataDir)) await (await startEmbeddedPostgres({ dataDir })).stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
