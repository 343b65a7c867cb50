import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { safeError, safePath, safeText } from '#schema/platform/logLine.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { captureLogs } from '#tests/support/logLines.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { TEST_PASSWORD } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

const CPF = '529.982.247-25';
const CNPJ = '12.ABC.345/01DE-35';
const WRONG_PASSWORD = 'senha-errada-da-ana';
const NEW_PASSWORD = 'obra limpa rende muito';
const COOKIE = 'crumb-of-a-cookie';
const CONTENT = 'segredo dentro do arquivo';
const CLIENT = { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': 'application/x-www-form-urlencoded' };
const LOGIN =
  'mutation LogIn($login: String!, $password: String!) { login(login: $login, password: $password) { accessToken } }';
const CREATE = 'mutation CreatePartner($input: PartnerInput!) { createPartner(input: $input) { partner { id } } }';

const log = captureLogs();
let services: TestServices;
let gateway: TestGateway;
let office: Office;

beforeAll(async () => {
  services = await startServices({ logger: log.logger });
  office = await openOffice(services.seed, 'Ipê');
  gateway = await startGateway({ services: await services.listen(), logger: log.logger, exposeCosts: false });
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const call = (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { method, headers: { cookie: `a=${COOKIE}`, ...headers }, ...(body && { body }) });
const bearer = () => ({ authorization: `Bearer ${office.admin}` });

/** Makes calls with all kinds of data that must not be logged; returns those data. */
const liveADay = async (): Promise<string[]> => {
  const { login } = office.adminUser;
  const logIn = (password: string) =>
    call('POST', '/oauth/token', new URLSearchParams({ grant_type: 'password', username: login, password }), CLIENT);
  const { access_token: token } = (await (await logIn(TEST_PASSWORD)).json()) as { access_token: string };
  await logIn(WRONG_PASSWORD);
  await gateway.ask(LOGIN, { token: null, variables: { login, password: WRONG_PASSWORD } });
  const opened = await gateway.ask(LOGIN, { token: null, variables: { login, password: TEST_PASSWORD } });

  const security = '/api/v1/security';
  await call('POST', `${security}/recover-password`, login, { 'content-type': 'text/plain' });
  const mail = await mailTo(services.app.platform.dataDir, login);
  await call('GET', mail.link);
  await call('GET', `${security}/recover-password/confirm?validation_token=${mail.token}`);
  const change = JSON.stringify({ token: mail.token, password: NEW_PASSWORD });
  await call('POST', `${security}/recover-password/change`, change, { 'content-type': 'application/json' });
  await call('GET', `${security}/user/check-email/${encodeURIComponent(login)}`);
  await call('GET', `${security}/login-status?email=${login}`);

  // Changing the password ended the sessions, so the test logs in again.
  office = { ...office, admin: await services.seed.tokenOf(office.adminUser) };
  const partners = `/api/v1/financial/account/${office.accountId}/partner`;
  const partner = (values: object) =>
    call('POST', partners, JSON.stringify({ type: 'SUPPLIER', name: 'Rocha', ...values }), {
      ...bearer(),
      'content-type': 'application/json',
    });
  await partner({ taxId: CPF });
  await partner({ taxId: CPF });
  await partner({ taxId: '529.982.247-26' });
  await gateway.ask(CREATE, {
    token: office.admin,
    variables: { input: { type: 'CUSTOMER', name: 'B', taxId: CNPJ } },
  });
  await call('GET', `${partners}/supplier?taxId=52998224725`, undefined, bearer());

  const form = new FormData();
  form.append('company', new Blob([JSON.stringify({ name: 'Ipê' })], { type: 'application/json' }));
  form.append('logo', new Blob([CONTENT]), `${CPF}.png`);
  await call('PUT', `/api/v1/financial/account/${office.accountId}/company`, form, bearer());

  // An internal error whose text repeats the user's input.
  await services.seed.sql(`create function broken() returns trigger language plpgsql as
    $$ begin raise exception 'row % of ${login} refused, Bearer ${office.admin}', new.tax_id; end $$`);
  await services.seed.sql('create trigger broken before insert on partners for each row execute function broken()');
  const broken = await partner({ taxId: '111.444.777-35' });
  expect(broken.status).toBe(500);
  await services.seed.sql('drop trigger broken on partners');

  return [token, opened.data.login.accessToken, office.admin, mail.token, login, encodeURIComponent(login)];
};

const PLAIN_CPFS = [CPF, '529.982.247-26', '111.444.777-35'].flatMap((cpf) => [cpf, cpf.replace(/\D/g, '')]);

describe('The log of a day', () => {
  let secrets: string[];
  beforeAll(async () => {
    secrets = await liveADay();
    await log.find(({ msg, status }) => msg === 'request' && status === 500, 2);
  });

  test('has no token, password, CPF, CNPJ, mail address, link, cookie or content', () => {
    const all = [...secrets, ...PLAIN_CPFS, CNPJ, '12ABC34501DE35', TEST_PASSWORD, WRONG_PASSWORD, NEW_PASSWORD];
    const text = log.text();
    expect(text.length).toBeGreaterThan(5_000);
    expect([...all, COOKIE, CONTENT, 'cHJ1bW8td2Vi'].filter((secret) => text.includes(secret))).toEqual([]);
    expect(log.lines().filter((line) => /authorization|cookie/i.test(Object.keys(line).join()))).toEqual([]);
  });

  test('has the path, outcome and duration of each request', async () => {
    const [line] = await log.find(({ part, path }) => part === 'services' && path === '/oauth/token');
    expect(line).toMatchObject({ level: 'info', method: 'POST', status: 200, ms: expect.any(Number), msg: 'request' });
    expect(new Date(String(line?.time)).getFullYear()).toBeGreaterThan(2025);
    const [page] = await log.find(({ path }) => String(path).startsWith('/recover-password/'));
    expect(page).toMatchObject({ part: 'gateway', path: '/recover-password/*' });
  });

  test('has the name, kind, calls and errors of each GraphQL operation', async () => {
    const [line] = await log.find(({ operation }) => operation === 'CreatePartner');
    expect(line).toMatchObject({ part: 'gateway', msg: 'operation', kind: 'mutation', ms: expect.any(Number) });
    expect(line?.restCalls).toBe(2);
    const [refused] = await log.find(({ operation, codes }) => operation === 'LogIn' && codes !== undefined);
    expect(refused).toMatchObject({ codes: ['INVALID'], status: 200 });
  });

  test('joins the lines of gateway and services by one id, with the account and the user', async () => {
    const [asked] = await log.find(({ operation }) => operation === 'CreatePartner');
    const lines = await log.find(({ requestId }) => requestId === asked?.requestId, 3);
    expect(lines.map(({ part }) => part).sort()).toEqual(['gateway', 'services', 'services']);
    const made = lines.find(({ method, part }) => part === 'services' && method === 'POST');
    expect(made).toMatchObject({
      account: office.accountId,
      user: office.adminUser.id,
      statements: expect.any(Number),
    });
  });

  test('has an internal error with its stack, at level error', async () => {
    const [fault] = await log.find(({ level, part }) => level === 'error' && part === 'services');
    const err = fault?.err as { type: string; message: string; stack: string; code: string };
    expect(err).toMatchObject({
      code: 'P0001',
      message: expect.stringMatching(/^row \*\*\* of \*\*\* refused, \*\*\*$/),
    });
    // A function of the services that every command runs in.
    expect(err.stack).toContain('runCommand');
  });
});

describe('The request id', () => {
  const failing = '{ company(id: "999999") { id } session { admin } }';
  const requestIds = async (document: string, token: string | null = office.admin) =>
    (await gateway.ask(document, { token })).errors?.map(({ extensions }) => extensions.requestId);

  test.each([
    ['that a service refuses', failing],
    ['that nobody may read', '{ nothing }'],
    ['that is no GraphQL', '{'],
  ])('is in every error of a document %s', async (_what, document) => {
    const ids = await requestIds(document);
    expect(ids?.length).toBeGreaterThan(0);
    for (const id of ids ?? []) {
      expect(id).toEqual(expect.stringMatching(/^[\w-]{36}$/));
      await log.find(({ requestId, part }) => requestId === id && part === 'gateway');
    }
  });

  test('is in the error of a request without a session', async () => {
    expect(await requestIds('{ session { admin } }', null)).toEqual([expect.any(String)]);
  });

  test('is generated at the gateway, whatever the browser sends', async () => {
    const answer = await call('GET', '/api/v1/security/session', undefined, { 'x-request-id': 'chosen-by-a-browser' });
    expect(answer.headers.get('x-request-id')).not.toBe('chosen-by-a-browser');
    expect(((await answer.json()) as { requestId: string }).requestId).toBe(answer.headers.get('x-request-id'));
  });

  test('is accepted by the services from this machine only', async () => {
    const ask = async (from: string) =>
      (await services.api.get('/api/v1/security/session', { headers: { 'x-request-id': 'given-by-gateway' }, from }))
        .body;
    expect((await ask('127.0.0.1')).requestId).toBe('given-by-gateway');
    expect((await ask('203.0.113.9')).requestId).not.toBe('given-by-gateway');
  });
});

describe('A log line', () => {
  test.each([
    ['/api/v1/financial/company/12/debit/345?from=2026-01-01', '/api/v1/financial/company/12/debit/345'],
    ['/api/v1/security/user/check-email/ana%40x.com.br', '/api/v1/security/user/check-email/*'],
    ['/first-password/8fGtQqPz1xYw7Rk2Nn5Ss9Uu3Vv6Aa0Bb4Cc8Dd2Ee', '/first-password/*'],
    ['/api/v1/financial/account/1/partner/52998224725', '/api/v1/financial/account/1/partner/*'],
    ['/financial/company/1/building/-1', '/financial/company/1/building/-1'],
    ['/#/token', '/'],
    ['//evil', '//evil'],
  ])('has %s as %s', (url, safe) => expect(safePath(url)).toBe(safe));

  test.each([
    ['duplicate key (529.982.247-25)', 'duplicate key (***)'],
    ['to 12ABC34501DE35 and 11222333000181', 'to *** and ***'],
    ['mail ana.silva+x@obra.com.br failed', 'mail *** failed'],
    ['Authorization: Bearer abcdef0123456789', 'Authorization: ***'],
    ['link 8fGtQqPz1xYw7Rk2Nn5Ss9Uu3Vv6Aa0Bb4Cc8Dd2Eef has expired', 'link *** has expired'],
    ['postgres://prumo:segredo@banco:5432/prumo', 'postgres://prumo:***@banco:5432/prumo'],
    ['of request 3f6c1e0a-5b7d-4c8e-9f00-1a2b3c4d5e6f', 'of request 3f6c1e0a-5b7d-4c8e-9f00-1a2b3c4d5e6f'],
    ['value 1234567.89 too large', 'value 1234567.89 too large'],
  ])('has "%s" as "%s"', (text, safe) => expect(safeText(text)).toBe(safe));

  test('has an error without the row that PostgreSQL repeats in its detail', () => {
    const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: `Key (tax_id)=(${CPF})` });
    const safe = safeError(new Error('outer', { cause: error }));
    expect(safe).toMatchObject({ message: 'outer', cause: { message: 'duplicate key', code: '23505' } });
    expect(JSON.stringify(safe)).not.toContain('Key');
    expect(safeError('only text')).toMatchObject({ message: 'only text' });
  });
});
