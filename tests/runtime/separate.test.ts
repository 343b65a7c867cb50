import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { SeedKit } from '#tests/support/seedKit.ts';
import { killPrograms, run, type Program } from './kit.ts';

const ROLE = `dono_${process.pid}`;
const dataDir = mkdtempSync(join(tmpdir(), 'prumo-separate-'));
let database: TestDatabase;
let superuser: SeedKit;
/** An external PostgreSQL, with a role without superuser rights that owns its database. */
let environment: Record<string, string>;

beforeAll(async () => {
  await run(['bin/build.mjs']).ended(300_000);
  database = await createEmptyDatabase();
  superuser = new SeedKit(database.ownerUrl, () => new Date());
  await superuser.sql(`create role ${ROLE} login password 'segredo' nosuperuser`);
  await superuser.sql(`grant prumo_app to ${ROLE}`);
  const url = new URL(database.url);
  await superuser.sql(`alter database ${url.pathname.slice(1)} owner to ${ROLE}`);
  [url.username, url.password] = [ROLE, 'segredo'];
  environment = { DATABASE_URL: url.href, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' };
}, 300_000);

afterEach(killPrograms);

afterAll(async () => {
  await superuser?.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const tool = async (words: string[]): Promise<{ code: number | null; output: string }> => {
  const program = run(words, environment);
  return { code: await program.ended(60_000), output: program.output().trim() };
};

const portOf = (program: Program): Promise<string> => program.prints(/na porta (\d+)/);

describe('On an own PostgreSQL whose owner is an ordinary role,', () => {
  test('the tools fill, check and empty the database, and report it', async () => {
    const seeded = await tool(['dist/demo.js', 'seed']);
    expect(seeded).toMatchObject({ code: 0, output: expect.stringContaining('admin@demo.prumo') });
    const again = await tool(['dist/demo.js', 'seed']);
    expect(again).toMatchObject({ code: 1, output: expect.stringMatching(/^O banco já tem dados/) });
    expect((await tool(['dist/verifyLedger.js'])).code).toBe(0);
    const file = join(dataDir, 'copy.sql.gz');
    expect(await tool(['dist/backup.js', file])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Cópia gravada/),
    });
    expect(await tool(['dist/restore.js', file])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/--substituir/),
    });
    expect(await tool(['dist/demo.js', 'remove'])).toEqual({ code: 0, output: 'Empresa de demonstração removida.' });
    const restored = await tool(['dist/restore.js', file]);
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringMatching(/restaurada: \d+ linhas.*Nenhuma diferença\.$/s),
    });
    expect(await tool(['dist/demo.js', 'remove'])).toEqual({ code: 0, output: 'Empresa de demonstração removida.' });
    expect(await superuser.sql('select from accounts')).toEqual([]);
    expect((await tool(['dist/verifyLedger.js'])).code).toBe(0);
    expect(await tool(['dist/demo.js'])).toMatchObject({ code: 1, output: expect.stringMatching(/^Use npm run demo/) });
  }, 90_000);

  test('services and gateway run separately, survive each other, and end on SIGTERM', async () => {
    const services = run(['dist/services.js'], { ...environment, SERVICES_PORT: '0', DEMO: 'on' });
    const servicesPort = await portOf(services);
    const gateway = run(['dist/gateway.js'], {
      HOST: '127.0.0.1',
      PORT: '0',
      FINANCIAL_URL: `http://127.0.0.1:${servicesPort}`,
      ...Object.fromEntries(
        ['PURCHASE', 'ENGINEERING', 'SECURITY', 'LOCATION', 'MESSAGE', 'IDENTITY'].map((name) => [`${name}_URL`, '']),
      ),
    });
    const address = `http://127.0.0.1:${await portOf(gateway)}`;
    const logIn = () =>
      supertest(address)
        .post('/oauth/token')
        .set('authorization', 'Basic cHJ1bW8td2ViOg==')
        .type('form')
        .send({ grant_type: 'password', username: 'financeiro@demo.prumo', password: 'prumo-demo' });
    expect((await logIn()).status).toBe(200);
    await supertest(address).get('/readyz').expect(200);

    services.child.kill('SIGTERM');
    expect(await services.ended(10_000)).toBe(0);
    expect((await logIn()).status).toBeGreaterThanOrEqual(502);
    await supertest(address).get('/healthz').expect(200);
    await supertest(address).get('/').expect(200);

    const back = run(['dist/services.js'], { ...environment, SERVICES_PORT: servicesPort });
    await portOf(back);
    expect((await logIn()).status).toBe(200);
    gateway.child.kill('SIGTERM');
    back.child.kill('SIGTERM');
    expect([await gateway.ended(10_000), await back.ended(10_000)]).toEqual([0, 0]);
  }, 90_000);

  test('each process names its missing setting', async () => {
    const services = run(['dist/services.js'], { ...environment, DATABASE_URL: '' });
    const gateway = run(['dist/gateway.js'], { FINANCIAL_URL: '', PORT: '0' });
    expect([await services.ended(10_000), await gateway.ended(10_000)]).toEqual([1, 1]);
    expect(services.output()).toMatch(/^Falta DATABASE_URL: .*\.\n$/);
    expect(gateway.output()).toMatch(/^Falta FINANCIAL_URL: .*\.\n$/);
  });
});
