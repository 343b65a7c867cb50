import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mailTo, readOutbox } from '#tests/support/mailbox.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

let services: TestServices;
let office: Office;
let stranger: Office;
let towerId: number;

const users = (accountId = office.accountId) => `/api/v1/financial/account/${accountId}/user`;
const user = (id: number) => `/api/v1/financial/user/${id}`;
const session = '/api/v1/security/session';

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed, 'Ipê');
  stranger = await openOffice(services.seed, 'CANARIO');
  towerId = await services.seed.building(office, { name: 'Torre' });
});
afterAll(() => services.stop());

const add = (body: object, token = office.admin) => services.api.post(users(), { token, body });
const change = (body: object, token = office.admin) => services.api.put(users(), { token, body });
const dataDir = () => services.app.platform.dataDir;

describe('Users of an account', () => {
  test('are created by an admin with their permissions, invited by mail, listed, changed and read', async () => {
    const { api } = services;
    const permissions = { [office.companyId]: { [towerId]: ['CREDIT', 'DEBIT'], '-1': ['PURCHASE'] } };
    const made = await add({ login: ' Ana.Souza@Exemplo.com.br ', name: 'Ana  Souza', permissions });
    expect(made.body.data).toEqual({
      id: expect.any(Number),
      login: 'ana.souza@exemplo.com.br',
      newLogin: null,
      name: 'Ana Souza',
      service: false,
      responsible: null,
      tokensUntil: null,
      admin: false,
      active: true,
      status: 'INVITED',
      emailConfirmed: false,
      permissions,
      groupPermissions: {},
      managedBy: null,
      lastLoginAt: null,
      secondFactor: false,
      invitation: { requestedAt: '2026-11-20T15:00:00.000Z', state: 'QUEUED', expiresAt: null },
      account: { id: office.accountId },
      version: 1,
    });
    const mail = await mailTo(dataDir(), 'ana.souza@exemplo.com.br');
    expect(mail).toMatchObject({ kind: 'invitation', subject: 'Ipê convidou você para o Prumo' });
    expect(mail.text).toContain('Olá, Ana Souza.');
    expect(mail.link).toMatch(/^\/first-password\/[\w-]{43}$/);

    const { id } = made.body.data;
    let read = await api.get(user(id), { token: office.admin });
    for (let tries = 0; tries < 100 && read.body.data.invitation.state === 'QUEUED'; tries += 1) {
      read = await api.get(user(id), { token: office.admin });
    }
    expect(read.body.data.invitation).toMatchObject({ state: 'SENT', expiresAt: '2026-11-27T15:00:00.000Z' });
    const listed = await api.get(users(), { token: office.admin, query: { search: 'ana souza', status: 'INVITED' } });
    expect(listed.body.data.content).toEqual([read.body.data]);

    const fewer = { [office.companyId]: { [towerId]: ['DEBIT'] } };
    const changed = await change({ id, version: 1, login: made.body.data.login, name: 'Ana', permissions: fewer });
    expect(changed.body.data).toMatchObject({ name: 'Ana', permissions: fewer, version: 2 });
    const kept = await change({ id, version: 2, login: made.body.data.login, name: 'Ana' });
    expect(kept.body.data.permissions).toEqual(fewer);
    expect((await change({ id, version: 1, login: made.body.data.login, name: 'X' })).status).toBe(409);
    const history = await services.seed.sql<{ details: unknown }>(
      `select details from audit_log where action = 'grant' and entity_id = $1 order by id desc limit 1`,
      [id],
    );
    const cell = (building: number, permission: string) => `${office.companyId}/${building}/${permission}`;
    expect(history[0]?.details).toEqual({
      added: [],
      removed: expect.arrayContaining([cell(towerId, 'CREDIT'), cell(-1, 'PURCHASE')]),
    });
  });

  test('have a unique address in their account, and a valid mail address', async () => {
    await add({ login: 'unico@exemplo.com.br', name: 'Um' });
    const again = await add({ login: 'UNICO@exemplo.com.br', name: 'Dois' });
    expect([again.status, again.body.fields]).toEqual([
      409,
      [{ path: 'login', message: 'Já existe um usuário com este e-mail.' }],
    ]);
    const person = await services.seed.user(office.accountId);
    const taken = await change({ id: person.id, version: 1, login: 'unico@exemplo.com.br', name: 'Três' });
    expect([taken.status, taken.body.fields]).toEqual([
      409,
      [{ path: 'login', message: 'Já existe um usuário com este e-mail.' }],
    ]);
    for (const login of [
      'x',
      'a@b',
      'a b@exemplo.com.br',
      'a@exemplo..com',
      '<a@exemplo.com>',
      'a@exemplo.com\r\nBcc: b@c.de',
    ]) {
      const answer = await add({ login, name: 'Torto' });
      expect([login, answer.status, answer.body.fields[0].path]).toEqual([login, 400, 'login']);
    }
    const check = (email: string) =>
      services.api.get(`/api/v1/security/user/check-email/${encodeURIComponent(email)}`, { token: office.admin });
    expect((await check('Unico@exemplo.com.br')).body.data).toEqual({ valid: true, available: false });
    expect((await check('livre@exemplo.com.br')).body.data).toEqual({ valid: true, available: true });
    expect((await check('torto')).body.data).toEqual({ valid: false, available: false });
  });

  test('are limited in checks of addresses, and in mails', async () => {
    const own = await openOffice(services.seed, 'Sisal');
    const check = (index: number) =>
      services.api.get(`/api/v1/security/user/check-email/n${index}%40exemplo.com.br`, {
        token: own.admin,
        from: `10.4.0.${index}`,
      });
    const checks = [];
    for (let index = 0; index < 61; index += 1) checks.push((await check(index)).status);
    expect(checks).toEqual([...Array<number>(60).fill(200), 429]);
    const invitations = [];
    for (let index = 0; index < 41; index += 1) {
      const body = { login: `m${index}@exemplo.com.br`, name: 'M' };
      invitations.push((await services.api.post(users(own.accountId), { token: own.admin, body })).status);
    }
    expect(invitations).toEqual([...Array<number>(40).fill(200), 429]);
  }, 60_000);

  test('get permissions only on companies and buildings of their account', async () => {
    const foreign = await services.seed.building(stranger);
    const other = await services.seed.company(office.accountId);
    const wrong = [
      { [stranger.companyId]: { '-1': ['DEBIT'] } },
      { [office.companyId]: { [foreign]: ['DEBIT'] } },
      { [other]: { [towerId]: ['DEBIT'] } },
      { 999999: { '-1': ['DEBIT'] } },
    ];
    for (const permissions of wrong) {
      const answer = await add({ login: 'perdido@exemplo.com.br', name: 'Perdido', permissions });
      expect([answer.status, answer.body.fields[0].path]).toEqual([
        422,
        expect.stringMatching(/^permissions\.\d+\.-?\d+$/),
      ]);
    }
    const malformed = [
      { x: { '-1': ['DEBIT'] } },
      { [office.companyId]: { y: ['DEBIT'] } },
      { [office.companyId]: { '-1': ['ALL'] } },
    ];
    for (const permissions of malformed) {
      expect((await add({ login: 'perdido@exemplo.com.br', name: 'Perdido', permissions })).status).toBe(400);
    }
    expect(await services.seed.sql(`select 1 from users where login = 'perdido@exemplo.com.br'`)).toEqual([]);
  });

  test('have changed permissions on their next request, and lose their sessions when they are deactivated', async () => {
    const { api, seed } = services;
    const person = await seed.user(office.accountId, {
      grants: [{ companyId: office.companyId, permissions: ['DEBIT', 'CREDIT'] }],
    });
    const token = await seed.tokenOf(person);
    const wallets = () => api.get(`/api/v1/financial/company/${office.companyId}/bank`, { token });
    expect((await wallets()).status).toBe(200);
    const body = { id: person.id, login: person.login, name: 'Pessoa' };
    const other = { [office.companyId]: { '-1': ['PURCHASE'] } };
    expect((await change({ ...body, version: 1, permissions: other })).status).toBe(200);
    expect((await wallets()).status).toBe(403);
    expect((await change({ ...body, version: 2, permissions: {} })).status).toBe(200);
    expect((await wallets()).status).toBe(404);
    const nowhere = await api.get(session, { token });
    expect([nowhere.status, nowhere.body.message]).toEqual([422, 'Nenhuma empresa disponível']);

    const off = await change({ ...body, version: 3, active: false });
    expect(off.body.data).toMatchObject({ status: 'INACTIVE', active: false });
    expect((await api.get(session, { token })).status).toBe(401);
    const on = await change({ ...body, version: 4, active: true });
    expect(on.body.data.status).toBe('ACTIVE');
    // The old token stays invalid: the user must log in again.
    expect((await api.get(session, { token })).status).toBe(401);
  });

  test('who are admins can neither demote, deactivate nor delete themselves', async () => {
    const { adminUser } = office;
    const body = { id: adminUser.id, version: 1, login: adminUser.login, name: 'Admin' };
    for (const field of ['admin', 'active']) {
      const answer = await change({ ...body, [field]: false });
      expect([answer.status, answer.body.fields[0].path]).toEqual([422, field]);
    }
    expect((await services.api.delete(user(adminUser.id), { token: office.admin })).status).toBe(422);
    expect((await change(body)).status).toBe(200);
  });

  test('who demote each other at once leave one admin', async () => {
    const { api, seed } = services;
    for (let round = 0; round < 5; round += 1) {
      const accountId = await seed.account();
      const [one, two] = [await seed.user(accountId, { admin: true }), await seed.user(accountId, { admin: true })];
      const [tokenOne, tokenTwo] = [await seed.tokenOf(one), await seed.tokenOf(two)];
      const demote = (target: typeof one, token: string) =>
        api.put(users(accountId), {
          token,
          body: { id: target.id, version: 1, login: target.login, name: 'X', admin: false },
        });
      const answers = await Promise.all([demote(two, tokenOne), demote(one, tokenTwo)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect(
        await seed.sql('select 1 from users where account_id = $1 and admin and active', [accountId]),
      ).toHaveLength(1);
    }
  });

  test('are deleted while they have written nothing, and keep their name on what they wrote', async () => {
    const { api, seed } = services;
    const made = await add({ login: 'breve@exemplo.com.br', name: 'Breve' });
    await mailTo(dataDir(), 'breve@exemplo.com.br');
    expect((await api.delete(user(made.body.data.id), { token: office.admin })).body.data).toEqual({
      id: made.body.data.id,
    });
    expect((await api.get(user(made.body.data.id), { token: office.admin })).status).toBe(404);
    const trace = await seed.sql<{ details: object }>(
      `select details from audit_log where entity = 'user' and action = 'delete' and entity_id = $1`,
      [made.body.data.id],
    );
    expect(trace[0]?.details).not.toHaveProperty('password_hash');

    const writer = await seed.user(office.accountId, { admin: true });
    await api.post(`/api/v1/financial/account/${office.accountId}/company`, {
      token: await seed.tokenOf(writer),
      body: { name: 'Dela' },
    });
    const refused = await api.delete(user(writer.id), { token: office.admin });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Este usuário não pode ser excluído: está em uso por 1 registro do histórico. Desative-o para que não apareça em novos lançamentos.',
    ]);
  });

  test('are invited again while they have no password, five times an hour', async () => {
    const { api } = services;
    const made = await add({ login: 'convidada@exemplo.com.br', name: 'Convidada' });
    const { id } = made.body.data;
    const invite = () => api.post(`${user(id)}/invitation`, { token: office.admin });
    for (let times = 0; times < 5; times += 1) expect((await invite()).status).toBe(200);
    const sixth = await invite();
    expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, '3600']);
    const settled = await api.post(`${user(office.adminUser.id)}/invitation`, { token: office.admin });
    expect(settled.status).toBe(422);
    const off = await change({ id, version: 1, login: 'convidada@exemplo.com.br', name: 'Convidada', active: false });
    expect(off.status).toBe(200);
    services.clock.advance(61 * 60 * 1000);
    expect((await invite()).status).toBe(422);
    services.clock.set(TEST_NOW);
  });

  test('who are invited get another invitation at a changed address, and the old link is invalid', async () => {
    const made = await add({ login: 'antes@exemplo.com.br', name: 'Mudada' });
    const old = await mailTo(dataDir(), 'antes@exemplo.com.br');
    const { id } = made.body.data;
    const moved = await change({ id, version: 1, login: 'depois@exemplo.com.br', name: 'Mudada' });
    expect(moved.body.data).toMatchObject({ login: 'depois@exemplo.com.br', newLogin: null });
    const invitation = await mailTo(dataDir(), 'depois@exemplo.com.br');
    expect(invitation.kind).toBe('invitation');
    const look = (token: string) =>
      services.api.get('/api/v1/security/first-password/confirm', { query: { validation_token: token } });
    expect((await look(old.token)).status).toBe(404);
    expect((await look(invitation.token)).body.data).toMatchObject({ login: 'depois@exemplo.com.br' });
  });

  test('are managed by admins only, and those of another account are not found', async () => {
    const { api } = services;
    const token = await office.as(['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING']);
    const mine = await add({ login: 'minha@exemplo.com.br', name: 'Minha' });
    const { id } = mine.body.data;
    const byOthers = [
      await api.get(users(), { token }),
      await api.get(user(id), { token }),
      await api.post(users(), { token, body: { login: 'x@exemplo.com.br', name: 'X', admin: true } }),
      await api.put(users(), { token, body: { id, version: 1, login: 'x@exemplo.com.br', name: 'X', admin: true } }),
      await api.delete(user(id), { token }),
      await api.post(`${user(id)}/invitation`, { token }),
      await api.delete(`${user(id)}/new-login`, { token }),
      await api.get('/api/v1/security/user/check-email/a%40b.de', { token }),
    ];
    expect(byOthers.map(({ status }) => status)).toEqual(Array(8).fill(403));
    const foreign = { token: stranger.admin };
    const probes = [
      await api.get(users(), foreign),
      await api.get(user(id), foreign),
      await api.put(users(stranger.accountId), {
        ...foreign,
        body: { id, version: 1, login: 'x@exemplo.com.br', name: 'X' },
      }),
      await api.delete(user(id), foreign),
      await api.post(`${user(id)}/invitation`, foreign),
      await api.delete(`${user(id)}/new-login`, foreign),
    ];
    expect(probes.map(({ status }) => status)).toEqual(Array(6).fill(404));
    const theirs = await api.get(users(stranger.accountId), foreign);
    expect(theirs.text).not.toContain('minha@');
    await mailTo(dataDir(), 'minha@');
    expect(readOutbox(dataDir()).filter(({ to }) => to.includes('minha@'))).toHaveLength(1);
  });

  test('are counted by view under the filters of their list', async () => {
    const made = await add({ login: 'zilda@exemplo.com.br', name: 'Zilda Única' });
    expect(made.status).toBe(200);
    const counts = async (query: string) => {
      const path = `/api/v1/financial/account/${office.accountId}/user-totals${query}`;
      return (await services.api.get(path, { token: office.admin })).body.data;
    };
    const one = { all: 1, active: 0, invited: 1, inactive: 0 };
    expect(await counts('?name=zilda%20unica')).toEqual(one);
    expect(await counts('?login=zilda@exemplo.com.br&admin=false')).toEqual(one);
    expect(await counts('?name=zilda%20unica&admin=true')).toEqual({ all: 0, active: 0, invited: 0, inactive: 0 });
  });

  test('are listed with as many statements for five as for fifty', async () => {
    const { api, seed } = services;
    const big = await openOffice(seed);
    const list = () => api.get(users(big.accountId), { token: big.admin, query: { size: '100' } });
    const grants = [{ companyId: big.companyId, permissions: ['DEBIT' as const] }];
    for (let count = 1; count < 5; count += 1) await seed.user(big.accountId, { grants });
    const five = await list();
    for (let count = 5; count < 50; count += 1) await seed.user(big.accountId, { grants });
    const fifty = await list();
    expect(fifty.body.data.content).toHaveLength(50);
    expect(fifty.headers['x-sql-queries']).toBe(five.headers['x-sql-queries']);
  });
});
