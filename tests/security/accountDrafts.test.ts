import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { mailTo, readOutbox } from '#tests/support/mailbox.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';

const DRAFTS = '/api/v1/security/account-drafts';
const DAY = 86_400_000;

let services: TestServices;
let serial = 0;
/** Limits count by client address and login, so each test has its own. */
let from: string;
let login: string;

beforeAll(async () => {
  services = await startServices();
});
beforeEach(() => {
  services.clock.set(TEST_NOW);
  serial += 1;
  from = `10.3.0.${serial}`;
  login = `rute${serial}@exemplo.com.br`;
});
afterAll(() => services.stop());

const dataDir = () => services.app.platform.dataDir;
const draft = (more: Record<string, unknown> = {}) => ({
  step: 'BUILDING',
  name: 'Rute Lima',
  login,
  companyName: 'Rute Obras',
  companyTaxId: '12.ABC.345/01DE-35',
  buildingName: 'Casa da Ser',
  ofCustomer: true,
  customerName: '',
  customerTaxId: '',
  bank: '',
  walletName: '',
  walletDescription: '',
  initialBalance: '',
  balanceDate: '',
  demonstration: false,
  ...more,
});
const keep = (body: object = draft()) => services.api.post(DRAFTS, { body, from });
const look = (token: string) => services.api.get(DRAFTS, { query: { validation_token: token }, from });
const take = (token: string) => services.api.post(`${DRAFTS}/resume`, { body: { token }, from });
const kept = async () =>
  Number(
    (await services.seed.sql<{ n: string }>('select count(*) as n from signup_drafts where login = $1', [login]))[0]?.n,
  );

describe('A sign-up that is put off', () => {
  test('is continued by the mailed link, which tells whose it is and is not used up by being opened', async () => {
    const { status, body } = await keep();
    expect([status, body.message]).toEqual([200, 'Enviamos um e-mail com o link para continuar o cadastro.']);
    const mail = await mailTo(dataDir(), login);
    expect(mail.subject).toBe('Continue o seu cadastro no Prumo');
    expect(mail.text).toContain('O cadastro de Rute Obras com este endereço foi guardado');
    expect(mail.link).toMatch(/^\/onboarding#continuar\/[\w-]{43}$/);
    for (let times = 0; times < 2; times += 1) {
      expect((await look(mail.token)).body.data).toEqual({
        login,
        name: 'Rute Lima',
        company: 'Rute Obras',
        expiresAt: '2026-11-27T15:00:00.000Z',
      });
    }
    expect((await take(mail.token)).body.data).toEqual(draft());
    // A lost answer is asked for again within the hour; then the draft lives where it was taken to.
    services.clock.advance(DAY / 24 - 1_000);
    expect((await take(mail.token)).status).toBe(200);
    services.clock.advance(DAY / 24);
    expect([(await take(mail.token)).status, (await look(mail.token)).status]).toEqual([404, 404]);
  });

  test('is stored without its token, and never with a password', async () => {
    await keep();
    const { token } = await mailTo(dataDir(), login);
    const rows = JSON.stringify(await services.seed.sql('select * from signup_drafts where login = $1', [login]));
    expect(rows).not.toContain(token);
    const refused = await keep({ ...draft(), password: 'tijolo sobre tijolo' });
    expect([refused.status, refused.body.fields[0].path]).toEqual([400, 'password']);
  });

  test('gets the same answer and a link whether or not the address has a login', async () => {
    const known = await services.seed.user(await services.seed.account(), { admin: true });
    const [taken, free] = [await keep(draft({ login: known.login })), await keep()];
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    const links = [await mailTo(dataDir(), known.login), await mailTo(dataDir(), login)];
    expect(links.map(({ subject }) => subject)).toEqual(Array(2).fill('Continue o seu cadastro no Prumo'));
  });

  test('is limited in mails per login without saying so, and gets 429 beyond the limit of a client address', async () => {
    for (let tries = 0; tries < 10; tries += 1) expect((await keep()).status).toBe(200);
    expect(await kept()).toBe(3);
    expect((await keep()).status).toBe(429);
    await mailTo(dataDir(), login, 3);
    expect(readOutbox(dataDir()).filter(({ to }) => to.includes(login))).toHaveLength(3);
  });

  test('of a name that looks like a link mails no link but its own', async () => {
    await keep(draft({ name: 'Ganhe em http://golpe.example', companyName: 'golpe.example/x' }));
    const { text } = await mailTo(dataDir(), login);
    expect(text).not.toMatch(/golpe\.example/);
  });

  test('goes when its account is asked for, when another link opens one, and after seven days', async () => {
    await keep();
    const { token } = await mailTo(dataDir(), login);
    const account = { user: { name: 'Rute', login }, company: { name: 'Rute Obras' } };
    await services.api.post('/api/v1/security/accounts', { body: { ...account, draft: token }, from });
    expect([await kept(), (await look(token)).status]).toEqual([0, 404]);

    await keep();
    const activation = await mailTo(dataDir(), login, 2);
    expect(await kept()).toBe(1);
    const opened = readOutbox(dataDir()).find(({ to, kind }) => to.includes(login) && kind === 'activation');
    await services.api.post('/api/v1/security/user/confirm', {
      body: { token: opened?.token, password: 'tijolo sobre tijolo' },
      from,
    });
    expect([activation.kind, await kept()]).toEqual(['signup-draft', 0]);

    await keep();
    const { kysely } = services.app.platform.database;
    services.clock.advance(7 * DAY);
    await sql`select forget_signup_drafts(${services.clock.now()})`.execute(kysely);
    expect(await kept()).toBe(0);
  });

  test('of an address that is none is refused at its field', async () => {
    const { status, body } = await keep(draft({ login: 'rute' }));
    expect([status, body.fields]).toEqual([400, [{ path: 'login', message: 'Informe um e-mail válido.' }]]);
  });
});

describe('An installation whose sign-up is off', () => {
  test('refuses accounts and drafts with a sentence, and keeps nothing', async () => {
    const closed = await startServices({ signUp: false });
    try {
      const account = { user: { name: 'Rute', login }, company: { name: 'Rute Obras' } };
      const answers = [
        await closed.api.post('/api/v1/security/accounts', { body: account, from }),
        await closed.api.post(DRAFTS, { body: draft(), from }),
        await closed.api.get(DRAFTS, { query: { validation_token: 'x' }, from }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.message]).toEqual([
          403,
          'O cadastro de novas contas está desligado. Peça o seu acesso a quem administra a conta da sua empresa.',
        ]);
      }
      expect(await closed.seed.sql('select from users where login = $1', [login])).toEqual([]);
    } finally {
      await closed.stop();
    }
  });
});
