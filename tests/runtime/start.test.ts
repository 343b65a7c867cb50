import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import supertest from 'supertest';
import { runningPostgres, startEmbeddedPostgres } from '#services/platform/db/postgres/embedded.ts';
import { clusterFolder, runner } from '#services/platform/db/postgres/place.ts';
import { killPrograms, run, type Program } from './kit.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'prumo-start-'));

const start = (environment: Record<string, string> = {}, detached = false): Program =>
  run(['bin/start.mjs'], { PORT: '0', DATA_DIR: dataDir, DEMO: 'off', ...environment }, detached);

const addressOf = (program: Program): Promise<string> => program.prints(/Prumo em (http:\S+)/);

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
beforeAll(() => run(['bin/build.mjs']).ended(300_000), 300_000);

afterEach(killPrograms);

afterAll(async () => {
  if (runningPostgres(dataDir)) await (await startEmbeddedPostgres({ dataDir })).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('npm start', () => {
  test('answers, rejects a second start on its folder with its address, and ends on SIGTERM', async () => {
    const first = start();
    const address = await addressOf(first);
    await supertest(address).get('/healthz').expect(200, { status: 'ok' });
    await supertest(address).get('/readyz').expect(200);
    await supertest(address)
      .get('/')
      .expect('content-type', /^text\/html/)
      .expect(200);
    await supertest(address).get('/api/v1/security/session').expect(401);

    const second = start();
    expect(await second.ended(10_000)).toBe(1);
    expect(second.output()).toContain(`processo ${first.child.pid}, em ${address}`);

    first.child.kill('SIGTERM');
    expect(await first.ended(8000)).toBe(0);
    expect(runningPostgres(dataDir)).toBeUndefined();
  });

  test('loses nothing when its process group is killed, and starts again over its remains', async () => {
    const killed = start({}, true);
    await addressOf(killed);
    await query(`insert into accounts (name) values ('${ACCOUNT}')`);
    process.kill(-Number(killed.child.pid), 'SIGKILL');
    await killed.ended(2000);
    // The database has a group of its own, so that Ctrl+C does not end it before those who use it.
    expect(runningPostgres(dataDir)).toBeDefined();

    const again = start();
    await addressOf(again);
    expect(await query('select name from accounts')).toEqual([ACCOUNT]);
    again.child.kill('SIGINT');
    expect(await again.ended(8000)).toBe(0);
  });

  test('restarts its database when that is killed, and has all rows', async () => {
    const kept = start();
    const address = await addressOf(kept);
    const pidFile = join(clusterFolder(dataDir, runner()), 'postmaster.pid');
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
    await kept.prints(/O PostgreSQL está de volta/);
    expect(kept.output()).toContain('O PostgreSQL terminou sozinho');
    await supertest(address).get('/readyz').expect(200);
    expect(await query('select name from accounts')).toEqual([ACCOUNT]);
    kept.child.kill('SIGTERM');
    expect(await kept.ended(8000)).toBe(0);
    expect(runningPostgres(dataDir)).toBeUndefined();
  });

  test('ends cleanly when it is stopped during its start', async () => {
    const hasty = start();
    await hasty.prints(/Iniciando o PostgreSQL/);
    hasty.child.kill('SIGTERM');
    expect(await hasty.ended(8000)).toBe(0);
    const next = start();
    await addressOf(next);
    next.child.kill('SIGTERM');
    expect(await next.ended(8000)).toBe(0);
  });

  test('takes over a folder whose holder died and whose process id was reused', async () => {
    writeFileSync(join(dataDir, 'prumo.lock'), JSON.stringify({ pid: process.pid, start: 'another time' }));
    const other = start();
    await addressOf(other);
    other.child.kill('SIGTERM');
    // Ctrl+C under npm arrives twice: from the terminal and from npm.
    other.child.kill('SIGTERM');
    expect(await other.ended(8000)).toBe(0);
  });
});

describe('A start that fails explains in one sentence what to do', () => {
  test('when the port is taken', async () => {
    const taken = createServer().listen(0, 'localhost');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const refused = start({ PORT: String(port) });
    expect(await refused.ended(10_000)).toBe(1);
    expect(refused.output().trim()).toMatch(new RegExp(`^A porta ${port} já está em uso: .*PORT=\\d+ npm start\\.$`));
    taken.close();
  });

  test('when DATABASE_URL is unreachable, without printing its password', async () => {
    const refused = start({ DATABASE_URL: 'postgres://prumo:segredo@127.0.0.1:1/prumo' });
    expect(await refused.ended(10_000)).toBe(1);
    expect(refused.output().trim()).toMatch(
      /^Não consegui conectar ao PostgreSQL de DATABASE_URL \(127\.0\.0\.1:1\/prumo\)/,
    );
    expect(refused.output()).not.toContain('segredo');
  });

  test('when a setting is invalid', async () => {
    const refused = start({ PORT: 'oitenta' });
    expect(await refused.ended(10_000)).toBe(1);
    expect(refused.output().trim()).toBe('PORT=oitenta não serve: informe um número inteiro de 0 a 65535.');
  });

  test('when DATA_DIR is not a folder, or a folder without subfolders allowed', async () => {
    for (const folder of ['package.json', '/proc/prumo']) {
      const refused = start({ DATA_DIR: folder });
      expect(await refused.ended(10_000)).toBe(1);
      expect(refused.output().trim()).toMatch(/^Não consegui preparar a pasta .* escolha outra com DATA_DIR\.$/);
    }
  });
});
