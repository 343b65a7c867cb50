/** Hostile values at the two doors that answer in OAuth's own form, which fuzz.test.ts leaves out. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startScriptedProvider, walkBack, type ScriptedProvider } from '#tests/support/identityProviders.ts';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';
import { codeAt } from './authenticatorApp.ts';
import { freshAddress, HOSTILE_TEXTS, inHeader, judgeOauth, partOf, sentInBatches } from './doorsKit.ts';
import { placesOf, written } from './hostile.ts';
import { ORIGIN, organizationOf, SSO } from './provisioning/directory.ts';

const FORM = 'application/x-www-form-urlencoded';
const CLIENT = { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': FORM };
const DOMAIN = 'portas.com.br';

let services: TestServices;
let provider: ScriptedProvider;
let office: Office;
let person: TestUser;
let organizationId: number;
/** Of a login that waits for its second factor. */
let waiting: string;

beforeAll(async () => {
  provider = await startScriptedProvider();
  services = await startServices({ sso: { allowPrivate: true } });
  office = await openOffice(services.seed, 'Ipê');
  person = await services.seed.user(office.accountId, { name: 'Plena' });
  organizationId = await organizationOf(services, office.accountId, { domain: DOMAIN, issuer: provider.issuer });
  const careful = await services.seed.user(office.accountId, { name: 'Cautelosa' });
  const token = await services.seed.tokenOf(careful);
  const { body } = await services.api.post('/api/v1/security/totp', { token });
  const otp = codeAt(body.data.secret, services.clock.now());
  await services.api.post('/api/v1/security/totp/confirmation', { token, body: { otp } });
  const asked = await grant({ grant_type: 'password', username: careful.login, password: TEST_PASSWORD });
  waiting = asked.body.mfa_token;
  expect(waiting).toMatch(/^[\w-]{43}$/);
}, 60_000);
afterAll(async () => {
  await services.stop();
  await provider.stop();
});
beforeEach(() => {
  provider.person = { sub: 'ana', email: `ana@${DOMAIN}`, email_verified: true };
});

const post = (body: string | Buffer, headers: Record<string, string> = CLIENT, from = freshAddress()) =>
  services.api.post('/oauth/token', { body, headers, from });
const grant = (fields: Record<string, string>) => post(new URLSearchParams(fields).toString());

/** Guesses and codes are counted; what is looked for here is behind the limits, which have their own tests below. */
const forgetGuesses = async (): Promise<void> => {
  await services.seed.sql('delete from login_attempts');
  await services.seed.sql('update login_challenges set wrong = 0, used_at = null');
};

describe('POST /oauth/token', () => {
  const ASSERTION = { credentialId: 'AAAA', clientData: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' };
  const assertion = JSON.stringify(ASSERTION);
  const grants = (): Record<string, Record<string, string>> => ({
    password: { username: person.login, password: TEST_PASSWORD },
    mfa_otp: { mfa_token: waiting, otp: '000000' },
    mfa_recovery_code: { mfa_token: waiting, recovery_code: 'aaaa-bbbb' },
    mfa_passkey: { mfa_token: waiting, assertion },
    passkey: { assertion },
  });

  test.each(['password', 'mfa_otp', 'mfa_recovery_code', 'mfa_passkey', 'passkey'])(
    'answers whatever stands in the parameters of the grant %s in OAuth’s form',
    async (name) => {
      const sound: Record<string, string> = { grant_type: name, ...grants()[name] };
      const places = [...Object.keys(sound), 'scope', 'client_id', 'client_secret'];
      const calls = places.flatMap((place, at) =>
        partOf(HOSTILE_TEXTS, at).map((text) => ({
          sent: { [place]: text },
          send: () => grant({ ...sound, [place]: text }),
        })),
      );
      const { complaints, statuses, codes } = await sentInBatches(calls, judgeOauth, forgetGuesses);
      expect(complaints).toEqual([]);
      // The limits were not reached, so that the code behind them was.
      expect(statuses.has(429)).toBe(false);
      expect([...codes]).toEqual(
        expect.arrayContaining(['invalid_grant', 'invalid_scope', 'unsupported_grant_type', 'invalid_request']),
      );
    },
    120_000,
  );

  test('answers whatever stands in a signature in OAuth’s form', async () => {
    const whole = { ...ASSERTION, userHandle: 'AAAA', estranho: 'x' };
    const calls = placesOf({ whole }).flatMap((path, at) =>
      partOf(HOSTILE_TEXTS, at).map((text) => {
        const { whole: changed } = written({ whole }, path, text);
        const fields = { grant_type: 'passkey', assertion: JSON.stringify(changed) };
        return { sent: fields, send: () => grant(fields) };
      }),
    );
    const { complaints } = await sentInBatches(calls, judgeOauth, forgetGuesses);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('answers bodies and headers that no client sends in OAuth’s form', async () => {
    const sound = new URLSearchParams({ grant_type: 'password', username: person.login, password: 'x' }).toString();
    const bodies: (string | Buffer)[] = [
      ...['', '&', '=', '&&==&', '%zz=%zz', 'grant_type=%ff%fe', 'grant_type=%00', '{}', '[]', '\ufeff', `${sound}&`],
      ...[`${sound}&grant_type=password`, `${sound}&password=y`, 'grant_type[]=password', 'grant_type[a]=password'],
      ...['__proto__=1&constructor=2&toString=3', `a=${'x'.repeat(20_000)}`, 'x&'.repeat(8_000)],
      Buffer.from([0x67, 0xff, 0xfe, 0x3d]),
    ];
    const types = ['application/json', 'text/plain', 'application/xml', 'multipart/form-data', 'x', ';', ''];
    const clients = HOSTILE_TEXTS.filter(inHeader).flatMap((text) =>
      partOf([text, `Basic ${text}`, `Bearer ${text}`, `${text} x`], text.length),
    );
    const calls = [
      ...bodies.map((body) => ({ sent: { body: String(body) }, send: () => post(body) })),
      ...types.map((type) => ({
        sent: { type },
        send: () => post(sound, { ...CLIENT, ...(type === '' ? { 'content-type': '' } : { 'content-type': type }) }),
      })),
      ...clients.map((authorization) => ({
        sent: { authorization },
        send: () => post(sound, { authorization, 'content-type': FORM }),
      })),
    ];
    const { complaints, statuses } = await sentInBatches(calls, judgeOauth, forgetGuesses);
    expect(complaints).toEqual([]);
    expect([...statuses]).toEqual(expect.arrayContaining([400, 401, 413, 415]));
  }, 60_000);

  test('answers guesses beyond the limit of an address in OAuth’s form, with the time to wait', async () => {
    await forgetGuesses();
    const from = freshAddress();
    const guess = () =>
      post(
        new URLSearchParams({ grant_type: 'password', username: person.login, password: '%' }).toString(),
        CLIENT,
        from,
      );
    const replies: Reply[] = [];
    for (let times = 0; times < 6; times += 1) replies.push(await guess());
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
    expect(replies.map((reply) => judgeOauth(reply, {}))).toEqual(replies.map(() => null));
    expect(replies[5]?.body.error).toBe('temporarily_unavailable');
  });
});

describe('GET /callback/prumoid', () => {
  const path = '/callback/prumoid';
  /** A login that came back from the provider: its parameters and the cookie of its browser. */
  const cameBack = async () => {
    const query = { organization: String(organizationId), login: `ana@${DOMAIN}` };
    const { headers } = await services.api.get(`${SSO}/start`, { query, from: freshAddress() });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const back = await walkBack(String(headers.location), ORIGIN);
    return { query: Object.fromEntries(back.searchParams), cookie };
  };
  const open = (query: Record<string, string>, cookie: string, from = freshAddress()) =>
    services.api.get(path, { query, headers: { cookie }, from });

  test('answers whatever stands in a parameter of a login under way in OAuth’s form', async () => {
    const places = ['code', 'state', 'iss', 'error', 'error_description', 'session_state', 'estranho'];
    const calls = places.flatMap((place, at) =>
      partOf(HOSTILE_TEXTS, at).map((text) => ({
        sent: { [place]: text },
        send: async () => {
          const { query, cookie } = await cameBack();
          return open({ ...query, [place]: text }, cookie);
        },
      })),
    );
    const { complaints, statuses, codes } = await sentInBatches(calls, judgeOauth, async () => undefined);
    expect(complaints).toEqual([]);
    expect(statuses.has(429)).toBe(false);
    // Some were refused where the provider's answer is read: the attempt itself was right.
    expect([...codes]).toEqual(expect.arrayContaining(['access_denied', 'invalid_request']));
  }, 180_000);

  test('answers whatever stands in the cookie, and addresses that no provider leads to, in OAuth’s form', async () => {
    const { query, cookie } = await cameBack();
    const [name = ''] = cookie.split('=');
    const cookies = HOSTILE_TEXTS.filter(inHeader).flatMap((text) => [text, `${name}=${text}`, `${text}=${name}`]);
    const addresses = [
      '?state=%ff',
      '?state=%zz',
      '?%00=1',
      '?state=a&state=b',
      '?__proto__=1',
      `?state=${'x'.repeat(9_000)}`,
    ];
    const calls = [
      ...cookies.map((text) => ({ sent: { text }, send: () => open(query, text) })),
      ...addresses.map((address) => ({
        sent: { address },
        send: () => services.api.get(path + address, { headers: { cookie }, from: freshAddress() }),
      })),
    ];
    expect((await sentInBatches(calls, judgeOauth, async () => undefined)).complaints).toEqual([]);
    // The login itself is still under way.
    expect((await open(query, cookie)).body.login).toBe(`ana@${DOMAIN}`);
  }, 60_000);

  test('answers an address that comes back too often in OAuth’s form, with the time to wait', async () => {
    const from = freshAddress();
    const replies = await Promise.all(Array.from({ length: 301 }, () => open({ state: 'x' }, '', from)));
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(replies.map((reply) => judgeOauth(reply, {})).filter((complaint) => complaint !== null)).toEqual([]);
  }, 60_000);
});
