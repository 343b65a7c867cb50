import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

const CLIENT = { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': 'application/x-www-form-urlencoded' };
const MINUTE = 60_000;
const ASKED = 'Confirme a sua senha para continuar.';

let services: TestServices;
let gateway: TestGateway;
let office: Office;
let person: TestUser;
/** The token of a login without reauthentication. */
let token: string;
let serial = 0;

const logIn = async (user: TestUser): Promise<string> => {
  const body = new URLSearchParams({
    grant_type: 'password',
    username: user.login,
    password: user.password,
  }).toString();
  return (await services.api.post('/oauth/token', { headers: CLIENT, body })).body.access_token;
};
const giveAgain = (password = TEST_PASSWORD, as = token) =>
  services.api.post('/api/v1/security/reauthentication', { token: as, body: { password } });
const users = () => `/api/v1/financial/account/${office.accountId}/user`;
const otherUser = () => ({ login: `nova${(serial += 1)}@exemplo.com.br`, name: 'Nova' });
const add = (as = token) => services.api.post(users(), { token: as, body: otherUser() });

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  office = await openOffice(services.seed, 'Ipê');
  person = await services.seed.user(office.accountId, { name: 'Pessoa' });
  token = await logIn(office.adminUser);
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const refusal = ({ status, body }: { status: number; body: { error?: string; message?: string } }) => [
  status,
  body.error,
  body.message,
];

describe('A change of who may log in', () => {
  const changeOf = (more: object) => () =>
    services.api.put(users(), {
      token,
      body: { id: person.id, version: 1, login: person.login, name: 'Pessoa', ...more },
    });
  const grant = { '-1': ['DEBIT'] };
  const acts: [string, () => ReturnType<typeof add>][] = [
    ['a new user', () => add()],
    ['another login', changeOf({ login: 'outra@exemplo.com.br' })],
    ['an administrator', changeOf({ admin: true })],
    ['a deactivation', changeOf({ active: false })],
    ['a permission', () => changeOf({ permissions: { [office.companyId]: grant } })()],
    ['a deletion', () => services.api.delete(`/api/v1/financial/user/${person.id}`, { token })],
  ];
  test.each(acts)('is rejected after a login alone, and done after the password was confirmed: %s', async (_, act) => {
    expect(refusal(await act())).toEqual([403, 'REAUTHENTICATION_REQUIRED', ASKED]);
    const rows = await services.seed.sql('select login, admin, active, version, new_login from users where id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([{ login: person.login, admin: false, active: true, version: 1, new_login: null }]);
    expect(await services.seed.sql('select from user_permissions where user_id = $1', [person.id])).toEqual([]);
    const given = await giveAgain();
    expect([given.status, given.body.data]).toEqual([200, { until: '2026-11-20T15:15:00.000Z' }]);
    expect((await act()).status).toBe(200);
  });

  test('includes sending an invitation again, and cancelling a change of login', async () => {
    await giveAgain();
    const { id } = (await add()).body.data;
    await changeOf({ login: 'outra@exemplo.com.br' })();
    token = await logIn(office.adminUser);
    const acts = [
      () => services.api.post(`/api/v1/financial/user/${id}/invitation`, { token }),
      () => services.api.delete(`/api/v1/financial/user/${person.id}/new-login`, { token }),
    ];
    for (const act of acts) expect(refusal(await act())).toEqual([403, 'REAUTHENTICATION_REQUIRED', ASKED]);
    await giveAgain();
    for (const act of acts) expect((await act()).status).toBe(200);
  });

  test('excludes a name, and an update without changes', async () => {
    expect((await changeOf({ name: 'Outro Nome', admin: false, active: true, permissions: {} })()).status).toBe(200);
  });

  test('reports invalid fields before it asks for the password', async () => {
    const { status, body } = await services.api.post(users(), { token, body: { login: 'torto', name: 'X' } });
    expect([status, body.fields]).toEqual([400, [{ path: 'login', message: 'Informe um e-mail válido.' }]]);
  });
});

describe('A confirmed password', () => {
  test('is valid for 15 minutes', async () => {
    await giveAgain();
    services.clock.advance(15 * MINUTE - 1);
    expect((await add()).status).toBe(200);
    services.clock.advance(1);
    expect((await add()).status).toBe(403);
  });

  test('is valid in its session only, and not after that has ended', async () => {
    const elsewhere = await logIn(office.adminUser);
    await giveAgain();
    expect((await add(elsewhere)).status).toBe(403);
    await services.api.delete('/api/v1/security/token', { token });
    expect((await add()).status).toBe(401);
    expect((await add(await logIn(office.adminUser))).status).toBe(403);
  });

  test('is that of the logged-in user', async () => {
    const wrong = await giveAgain('senha de outra pessoa');
    expect([wrong.status, wrong.body.fields]).toEqual([422, [{ path: 'password', message: 'Senha incorreta.' }]]);
    expect((await add()).status).toBe(403);
    expect(
      (await services.api.post('/api/v1/security/reauthentication', { body: { password: TEST_PASSWORD } })).status,
    ).toBe(401);
  });

  test('is limited in guesses together with the login, and every guess is counted', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => giveAgain(`quase certa ${index}`)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
    // Not even the right password: a stolen session gives no more guesses than the login.
    const right = await giveAgain();
    expect([right.status, right.body.message]).toEqual([
      429,
      'Muitas tentativas de acesso. Aguarde alguns minutos e tente novamente.',
    ]);
    expect(right.headers['retry-after']).toBe('900');
    expect(await logIn(office.adminUser)).toBeUndefined();
    services.clock.advance(15 * MINUTE + 1);
    expect((await giveAgain()).status).toBe(200);
  });

  test('is not stored in the history', async () => {
    await giveAgain();
    const rows = await services.seed.sql(`select t::text as row from audit_log t where action = 'reauthenticate'`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(TEST_PASSWORD);
  });
});

describe('Over GraphQL', () => {
  const CREATE = 'mutation ($input: UserInput!) { createUser(input: $input) { user { login } } }';
  const GIVE = 'mutation ($password: String!) { reauthenticate(password: $password) { until } }';
  const create = () => gateway.ask(CREATE, { token, variables: { input: otherUser() } });

  test('the error has its own code, and a confirmed password lifts it', async () => {
    const refused = await create();
    expect(refused.errors).toMatchObject([
      { message: ASKED, extensions: { code: 'REAUTHENTICATION_REQUIRED', status: 403 } },
    ]);
    const wrong = await gateway.ask(GIVE, { token, variables: { password: 'errada' } });
    expect(wrong.errors?.[0]?.extensions.fields).toEqual([{ path: 'password', message: 'Senha incorreta.' }]);
    const given = await gateway.ask(GIVE, { token, variables: { password: TEST_PASSWORD } });
    expect(given.data).toEqual({ reauthenticate: { until: '2026-11-20T15:15:00.000Z' } });
    expect((await create()).errors).toBeUndefined();
  });

  test('a user without a company can log out, and the token is invalid then', async () => {
    const LOGOUT = 'mutation { logout { ok } }';
    const withoutPermission = await logIn(person);
    expect((await gateway.ask('{ session { id } }', { token: withoutPermission })).errors?.[0]?.message).toBe(
      'Nenhuma empresa disponível',
    );
    expect((await gateway.ask(LOGOUT, { token: withoutPermission })).data).toEqual({ logout: { ok: true } });
    expect((await services.api.get('/api/v1/security/session', { token: withoutPermission })).status).toBe(401);
    for (const token of [withoutPermission, null]) {
      const again = await gateway.ask(LOGOUT, { token });
      expect(again.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    }
  });

  test('neither aliases nor a second field bypass the limits of a request', async () => {
    const documents = [
      'mutation { a: reauthenticate(password: "um") { until } b: reauthenticate(password: "dois") { until } }',
      `mutation { reauthenticate(password: "${TEST_PASSWORD}") { until } createUser(input: { login: "x@exemplo.com.br", name: "X" }) { user { id } } }`,
      `mutation { createUser(input: { login: "x@exemplo.com.br", name: "X" }) { user { id } } reauthenticate(password: "${TEST_PASSWORD}") { until } }`,
      `mutation { ...F } fragment F on Mutation { a: reauthenticate(password: "${TEST_PASSWORD}") { until } }`,
    ];
    for (const query of documents) {
      const { data, errors } = await gateway.ask(query, { token });
      expect([data ?? null, errors?.length]).toEqual([null, 1]);
    }
    expect(
      await services.seed.sql('select from login_attempts where login = $1 and not succeeded', [
        office.adminUser.login,
      ]),
    ).toEqual([]);
    expect((await add()).status).toBe(403);
  });
});
