import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  startRealProvider,
  startScriptedProvider,
  walkBack,
  type RealProvider,
  type ScriptedProvider,
} from '#tests/support/identityProviders.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';

const ORIGIN = 'http://localhost:4000';
const DOMAIN = 'construtoraipe.com.br';
const ANA = `ana@${DOMAIN}`;

let services: TestServices;
let real: RealProvider;
let scripted: ScriptedProvider;
let entra: ScriptedProvider;
let accountId: number;
let admin: TestUser;
/** Organizations by provider. */
let ids: { real: number; scripted: number; entra: number };

const organization = (values: Record<string, unknown>): Promise<number> =>
  services.seed.insert('organizations', {
    account_id: accountId,
    name: 'Construtora Ipê',
    domain: DOMAIN,
    client_id: 'prumo',
    proof: 'prova-de-teste-com-24-letras',
    proven_at: services.clock.now(),
    ...values,
  });

beforeAll(async () => {
  real = await startRealProvider([`${ORIGIN}/callback`]);
  scripted = await startScriptedProvider();
  entra = await startScriptedProvider('login.microsoftonline.com', '/3f2a/v2.0');
  services = await startServices({
    sso: {
      allowPrivate: true,
      // Every name is this machine.
      lookup: (_host, options, found) =>
        options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
    },
  });
  accountId = await services.seed.account('Construtora Ipê');
  admin = await services.seed.user(accountId, { login: `marcos@${DOMAIN}`, admin: true });
  ids = {
    real: await organization({ issuer: real.issuer, client_id: real.client.id }),
    scripted: await organization({ issuer: scripted.issuer, name: 'Grupo Habitare' }),
    entra: await organization({ issuer: entra.issuer, name: 'Ipê no Entra' }),
  };
  // The secret is sealed: only the product can write it.
  const sealed = services.app.platform.secrets.seal(real.client.secret, { accountId, purpose: `sso:${ids.real}` });
  await services.seed.sql('update organizations set client_secret = $1 where id = $2', [sealed, ids.real]);
}, 60_000);
afterAll(async () => {
  await services.stop();
  await Promise.all([real, scripted, entra].map((provider) => provider.stop()));
});
beforeEach(() => {
  scripted.lie = {};
  entra.lie = {};
});

interface Started {
  address: string;
  cookie: string;
}

const start = async (id: number, login = ANA, query: Record<string, string> = {}): Promise<Started> => {
  const { status, headers } = await services.api.get('/api/v1/security/sso/start', {
    query: { organization: String(id), login, ...query },
  });
  expect(status).toBe(302);
  return { address: String(headers.location), cookie: String(headers['set-cookie'] ?? '').split(';')[0] ?? '' };
};

const toThisMachine = (url: URL): string => url.href.replace('login.microsoftonline.com', '127.0.0.1');
const atProvider = ({ address }: Started, jar?: Map<string, string>): Promise<URL> =>
  walkBack(address, ORIGIN, jar, toThisMachine);

const comeBack = (url: URL, cookie: string): Promise<Reply> =>
  services.api.get(`/callback/prumoid${url.search}`, { headers: cookie ? { cookie } : {} });

const logIn = async (id: number, login = ANA): Promise<Reply> => {
  const started = await start(id, login);
  return comeBack(await atProvider(started), started.cookie);
};

const sessionOf = (token: string) => services.api.get('/api/v1/security/session', { token });
const usersOf = (login: string) =>
  services.seed.sql<{ id: string; account_id: string; name: string; admin: boolean }>(
    'select id, account_id, name, admin from users where login = $1',
    [login],
  );

describe('The address', () => {
  test('decides by its domain alone how its users log in', async () => {
    const status = async (email: string) =>
      (await services.api.get('/api/v1/security/login-status', { query: { email } })).body.data.status;
    expect(await status(admin.login)).toBe('ORGANIZATION');
    expect(await status(`ninguem@${DOMAIN.toUpperCase()}`)).toBe('ORGANIZATION');
    expect(await status('ana@outra.com.br')).toBe('PASSWORD');
    expect(await status(`ana@sub.${DOMAIN}`)).toBe('PASSWORD');
    const { body } = await services.api.get('/api/v1/security/organizations', { query: { email: ANA } });
    expect(body.data.map(({ name, provider }: { name: string; provider: string }) => [name, provider])).toEqual([
      ['Construtora Ipê', '127.0.0.1'],
      ['Grupo Habitare', '127.0.0.1'],
      ['Ipê no Entra', 'Microsoft Entra ID'],
    ]);
  });

  test('without one, the organizations are told to administrators alone', async () => {
    const ask = async (token?: string) =>
      (await services.api.get('/api/v1/security/organizations', token ? { token } : {})).body.data.length;
    const other = await services.seed.user(accountId);
    const stranger = await services.seed.user(await services.seed.account(), { admin: true });
    expect(await ask()).toBe(0);
    expect(await ask(await services.seed.tokenOf(other))).toBe(0);
    expect(await ask(await services.seed.tokenOf(stranger))).toBe(0);
    expect(await ask(await services.seed.tokenOf(admin))).toBe(3);
  });

  test('of another domain, and of an unproven one, leads to no provider', async () => {
    const unproven = await organization({ issuer: `${scripted.issuer}/x`, domain: 'outra.com.br', proven_at: null });
    for (const [id, login] of [
      [ids.scripted, 'ana@outra.com.br'],
      [unproven, 'ana@outra.com.br'],
      [999_999, ANA],
    ] as const) {
      expect(await start(id, login)).toEqual({ address: `${ORIGIN}/callback?error=start_failed`, cookie: '' });
    }
  });
});

describe('A login through a real provider', () => {
  test('makes a user without permissions the first time, finds them by the subject later', async () => {
    // The shape of Keycloak's claims.
    real.person = { sub: 'f81d', email: ANA, email_verified: true, name: 'Ana Prado', preferred_username: 'ana' };
    const started = await start(ids.real);
    const asked = new URL(started.address).searchParams;
    expect([asked.get('response_type'), asked.get('code_challenge_method'), asked.get('login_hint')]).toEqual([
      'code',
      'S256',
      ANA,
    ]);
    const jar = new Map<string, string>();
    const first = await comeBack(await atProvider(started, jar), started.cookie);
    expect(first.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 28_800,
      login: ANA,
    });
    expect(first.headers['cache-control']).toBe('no-store');
    const [made, ...more] = await usersOf(ANA);
    expect([made?.name, made?.admin, more]).toEqual(['Ana Prado', false, []]);
    // Who sees nothing yet gets the sentence of §5.
    expect((await sessionOf(first.body.access_token)).body.message).toBe('Nenhuma empresa disponível');
    const mail = await mailTo(services.app.platform.dataDir, admin.login);
    expect(mail.subject).toBe('Ana Prado entrou no Prumo pelo acesso único');

    // Once somebody grants permissions, the session tells how it was opened. Another address later changes nothing.
    const companyId = await services.seed.company(accountId);
    await services.seed.grant({ ...admin, id: Number(made?.id) }, { companyId, permissions: ['DEBIT'] });
    real.person = { ...real.person, email: `ana.prado@${DOMAIN}` };
    const again = await start(ids.real);
    const second = await comeBack(await atProvider(again, jar), again.cookie);
    const { data } = (await sessionOf(second.body.access_token)).body;
    expect([data.loggedByPrumoId, data.user.login, data.permissions]).toEqual([
      true,
      ANA,
      { [companyId]: { '-1': ['DEBIT'] } },
    ]);
    expect(await usersOf(`ana.prado@${DOMAIN}`)).toEqual([]);
  });

  test('links the user whom the verified address names, and keeps their rights', async () => {
    real.person = { sub: 'marcos', email: admin.login.toUpperCase(), email_verified: true, name: 'Marcos' };
    const reply = await logIn(ids.real, admin.login);
    const { data } = (await sessionOf(reply.body.access_token)).body;
    expect([data.user.id, data.admin, data.loggedByPrumoId]).toEqual([admin.id, true, true]);
  });

  test('asks for the login again for a sensitive act, and counts as its confirmation', async () => {
    real.person = { sub: 'marcos', email: admin.login, email_verified: true };
    const jar = new Map<string, string>();
    const first = await start(ids.real, admin.login);
    await comeBack(await atProvider(first, jar), first.cookie);
    const before = real.prompts;
    const plain = await start(ids.real, admin.login);
    const known = await comeBack(await atProvider(plain, jar), plain.cookie);
    expect(real.prompts).toBe(before);
    const fresh = await start(ids.real, admin.login, { fresh: 'true' });
    const confirmed = await comeBack(await atProvider(fresh, jar), fresh.cookie);
    expect(real.prompts).toBe(before + 1);

    const change = async (token: string) => {
      const body = { ssoOnly: false, emergencyUserId: null };
      return (await services.api.put('/api/v1/security/sso', { token, body })).status;
    };
    expect([await change(known.body.access_token), await change(confirmed.body.access_token)]).toEqual([403, 200]);
  });

  test('is refused in words when the provider refuses', async () => {
    real.person = null;
    const reply = await logIn(ids.real);
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        error: 'access_denied',
        error_description: 'Construtora Ipê não confirmou o seu acesso. Fale com quem administra a conta.',
      },
    ]);
  });
});

describe('Claims', () => {
  const answerOf = async (id: number, provider: ScriptedProvider, claims: Record<string, unknown>) => {
    provider.person = { sub: `s${Math.random()}`, ...claims };
    const { status, body } = await logIn(id);
    return status === 200 ? body.login : body.error_description;
  };

  test.each<[string, Record<string, unknown>, string]>([
    ['a verified address', { email: `v1@${DOMAIN}`, email_verified: true }, `v1@${DOMAIN}`],
    ['an unverified address', { email: `v2@${DOMAIN}`, email_verified: false }, 'não confirmou que o endereço'],
    ['an address of which nothing is said', { email: `v3@${DOMAIN}` }, 'não confirmou que o endereço'],
    ['a foreign address', { email: 'x@outra.com.br', email_verified: true }, 'não é de construtoraipe.com.br'],
    ['an address below the domain', { email: `x@a.${DOMAIN}`, email_verified: true }, 'não é de construtoraipe'],
    ['no address', { email_verified: true }, 'não informou o seu e-mail'],
  ])('of a plain provider with %s', async (_what, claims, expected) => {
    expect(await answerOf(ids.scripted, scripted, claims)).toContain(expected);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a domain that its owner vouches for', { email: `e1@${DOMAIN}`, xms_edov: true }, `e1@${DOMAIN}`],
    ['the same as text', { email: `e2@${DOMAIN}`, xms_edov: '1' }, `e2@${DOMAIN}`],
    [
      'nothing said of an address of the proven domain',
      { email: `e3@${DOMAIN}`, oid: '1', tid: '3f2a' },
      `e3@${DOMAIN}`,
    ],
    ['no mailbox', { preferred_username: `e4@${DOMAIN}` }, `e4@${DOMAIN}`],
    ['a domain that nobody vouches for', { email: `e5@${DOMAIN}`, xms_edov: false }, 'não confirmou'],
    ['the address of a guest', { email: 'guest@outra.com.br', xms_edov: true }, 'não é de construtoraipe'],
  ])('of Entra with %s', async (_what, claims, expected) => {
    expect(await answerOf(ids.entra, entra, claims)).toContain(expected);
  });

  test('of somebody deactivated, and of the address of another account’s user, open nothing', async () => {
    await services.seed.user(accountId, { login: `saiu@${DOMAIN}`, active: false });
    const elsewhere = await services.seed.user(await services.seed.account(), { login: `fora@${DOMAIN}` });
    const say = (email: string) => answerOf(ids.scripted, scripted, { email, email_verified: true });
    expect(await say(`saiu@${DOMAIN}`)).toBe('O seu acesso está desativado. Fale com quem administra a conta.');
    expect(await say(elsewhere.login)).toContain('já é o login de outra conta do Prumo');
    expect((await usersOf(elsewhere.login)).map(({ id }) => Number(id))).toEqual([elsewhere.id]);
  });

  test('of a second subject with the address of the first are refused', async () => {
    const say = (sub: string) => answerOf(ids.scripted, scripted, { sub, email: `um@${DOMAIN}`, email_verified: true });
    expect(await say('primeiro')).toBe(`um@${DOMAIN}`);
    expect(await say('segundo')).toContain('já é de outra pessoa');
  });
});

describe('What a stranger tries', () => {
  const ok = { sub: 'eva', email: `eva@${DOMAIN}`, email_verified: true };
  const NOTHING = 'Este acesso já foi usado, venceu ou começou em outro navegador. Entre de novo.';
  const UNTRUSTED = 'A resposta de Grupo Habitare não pôde ser confirmada.';
  beforeEach(() => void (scripted.person = ok));

  test.each([
    ['a token for another nonce', { claims: { nonce: 'outro' } }],
    ['a token without nonce', { claims: { nonce: undefined } }],
    ['a token for another client', { claims: { aud: 'outro-cliente' } }],
    ['a token for several clients of another party', { claims: { aud: ['prumo', 'outro'], azp: 'outro' } }],
    ['a token of another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['an expired token', { claims: { exp: Math.floor(Date.now() / 1000) - 600 } }],
    ['a token that is not valid yet', { claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }],
    ['an unsigned token', { header: { alg: 'none' }, unsigned: true }],
    ['a token signed by the public key as a secret', { header: { alg: 'HS256' } }],
    ['a token of a foreign key', { foreignKey: true }],
    ['a token without subject', { claims: { sub: undefined } }],
    ['no ID token', { token: { status: 200, body: '{"access_token":"x","token_type":"Bearer"}' } }],
    ['a page instead of an answer', { token: { status: 200, body: '<html></html>' } }],
  ])('%s', async (_what, lie) => {
    scripted.lie = lie;
    const { status, body } = await logIn(ids.scripted);
    expect([status, body.error_description]).toEqual([400, expect.stringContaining(UNTRUSTED)]);
    expect(await usersOf(ok.email)).toEqual([]);
  });

  test('a huge answer is not read to its end', async () => {
    scripted.lie = { token: { status: 200, body: `{"a":"${'x'.repeat(2_000_000)}"}` } };
    expect((await logIn(ids.scripted)).body.error_description).toContain('A página de Grupo Habitare não respondeu.');
  });

  test('a clock that is half a minute off is no attack', async () => {
    scripted.lie = { claims: { iat: Math.floor(Date.now() / 1000) + 30, exp: Math.floor(Date.now() / 1000) - 30 } };
    expect((await logIn(ids.scripted)).status).toBe(200);
  });

  test('coming back twice, from another browser, with another state, or without any', async () => {
    const started = await start(ids.scripted);
    const back = await atProvider(started);
    const other = await start(ids.scripted);
    const wrong = new URL(back);
    wrong.searchParams.set('state', new URL(other.address).searchParams.get('state') ?? '');
    const refused = [
      await comeBack(back, ''),
      // Login CSRF: the attacker's answer in the browser of somebody else, who has a login under way too.
      await comeBack(back, other.cookie),
      await comeBack(wrong, started.cookie),
      await comeBack(new URL(`${ORIGIN}/callback`), started.cookie),
      // Of two cookies with the name, one may be another host's.
      await comeBack(back, `${started.cookie}; ${started.cookie}`),
    ];
    expect(refused.map(({ status, body }) => [status, body.error_description])).toEqual(
      refused.map(() => [400, NOTHING]),
    );
    // Two tabs of one browser, each with a login of its own.
    expect((await comeBack(back, `${started.cookie}; ${other.cookie}`)).status).toBe(200);
    expect((await comeBack(await atProvider(other), `${started.cookie}; ${other.cookie}`)).status).toBe(200);
    const twice = await comeBack(back, started.cookie);
    expect([twice.status, twice.body.error_description]).toEqual([400, NOTHING]);
  });

  test('a code that was used before, in a login of its own', async () => {
    const first = await start(ids.scripted);
    const back = await atProvider(first);
    await comeBack(back, first.cookie);
    const second = await start(ids.scripted);
    const replayed = await atProvider(second);
    replayed.searchParams.set('code', back.searchParams.get('code') ?? '');
    expect((await comeBack(replayed, second.cookie)).body.error_description).toContain(UNTRUSTED);
  });

  test('an answer that names another issuer (mix-up)', async () => {
    const started = await start(ids.scripted);
    const back = await atProvider(started);
    back.searchParams.set('iss', 'https://atacante.exemplo.com.br');
    const exchanges = scripted.exchanges.length;
    expect((await comeBack(back, started.cookie)).body.error_description).toContain(UNTRUSTED);
    // The code did not go anywhere.
    expect(scripted.exchanges.length).toBe(exchanges);
  });

  test('a login that took more than ten minutes', async () => {
    const started = await start(ids.scripted);
    const back = await atProvider(started);
    services.clock.advance(10 * 60 * 1000 + 1);
    expect((await comeBack(back, started.cookie)).body.error_description).toBe(NOTHING);
  });

  test('an open redirect: only the provider and the product itself are gone to', async () => {
    for (const key of ['redirect_uri', 'next']) {
      const reply = await services.api.get('/api/v1/security/sso/start', {
        query: { organization: String(ids.scripted), login: ANA, [key]: 'https://mal.exemplo' },
      });
      // Unknown keys are refused, not ignored.
      expect([reply.status, reply.headers.location]).toEqual([400, undefined]);
    }
    const { address } = await start(ids.scripted);
    const asked = new URL(address);
    expect([asked.origin, asked.searchParams.get('redirect_uri')]).toEqual([scripted.issuer, `${ORIGIN}/callback`]);
  });

  test('a key that the provider has rotated is fetched, once', async () => {
    expect((await logIn(ids.scripted)).status).toBe(200);
    const before = scripted.keyFetches;
    expect((await logIn(ids.scripted)).status).toBe(200);
    expect(scripted.keyFetches).toBe(before);
    scripted.rotate();
    expect((await logIn(ids.scripted)).status).toBe(200);
    expect(scripted.keyFetches).toBe(before + 1);
  });

  test('nothing of the provider’s tokens reaches the browser or the database', async () => {
    const { text } = await logIn(ids.scripted);
    expect(text).not.toContain('segredo-do-provedor');
    const attempts = await services.seed.sql<{ row: string }>('select to_jsonb(a)::text as row from sso_attempts a');
    const started = await start(ids.scripted);
    const state = new URL(started.address).searchParams.get('state') ?? '';
    expect(attempts.every(({ row }) => !row.includes(state))).toBe(true);
    const [stored] = await services.seed.sql<{ client_secret: Buffer }>(
      'select client_secret from organizations where id = $1',
      [ids.real],
    );
    expect(stored?.client_secret.toString('latin1')).not.toContain(real.client.secret);
  });
});
