import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';

const TOKENS = '/api/v1/security/api-tokens';
const SESSION = '/api/v1/security/session';
const IN_90_DAYS = '2027-02-18';
const ENDED = 'Este token não vale: foi revogado, expirou ou não pode ser usado deste endereço.';

let services: TestServices;
let accountId: number;
let companyId: number;
let buildingId: number;
let admin: TestUser;
let adminToken: string;
let address = '';
let serial = 0;

type Made = { token: string; apiToken: { id: number } };

const ask = (path: string, token: string, from = address) => services.api.get(path, { token, from });
const confirm = (token: string) =>
  services.api.post('/api/v1/security/reauthentication', { token, body: { password: TEST_PASSWORD }, from: address });
const make = (body: object, token = adminToken) =>
  services.api.post(TOKENS, {
    token,
    body: { name: 'Power BI', areas: ['FINANCIAL'], expiresOn: IN_90_DAYS, ...body },
    from: address,
  });
const made = async (body: object = {}, token = adminToken): Promise<Made> => {
  const reply = await make(body, token);
  expect(reply.body).toMatchObject({ ok: true });
  return reply.body.data;
};
const debits = (id = companyId) => `/api/v1/financial/company/${id}/debit`;
const orders = () => `/api/v1/purchase/company/${companyId}/order`;

beforeAll(async () => {
  services = await startServices();
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  address = `177.94.${(serial += 1)}.33`;
  accountId = await services.seed.account();
  companyId = await services.seed.company(accountId);
  buildingId = await services.seed.building({ accountId, companyId });
  admin = await services.seed.user(accountId, { name: 'Marina', admin: true });
  adminToken = await services.seed.tokenOf(admin);
  await confirm(adminToken);
});
afterAll(() => services.stop());

describe('A token of programs', () => {
  test('is made by an administrator after a reauthentication, shown once, and stored as a hash', async () => {
    services.clock.advance(16 * 60_000);
    expect((await make({})).body.error).toBe('REAUTHENTICATION_REQUIRED');
    await confirm(adminToken);
    const { token, apiToken } = await made({ name: '  Power   BI ' });
    expect(token).toMatch(/^prm_[\w-]{43}$/);
    expect(apiToken).toMatchObject({
      name: 'Power BI',
      lastFour: token.slice(-4),
      access: 'READ',
      areas: ['FINANCIAL'],
      places: null,
      expiresOn: IN_90_DAYS,
      lastUsedAt: null,
    });
    const list = await services.api.get(TOKENS, { token: adminToken });
    expect(list.body.data).toEqual([apiToken]);
    for (const table of ['api_tokens', 'audit_log', 'idempotency_keys']) {
      const rows = await services.seed.sql<{ row: string }>(`select t::text as row from ${table} t`);
      expect(rows.filter(({ row }) => row.includes(token.slice(4)))).toEqual([]);
    }
  });

  test('is told once, also to a repeated call', async () => {
    const body = { name: 'BI', areas: ['PURCHASE'], expiresOn: IN_90_DAYS };
    const headers = { 'idempotency-key': 'token-1' };
    const first = await services.api.post(TOKENS, { token: adminToken, body, headers });
    const second = await services.api.post(TOKENS, { token: adminToken, body, headers });
    expect([first.status, second.status]).toEqual([200, 409]);
    expect((await services.api.get(TOKENS, { token: adminToken })).body.data).toHaveLength(1);
  });

  test.each([
    [{ name: ' ' }, 400, 'name'],
    [{ areas: [] }, 400, 'areas'],
    [{ expiresOn: '2026-11-19' }, 422, 'expiresOn'],
    [{ expiresOn: '2027-11-21' }, 422, 'expiresOn'],
    [{ networks: ['10.0.0.0/8', 'casa'] }, 422, 'networks.1'],
    [{ networks: ['10.0.0.0/33'] }, 422, 'networks.0'],
    [{ networks: ['0.0.0.0/0'] }, 422, 'networks.0'],
    [{ places: [] }, 400, 'places'],
    [{ places: [{ companyId: 999_999, buildingId: null }] }, 422, 'places.0.companyId'],
    [{ admin: true }, 400, 'admin'],
  ])('is refused with %j', async (body, status, path) => {
    const reply = await make(body);
    expect([reply.status, reply.body.fields?.[0].path]).toEqual([status, path]);
  });

  test('reads what it names of what its maker may, and nothing else', async () => {
    const { token } = await made();
    expect((await ask(debits(), token)).status).toBe(200);
    expect((await ask(orders(), token)).status).toBe(403);
    const session = (await ask(SESSION, token)).body.data;
    expect(session).toMatchObject({
      admin: false,
      permissions: { [companyId]: { '-1': ['CREDIT', 'DEBIT'], [buildingId]: ['CREDIT', 'DEBIT'] } },
      apiToken: { name: 'Power BI', access: 'READ' },
    });
    for (const path of [
      `/api/v1/financial/account/${accountId}/user`,
      '/api/v1/security/sessions',
      '/api/v1/security/profile',
      '/api/v1/security/my-data',
      '/api/v1/assistant/messages',
      '/api/v1/assistant/stream',
      '/api/v1/security/organizations',
      TOKENS,
    ]) {
      const { status, body } = await ask(path, token);
      expect([path, status, body.error]).toEqual([path, 403, 'FORBIDDEN']);
    }
  });

  test('of a building reaches its rows and not those without a building', async () => {
    const other = await services.seed.building({ accountId, companyId });
    const far = await services.seed.company(accountId);
    const { token } = await made({ places: [{ companyId, buildingId }] });
    const session = (await ask(SESSION, token)).body.data;
    expect(session.permissions).toEqual({ [companyId]: { [buildingId]: ['CREDIT', 'DEBIT'] } });
    expect(Object.keys(session.companies[companyId].buildings)).toEqual([String(buildingId)]);
    expect((await ask(debits(far), token)).status).toBe(404);
    expect((await ask(`/api/v1/financial/company/${companyId}/building/${other}`, token)).status).toBe(404);
    await services.seed.sql('delete from buildings where id = $1', [buildingId]);
    expect((await ask(debits(), token)).status).toBe(404);
  });

  test('that only reads writes nothing, and one that writes is named in the history', async () => {
    const path = `/api/v1/financial/account/${accountId}/partner`;
    const partner = { name: 'Areal', type: 'SUPPLIER', taxId: null };
    const reader = await made();
    const refused = await services.api.post(path, { token: reader.token, body: partner, from: address });
    expect([refused.status, refused.body.message]).toEqual([403, 'Este token é só de leitura.']);
    const writer = await made({ name: 'Ponto', access: 'READ_WRITE' });
    const stored = await services.api.post('/api/v1/purchase/brand', {
      token: (await made({ name: 'Obras', access: 'READ_WRITE', areas: ['PURCHASE'] })).token,
      body: { name: 'Votoran' },
      from: address,
    });
    expect(stored.status).toBe(200);
    const rows = await services.seed.sql<{ user_id: string; details: { token: { name: string } } }>(
      "select user_id, details from audit_log where account_id = $1 and entity = 'brand'",
      [accountId],
    );
    expect(rows.map(({ user_id, details }) => [Number(user_id), details.token.name])).toEqual([[admin.id, 'Obras']]);
    for (const [url, body] of [
      [TOKENS, { name: 'x', areas: ['FINANCIAL'], expiresOn: IN_90_DAYS }],
      ['/api/v1/security/reauthentication', { password: TEST_PASSWORD }],
      ['/api/v1/security/recover-password', { email: admin.login }],
    ] as const) {
      expect((await services.api.post(url, { token: writer.token, body, from: address })).status).toBe(403);
    }
    expect((await services.api.delete('/api/v1/security/token', { token: writer.token })).status).toBe(403);
  });

  test('is noted with the instant and the address of its last use', async () => {
    const { token } = await made();
    await ask(debits(), token);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [row] = (await services.api.get(TOKENS, { token: adminToken })).body.data;
    expect([row.lastUsedAt, row.lastUsedFrom]).toEqual([TEST_NOW, address]);
  });
});

describe('A token is refused', () => {
  const refuses = async (token: string, from = address) => {
    const { status, body } = await ask(debits(), token, from);
    expect([status, body.message]).toEqual([401, ENDED]);
  };

  test('from the next call on when it is revoked, and after its last day', async () => {
    const { token, apiToken } = await made({ expiresOn: '2026-11-20' });
    expect((await ask(debits(), token)).status).toBe(200);
    services.clock.set('2026-11-21T02:59:59.000Z');
    expect((await ask(debits(), token)).status).toBe(200);
    services.clock.set('2026-11-21T03:00:00.000Z');
    await refuses(token);
    services.clock.set(TEST_NOW);
    await services.api.delete(`${TOKENS}/${apiToken.id}`, { token: adminToken });
    await refuses(token);
    expect((await services.api.delete(`${TOKENS}/${apiToken.id}`, { token: adminToken })).status).toBe(404);
    await refuses(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`);
  });

  test('from an address that it does not name, in IPv4 and IPv6', async () => {
    const { token, apiToken } = await made({ networks: ['203.0.113.9/24', '2001:db8:1::5/48'] });
    expect(apiToken).toMatchObject({ networks: ['203.0.113.0/24', '2001:db8:1::/48'] });
    for (const from of ['203.0.113.200', '::ffff:203.0.113.1', '2001:db8:1:7::9']) {
      expect([from, (await ask(debits(), token, from)).status]).toEqual([from, 200]);
    }
    for (const from of ['203.0.114.1', '2001:db8:2::1', '::ffff:10.0.0.1']) await refuses(token, from);
  });

  test('at once when its maker is switched off, and reaches less when the maker does', async () => {
    const second = await services.seed.company(accountId);
    const { token } = await made();
    expect((await ask(debits(second), token)).status).toBe(200);
    await services.seed.sql('update users set admin = false where id = $1', [admin.id]);
    await services.seed.sql(
      "insert into user_permissions (account_id, user_id, company_id, building_id, permission) values ($1, $2, $3, $4, 'DEBIT'), ($1, $2, $3, $4, 'PURCHASE')",
      [accountId, admin.id, companyId, buildingId],
    );
    expect((await ask(SESSION, token)).body.data.permissions).toEqual({ [companyId]: { [buildingId]: ['DEBIT'] } });
    expect((await ask(debits(second), token)).status).toBe(404);
    expect((await ask(`/api/v1/financial/company/${companyId}/credit`, token)).status).toBe(403);
    await services.seed.sql('delete from user_permissions where user_id = $1', [admin.id]);
    expect((await ask(debits(), token)).status).toBe(404);
    await services.seed.sql('update users set active = false where id = $1', [admin.id]);
    await refuses(token);
  });

  test('for rows of another account', async () => {
    const { token } = await made();
    const foreign = await services.seed.account();
    const company = await services.seed.company(foreign);
    expect((await ask(debits(company), token)).status).toBe(404);
    expect((await ask(`/api/v1/financial/account/${foreign}/category`, token)).status).toBe(404);
  });

  test('while its maker has yet to set up the second factor that the account demands', async () => {
    const { token } = await made();
    await services.seed.sql(`insert into login_rules (account_id, second_factor_from) values ($1, '2026-11-20')`, [
      accountId,
    ]);
    expect((await ask(debits(), token)).body.error).toBe('SECOND_FACTOR_SETUP_REQUIRED');
  });
});

describe('Through the gateway a token', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ services: await services.listen(), tokenPointsPerMinute: 3_000 });
  });
  afterAll(() => gateway.stop());

  const rest = (token: string, headers: Record<string, string> = {}) =>
    gateway.app.inject({ url: debits(), headers: { authorization: `Bearer ${token}`, ...headers } });
  const COMPANIES = '{ companies(page: 0, size: 5) { content { id } } }';

  test('is told what each call cost and what is left, and waits when nothing is', async () => {
    const { token } = await made();
    const left: string[] = [];
    for (let call = 0; call < 6; call += 1) {
      const { statusCode, headers } = await rest(token);
      expect([statusCode, headers['ratelimit-policy'], headers['x-prumo-cost']]).toEqual([
        200,
        '"minute";q=3000;w=60',
        '500',
      ]);
      left.push(/^"minute";r=(\d+);t=\d+$/.exec(String(headers['ratelimit']))?.[1] ?? '');
    }
    expect(left).toEqual(['2500', '2000', '1500', '1000', '500', '0']);
    const refused = await rest(token);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    const asked = await gateway.ask(COMPANIES, { token });
    expect([asked.status, asked.errors?.[0]?.extensions['code']]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(asked.headers['retry-after'])).toBeGreaterThan(0);
    expect(asked.headers['ratelimit']).toMatch(/^"minute";r=0;t=\d+$/);
  });

  test('pays for operations by their cost, and the account sees what it used of the day', async () => {
    const { token } = await made();
    const asked = await gateway.ask(COMPANIES, { token });
    expect(asked.data.companies.content).toEqual([{ id: String(companyId) }]);
    const cost = Number(asked.headers['x-prumo-cost']);
    expect(cost).toBeGreaterThan(500);
    await rest(token, { 'x-prumo-use': 'points=900000' });
    services.clock.advance(61_000);
    await rest(token);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const usage = await services.api.get('/api/v1/security/api-usage', { token: adminToken });
    expect(usage.body.data).toEqual({
      day: '2026-11-20',
      points: { used: cost, limit: 50_000_000 },
      calls: { used: 2, limit: 50_000 },
      files: { used: 0, limit: 1_000 },
    });
  });

  test('is refused when the account has used up its day', async () => {
    const { token } = await made();
    await services.seed.sql("insert into api_usage values ($1, '2026-11-20', 50000000, 50000)", [accountId]);
    const refused = await rest(token);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(12 * 60 * 60)]);
    const asked = await gateway.ask(COMPANIES, { token });
    expect([asked.status, asked.headers['retry-after']]).toEqual([429, String(12 * 60 * 60)]);
    services.clock.set('2026-11-21T03:00:00.000Z');
    expect((await rest(token)).statusCode).toBe(200);
  });

  test('that only reads runs no mutation, and no token subscribes', async () => {
    const { token } = await made({ areas: ['PURCHASE'] });
    const make = 'mutation { createBrand(input: { name: "Nova" }) { brand { id } } }';
    const refused = await gateway.ask(make, { token });
    expect([refused.status, refused.errors?.[0]?.message]).toEqual([403, 'Este token é só de leitura.']);
    const writer = await made({ areas: ['PURCHASE'], access: 'READ_WRITE' });
    expect((await gateway.ask(make, { token: writer.token })).errors).toBeUndefined();
    const client = gateway.socket({ token: writer.token });
    const closed = await new Promise<number>((resolve) => {
      client.subscribe(
        { query: 'subscription { assistantMessage { id } }' },
        {
          next: () => undefined,
          error: (error) => resolve((error as { code: number }).code),
          complete: () => resolve(0),
        },
      );
    });
    expect(closed).toBe(4403);
  });
});
