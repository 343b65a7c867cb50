import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startScriptedProvider, walkBack, type ScriptedProvider } from '#tests/support/identityProviders.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { OAUTH_CLIENT_HEADER } from '#schema/security/session.rest.ts';
import { isPrivateAddress } from '#services/platform/egress/addresses.ts';
import { issuerProblem } from '#services/security/organizations/issuers.ts';
import { checkDomains } from '#services/security/organizations/domains.ts';
import { Providers } from '#services/security/organizations/provider.ts';

const ORIGIN = 'http://localhost:4000';
const SSO = '/api/v1/security/sso';

let services: TestServices;
let provider: ScriptedProvider;
let admin: TestUser;
let clerk: TestUser;
let token: string;
const records = new Map<string, string[][]>();
/** A domain per test: what one proves, another does not know. */
let serial = 0;
let domain = '';

const body = (values: Record<string, unknown> = {}) => ({
  name: 'Ipê',
  domain,
  issuer: provider.issuer,
  clientId: 'prumo',
  clientSecret: 'segredo que ninguém lê',
  ...values,
});

beforeAll(async () => {
  provider = await startScriptedProvider();
  services = await startServices({
    sso: {
      allowPrivate: true,
      resolveTxt: async (name) => {
        const found = records.get(name);
        if (!found) throw new Error('ENOTFOUND');
        return found;
      },
    },
  });
}, 60_000);
afterAll(async () => {
  await services.stop();
  await provider.stop();
});
beforeEach(async () => {
  domain = `ipe${(serial += 1)}.com.br`;
  const accountId = await services.seed.account('Ipê');
  admin = await services.seed.user(accountId, { login: `marcos@${domain}`, admin: true });
  clerk = await services.seed.user(accountId, { login: `rita@${domain}` });
  token = await services.seed.tokenOf(admin);
});

const create = async (values: Record<string, unknown> = {}) =>
  services.api.post(`${SSO}/organizations`, { token, body: body(values) });

const proven = async (values: Record<string, unknown> = {}): Promise<number> => {
  const { organizations } = (await create(values)).body.data;
  const { id, proof } = organizations[0];
  records.set(domain, [['v=spf1 -all'], [proof]]);
  expect((await services.api.post(`${SSO}/organizations/${id}/proof`, { token })).status).toBe(200);
  return id;
};

const logInAs = async (id: number, login: string): Promise<string> => {
  provider.person = { sub: login, email: login, email_verified: true };
  const { headers } = await services.api.get(`${SSO}/start`, { query: { organization: String(id), login } });
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const back = await walkBack(String(headers.location), ORIGIN);
  return (await services.api.get(`/callback/prumoid${back.search}`, { headers: { cookie } })).body.access_token;
};

const logIn = async ({ login, password }: TestUser) =>
  services.api.post('/oauth/token', {
    body: new URLSearchParams({ grant_type: 'password', username: login, password }).toString(),
    headers: { authorization: OAUTH_CLIENT_HEADER, 'content-type': 'application/x-www-form-urlencoded' },
  });

const rules = (asToken: string, values: { ssoOnly: boolean; emergencyUserId: number | null }) =>
  services.api.put(SSO, { token: asToken, body: values });

const isValid = async (one: string) =>
  [200, 422].includes((await services.api.get('/api/v1/security/session', { token: one })).status);

describe('An organization', () => {
  test('counts only once a record in the DNS of its domain proves it, and again after another domain', async () => {
    const { status, body: made } = await create();
    const [organization] = made.data.organizations;
    expect([status, organization.proven, organization.hasSecret, made.data.callbackUrl]).toEqual([
      200,
      false,
      true,
      `${ORIGIN}/callback`,
    ]);
    expect(JSON.stringify(made)).not.toContain('segredo que');
    const prove = () => services.api.post(`${SSO}/organizations/${organization.id}/proof`, { token });
    const loginStatus = async () =>
      (await services.api.get('/api/v1/security/login-status', { query: { email: `x@${domain}` } })).body.data.status;
    expect((await prove()).body.message).toContain(`Não encontramos o registro TXT em ${domain}.`);
    records.set(domain, [[`${organization.proof}x`], ['prumo-verification=outro']]);
    expect([(await prove()).status, await loginStatus()]).toEqual([422, 'PASSWORD']);
    // A long record comes in parts.
    records.set(domain, [[organization.proof.slice(0, 10), organization.proof.slice(10)]]);
    expect([(await prove()).status, await loginStatus()]).toEqual([200, 'ORGANIZATION']);

    const moved = await services.api.put(`${SSO}/organizations`, {
      token,
      body: { ...body({ domain: `nova-${domain}` }), id: organization.id, version: 1 },
    });
    const [after] = moved.body.data.organizations;
    expect([after.proven, after.proof === organization.proof, await loginStatus()]).toEqual([false, false, 'PASSWORD']);
  });

  test('proves a domain for its own account alone, and other accounts may prove it too', async () => {
    await proven();
    const other = await services.seed.user(await services.seed.account(), { admin: true });
    const theirs = await services.seed.tokenOf(other);
    const made = await services.api.post(`${SSO}/organizations`, { token: theirs, body: body({ name: 'Habitare' }) });
    const [organization] = made.body.data.organizations;
    // The record of the first account proves nothing for the second.
    expect((await services.api.post(`${SSO}/organizations/${organization.id}/proof`, { token: theirs })).status).toBe(
      422,
    );
    records.set(domain, [...(records.get(domain) ?? []), [organization.proof]]);
    await services.api.post(`${SSO}/organizations/${organization.id}/proof`, { token: theirs });
    const { data } = (await services.api.get('/api/v1/security/organizations', { query: { email: `a@${domain}` } }))
      .body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Habitare', 'Ipê']);
  });

  test.each([
    ['domain', 'gmail.com', 'gmail.com é de todos: informe um domínio da sua empresa.'],
    ['domain', 'localhost', 'Informe um domínio, como construtora.com.br.'],
    ['domain', '192.168.0.1', 'Informe um domínio, como construtora.com.br.'],
    ['issuer', 'file:///etc/passwd', 'O endereço do emissor precisa começar com https://.'],
    ['issuer', 'https://a:b@exemplo.com.br', 'Informe o endereço do emissor, como https://login.exemplo.com.br.'],
    [
      'issuer',
      'https://login.microsoftonline.com/common/v2.0',
      'Informe o emissor do seu diretório (com o seu ID de locatário), e não o de todos.',
    ],
  ])('with the %s %s is refused', async (path, value, message) => {
    const reply = await create({ [path]: value });
    expect([reply.status, reply.body.fields]).toEqual([400, [{ path, message }]]);
  });

  test('loses its secret with its issuer: the next one never gets it', async () => {
    const [organization] = (await create()).body.data.organizations;
    const moved = await services.api.put(`${SSO}/organizations`, {
      token,
      body: { name: 'Ipê', domain, issuer: `${provider.issuer}/outro`, clientId: 'prumo', id: organization.id },
    });
    expect(moved.body.data.organizations[0].hasSecret).toBe(false);
  });

  test('is tested by asking its provider', async () => {
    const [good] = (await create()).body.data.organizations;
    const ask = async (id: number) => (await services.api.post(`${SSO}/organizations/${id}/test`, { token })).body.data;
    expect(await ask(good.id)).toEqual({ works: true, message: expect.stringContaining('O provedor respondeu') });
    const all = (await create({ name: 'Zero', issuer: `${provider.issuer}/nada` })).body.data.organizations;
    expect(await ask(all[1].id)).toEqual({ works: false, message: expect.stringContaining('não respondeu') });
  });

  test('is changed by administrators alone, and after a confirmation', async () => {
    const theirs = await services.seed.tokenOf(clerk);
    expect((await services.api.get(SSO, { token: theirs })).status).toBe(403);
    services.clock.advance(60 * 60 * 1000);
    const reply = await create();
    expect([reply.status, reply.body.error]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
  });
});

describe('Without the permission of private providers', () => {
  test.each([
    'http://login.exemplo.com.br',
    'https://127.0.0.1',
    'https://10.0.0.8/realms/x',
    'https://169.254.169.254',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://[fd00::1]',
    'https://intranet',
    'https://sso.local',
    'https://0x7f000001',
  ])('%s is no issuer', (issuer) => expect(issuerProblem(issuer, false)).not.toBeNull());

  test.each([
    'https://login.exemplo.com.br',
    'https://accounts.google.com',
    'https://login.microsoftonline.com/3f2a/v2.0',
  ])('%s is one', (issuer) => expect(issuerProblem(issuer, false)).toBeNull());

  test('a public name with a private address is not called', async () => {
    expect(['192.168.1.1', '::1', '64:ff9b::a00:1', '8.8.8.8', '2606:4700::1'].map(isPrivateAddress)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    const providers = new Providers({});
    const client = {
      key: '1',
      issuer: 'https://localhost.localdomain.example',
      clientId: 'a',
      clientSecret: null,
      groupsClaim: null,
    };
    await expect(providers.test(client)).rejects.toMatchObject({ kind: 'unreachable' });
    await providers.close();
  });
});

describe('Only single sign-on', () => {
  test('is switched on by who has come in that way, with somebody left who has a password', async () => {
    const id = await proven();
    const refused = async (values: { ssoOnly: boolean; emergencyUserId: number | null }, asToken = token) => {
      const { status, body: reply } = await rules(asToken, values);
      return [status, reply.fields?.[0]];
    };
    const path = 'emergencyUserId';
    expect(await refused({ ssoOnly: true, emergencyUserId: null })).toEqual([
      422,
      { path, message: 'Escolha quem ainda entra com senha se o provedor falhar.' },
    ]);
    expect(await refused({ ssoOnly: true, emergencyUserId: clerk.id })).toEqual([
      422,
      { path, message: 'Escolha um administrador ativo.' },
    ]);
    expect(await refused({ ssoOnly: true, emergencyUserId: admin.id })).toEqual([
      422,
      {
        path: 'ssoOnly',
        message: 'Entre você mesmo pelo acesso único antes de retirar as senhas: assim se sabe que funciona.',
      },
    ]);
    await logInAs(id, admin.login);
    expect((await rules(token, { ssoOnly: true, emergencyUserId: admin.id })).status).toBe(200);
  });

  test('refuses every password but the emergency administrator’s, and says why to who has the right one', async () => {
    const id = await proven();
    const bySso = await logInAs(id, clerk.login);
    const byPassword = (await logIn(clerk)).body.access_token;
    await logInAs(id, admin.login);
    await rules(token, { ssoOnly: true, emergencyUserId: admin.id });

    // Sessions that a password opened end at once; those of the organization stay, and so does who switched it on.
    expect([await isValid(byPassword), await isValid(bySso), await isValid(token)]).toEqual([false, true, true]);
    const right = await logIn(clerk);
    const wrong = await logIn({ ...clerk, password: 'errada' });
    expect([right.status, right.body.error_description]).toEqual([
      400,
      'A sua conta entra só pelo acesso único da organização: a senha não vale.',
    ]);
    expect([wrong.status, wrong.body.error_description]).toEqual([400, 'Login ou senha inválidos']);
    expect((await logIn(admin)).status).toBe(200);

    const confirmed = await services.api.post('/api/v1/security/reauthentication', {
      token: bySso,
      body: { password: TEST_PASSWORD },
    });
    expect([confirmed.status, confirmed.body.message]).toEqual([422, expect.stringContaining('só pelo acesso único')]);

    const status = await services.api.get('/api/v1/security/login-status', { query: { email: clerk.login } });
    expect(status.body.data.status).toBe('SSO_ONLY');
  });

  test('sends no link to make a password, refuses one sent before, and invites to the organization', async () => {
    const id = await proven();
    await services.api.post('/api/v1/security/recover-password', {
      body: clerk.login,
      headers: { 'content-type': 'text/plain' },
    });
    const before = await mailTo(services.app.platform.dataDir, clerk.login);
    await logInAs(id, admin.login);
    await rules(token, { ssoOnly: true, emergencyUserId: admin.id });
    const change = await services.api.post('/api/v1/security/recover-password/change', {
      body: { token: before.token, password: 'tijolo sobre tijolo sobre tijolo' },
    });
    expect([change.status, change.body.message]).toEqual([422, expect.stringContaining('só pelo acesso único')]);

    const queued = () =>
      services.seed.sql('select 1 from outgoing_mail where user_id = $1 and kind = $2', [clerk.id, 'RECOVERY']);
    const [, again] = [
      await queued(),
      await services.api.post('/api/v1/security/recover-password', {
        body: clerk.login,
        headers: { 'content-type': 'text/plain' },
      }),
    ];
    expect([again.status, (await queued()).length]).toEqual([200, 1]);

    const invited = `novo@${domain}`;
    await services.api.post(`/api/v1/financial/account/${admin.accountId}/user`, {
      token,
      body: { login: invited, name: 'Novo' },
    });
    const mail = await mailTo(services.app.platform.dataDir, invited);
    expect([mail.link, mail.text]).toEqual(['/prumoid', expect.stringContaining('não há senha a criar')]);
  });

  test('locks nobody out: organization and emergency administrator stay as long as passwords do not count', async () => {
    const id = await proven();
    await logInAs(id, admin.login);
    await rules(token, { ssoOnly: true, emergencyUserId: admin.id });
    const other = await services.seed.user(admin.accountId, { admin: true });
    const theirs = await services.seed.tokenOf(other);
    const kept = 'mantenha uma organização ativa e comprovada';
    const removed = await services.api.delete(`${SSO}/organizations/${id}`, { token: theirs });
    const off = await services.api.put(`${SSO}/organizations`, {
      token: theirs,
      body: { ...body({ active: false }), id },
    });
    const moved = await services.api.put(`${SSO}/organizations`, {
      token: theirs,
      body: { ...body({ domain: `nova-${domain}` }), id },
    });
    expect([removed, off, moved].map(({ status, body: reply }) => [status, reply.message])).toEqual(
      [1, 2, 3].map(() => [422, expect.stringContaining(kept)]),
    );
    const user = { id: admin.id, login: admin.login, name: 'Marcos' };
    for (const values of [{ active: false }, { admin: false }]) {
      const reply = await services.api.put(`/api/v1/financial/account/${admin.accountId}/user`, {
        token: theirs,
        body: { ...user, ...values },
      });
      expect([reply.status, reply.body.message]).toEqual([422, expect.stringContaining('entra com senha se o acesso')]);
    }
    const gone = await services.api.delete(`/api/v1/financial/user/${admin.id}`, { token: theirs });
    expect(gone.status).toBe(409);
    // The way back is always open.
    expect((await rules(theirs, { ssoOnly: false, emergencyUserId: null })).status).toBe(200);
    expect((await logIn(clerk)).status).toBe(200);
  });
});

describe('A proven domain', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const absent = Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' });
  const silent = Object.assign(new Error('queryTxt ETIMEOUT'), { code: 'ETIMEOUT' });

  test('is looked for again every day: told after a week without its record, trusted for nobody new after a month', async () => {
    const id = await proven();
    const { platform } = services.app;
    let answer: () => string[][] = () => records.get(domain) ?? [];
    const asked: string[] = [];
    const nextDay = async () => {
      services.clock.advance(DAY);
      await checkDomains(platform, async (name) => {
        if (name !== domain) throw silent;
        asked.push(name);
        return answer();
      });
    };
    const missing = 'select proof_missing_since as since from organizations where id = $1';
    const standing = async () => (await services.seed.sql(missing, [id]))[0]?.since ?? null;
    const mails = `select from outgoing_mail where kind = 'DOMAIN_PROOF' and user_id = $1`;
    const warnings = async () => (await services.seed.sql(mails, [admin.id])).length;
    expect(await logInAs(id, `rita@${domain}`)).toEqual(expect.any(String));

    await nextDay();
    // Once a day is enough.
    await checkDomains(platform, async (name) => {
      throw new Error(`asked again for ${name}`);
    });
    expect([asked.length, await standing()]).toEqual([1, null]);
    // A server that does not answer says nothing about the record.
    answer = () => {
      throw silent;
    };
    await nextDay();
    expect(await standing()).toBeNull();
    answer = () => {
      throw absent;
    };
    await nextDay();
    const since = services.clock.now();
    expect([await standing(), await warnings()]).toEqual([since, 0]);
    for (let day = 0; day < 7; day += 1) await nextDay();
    expect(await warnings()).toBe(1);
    await nextDay();
    expect([await standing(), await warnings()]).toEqual([since, 1]);
    expect(await logInAs(id, `nova@${domain}`)).toEqual(expect.any(String));

    services.clock.advance(30 * DAY);
    expect(await logInAs(id, `tarde@${domain}`)).toBeUndefined();
    expect(await logInAs(id, `rita@${domain}`)).toEqual(expect.any(String));
    answer = () => records.get(domain) ?? [];
    await nextDay();
    expect(await standing()).toBeNull();
    expect(await logInAs(id, `tarde@${domain}`)).toEqual(expect.any(String));
  });
});
