import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';
import { SoftAuthenticator, type Deviation } from './softAuthenticator.ts';

const CLIENT = { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': 'application/x-www-form-urlencoded' };
const EXPIRED = 'O pedido de entrada expirou. Tente de novo.';
const NOBODY = 'Esta chave de acesso não abre nenhum acesso. Entre com o e-mail e a senha.';
const WRONG = 'A chave de acesso não foi aceita.';

let services: TestServices;
let office: Office;
let person: TestUser;
let token: string;
let key: SoftAuthenticator;
let codes: string[];
let address = '';
let serial = 0;

const grant = (fields: Record<string, string>) =>
  services.api.post('/oauth/token', { headers: CLIENT, body: new URLSearchParams(fields).toString(), from: address });
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = token) =>
  services.api.call(method, `/api/v1/security/${path}`, { token: as, ...(body && { body }), from: address });
const later = (seconds: number) => services.clock.advance(seconds * 1000);
const enter = (user: TestUser = person) =>
  grant({ grant_type: 'password', username: user.login, password: TEST_PASSWORD });
const outcome = ({ status, body }: { status: number; body: { error_description?: string; message?: string } }) => [
  status,
  body.error_description ?? body.message,
];

const create = async (authenticator: SoftAuthenticator, deviation: Deviation = {}, as = token, name = 'Notebook') => {
  const options = (await call('POST', 'passkeys/creation', undefined, as)).body.data;
  return call('POST', 'passkeys', { name, ...authenticator.create(options, deviation) }, as);
};
const loginOptions = async () =>
  (await services.api.post('/api/v1/security/passkey-login', { from: address })).body.data as {
    challenge: string;
    rpId: string;
  };
const alone = (assertion: object) => grant({ grant_type: 'passkey', assertion: JSON.stringify(assertion) });
const enterAlone = async (authenticator = key, deviation: Deviation = {}) =>
  alone(authenticator.assert(await loginOptions(), deviation));
const asSecond = async (authenticator = key, deviation: Deviation = {}) => {
  const { mfa_token, mfa_passkey } = (await enter()).body;
  const assertion = JSON.stringify(authenticator.assert(mfa_passkey, deviation));
  return grant({ grant_type: 'mfa_passkey', mfa_token, assertion });
};
const mails = (user: TestUser) =>
  services.seed.sql('select kind from outgoing_mail where user_id = $1 and kind like $2 order by id', [
    user.id,
    'PASSKEY%',
  ]);

beforeAll(async () => {
  services = await startServices();
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  address = `177.93.${(serial += 1)}.33`;
  office = await openOffice(services.seed, 'Ipê');
  person = await services.seed.user(office.accountId, { name: 'Pessoa' });
  token = await services.seed.tokenOf(person);
  key = new SoftAuthenticator();
  codes = (await create(key)).body.data.recoveryCodes;
});
afterAll(() => services.stop());

/** What no authenticator of the person, and no page of the product, does. */
const LIES: readonly (readonly [string, Deviation])[] = [
  ['the page of another origin', { origin: 'http://localhost:4001' }],
  ['the page of a name that resembles ours', { origin: 'http://localhost.evil.example:4000' }],
  ['a key that was made for another domain', { rpId: 'evil.example' }],
  ['a person who did not unlock the authenticator', { verified: false }],
  ['a changed signature', { forge: true }],
  ['the signature of a registration', { type: 'webauthn.create' }],
  ['a challenge that nobody asked', { challenge: 'x'.repeat(43) }],
  ['a counter that went back: the key was copied', { counter: 1 }],
  ['the handle of another person', { userHandle: Buffer.alloc(32, 7).toString('base64url') }],
];

describe('A passkey alone', () => {
  test('opens a session that says so, and counts as two factors', async () => {
    const opened = await enterAlone();
    expect([opened.status, opened.body.token_type]).toEqual([200, 'Bearer']);
    const [current] = (await call('GET', 'sessions', undefined, opened.body.access_token)).body.data;
    expect([current.method, current.current]).toEqual(['PASSKEY', true]);
    const [listed] = (await call('GET', 'passkeys')).body.data;
    expect(listed).toMatchObject({ name: 'Notebook', synced: false, lastUsedAt: TEST_NOW });
  });

  test.each(LIES)('is refused for %s', async (_what, deviation) => {
    expect((await enterAlone()).status).toBe(200);
    const refused = await enterAlone(key, deviation);
    expect(outcome(refused)).toEqual([400, deviation.challenge ? EXPIRED : NOBODY]);
  });

  test('answers a question once, and for five minutes', async () => {
    const asked = await loginOptions();
    expect((await alone(key.assert(asked))).status).toBe(200);
    expect(outcome(await alone(key.assert(asked)))).toEqual([400, EXPIRED]);
    const old = await loginOptions();
    later(301);
    expect(outcome(await alone(key.assert(old)))).toEqual([400, EXPIRED]);
    const both = await loginOptions();
    const one = key.assert(both);
    const statuses = (await Promise.all([alone(one), alone(one)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  test('is not helped by the question of a registration or of a reauthentication', async () => {
    const creation = (await call('POST', 'passkeys/creation')).body.data;
    const confirmation = (await call('POST', 'passkeys/confirmation')).body.data;
    expect(outcome(await alone(key.assert(creation)))).toEqual([400, EXPIRED]);
    expect(outcome(await alone(key.assert(confirmation)))).toEqual([400, EXPIRED]);
  });

  test('tells nobody whose it is: an unknown key, an inactive user and a removed key are the same', async () => {
    const stranger = new SoftAuthenticator();
    stranger.create({ challenge: 'x', rpId: 'localhost', userHandle: Buffer.alloc(32, 1).toString('base64url') });
    expect(outcome(await enterAlone(stranger))).toEqual([400, NOBODY]);
    await services.seed.sql('update users set active = false where id = $1', [person.id]);
    expect(outcome(await enterAlone())).toEqual([400, NOBODY]);
    await services.seed.sql('update users set active = true where id = $1', [person.id]);
    const [{ id }] = (await call('GET', 'passkeys')).body.data;
    expect((await call('DELETE', `passkeys/${id}`)).status).toBe(200);
    expect(outcome(await enterAlone())).toEqual([400, NOBODY]);
  });

  test('is refused where the account admits no password, after the right signature alone', async () => {
    await services.seed.sql('insert into login_rules (account_id, sso_only, emergency_user_id) values ($1, true, $2)', [
      office.accountId,
      (await services.seed.user(office.accountId, { name: 'Emergência', admin: true })).id,
    ]);
    const only = 'A sua conta entra só pelo acesso único da organização: a senha não vale.';
    expect(outcome(await enterAlone())).toEqual([400, only]);
    expect(outcome(await enterAlone(key, { forge: true }))).toEqual([400, NOBODY]);
    expect(outcome(await call('POST', 'passkeys/creation'))).toEqual([422, only]);
  });

  test('has the attempts that passwords have', async () => {
    const statuses = [];
    for (let at = 0; at < 7; at += 1) statuses.push((await enterAlone(key, { forge: true })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect((await enter()).status).toBe(429);
  });

  test('of two accounts with the same credential opens the account whose handle it has', async () => {
    const other = await openOffice(services.seed, 'Vizinha');
    const thief = await services.seed.user(other.accountId, { name: 'Ladrão' });
    const own = await services.seed.tokenOf(thief);
    // An authenticator that lies about its id, which is not a secret.
    const copy = new SoftAuthenticator();
    key.id.copy(copy.id);
    expect((await create(copy, {}, own)).status).toBe(200);
    const theirs = (await enterAlone(copy)).body.access_token as string;
    expect((await call('GET', 'profile', undefined, theirs)).body.data.id).toBe(thief.id);
    const mine = (await enterAlone()).body.access_token as string;
    expect((await call('GET', 'profile', undefined, mine)).body.data.id).toBe(person.id);
  });

  test.each([
    ['no signature', { grant_type: 'passkey' }],
    ['a text that is no JSON', { grant_type: 'passkey', assertion: '{' }],
    ['an unknown field', { grant_type: 'passkey', assertion: '{"credentialId":"a","cor":1}' }],
    ['a password beside it', { grant_type: 'passkey', assertion: '{}', password: 'x' }],
    ['no token of the waiting login', { grant_type: 'mfa_passkey', assertion: '{}' }],
  ])('refuses a form with %s', async (_what, fields) => {
    expect(outcome(await grant(fields))).toEqual([400, 'Confira os campos informados.']);
  });
});

describe('A passkey after the password', () => {
  test('is asked for by name, with the keys of the person alone', async () => {
    const { status, body } = await enter();
    expect([status, body]).toEqual([
      403,
      {
        error: 'mfa_required',
        error_description: 'Use a sua chave de acesso para continuar.',
        mfa_token: expect.any(String),
        mfa_methods: ['PASSKEY', 'RECOVERY_CODE'],
        mfa_passkey: {
          challenge: expect.stringMatching(/^[\w-]{43}$/),
          rpId: 'localhost',
          credentials: [{ id: key.id.toString('base64url'), transports: ['internal'] }],
        },
      },
    ]);
    expect((await asSecond()).status).toBe(200);
  });

  test.each(LIES)('is refused for %s', async (_what, deviation) => {
    expect((await asSecond()).status).toBe(200);
    expect(outcome(await asSecond(key, deviation))).toEqual([400, WRONG]);
  });

  test("is refused with another user's key, and with the question of another login", async () => {
    const other = await services.seed.user(office.accountId, { name: 'Outra' });
    const theirs = new SoftAuthenticator();
    await create(theirs, {}, await services.seed.tokenOf(other));
    expect(outcome(await asSecond(theirs))).toEqual([400, WRONG]);
    const [first, second] = [(await enter()).body, (await enter()).body];
    const assertion = JSON.stringify(key.assert(first.mfa_passkey));
    expect(outcome(await grant({ grant_type: 'mfa_passkey', mfa_token: second.mfa_token, assertion }))).toEqual([
      400,
      WRONG,
    ]);
    expect((await grant({ grant_type: 'mfa_passkey', mfa_token: first.mfa_token, assertion })).status).toBe(200);
  });

  test('may be replaced by a recovery code, which the first key brought', async () => {
    expect(codes).toHaveLength(10);
    const { mfa_token } = (await enter()).body;
    const recovery_code = codes[0] ?? '';
    expect((await grant({ grant_type: 'mfa_recovery_code', mfa_token, recovery_code })).status).toBe(200);
    const second = await create(new SoftAuthenticator());
    expect(second.body.data.recoveryCodes).toEqual([]);
  });
});

describe('The passkeys of a user', () => {
  test('are made after a reauthentication, told by mail, renamed and removed by their owner alone', async () => {
    const fresh = (await enterAlone()).body.access_token as string;
    expect((await call('POST', 'passkeys/creation', undefined, fresh)).body.error).toBe('REAUTHENTICATION_REQUIRED');
    const [{ id }] = (await call('GET', 'passkeys')).body.data;
    const other = await services.seed.tokenOf(await services.seed.user(office.accountId, { name: 'Outra' }));
    expect((await call('PUT', `passkeys/${id}`, { name: 'Minha' }, other)).status).toBe(404);
    expect((await call('DELETE', `passkeys/${id}`, undefined, other)).status).toBe(404);
    expect((await call('PUT', `passkeys/${id}`, { name: '  Celular  da obra ' })).body.data.name).toBe(
      'Celular da obra',
    );
    expect((await call('DELETE', `passkeys/${id}`, undefined, fresh)).body.error).toBe('REAUTHENTICATION_REQUIRED');
    expect((await call('DELETE', `passkeys/${id}`)).status).toBe(200);
    expect((await call('DELETE', `passkeys/${id}`)).status).toBe(404);
    expect(await mails(person)).toEqual([{ kind: 'PASSKEY_ADDED' }, { kind: 'PASSKEY_REMOVED' }]);
    const kinds = (await call('GET', 'accesses')).body.data.content.map((one: { kind: string }) => one.kind);
    expect(kinds).toEqual(expect.arrayContaining(['PASSKEY_ADDED', 'PASSKEY_REMOVED']));
    // The password alone is enough again, and no recovery code is left.
    expect((await enter()).status).toBe(200);
    expect((await call('GET', 'profile')).body.data).toMatchObject({ passkeys: 0, recoveryCodes: 0 });
  });

  test.each(LIES.filter(([, { forge, counter, userHandle }]) => !forge && !counter && !userHandle))(
    'are not made by %s',
    async (_what, deviation) => {
      const lie = deviation.type ? { type: 'webauthn.get' } : deviation;
      const refused = await create(new SoftAuthenticator(), lie);
      expect(outcome(refused)).toEqual([422, 'A chave de acesso não foi aceita. Tente de novo.']);
    },
  );

  test('are made of a question that is asked once, in the same session, and in five minutes', async () => {
    const asked = (await call('POST', 'passkeys/creation')).body.data;
    const made = () => ({ name: 'Outra', ...new SoftAuthenticator().create(asked) });
    const elsewhere = await services.seed.tokenOf(person);
    expect((await call('POST', 'passkeys', made(), elsewhere)).status).toBe(422);
    expect((await call('POST', 'passkeys', made())).status).toBe(200);
    expect((await call('POST', 'passkeys', made())).status).toBe(422);
    const late = (await call('POST', 'passkeys/creation')).body.data;
    later(301);
    expect((await call('POST', 'passkeys', { name: 'Outra', ...key.create(late) })).status).toBe(422);
  });

  test('are ten at most, and none twice', async () => {
    expect(outcome(await create(key))).toEqual([409, 'Esta chave de acesso já está na sua conta.']);
    for (let at = 0; at < 9; at += 1) expect((await create(new SoftAuthenticator())).status).toBe(200);
    const full = await call('POST', 'passkeys/creation');
    expect(outcome(full)).toEqual([422, 'Você já tem 10 chaves de acesso. Remova uma que não usa mais.']);
    expect((await call('GET', 'passkeys')).body.data).toHaveLength(10);
  });

  test('confirm who the user is where the password does, once and in their session', async () => {
    const opened = (await enterAlone()).body.access_token as string;
    const ask = async (as = opened) => (await call('POST', 'passkeys/confirmation', undefined, as)).body.data;
    const prove = (assertion: object, as = opened) => call('POST', 'reauthentication', { assertion }, as);
    const wrong = await prove(key.assert(await ask(), { forge: true }));
    expect([wrong.status, wrong.body.fields]).toEqual([422, [{ path: 'assertion', message: WRONG }]]);
    expect((await prove(key.assert(await ask(token)))).status).toBe(422);
    const asked = await ask();
    expect((await prove(key.assert(asked))).body.data).toEqual({ until: expect.any(String) });
    expect((await prove(key.assert(asked))).status).toBe(422);
    expect((await call('POST', 'recovery-codes', undefined, opened)).status).toBe(200);
  });

  test('stay beside the app, and recovery codes stay until the last of both is gone', async () => {
    const { codeAt } = await import('./authenticatorApp.ts');
    const { secret } = (await call('POST', 'totp')).body.data;
    const on = await call('POST', 'totp/confirmation', { otp: codeAt(secret, services.clock.now()) });
    expect(on.body.data.recoveryCodes).toEqual([]);
    expect((await enter()).body.mfa_methods).toEqual(['TOTP', 'PASSKEY', 'RECOVERY_CODE']);
    expect((await call('POST', 'totp/removal', { password: TEST_PASSWORD })).status).toBe(200);
    expect((await call('GET', 'profile')).body.data).toMatchObject({ totp: false, passkeys: 1, recoveryCodes: 10 });
  });

  test('are forgotten with their questions by housekeeping, not before their time', async () => {
    await call('POST', 'passkeys/confirmation');
    await loginOptions();
    const left = async () => {
      await services.seed.sql('select forget_passkey_challenges($1)', [services.clock.now()]);
      const [row] = await services.seed.sql<{ n: number }>(
        'select (select count(*) from passkey_challenges)::int + (select count(*) from passkey_logins)::int as n',
      );
      return row?.n;
    };
    expect(await left()).toBeGreaterThanOrEqual(2);
    later(301);
    expect(await left()).toBe(0);
  });
});
