import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';

const CLIENT = { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': 'application/x-www-form-urlencoded' };

let services: TestServices;
let accountId: number;
let companyId: number;
let buildingId: number;
let admin: TestUser;
let payer: TestUser;

const logIn = (username: string, password: string, from?: string) =>
  services.api.post('/oauth/token', {
    headers: CLIENT,
    body: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
    ...(from ? { from } : {}),
  });

const sessionOf = (token: string) => services.api.get('/api/v1/security/session', { token });

beforeAll(async () => {
  services = await startServices({ tokenTtlSeconds: 3600 });
  const { seed } = services;
  accountId = await seed.account();
  companyId = await seed.company(accountId, { name: 'Ipê' });
  buildingId = await seed.building({ accountId, companyId }, { name: 'Casa 1' });
  await seed.building({ accountId, companyId }, { name: 'Casa 2' });
  await seed.building({ accountId, companyId }, { name: 'Antiga', active: false });
  admin = await seed.user(accountId, { admin: true, login: 'admin@exemplo.com.br' });
  payer = await seed.user(accountId, { grants: [{ companyId, buildingId, permissions: ['DEBIT'] }] });
});
afterAll(() => services.stop());

describe('Logging in', () => {
  test('answers a bearer token that opens a session', async () => {
    const { status, body, headers } = await logIn('admin@exemplo.com.br', TEST_PASSWORD);
    expect(status).toBe(200);
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 });
    expect(headers['cache-control']).toBe('no-store');
    expect((await sessionOf(body.access_token)).status).toBe(200);
  });

  test('takes the login without regard to case and stray spaces', async () => {
    expect((await logIn('  ADMIN@exemplo.com.br ', TEST_PASSWORD)).status).toBe(200);
  });

  test('answers a wrong password, an unknown login and an inactive user alike', async () => {
    const gone = await services.seed.user(accountId, { active: false });
    const answers = [
      await logIn(admin.login, 'errada'),
      await logIn('ninguem@exemplo.com.br', TEST_PASSWORD),
      await logIn(gone.login, TEST_PASSWORD),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'invalid_grant', error_description: 'Login ou senha inválidos' });
    }
  });
});

describe('The session user', () => {
  test('of an admin has every active company and building, and the first of each is chosen', async () => {
    const { body } = await sessionOf(await services.seed.tokenOf(admin));
    expect(body.ok).toBe(true);
    expect(body.data).toMatchObject({ accountId, companyId, buildingId, admin: true, permissions: {} });
    expect(Object.values(body.data.companies[companyId].buildings)).toEqual([
      { company_id: companyId, name: 'Casa 1' },
      { company_id: companyId, name: 'Casa 2' },
    ]);
    expect(body.data.token).toBeUndefined();
  });

  test('of anybody else has only what was granted', async () => {
    const { body } = await sessionOf(await services.seed.tokenOf(payer));
    expect(body.data.permissions).toEqual({ [companyId]: { [buildingId]: ['DEBIT'] } });
    expect(body.data.companies).toEqual({
      [companyId]: { name: 'Ipê', buildings: { [buildingId]: { company_id: companyId, name: 'Casa 1' } } },
    });
  });

  test('costs one statement for the token and one transaction for the rest', async () => {
    const { headers } = await sessionOf(await services.seed.tokenOf(payer));
    expect(headers['x-sql-queries']).toBe('4');
  });
});
