import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { follower, type Follower } from '#tests/support/follower.ts';
import { socketsOf } from '#tests/support/gateway.ts';
import { SeedKit, TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { foundOffice, roundOf, send } from './books.ts';
import { startStack, until, type Part, type Stack } from './stack.ts';
import type { Office, Write } from './write.ts';

const CLIENT = 'Basic cHJ1bW8td2ViOg==';
const EXPIRED = 'Sua sessão expirou. Acesse novamente';

let stack: Stack;
let rows: SeedKit;
let office: Office;
let here: Part;
let there: Part;
const followers: Follower[] = [];

beforeAll(async () => {
  stack = await startStack({ services: 2, gateways: 2 });
  rows = new SeedKit(stack.ownerUrl, () => new Date());
  office = await foundOffice(rows);
  [here, there] = stack.gateways as [Part, Part];
  // The first message; after it, every subscriber is connected.
  await payAt(here);
}, 300_000);
afterEach(() => followers.splice(0).forEach((one) => one.close()));
afterAll(async () => {
  await rows?.close();
  await stack?.stop();
});

const follow = async ({ address }: Part, token: string): Promise<Follower> => {
  const [newest] = await rows.sql<{ id: string }>('select max(id)::text as id from assistant_messages');
  const one = await follower({ socket: socketsOf(address) }, token, String(newest?.id));
  followers.push(one);
  return one;
};

const person = async (): Promise<{ user: TestUser; token: string }> => {
  const grants = office.buildings.map((buildingId) => ({
    companyId: office.companyId,
    buildingId,
    permissions: ['DEBIT' as const, 'CREDIT' as const],
  }));
  const user = await rows.user(office.accountId, { grants });
  return { user, token: await rows.tokenOf(user) };
};

const call = ({ address }: Part, path: string, token: string, method = 'GET') =>
  fetch(address + path, { method, headers: { authorization: `Bearer ${token}` } });

const session = async (gateway: Part, token: string) => {
  const response = await fetch(`${gateway.address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ session { admin companies { id } } }' }),
  });
  return (await response.json()) as { data: object | null; errors?: { message: string }[] };
};

const logIn = async ({ address }: Part, login: string, password: string) => {
  const response = await fetch(`${address}/oauth/token`, {
    method: 'POST',
    headers: { authorization: CLIENT },
    body: new URLSearchParams({ grant_type: 'password', username: login, password }),
  });
  return { status: response.status, body: (await response.json()) as { access_token?: string } };
};

/** Creates an expense and pays its first installment as the administrator, about which the assistant sends a message. */
const payAt = async (gateway: Part): Promise<void> => {
  for await (const write of roundOf(office, `aviso-${randomUUID().slice(0, 8)}`)) {
    expect(await send(gateway.address, office.token, write)).toBe(true);
    if (write.kind === 'payment') return;
  }
};

test('A message reaches its user through any of two services and gateways', async () => {
  const [near, far] = [await follow(here, office.token), await follow(there, office.token)];
  for (const gateway of [here, there]) {
    await payAt(gateway);
    const [atNear, atFar] = [await near.next(), await far.next()];
    expect(atNear.id).toBe(atFar.id);
    expect(atNear.text).toMatch(/Itaú/);
  }
}, 30_000);

test('A message sent while a service is down arrives when it is back', async () => {
  const listening = await follow(here, office.token);
  await payAt(here);
  expect((await listening.next()).text).toMatch(/Itaú/);
  const services = stack.services[0] as Part;
  await services.kill();
  await payAt(there);
  await services.start();
  expect((await listening.next(10_000)).text).toMatch(/Itaú/);
}, 30_000);

test('A logout at one gateway ends the session at the other, for requests and open sockets', async () => {
  const { token } = await person();
  const listening = await follow(there, token);
  expect((await session(there, token)).data).not.toBeNull();
  expect((await call(here, '/api/v1/security/token', token, 'DELETE')).status).toBe(200);
  expect((await session(there, token)).errors?.[0]?.message).toBe(EXPIRED);
  expect((await call(there, '/api/v1/security/session', token)).status).toBe(401);
  expect(await listening.closed()).toBe(4401);
});

test('A permission revoked at one gateway is revoked at the other, for requests and open sockets', async () => {
  const { user, token } = await person();
  const listening = await follow(there, token);
  const list = `/api/v1/financial/company/${office.companyId}/debit`;
  expect((await call(there, list, token)).status).toBe(200);
  const [stored] = await rows.sql<{ version: number }>('select version from users where id = $1', [user.id]);
  const response = await fetch(`${here.address}/api/v1/financial/account/${office.accountId}/user`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${office.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      id: user.id,
      version: Number(stored?.version),
      login: user.login,
      name: 'Sem nada',
      permissions: {},
    }),
  });
  expect([response.status, await response.json()]).toMatchObject([200, { ok: true }]);
  // For a user without a grant there, the company does not exist.
  expect([403, 404]).toContain((await call(there, list, token)).status);
  expect(await listening.closed()).toBe(4403);
});

test('Wrong passwords are counted over both services, and a token of one is valid at the other', async () => {
  const { user } = await person();
  const opened = await logIn(here, user.login, TEST_PASSWORD);
  expect((await call(there, '/api/v1/security/session', String(opened.body.access_token))).status).toBe(200);
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    statuses.push((await logIn(guess % 2 ? here : there, user.login, `chute-${guess}`)).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
});

test('A command sent to both services at once runs once, and both return the same answer', async () => {
  const input = (name: string): Write => ({
    kind: 'transfer',
    name,
    key: `ambos-${name}`,
    path: `/api/v1/financial/companies/${office.companyId}/transfers`,
    method: 'POST',
    type: 'application/json',
    body: {
      amount: '1.00',
      date: '2026-06-01',
      sourceWalletId: office.wallets[0],
      targetWalletId: office.wallets[1],
      description: name,
    },
    answers: [],
  });
  const name = randomUUID();
  const writes = Array.from({ length: 8 }, () => input(name));
  await Promise.all(writes.map((write, index) => send((index % 2 ? here : there).address, office.token, write)));
  expect(new Set(writes.map(({ answers }) => JSON.stringify(answers))).size).toBe(1);
  const [found] = await rows.sql<{ count: string }>('select count(*) from transfers where description = $1', [name]);
  expect(found?.count).toBe('1');
});

test('Both gateways report a database outage, and both recover by themselves', async () => {
  await stack.database.kill();
  for (const gateway of [here, there]) {
    expect((await session(gateway, office.token)).errors?.[0]?.message).toMatch(/indisponível|Falha/);
  }
  await stack.database.start();
  for (const gateway of [here, there]) {
    await until(async () => (await session(gateway, office.token)).data !== null, 5_000, gateway.name);
  }
  const listening = await follow(there, office.token);
  await payAt(here);
  expect((await listening.next()).text).toMatch(/Itaú/);
}, 30_000);
