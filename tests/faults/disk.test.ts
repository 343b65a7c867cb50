import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '#services/platform/db/postgres/startError.ts';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { SeedKit } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { differencesOf, foundOffice, roundOf, send } from './books.ts';
import { startProgram, type WholeProgram } from './program.ts';
import { until } from './stack.ts';
import type { Office, Write } from './write.ts';

const MIB = 1024 * 1024;
const FULL =
  'Não há espaço em disco para gravar: nada foi salvo. Consultas continuam funcionando; avise quem cuida do servidor.';

describe('A disk with little free space', () => {
  let services: TestServices;
  let token: string;
  let room = 1_000 * MIB;
  let path: string;

  beforeAll(async () => {
    services = await startServices({ storage: { folder: '/', reserve: 128 * MIB, free: async () => room } });
    const { seed } = services;
    const office = await foundOffice(seed);
    ({ token } = office);
    path = `/api/v1/financial/account/${office.accountId}/category`;
  });
  afterEach(() => {
    room = 1_000 * MIB;
  });
  afterAll(() => services.stop());

  const create = (name: string, key: string) =>
    services.api.post(path, { token, body: { name, type: 'DEBIT' }, headers: { 'idempotency-key': key } });

  test('rejects new writes in Portuguese, repeats earlier answers, and allows reads', async () => {
    const first = await create('Aço', 'aco');
    expect(first.status).toBe(200);
    room = 127 * MIB;
    expect(await create('Areia', 'areia')).toMatchObject({
      status: 507,
      body: { message: FULL, error: 'UNAVAILABLE' },
    });
    expect(await create('Aço', 'aco')).toMatchObject({ status: 200, body: first.body });
    const { body } = await services.api.get(path, { token });
    expect(body.data.content.map(({ name }: { name: string }) => name)).toEqual(['Aço']);
    room = 129 * MIB;
    expect((await create('Areia', 'areia')).status).toBe(200);
  });

  test('allows login and logout', async () => {
    room = 0;
    const user = await services.seed.user(await services.seed.account(), { admin: true });
    const form = new URLSearchParams({ grant_type: 'password', username: user.login, password: user.password });
    const logIn = await services.api.post('/oauth/token', {
      body: form.toString(),
      headers: { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(logIn.status).toBe(200);
    const own = logIn.body.access_token;
    expect((await services.api.delete('/api/v1/security/token', { token: own })).status).toBe(200);
    expect((await services.api.get('/api/v1/security/session', { token: own })).status).toBe(401);
  });

  test('is not checked where the database runs elsewhere, whose own error has the same message', async () => {
    // Raises PostgreSQL's error for a full disk in place of the table's write.
    await services.seed.sql(`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    await services.seed.sql('create trigger no_room before insert on categories execute function no_room()');
    expect(await create('Brita', 'brita')).toMatchObject({ status: 507, body: { message: FULL } });
    await services.seed.sql('drop trigger no_room on categories');
    expect((await create('Brita', 'brita')).status).toBe(200);
  });
});

/** Mounts a small disk where the user may; else prints the reason and returns false. */
const mountSmallDisk = (folder: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=711', 'tmpfs', folder], { stdio: 'pipe' });
    return true;
  } catch (error) {
    process.stdout.write(`disk full: no real small disk here, only the counted one above (${String(error)})\n`);
    return false;
  }
};

describe('A real disk that fills up under the whole program', () => {
  const place = mkdtempSync(join(tmpdir(), 'prumo-disk-'));
  const mounted = mountSmallDisk(place);
  let whole: WholeProgram | undefined;
  const sent: Write[] = [];
  const filler = join(place, 'filler');

  afterAll(async () => {
    rmSync(filler, { force: true });
    await whole?.stop();
    if (mounted) execFileSync('umount', [place]);
    rmSync(place, { recursive: true, force: true });
  });

  const free = (): number => {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  };
  const fill = (left: number): void => {
    const [mebibyte, page] = [Buffer.alloc(MIB), Buffer.alloc(4096)];
    try {
      while (free() >= left + MIB) appendFileSync(filler, mebibyte);
      while (free() > left) appendFileSync(filler, page);
    } catch (error) {
      if (codeOf(error) !== 'ENOSPC') throw error;
    }
  };
  const rowsOf = async <T>(work: (rows: SeedKit) => Promise<T>): Promise<T> => {
    const rows = new SeedKit(whole?.ownerUrl() ?? '', () => new Date());
    try {
      return await work(rows);
    } finally {
      await rows.close();
    }
  };
  const get = (office: Office, path: string) =>
    fetch(`${whole?.address}${path}`, { headers: { authorization: `Bearer ${office.token}` } });
  const writeRound = async (office: Office, name: string): Promise<void> => {
    for await (const write of roundOf(office, name)) {
      sent.push(write);
      expect([write.key, await send(whole?.address ?? '', office.token, write)]).toEqual([write.key, true]);
    }
  };
  const refused = async (office: Office): Promise<void> => {
    for await (const write of roundOf(office, 'cheio')) {
      const response = await fetch(`${whole?.address}${write.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${office.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(write.body),
      });
      expect([response.status, (await response.json()) as object]).toMatchObject([507, { message: FULL }]);
      return;
    }
  };
  const reads = async (office: Office): Promise<void> => {
    expect((await get(office, `/api/v1/financial/company/${office.companyId}/debit`)).status).toBe(200);
    expect((await get(office, '/')).status).toBe(200);
  };

  test('rejects writes, allows reads, loses nothing, and recovers when space is free again', async () => {
    if (!mounted) return;
    const dataDir = join(place, 'data');
    mkdirSync(dataDir);
    whole = await startProgram({ DISK_RESERVE_MB: '64' }, dataDir);
    const office = await rowsOf(foundOffice);
    await writeRound(office, 'antes');

    for (const left of [60 * MIB, 0]) {
      fill(left);
      await refused(office);
      await reads(office);
      rmSync(filler);
      await writeRound(office, `depois-de-${left}`);
    }

    // Another program fills the disk and PostgreSQL stops; it restarts once there is space.
    fill(0);
    await whole.database.kill();
    await until(async () => /Continuo tentando/.test(whole?.output() ?? ''), 30_000, 'a start without room');
    expect((await get(office, `/api/v1/financial/company/${office.companyId}/debit`)).status).toBe(503);
    rmSync(filler);
    await until(async () => (await get(office, '/readyz')).status === 200, 30_000, 'the database with room');
    await writeRound(office, 'no-fim');

    expect(await rowsOf((rows) => differencesOf(rows, sent))).toEqual([]);
    expect((await verifyLedger(whole.ownerUrl())).differences).toEqual([]);
  }, 120_000);
});
