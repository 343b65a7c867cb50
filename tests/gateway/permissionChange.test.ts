import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CloseCode } from 'graphql-ws';
import { setTimeout as wait } from 'node:timers/promises';
import { postMessage } from '#services/assistant/postMessage.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

let services: TestServices;
let gateway: TestGateway;
let office: Office;

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
  office = await openOffice(services.seed, 'Ipê');
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const SUBSCRIPTION = 'subscription { assistantMessageAdded { text } }';
const UPDATE = `mutation ($id: ID!, $version: Int!, $input: UserInput!) {
  updateUser(id: $id, version: $version, input: $input) { user { id version status permissions { companyId buildingId permissions } } }
}`;

/** Subscribes over a real socket and records messages and the close code. */
const follow = async (token: string) => {
  const texts: string[] = [];
  let opened = (): void => undefined;
  const open = new Promise<void>((resolve) => (opened = resolve));
  let closed = (_code: number): void => undefined;
  const over = new Promise<number>((resolve) => (closed = resolve));
  const client = gateway.socket({ token });
  client.on('connected', () => opened());
  client.on('closed', (event) => closed((event as { code: number }).code));
  client.subscribe<{ assistantMessageAdded: { text: string } }>(
    { query: SUBSCRIPTION },
    {
      next: ({ data }) => void (data && texts.push(data.assistantMessageAdded.text)),
      error: () => undefined,
      complete: () => undefined,
    },
  );
  await Promise.race([open, over]);
  return { texts, over, close: () => void client.dispose() };
};

const say = (text: string, user: TestUser) =>
  services.app.platform.command(
    { accountId: user.accountId, userId: user.id },
    { route: 'test', requestId: null },
    (trx, work) => postMessage(trx, work, { userIds: [user.id], kind: 'INFO', text }),
  );

const until = async (holds: () => boolean) => {
  for (let tries = 0; tries < 200 && !holds(); tries += 1) await wait(25);
  expect(holds()).toBe(true);
};

/** Waits until the stream is open; only later messages are delivered. */
const receives = async (socket: Awaited<ReturnType<typeof follow>>, user: TestUser) => {
  for (let tries = 0; tries < 100 && socket.texts.length === 0; tries += 1) {
    await say('olá', user);
    await wait(50);
  }
  expect(socket.texts[0]).toBe('olá');
};

const person = (permissions: ('DEBIT' | 'CREDIT')[]) =>
  services.seed.user(office.accountId, { grants: [{ companyId: office.companyId, permissions }] });

const update = (user: TestUser, version: number, input: object) =>
  gateway.ask(UPDATE, {
    token: office.admin,
    variables: { id: String(user.id), version, input: { login: user.login, name: 'Pessoa', ...input } },
  });

const grant = (permissions: string[]) => ({
  permissions: [{ companyId: String(office.companyId), buildingId: null, permissions }],
});

describe('A change of permissions over GraphQL', () => {
  test('applies from the next request on, and keeps a subscription that is still allowed', async () => {
    const user = await person(['DEBIT', 'CREDIT']);
    const token = await services.seed.tokenOf(user);
    const socket = await follow(token);
    await receives(socket, user);
    const wallets = `{ wallets(companyId: "${office.companyId}") { totalElements } walletsSummary: session { permissions { permissions } } }`;
    expect((await gateway.ask(wallets, { token })).errors).toBeUndefined();

    const changed = await update(user, 1, grant(['CREDIT']));
    expect(changed.data.updateUser.user.permissions).toEqual([
      { companyId: String(office.companyId), buildingId: null, permissions: ['CREDIT'] },
    ]);
    const answer = await gateway.ask(`{ transactions(companyId: "${office.companyId}", type: DEBIT) { size } }`, {
      token,
    });
    expect(answer.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    await say('ainda aqui', user);
    await until(() => socket.texts.includes('ainda aqui'));
    socket.close();
  });

  test('that revokes the last one closes the subscription with 4403, and rejects a new one', async () => {
    const user = await person(['DEBIT']);
    const token = await services.seed.tokenOf(user);
    const socket = await follow(token);
    await receives(socket, user);
    await update(user, 1, { permissions: [] });
    expect(await socket.over).toBe(CloseCode.Forbidden);
    const again = await follow(token);
    expect(await again.over).toBe(CloseCode.Forbidden);
    const refused = await gateway.ask(`{ companies { totalElements } }`, { token });
    expect(refused.errors?.[0]).toMatchObject({ message: 'Nenhuma empresa disponível' });
    socket.close();
    again.close();
  });

  test('that deactivates the user closes the subscription with 4401', async () => {
    const user = await person(['DEBIT']);
    const socket = await follow(await services.seed.tokenOf(user));
    await receives(socket, user);
    expect((await update(user, 1, { active: false })).data.updateUser.user.status).toBe('INACTIVE');
    expect(await socket.over).toBe(CloseCode.Unauthorized);
    socket.close();
  });
});

describe('Users over GraphQL', () => {
  test('are created with their permissions, found, invited again and deleted', async () => {
    const token = office.admin;
    const buildingId = String(await services.seed.building(office, { name: 'Torre Sul' }));
    const companyId = String(office.companyId);
    const permissions = [
      { companyId, buildingId, permissions: ['DEBIT'] },
      { companyId, buildingId: null, permissions: ['PURCHASE'] },
    ];
    const created = await gateway.ask(
      'mutation ($input: UserInput!) { createUser(input: $input) { user { id status permissions { companyId buildingId permissions } invitation { state } } } }',
      { token, variables: { input: { login: 'ana@exemplo.com.br', name: 'Ana', permissions } } },
    );
    const made = created.data.createUser.user;
    expect(made).toMatchObject({ status: 'INVITED', invitation: { state: 'QUEUED' } });
    expect(made.permissions).toEqual(expect.arrayContaining(permissions));

    const found = await gateway.ask(
      '{ users(filter: { search: "ana@", status: INVITED }) { totalElements content { id name } } grantableCompanies { id buildings { id name active } } }',
      { token },
    );
    expect(found.data.users).toEqual({ totalElements: 1, content: [{ id: made.id, name: 'Ana' }] });
    expect(found.data.grantableCompanies).toEqual([
      { id: companyId, buildings: expect.arrayContaining([{ id: buildingId, name: 'Torre Sul', active: true }]) },
    ]);
    const invited = await gateway.ask('mutation ($id: ID!) { inviteUser(id: $id) { user { id } } }', {
      token,
      variables: { id: made.id },
    });
    expect(invited.errors).toBeUndefined();
    const twice = await gateway.ask(
      'mutation { createUser(input: { login: "ana@exemplo.com.br", name: "Outra" }) { user { id } } }',
      { token },
    );
    expect(twice.errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      fields: [{ path: 'login', message: 'Já existe um usuário com este e-mail.' }],
    });
    const gone = await gateway.ask('mutation ($id: ID!) { deleteUser(id: $id) { id } }', {
      token,
      variables: { id: made.id },
    });
    expect(gone.data.deleteUser).toEqual({ id: made.id });
  });

  test('have their addresses checked by one call, against users of the same account, and only so often', async () => {
    const [own, stranger] = [await openOffice(services.seed, 'Jatobá'), await openOffice(services.seed, 'Peroba')];
    const check = (email: string) =>
      gateway.ask('query ($email: String!) { emailCheck(email: $email) { valid available } }', {
        token: own.admin,
        variables: { email },
      });
    const CHECK = 'GET /api/v1/security/user/check-email/:email';
    for (const [email, valid, available, calls] of [
      [own.adminUser.login, true, false, 1],
      [` ${own.adminUser.login.toUpperCase()}`, true, false, 1],
      [stranger.adminUser.login, true, true, 1],
      ['livre/obra+1@exemplo.com.br', true, true, 1],
      ['torto', false, false, 0],
      // As part of a path these would name the list of users, or nothing.
      ['', false, false, 0],
      ['..', false, false, 0],
      [`${'a'.repeat(250)}@b.de`, false, false, 0],
    ] as const) {
      const { data, errors, restCalls } = await check(email);
      expect([email, data.emailCheck, errors]).toEqual([email, { valid, available }, undefined]);
      expect([email, restCalls.filter((call) => call === CHECK).length]).toEqual([email, calls]);
    }
    // The four calls above are of the same quarter of an hour.
    for (let index = 0; index < 56; index += 1)
      expect((await check(`n${index}@exemplo.com.br`)).errors).toBeUndefined();
    const { data, errors } = await check('mais.uma@exemplo.com.br');
    expect([data.emailCheck, errors?.[0]?.extensions.code]).toEqual([null, 'RATE_LIMITED']);
  });

  test('are accessible to admins only', async () => {
    const token = await services.seed.tokenOf(await person(['DEBIT', 'CREDIT']));
    const { errors } = await gateway.ask(
      '{ users { size } grantableCompanies { id } user(id: "1") { name } emailCheck(email: "a@b.de") { available } }',
      { token },
    );
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(Array(4).fill('FORBIDDEN'));
  });
});
