import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';
import { codeAt } from './authenticatorApp.ts';

const CLIENT = { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': 'application/x-www-form-urlencoded' };
/** Of its own for each test: an address has so many attempts. */
let address = '';
let serial = 0;
const EXPIRED = 'A verificação expirou. Entre de novo com a senha.';
const WRONG = 'Código incorreto. Confira a hora do celular e tente o próximo.';

let services: TestServices;
let office: Office;
let person: TestUser;
let token: string;
let secret: string;
let codes: string[];

const grant = (fields: Record<string, string>, from = address) =>
  services.api.post('/oauth/token', { headers: CLIENT, body: new URLSearchParams(fields).toString(), from });
const enter = (user: TestUser = person, from = address) =>
  grant({ grant_type: 'password', username: user.login, password: TEST_PASSWORD }, from);
const call = (method: 'POST' | 'PUT', path: string, body?: object, as = token) =>
  services.api.call(method, `/api/v1/security/${path}`, { token: as, ...(body && { body }) });
const now = () => services.clock.now();
const later = (seconds: number) => services.clock.advance(seconds * 1000);
const code = (steps = 0) => codeAt(secret, now(), steps);
const withOtp = (mfa: string, otp: string, from = address) =>
  grant({ grant_type: 'mfa_otp', mfa_token: mfa, otp }, from);
const challenge = async (): Promise<string> => (await enter()).body.mfa_token;
const outcome = ({ status, body }: { status: number; body: { error_description?: string } }) => [
  status,
  body.error_description,
];

/** Turns the second step on for a user of its own. */
const turnOn = async (user: TestUser) => {
  token = await services.seed.tokenOf(user);
  secret = (await call('POST', 'totp')).body.data.secret;
  const answer = await call('POST', 'totp/confirmation', { otp: code() });
  codes = answer.body.data.recoveryCodes;
  later(30);
};

beforeAll(async () => {
  services = await startServices();
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  address = `177.92.${(serial += 1)}.33`;
  office = await openOffice(services.seed, 'Ipê');
  person = await services.seed.user(office.accountId, { name: 'Pessoa' });
  await turnOn(person);
});
afterAll(() => services.stop());

describe('The second step of a login', () => {
  test('is asked for after the right password alone, and opens the session by the code of the app', async () => {
    const { status, body } = await enter();
    expect([status, body]).toEqual([
      403,
      {
        error: 'mfa_required',
        error_description: 'Digite o código da verificação em duas etapas.',
        mfa_token: expect.stringMatching(/^[\w-]{43}$/),
        mfa_methods: ['TOTP', 'RECOVERY_CODE'],
      },
    ]);
    const wrong = await grant({ grant_type: 'password', username: person.login, password: 'errada' });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'Login ou senha inválidos' },
    ]);
    const opened = await withOtp(body.mfa_token, code());
    expect([opened.status, opened.body.token_type]).toEqual([200, 'Bearer']);
    expect((await services.api.get('/api/v1/security/sessions', { token: opened.body.access_token })).status).toBe(200);
  });

  test('takes each code once: not in its half minute, not by another login, and not an older one', async () => {
    const used = code();
    expect((await withOtp(await challenge(), used)).status).toBe(200);
    expect(outcome(await withOtp(await challenge(), used))).toEqual([400, WRONG]);
    expect(outcome(await withOtp(await challenge(), code(-1)))).toEqual([400, WRONG]);
    expect((await withOtp(await challenge(), code(1))).status).toBe(200);
  });

  test('takes a code of the half minute before and after, and none further away', async () => {
    later(60);
    expect(outcome(await withOtp(await challenge(), code(2)))).toEqual([400, WRONG]);
    expect(outcome(await withOtp(await challenge(), code(-2)))).toEqual([400, WRONG]);
    expect((await withOtp(await challenge(), code(-1))).status).toBe(200);
  });

  test('opens one session of two requests with the same code at once', async () => {
    const [one, other] = [await challenge(), await challenge()];
    const answers = await Promise.all([withOtp(one, code()), withOtp(other, code())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const same = await challenge();
    later(30);
    const twice = await Promise.all([withOtp(same, code()), withOtp(same, code())]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('ends after five wrong codes, after five minutes and after its use', async () => {
    const mfa = await challenge();
    for (let wrong = 0; wrong < 5; wrong += 1) expect(outcome(await withOtp(mfa, '000000'))).toEqual([400, WRONG]);
    expect(outcome(await withOtp(mfa, code()))).toEqual([400, EXPIRED]);
    const late = await challenge();
    later(301);
    expect(outcome(await withOtp(late, code()))).toEqual([400, EXPIRED]);
    later(900);
    const used = await challenge();
    expect((await withOtp(used, code())).status).toBe(200);
    later(30);
    expect(outcome(await withOtp(used, code()))).toEqual([400, EXPIRED]);
    expect(outcome(await withOtp('x'.repeat(43), code()))).toEqual([400, EXPIRED]);
  });

  test('counts wrong codes as attempts of the login, so that new logins give no new guesses', async () => {
    const guess = async (from: string) => {
      const { status, body } = await enter(person, from);
      return status === 403 ? (await withOtp(body.mfa_token, '000000', from)).status : status;
    };
    const guesses = [];
    for (let at = 0; at < 7; at += 1) guesses.push(await guess(address));
    expect(guesses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    // All addresses that the login is not known at have eight attempts together.
    const elsewhere = [];
    for (let at = 0; at < 5; at += 1) elsewhere.push(await guess(`45.233.${serial}.${at}`));
    expect(elsewhere).toEqual([400, 400, 400, 429, 429]);
    later(901);
    expect((await withOtp(await challenge(), code())).status).toBe(200);
  });

  test("does not take another user's code, nor that of a user who has been deactivated", async () => {
    const other = await services.seed.user(office.accountId, { name: 'Outra' });
    const mine = await challenge();
    await turnOn(other);
    expect(outcome(await withOtp(mine, code()))).toEqual([400, WRONG]);
    const theirs = (await enter(other)).body.mfa_token as string;
    await services.seed.sql('update users set active = false where id = $1', [other.id]);
    expect(outcome(await withOtp(theirs, code()))).toEqual([400, EXPIRED]);
  });

  test('takes a recovery code once, however it is typed', async () => {
    expect(codes).toHaveLength(10);
    const first = codes[0] ?? '';
    expect(first).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const by = (mfa: string, text: string) =>
      grant({ grant_type: 'mfa_recovery_code', mfa_token: mfa, recovery_code: text });
    expect((await by(await challenge(), ` ${first.toUpperCase().replace('-', ' ')}`)).status).toBe(200);
    const again = await by(await challenge(), first);
    expect(outcome(again)).toEqual([400, 'Código de reserva incorreto ou já usado.']);
    const [one, other] = [await challenge(), await challenge()];
    const answers = await Promise.all([by(one, codes[1] ?? ''), by(other, codes[1] ?? '')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test.each([
    ['no code', { grant_type: 'mfa_otp', mfa_token: 'x' }],
    ['no token', { grant_type: 'mfa_otp', otp: '123456' }],
    ['the code of another grant', { grant_type: 'mfa_otp', mfa_token: 'x', otp: '1', recovery_code: 'a' }],
    ['a code with the password', { grant_type: 'password', username: 'a', password: 'b', otp: '123456' }],
  ])('refuses a form with %s', async (_what, fields) => {
    const { status, body } = await grant(fields);
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'Confira os campos informados.' },
    ]);
  });
});

describe('The authenticator app', () => {
  test('is kept sealed, and recovery codes signed: no table has one that opens anything', async () => {
    const rows = JSON.stringify(
      await services.seed.sql(
        `select t::text from user_totp t union all select c::text from recovery_codes c
         union all select a::text from audit_log a union all select k::text from idempotency_keys k`,
      ),
    );
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const one of [secret, ...codes, ...codes.map((each) => each.replace('-', ''))]) {
      expect(rows).not.toContain(one);
      expect(rows).not.toContain(hex(one));
    }
  });

  test('needs a reauthentication to be set up, and counts only after a right code', async () => {
    const other = await services.seed.user(office.accountId, { name: 'Outra' });
    const fresh = (await enter(other)).body.access_token as string;
    expect((await call('POST', 'totp', undefined, fresh)).body.error).toBe('REAUTHENTICATION_REQUIRED');
    const own = await services.seed.tokenOf(other);
    const { secret: key, uri } = (await call('POST', 'totp', undefined, own)).body.data;
    const address = new URL(uri);
    expect([address.protocol, address.host, address.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', key]);
    expect([address.searchParams.get('issuer'), decodeURIComponent(address.pathname)]).toEqual([
      'Prumo',
      `/Prumo:${other.login}`,
    ]);
    const wrong = await call('POST', 'totp/confirmation', { otp: codeAt(key, now(), 5) }, own);
    expect([wrong.status, wrong.body.fields]).toEqual([422, [{ path: 'otp', message: WRONG }]]);
    expect((await enter(other)).status).toBe(200);
    expect((await call('POST', 'totp/confirmation', { otp: codeAt(key, now()) }, own)).status).toBe(200);
    expect((await enter(other)).status).toBe(403);
    expect((await call('POST', 'totp', undefined, own)).body.message).toBe(
      'A verificação em duas etapas já está ligada.',
    );
  });

  test('is turned off by the password alone, and takes its recovery codes with it', async () => {
    const wrong = await call('POST', 'totp/removal', { password: 'errada' });
    expect([wrong.status, wrong.body.fields]).toEqual([422, [{ path: 'password', message: 'Senha incorreta.' }]]);
    expect((await enter()).status).toBe(403);
    expect((await call('POST', 'totp/removal', { password: TEST_PASSWORD })).status).toBe(200);
    expect((await enter()).status).toBe(200);
    const [left] = await services.seed.sql('select count(*)::int as n from recovery_codes where user_id = $1', [
      person.id,
    ]);
    expect(left).toEqual({ n: 0 });
  });

  test('renews its recovery codes: the ones before open nothing', async () => {
    const before = codes[0] ?? '';
    const renewed = (await call('POST', 'recovery-codes')).body.data.recoveryCodes as string[];
    const by = async (text: string) =>
      grant({ grant_type: 'mfa_recovery_code', mfa_token: await challenge(), recovery_code: text });
    expect((await by(before)).status).toBe(400);
    expect((await by(renewed[0] ?? '')).status).toBe(200);
  });

  test('confirms who the user is where the password does, and each code once', async () => {
    const opened = (await withOtp(await challenge(), code())).body.access_token as string;
    later(30);
    const used = code();
    const prove = (body: object) => call('POST', 'reauthentication', body, opened);
    expect((await prove({})).status).toBe(400);
    expect((await prove({ otp: used, password: TEST_PASSWORD })).status).toBe(400);
    const wrong = await prove({ otp: '000000' });
    expect([wrong.status, wrong.body.fields]).toEqual([422, [{ path: 'otp', message: WRONG }]]);
    expect((await prove({ otp: used })).body.data).toEqual({ until: expect.any(String) });
    expect((await prove({ otp: used })).status).toBe(422);
    expect((await call('POST', 'recovery-codes', undefined, opened)).status).toBe(200);
  });
});
