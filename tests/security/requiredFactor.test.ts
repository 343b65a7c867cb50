import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';
import { codeAt } from './authenticatorApp.ts';
import { SoftAuthenticator } from './softAuthenticator.ts';

const CLIENT = { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': 'application/x-www-form-urlencoded' };
const TODAY = '2026-11-20';
const IN_A_WEEK = '2026-11-27';
const DUE = 'SECOND_FACTOR_SETUP_REQUIRED';

let services: TestServices;
let office: Office;
let admin: TestUser;
let adminToken: string;
let person: TestUser;
let address = '';
let serial = 0;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, body?: object, token = adminToken) =>
  services.api.call(method, `/api/v1/${path}`, { token, ...(body && { body }), from: address });
const own = (method: Method, path: string, body: object | undefined, token: string) =>
  call(method, `security/${path}`, body, token);
const grant = (fields: Record<string, string>) =>
  services.api.post('/oauth/token', { headers: CLIENT, body: new URLSearchParams(fields).toString(), from: address });
const enter = (user: TestUser, password = TEST_PASSWORD) =>
  grant({ grant_type: 'password', username: user.login, password });
const tokenBy = async (user: TestUser): Promise<string> => (await enter(user)).body.access_token;
const demand = (from: string | null, token = adminToken) => call('PUT', 'security/sso/second-factor', { from }, token);

const confirmed = async (token: string): Promise<string> => {
  expect((await own('POST', 'reauthentication', { password: TEST_PASSWORD }, token)).status).toBe(200);
  return token;
};

const makePasskey = async (token: string, key = new SoftAuthenticator()): Promise<SoftAuthenticator> => {
  const options = (await own('POST', 'passkeys/creation', undefined, token)).body.data;
  expect((await own('POST', 'passkeys', { name: 'Chave', ...key.create(options) }, token)).status).toBe(200);
  return key;
};

const makeApp = async (token: string): Promise<string> => {
  const { secret } = (await own('POST', 'totp', undefined, token)).body.data;
  const otp = codeAt(secret, services.clock.now());
  expect((await own('POST', 'totp/confirmation', { otp }, token)).status).toBe(200);
  services.clock.advance(30_000);
  return secret;
};

beforeAll(async () => {
  services = await startServices();
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  address = `177.94.${(serial += 1)}.33`;
  office = await openOffice(services.seed, 'Ipê');
  admin = await services.seed.user(office.accountId, { name: 'Marina', admin: true });
  adminToken = await services.seed.tokenOf(admin);
  person = await services.seed.user(office.accountId, { name: 'Zélia' });
});
afterAll(() => services.stop());

describe('An account that demands a second factor', () => {
  test('is made by an administrator who has one, from today on, after a reauthentication', async () => {
    const first = await demand(IN_A_WEEK);
    const sentence = 'Ligue antes a sua própria verificação, em Minha conta: assim se sabe que funciona.';
    expect([first.status, first.body.fields]).toEqual([422, [{ path: 'from', message: sentence }]]);
    await makePasskey(adminToken);
    expect((await demand('2026-11-19')).body.fields).toEqual([
      { path: 'from', message: 'Escolha hoje ou um dia depois.' },
    ]);
    const key = await makePasskey(adminToken);
    const asked = (await services.api.post('/api/v1/security/passkey-login', { from: address })).body.data;
    const fresh = await grant({ grant_type: 'passkey', assertion: JSON.stringify(key.assert(asked)) });
    expect((await demand(IN_A_WEEK, fresh.body.access_token)).body.error).toBe('REAUTHENTICATION_REQUIRED');
    const set = await demand(IN_A_WEEK);
    expect(set.body.data).toMatchObject({ secondFactorFrom: IN_A_WEEK });
    const names = set.body.data.withoutSecondFactor.map(({ name }: { name: string }) => name);
    expect(names).toContain('Zélia');
    expect(names).not.toContain('Marina');
    const told = await services.seed.sql('select text, link from assistant_messages where user_id = $1', [person.id]);
    expect(told).toEqual([
      {
        text: 'A partir de 27/11/2026, entrar com senha nesta conta pede a verificação em duas etapas. Ligue a sua em Minha conta.',
        link: '/home/account',
      },
    ]);
    const stale = await call('PUT', 'security/sso/second-factor', { from: null, version: 1 });
    expect(stale.status).toBe(409);
  });

  test('asks for nothing before the day, and from its first minute on also of open sessions', async () => {
    await makePasskey(adminToken);
    await demand(IN_A_WEEK);
    services.clock.set('2026-11-27T02:59:00.000Z');
    const token = await tokenBy(person);
    expect((await own('GET', 'sessions', undefined, token)).status).toBe(200);
    services.clock.set('2026-11-27T03:00:00.000Z');
    expect((await own('GET', 'sessions', undefined, token)).body.error).toBe(DUE);
  });

  test('opens a session that can only set one up, tells it nothing of the account, and goes on with it', async () => {
    await makePasskey(adminToken);
    await demand(TODAY);
    const token = await tokenBy(person);
    const session = (await own('GET', 'session', undefined, token)).body.data;
    expect(session).toMatchObject({ secondFactorDue: true, companies: {}, permissions: {}, admin: false });
    for (const [method, path] of [
      ['GET', 'security/sessions'],
      ['GET', 'security/passkeys'],
      ['PUT', 'security/password'],
      ['GET', `financial/account/${office.accountId}/user`],
      ['GET', `financial/company/${office.companyId}/bank`],
      ['GET', 'financial/company/999999/bank'],
      ['GET', 'assistant/stream'],
      ['GET', 'assistant/live'],
    ] as const) {
      const { status, body } = await call(method, path, undefined, token);
      expect([path, status, body.error]).toEqual([path, 403, DUE]);
    }
    // Neither does the token alone set one up: it may be stolen.
    expect((await own('POST', 'passkeys/creation', undefined, token)).body.error).toBe('REAUTHENTICATION_REQUIRED');
    await makeApp(await confirmed(token));
    // Without a permission yet, which is the next thing to be told.
    expect((await own('GET', 'session', undefined, token)).body.message).toBe('Nenhuma empresa disponível');
    expect((await own('GET', 'sessions', undefined, token)).status).toBe(200);
    expect((await enter(person)).status).toBe(403);
  });

  test('locks nobody out: not the other administrators, not who has only an invitation', async () => {
    const second = await services.seed.user(office.accountId, { name: 'Outra', admin: true });
    await makePasskey(adminToken);
    await demand(TODAY);
    const token = await confirmed(await tokenBy(second));
    expect((await call('GET', 'security/sso', undefined, token)).body.error).toBe(DUE);
    await makePasskey(token);
    expect((await call('GET', 'security/sso', undefined, token)).status).toBe(200);
    expect((await demand(null, token)).body.data.secondFactorFrom).toBeNull();
    expect((await own('GET', 'sessions', undefined, await tokenBy(person))).status).toBe(200);
  });

  test('keeps the last factor of each user, and lets go of the others', async () => {
    await makePasskey(adminToken);
    await demand(TODAY);
    const token = await confirmed(await tokenBy(person));
    await makeApp(token);
    await makePasskey(token);
    const [{ id }] = (await own('GET', 'passkeys', undefined, token)).body.data;
    expect((await own('DELETE', `passkeys/${id}`, undefined, token)).status).toBe(200);
    const refused = await own('POST', 'totp/removal', { password: TEST_PASSWORD }, token);
    const sentence =
      'A sua conta pede a verificação em duas etapas: crie outra chave de acesso ou ligue o aplicativo antes de remover esta.';
    expect([refused.status, refused.body.message]).toEqual([422, sentence]);
    expect((await own('GET', 'profile', undefined, token)).body.data).toMatchObject({
      ...{ totp: true, recoveryCodes: 10, secondFactorFrom: TODAY },
    });
    await makePasskey(token);
    expect((await own('POST', 'totp/removal', { password: TEST_PASSWORD }, token)).status).toBe(200);
    const [last] = (await own('GET', 'passkeys', undefined, token)).body.data;
    expect((await own('DELETE', `passkeys/${last.id}`, undefined, token)).body.message).toBe(sentence);
  });

  test('does not ask who comes by single sign-on: their provider does', async () => {
    await makePasskey(adminToken);
    await demand(TODAY);
    const token = await tokenBy(person);
    await services.seed.sql(`update access_tokens set method = 'SSO' where user_id = $1`, [person.id]);
    expect((await own('GET', 'sessions', undefined, token)).status).toBe(200);
    expect((await own('GET', 'profile', undefined, token)).body.data.secondFactorFrom).toBeNull();
  });
});

describe('A user who has lost the phone', () => {
  const reset = (id: number, token = adminToken) =>
    call('DELETE', `financial/user/${id}/second-factor`, undefined, token);

  test('gets in again once an administrator has removed the second factor, and is told so', async () => {
    const token = await services.seed.tokenOf(person);
    await makeApp(token);
    await makePasskey(token);
    const waiting = (await enter(person)).body.mfa_token as string;
    expect((await call('GET', `financial/user/${person.id}`)).body.data.secondFactor).toBe(true);
    const fresh = (await tokenBy(admin)) as string;
    expect((await reset(person.id, fresh)).body.error).toBe('REAUTHENTICATION_REQUIRED');
    const done = await reset(person.id);
    expect([done.status, done.body.data.secondFactor]).toEqual([200, false]);
    expect((await own('GET', 'sessions', undefined, token)).status).toBe(401);
    const old = await grant({ grant_type: 'mfa_otp', mfa_token: waiting, otp: '000000' });
    expect(old.body.error_description).toBe('A verificação expirou. Entre de novo com a senha.');
    const again = await tokenBy(person);
    const kinds = (await own('GET', 'accesses', undefined, again)).body.data.content.map(
      ({ kind }: { kind: string }) => kind,
    );
    expect(kinds).toContain('FACTORS_RESET');
    const mails = await services.seed.sql(
      `select kind from outgoing_mail where user_id = $1 and kind = 'FACTORS_RESET'`,
      [person.id],
    );
    expect(mails).toHaveLength(1);
    const history = await services.seed.sql(
      `select user_id::int from audit_log where action = 'removeSecondFactor' and entity_id = $1`,
      [person.id],
    );
    expect(history).toEqual([{ user_id: admin.id }]);
    expect((await reset(person.id)).body.message).toBe('Este usuário não tem verificação em duas etapas.');
  });

  test('is never the administrator who removes it, nor anybody of another account', async () => {
    await makePasskey(adminToken);
    const self = await reset(admin.id);
    expect([self.status, self.body.message]).toEqual([
      422,
      'Você não pode remover a sua própria verificação por aqui. Faça isso em Minha conta.',
    ]);
    const other = await openOffice(services.seed, 'Vizinha');
    const theirs = await services.seed.user(other.accountId, { name: 'Alheia' });
    await makePasskey(await services.seed.tokenOf(theirs));
    expect((await reset(theirs.id)).status).toBe(404);
    expect((await reset(theirs.id, await services.seed.tokenOf(person))).status).toBe(403);
  });

  test('is not let in by a recovered password alone', async () => {
    await makeApp(await services.seed.tokenOf(person));
    const { createHash } = await import('node:crypto');
    const link = 'l'.repeat(43);
    await services.seed.sql(
      `insert into link_tokens (token_hash, account_id, user_id, purpose, login, issued_at, expires_at)
       values ($1, $2, $3, 'RECOVER_PASSWORD', $4, $5, $5::timestamptz + interval '1 hour')`,
      [createHash('sha256').update(link).digest(), office.accountId, person.id, person.login, services.clock.now()],
    );
    const password = 'um muro de tijolo aparente';
    const changed = await services.api.post('/api/v1/security/recover-password/change', {
      body: { token: link, password },
      from: address,
    });
    expect(changed.status).toBe(200);
    expect((await enter(person, password)).body.error).toBe('mfa_required');
  });
});
