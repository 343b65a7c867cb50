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

describe('The login', () => {
  test('returns a bearer token that opens a session', async () => {
    const { status, body, headers } = await logIn('admin@exemplo.com.br', TEST_PASSWORD);
    expect(status).toBe(200);
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 });
    expect(headers['cache-control']).toBe('no-store');
    expect((await sessionOf(body.access_token)).status).toBe(200);
  });

  test('is accepted in any case and with surrounding spaces', async () => {
    expect((await logIn('  ADMIN@exemplo.com.br ', TEST_PASSWORD)).status).toBe(200);
  });

  test('gives the same error for a wrong password, an unknown login and an inactive user', async () => {
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

describe('The token endpoint', () => {
  const ask = (fields: Record<string, string>, headers: Record<string, string> = CLIENT) =>
    services.api.post('/oauth/token', { headers, body: new URLSearchParams(fields).toString() });

  test('rejects a client other than that of §7', async () => {
    const { status, body } = await ask(
      { grant_type: 'password', username: 'a', password: 'b' },
      {
        'content-type': 'application/x-www-form-urlencoded',
      },
    );
    expect(status).toBe(401);
    expect(body).toEqual({ error: 'invalid_client', error_description: 'Aplicação não reconhecida' });
  });

  test('supports only the password grant', async () => {
    const { status, body } = await ask({ grant_type: 'client_credentials', username: 'a', password: 'b' });
    expect([status, body.error]).toEqual([400, 'unsupported_grant_type']);
  });

  test.each([
    ['a scope', { scope: 'read' }, 400, 'invalid_scope', 'Não há escopos de acesso: deixe este parâmetro de fora.'],
    ['another client', { client_id: 'other' }, 401, 'invalid_client', 'Aplicação não reconhecida'],
    [
      'a secret beside the header',
      { client_secret: 'x' },
      400,
      'invalid_request',
      'A aplicação se identifica apenas pelo cabeçalho.',
    ],
  ])('rejects %s instead of ignoring it', async (_what, extra, status, error, description) => {
    const answer = await ask({ grant_type: 'password', username: admin.login, password: TEST_PASSWORD, ...extra });
    expect([answer.status, answer.body]).toEqual([status, { error, error_description: description }]);
  });

  test('ignores unknown and empty parameters as RFC 6749 says, and rejects a repeated one', async () => {
    const fields = { grant_type: 'password', username: admin.login, password: TEST_PASSWORD };
    expect((await ask({ ...fields, cor: 'azul', scope: '', client_id: 'prumo-web' })).status).toBe(200);
    const body = `${new URLSearchParams(fields).toString()}&username=outra`;
    const twice = await services.api.post('/oauth/token', { headers: CLIENT, body });
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request']);
  });

  test('gives a form with missing fields an OAuth error, in Portuguese', async () => {
    const { status, body } = await ask({ grant_type: 'password', username: 'a' });
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'invalid_request', error_description: 'Confira os campos informados.' });
  });

  test('stores only the hash of a token, and the login in the history without the password', async () => {
    const { body } = await logIn(admin.login, TEST_PASSWORD);
    const [stored] = await services.seed.sql(
      "select count(*)::int as found from access_tokens where token_hash = sha256(convert_to($1, 'UTF8'))",
      [body.access_token],
    );
    expect(stored).toEqual({ found: 1 });
    const history = JSON.stringify(await services.seed.sql("select * from audit_log where action = 'login'"));
    expect(history).toContain('POST /oauth/token');
    expect(history).not.toContain(TEST_PASSWORD);
    expect(history).not.toContain(body.access_token);
  });
});

describe('A token', () => {
  test('expires a fixed time after the login, used or not', async () => {
    const { body } = await logIn(admin.login, TEST_PASSWORD);
    services.clock.advance(3_599_000);
    expect((await sessionOf(body.access_token)).status).toBe(200);
    services.clock.advance(1_001);
    const { status, body: refusal } = await sessionOf(body.access_token);
    expect(status).toBe(401);
    expect(refusal).toMatchObject({ error: 'UNAUTHENTICATED', message: 'Sua sessão expirou. Acesse novamente' });
  });

  test('is invalid after its logout, and other tokens stay valid', async () => {
    const [here, there] = [await services.seed.tokenOf(admin), await services.seed.tokenOf(admin)];
    const { status, body } = await services.api.delete('/api/v1/security/token/', { token: here });
    expect([status, body]).toEqual([200, { ok: true, data: null }]);
    expect((await sessionOf(here)).status).toBe(401);
    expect((await sessionOf(there)).status).toBe(200);
  });

  test('is invalid when its user is deactivated', async () => {
    const leaver = await services.seed.user(accountId, { admin: true });
    const token = await services.seed.tokenOf(leaver);
    await services.seed.sql('update users set active = false where id = $1', [leaver.id]);
    expect((await sessionOf(token)).status).toBe(401);
  });

  test.each([
    '',
    'Bearer',
    'Bearer x',
    `Basic ${'x'.repeat(43)}`,
    `Bearer ${'x'.repeat(43)}`,
    `Bearer ${'é'.repeat(43)}`,
  ])('is required: "%s" is rejected', async (authorization) => {
    expect((await services.api.get('/api/v1/security/session', { headers: { authorization } })).status).toBe(401);
  });
});

describe('The session user', () => {
  test('has a changed permission on the next request', async () => {
    const user = await services.seed.user(accountId, { grants: [{ companyId, permissions: ['CREDIT'] }] });
    const token = await services.seed.tokenOf(user);
    expect((await sessionOf(token)).body.data.permissions).toEqual({ [companyId]: { '-1': ['CREDIT'] } });
    await services.seed.grant(user, { companyId, buildingId, permissions: ['ENGINEERING', 'DEBIT'] });
    expect((await sessionOf(token)).body.data.permissions).toEqual({
      [companyId]: { '-1': ['CREDIT'], [buildingId]: ['DEBIT', 'ENGINEERING'] },
    });
  });

  test('without a company gets an error, but an admin may create the first one', async () => {
    const empty = await services.seed.account();
    const withoutPermission = await services.seed.tokenOf(await services.seed.user(empty));
    const founder = await services.seed.tokenOf(await services.seed.user(empty, { admin: true }));
    const refused = await sessionOf(withoutPermission);
    expect([refused.status, refused.body.message]).toEqual([422, 'Nenhuma empresa disponível']);
    expect((await sessionOf(founder)).body.data).toMatchObject({ companyId: null, buildingId: -1, companies: {} });
  });

  test('without places has the same rights, at the same length for any number of places', async () => {
    const bare = (token: string) => services.api.get('/api/v1/security/session', { token, query: { places: 'false' } });
    const token = await services.seed.tokenOf(payer);
    const [whole, rights] = [(await sessionOf(token)).body.data, (await bare(token)).body.data];
    expect(rights).toEqual({ ...whole, companies: {}, companyId: null, buildingId: -1 });

    const chief = await services.seed.tokenOf(admin);
    const before = await bare(chief);
    await services.seed.sql(
      `insert into companies (account_id, name) select $1, 'Filial ' || n from generate_series(1, 300) n`,
      [accountId],
    );
    const after = await bare(chief);
    expect(Object.keys((await sessionOf(chief)).body.data.companies).length).toBeGreaterThan(300);
    expect([after.text, after.headers['x-sql-queries']]).toEqual([before.text, '1']);
    await services.seed.sql(`delete from companies where account_id = $1 and name like 'Filial %'`, [accountId]);
  });

  test('without places is rejected as with them: no company, no active one, no admin', async () => {
    const account = await services.seed.account();
    const closed = await services.seed.company(account, { active: false });
    for (const grants of [[], [{ companyId: closed, permissions: ['DEBIT' as const] }]]) {
      const token = await services.seed.tokenOf(await services.seed.user(account, { grants }));
      const { status, body } = await services.api.get('/api/v1/security/session', {
        token,
        query: { places: 'false' },
      });
      expect([status, body.message]).toEqual([422, 'Nenhuma empresa disponível']);
      expect((await sessionOf(token)).status).toBe(422);
    }
  });

  test('of a request about one company has the permissions there, and none elsewhere', async () => {
    const account = await services.seed.account();
    const here = await services.seed.company(account);
    const other = await services.seed.company(account, { name: 'Outra' });
    const user = await services.seed.user(account, {
      grants: [
        { companyId: here, permissions: ['DEBIT'] },
        { companyId: other, permissions: ['CREDIT'] },
      ],
    });
    const token = await services.seed.tokenOf(user);
    const list = async (company: number, kind: string) =>
      (await services.api.get(`/api/v1/financial/company/${company}/${kind}`, { token })).status;
    expect([await list(here, 'debit'), await list(here, 'credit')]).toEqual([200, 403]);
    expect([await list(other, 'debit'), await list(other, 'credit')]).toEqual([403, 200]);
    const foreign = await services.seed.company(await services.seed.account());
    expect([await list(foreign, 'debit'), await list(9_007_199_254_740_991, 'debit')]).toEqual([404, 404]);
    const { body } = await services.api.get(`/api/v1/financial/account/${account}/company`, { token });
    expect(body.data.content.map(({ id }: { id: number }) => id).sort()).toEqual([here, other].sort());
    await services.seed.sql('delete from user_permissions where user_id = $1 and company_id = $2', [user.id, other]);
    expect([await list(here, 'debit'), await list(other, 'credit')]).toEqual([200, 404]);
  });

  test('has no inactive company', async () => {
    const closed = await services.seed.company(accountId, { active: false });
    const { body } = await sessionOf(await services.seed.tokenOf(admin));
    expect(Object.keys(body.data.companies)).toEqual([String(companyId)]);
    expect(body.data.companies[closed]).toBeUndefined();
  });

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

  test('of another user has only the granted ones', async () => {
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

describe('The login check', () => {
  test('returns the login form, the same whether the address has a login or not', async () => {
    const [known, unknown] = await Promise.all(
      [admin.login, 'ninguem@exemplo.com.br'].map((email) =>
        services.api.get('/api/v1/security/login-status', { query: { email } }),
      ),
    );
    expect(known?.body).toEqual({ ok: true, data: { status: 'PASSWORD' } });
    expect(unknown?.body).toEqual(known?.body);
  });
});
