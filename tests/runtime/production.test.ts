import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { killPrograms, run } from './kit.ts';

/** Files of the product that need no build to run, and what was built. */
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'tests', 'bench']);

/** By hard links where the file system of both is the same. */
const copy = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    execFileSync('cp', ['-a', from, to]);
  }
};

/** The packages that `npm ci --omit=dev` installs, by the lock file. */
const packages = (): string[] => {
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>;
  };
  const outer = Object.keys(locked).filter((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path));
  return outer.filter((path) => locked[path]?.dev !== true && readdirSafe(path).length > 0);
};
const readdirSafe = (path: string): string[] => {
  try {
    return readdirSync(path);
  } catch {
    // Built for another platform.
    return [];
  }
};

let folder: string;
const start = () => run([join(folder, 'bin/start.mjs')], { PORT: '0', DATA_DIR: join(folder, '.data'), DEMO: 'off' });

beforeAll(async () => {
  expect(await run(['bin/build.mjs']).ended(300_000)).toBe(0);
  folder = mkdtempSync(join(tmpdir(), 'prumo-production-'));
  for (const name of readdirSync('.')) if (!LEFT_OUT.has(name)) copy(name, join(folder, name));
  for (const path of packages()) copy(path, join(folder, path));
}, 360_000);
afterEach(killPrograms);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('With the packages of npm ci --omit=dev alone, npm start runs what was built', async () => {
  expect(readdirSync(join(folder, 'node_modules'))).not.toContain('vite');
  const program = start();
  const address = await program.prints(/Prumo em (http:\S+)/, 60_000);
  expect(program.output()).not.toContain('Construindo');
  await supertest(address).get('/readyz').expect(200);
  await supertest(address)
    .get('/prumoid')
    .expect('content-type', /^text\/html/)
    .expect(200);
  await supertest(address).get('/api/v1/openapi.json').expect(200);
  program.child.kill('SIGTERM');
  expect(await program.ended(15_000)).toBe(0);
}, 120_000);

test('Sources that changed since they were built are refused, and it says what to do', async () => {
  const source = join(folder, 'services/policy.ts');
  const text = readFileSync(source, 'utf8');
  // The link is broken before: the source of this checkout stays as it is.
  rmSync(source);
  appendFileSync(source, `${text}\n// changed\n`);
  const refused = start();
  expect(await refused.ended(30_000)).toBe(1);
  expect(refused.output().trim()).toMatch(
    /^O que está em dist não foi construído destes arquivos .*"npm run build".*"npm ci --omit=dev"\.$/,
  );
}, 60_000);
