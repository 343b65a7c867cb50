import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Letter } from '#services/platform/mail.ts';
import { migrate } from '#services/platform/db/migrate.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#services/platform/db/postgres/embedded.ts';
import { openFolder } from '#services/platform/db/postgres/place.ts';
import { distribute } from '#services/platform/db/spread/distribute.ts';
import { machineUrl } from '#services/platform/db/spread/machines.ts';
import { reserve } from '#services/security/accounts/store.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { SeedKit, TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';

/**
 * The services on a coordinator and two machines, which are plain servers here: what Citus says of them (`spread`), two stubs
 * say. Accounts with even ids are on the first one, the others on the second.
 */
let home: TestDatabase;
let services: TestServices;
const servers: EmbeddedPostgres[] = [];
const folders: string[] = [];
const machines: SeedKit[] = [];
const users: TestUser[] = [];
const letters: Letter[] = [];

const run = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const newMachine = async (number: number): Promise<string> => {
  const dataDir = openFolder(mkdtempSync(join(tmpdir(), 'prumo-machine-')));
  folders.push(dataDir);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  servers.push(server);
  const { username, password, pathname } = new URL(home.ownerUrl);
  await run(server.url, `create database ${pathname.slice(1)}`);
  await run(server.url, `alter role ${username} password '${password}'`);
  const place = new URL(server.url).host;
  const url = machineUrl(home.ownerUrl, place);
  await migrate(url);
  await run(
    url,
    ['accounts', 'users', 'brands', 'outgoing_mail']
      .map((table) => `alter sequence ${table}_id_seq increment by 2 restart with ${1_000 + number}`)
      .join('; '),
  );
  machines.push(new SeedKit(url, () => new Date(TEST_NOW)));
  return place;
};

beforeAll(async () => {
  home = await createTestDatabase();
  const places = [await newMachine(0), await newMachine(1)];
  await run(
    home.ownerUrl,
    `create schema spread; grant usage on schema spread to prumo_app;
     create view spread.places as select unnest('{${places.join()}}'::text[]) as place; grant select on spread.places to prumo_app;
     create function spread.place_of(bigint) returns text language sql as $$ select ('{${places.join()}}'::text[])[$1 % 2 + 1] $$`,
  );
  const mail = { send: async (letter: Letter) => void letters.push(letter), close: () => undefined };
  services = await startServices({ createDatabase: async () => home, mail });
  for (const [index, machine] of machines.entries())
    users.push(await machine.user(await machine.account(), { login: `ana${index}@exemplo.com.br`, admin: true }));
});

afterAll(async () => {
  await services.stop();
  await Promise.all(machines.map((machine) => machine.close()));
  await Promise.all(servers.map((server) => server.stop()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const logIn = async ({ login }: TestUser): Promise<string> => {
  const { status, body } = await services.api.post('/oauth/token', {
    body: new URLSearchParams({ grant_type: 'password', username: login, password: TEST_PASSWORD }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic cHJ1bW8td2ViOg==' },
  });
  expect(status).toBe(200);
  return String(body.access_token);
};

const brandsOf = (machine: SeedKit | undefined) =>
  machine?.sql('select account_id::int as account, name from brands order by id');

describe('Accounts on several machines', () => {
  test('log in wherever they are, and write rows there and nowhere else', async () => {
    for (const user of users) {
      const token = await logIn(user);
      const { status } = await services.api.post('/api/v1/purchase/brand', {
        token,
        body: { name: `De ${user.login}` },
      });
      expect(status).toBe(200);
      const { body } = await services.api.get('/api/v1/purchase/brand', { token });
      expect(body.data.content.map(({ name }: { name: string }) => name)).toEqual([`De ${user.login}`]);
    }
    expect(await brandsOf(machines[0])).toEqual([{ account: 1_000, name: 'De ana0@exemplo.com.br' }]);
    expect(await brandsOf(machines[1])).toEqual([{ account: 1_001, name: 'De ana1@exemplo.com.br' }]);
    expect(await services.seed.sql('select from brands')).toEqual([]);
  });

  test('ask the machine of a session alone once it is known', async () => {
    const [user] = users.slice(1);
    if (!user) throw new Error('there is no user on the second machine');
    const token = await logIn(user);
    const costs = async () =>
      Number((await services.api.get('/api/v1/purchase/brand', { token })).headers['x-sql-queries']);
    const first = await costs();
    expect(await costs()).toBe(first - 1);
  });

  test('get their mails from every machine', async () => {
    for (const { login } of users)
      await services.api.post('/api/v1/security/recover-password', {
        body: login,
        headers: { 'content-type': 'text/plain' },
      });
    const addresses = () => letters.filter(({ kind }) => kind === 'RECOVERY').map(({ to }) => to.address);
    await eventually(() => addresses().sort()).toEqual(users.map(({ login }) => login));
  });

  test('are heard of when any of them changes', async () => {
    const heard: string[] = [];
    const stop = services.app.platform.notifications.on('session_changed', (payload) => heard.push(payload));
    for (const [index, machine] of machines.entries())
      await machine.sql('update users set active = false where id = $1', [users[index]?.id]);
    await eventually(() => heard).toEqual(users.map(({ id }) => String(id)));
    stop();
  });

  test('are not opened again by a login that one of them has, on whichever machine', async () => {
    for (const { login } of users) expect(await reserve(services.app.platform, login, 'request')).toBeNull();
    expect(await reserve(services.app.platform, 'nova@exemplo.com.br', 'request')).not.toBeNull();
  });
});

describe('A spread database', () => {
  test('is not migrated by a start, but by the command that spreads it', async () => {
    const pending = { name: '9999_next.sql', sql: 'create table next (id int)', checksum: 'next' };
    const { readMigrations } = await import('#services/platform/db/migrate.ts');
    await expect(migrate(home.ownerUrl, [...readMigrations(), pending])).rejects.toThrow('rode npm run distribute');
    expect(await services.seed.sql(`select where to_regclass('next') is not null`)).toEqual([]);
  });

  test('is not begun on a PostgreSQL without Citus', async () => {
    await expect(distribute(home.ownerUrl, () => {})).rejects.toThrow('não é um cluster Citus');
  });
});
