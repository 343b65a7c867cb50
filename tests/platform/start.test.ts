import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { runningPostgres, startEmbeddedPostgres } from '#services/platform/postgres/embedded.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'prumo-start-'));
const running: ChildProcess[] = [];

interface Start {
  child: ChildProcess;
  said(): string;
  /** Exit code; fails when the process is still there after that time. */
  ended(milliseconds: number): Promise<number | null>;
}

const start = (environment: Record<string, string> = {}): Start => {
  const child = spawn(process.execPath, ['bin/start.mjs'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, DEMO: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let said = '';
  child.stdout?.on('data', (data) => (said += String(data)));
  child.stderr?.on('data', (data) => (said += String(data)));
  return {
    child,
    said: () => said,
    ended: async (milliseconds) => {
      if (child.exitCode === null) await once(child, 'close', { signal: AbortSignal.timeout(milliseconds) });
      return child.exitCode;
    },
  };
};

const addressOf = async ({ child, said }: Start): Promise<string> => {
  for (;;) {
    const address = /Prumo em (http:\S+)/.exec(said())?.[1];
    if (address) return address;
    if (child.exitCode !== null) throw new Error(`Did not start:\n${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
};

const query = async (statement: string): Promise<string[]> => {
  const client = new pg.Client({
    connectionString: runningPostgres(dataDir) ?? '',
    options: '-c prumo.owner_access=on',
  });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(statement);
  await client.end();
  return rows.map(({ name }) => name);
};

const ACCOUNT = 'Conta que não se perde';

// What is stale would be built by the first start, within the time of its test.
beforeAll(() => promisify(execFile)(process.execPath, ['bin/build.mjs']), 300_000);

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

afterAll(async () => {
  if (runningPostgres(dataDir)) await (await startEmbeddedPostgres({ dataDir })).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('npm start', () => {
  test('answers, refuses a second start on its folder with its own address, and ends on SIGTERM', async () => {
    const first = start();
    const address = await addressOf(first);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);

    const second = start();
    expect(await second.ended(10_000)).toBe(1);
    expect(second.said()).toContain(`processo ${first.child.pid}, em ${address}`);

    first.child.kill('SIGTERM');
    expect(await first.ended(8000)).toBe(0);
    expect(runningPostgres(dataDir)).toBeUndefined();
  });

  test('loses nothing when it is killed, and starts again over what was left behind', async () => {
    const killed = start();
    await addressOf(killed);
    await query(`insert into accounts (name) values ('${ACCOUNT}')`);
    killed.child.kill('SIGKILL');
    await killed.ended(2000);
    expect(runningPostgres(dataDir)).toBeDefined();

    const again = start();
    await addressOf(again);
    expect(await query('select name from accounts')).toEqual([ACCOUNT]);
    again.child.kill('SIGINT');
    expect(await again.ended(8000)).toBe(0);
  });

  test('takes over a folder whose holder died and whose process id was given to another process', async () => {
    writeFileSync(join(dataDir, 'prumo.lock'), JSON.stringify({ pid: process.pid, start: 'another time' }));
    const other = start();
    await addressOf(other);
    other.child.kill('SIGTERM');
    // Ctrl+C under npm arrives twice: from the terminal and from npm.
    other.child.kill('SIGTERM');
    expect(await other.ended(8000)).toBe(0);
  });
});

describe('a start that cannot go on says in one sentence what to do', () => {
  test('when the port is taken', async () => {
    const taken = createServer().listen(0, 'localhost');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const refused = start({ PORT: String(port) });
    expect(await refused.ended(10_000)).toBe(1);
    expect(refused.said().trim()).toMatch(new RegExp(`^A porta ${port} já está em uso: .*PORT=\\d+ npm start\\.$`));
    taken.close();
  });

  test('when DATABASE_URL leads nowhere, without repeating its password', async () => {
    const refused = start({ DATABASE_URL: 'postgres://prumo:segredo@127.0.0.1:1/prumo' });
    expect(await refused.ended(10_000)).toBe(1);
    expect(refused.said().trim()).toMatch(
      /^Não consegui conectar ao PostgreSQL de DATABASE_URL \(127\.0\.0\.1:1\/prumo\)/,
    );
    expect(refused.said()).not.toContain('segredo');
  });

  test('when a setting cannot be read', async () => {
    const refused = start({ PORT: 'oitenta' });
    expect(await refused.ended(10_000)).toBe(1);
    expect(refused.said().trim()).toBe('PORT=oitenta não serve: informe um número inteiro de 0 a 65535.');
  });
});
