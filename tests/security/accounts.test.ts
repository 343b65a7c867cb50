import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { eventually } from '#tests/support/eventually.ts';
import { mailTo, readOutbox } from '#tests/support/mailbox.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';

const PASSWORD = 'tijolo sobre tijolo';
const DAY = 86_400_000;

let services: TestServices;
let serial = 0;
/** Limits count by address: every call of a test comes from the test's own. */
let from: string;
let login: string;

beforeAll(async () => {
  services = await startServices();
});
beforeEach(() => {
  services.clock.set(TEST_NOW);
  serial += 1;
  from = `10.2.0.${serial}`;
  login = `dona${serial}@exemplo.com.br`;
});
afterAll(() => services.stop());

const dataDir = () => services.app.platform.dataDir;

const account = (more: Record<string, unknown> = {}) => ({
  user: { name: ' Dona  Rute ', login: login.toUpperCase(), password: PASSWORD },
  company: { name: 'Rute Obras', taxId: '12.ABC.345/01DE-35' },
  customerAssociate: { name: 'Família Souza', taxId: '529.982.247-25' },
  ...more,
});
const open = (body: object = account()) => services.api.post('/api/v1/security/accounts', { body, from });
const logIn = (password = PASSWORD, username = login) =>
  services.api.post('/oauth/token', {
    body: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic cHJ1bW8td2ViOg==' },
    from,
  });
const confirm = (token: string) =>
  services.api.get('/api/v1/security/user/confirm', { query: { validation_token: token }, from });
const usersWith = async () =>
  (await services.seed.sql<{ n: string }>(`select count(*)::text as n from users where login = $1`, [login]))[0]?.n;

describe('A new account', () => {
  test('opens with the link of its mail, with its company, customer and categories, and belongs to its administrator', async () => {
    const { status, body } = await open();
    expect(status).toBe(200);
    expect(body.message).toBe('Enviamos um e-mail com o link para ativar a sua conta.');
    const mail = await mailTo(dataDir(), login);
    expect(mail.subject).toBe('Ative a sua conta no Prumo');
    expect(mail.text).toContain('Olá, Dona Rute.');
    expect(mail.link).toMatch(/^\/user\/validate\//);
    expect(mail.text).not.toContain(PASSWORD);

    const early = await logIn();
    expect(early.status).toBe(400);
    expect(early.body.error_description).toMatch(/^Esta conta ainda não foi ativada/);

    expect((await confirm(mail.token)).body.data).toMatchObject({ login, name: 'Dona Rute', activated: true });
    expect((await confirm(mail.token)).status).toBe(404);
    const { body: granted } = await logIn();
    const token: string = granted.access_token;
    const { data: session } = (await services.api.get('/api/v1/security/session', { token })).body;
    expect(session).toMatchObject({ admin: true, user: { name: 'Dona Rute', login } });
    expect(Object.values(session.companies)).toEqual([{ name: 'Rute Obras', buildings: {} }]);
    const list = async (path: string) =>
      (await services.api.get(`/api/v1/financial/account/${session.accountId}/${path}`, { token })).body.data.content;
    expect(await list('company')).toMatchObject([{ name: 'Rute Obras', taxId: '12ABC34501DE35' }]);
    expect(await list('partner')).toMatchObject([{ type: 'CUSTOMER', name: 'Família Souza', taxId: '52998224725' }]);
    const lines = (await list('category')).map(({ statementLine }: { statementLine: string | null }) => statementLine);
    expect(lines).toHaveLength(19);
    expect(lines).not.toContain(null);
  });

  test('tells whoever does not know its password nothing of its being closed', async () => {
    await open();
    expect((await logIn('errada')).body.error_description).toBe('Login ou senha inválidos');
  });

  test('opens by the link of a forgotten password too', async () => {
    await open();
    await mailTo(dataDir(), login);
    await services.api.post('/api/v1/security/recover-password', {
      body: login,
      headers: { 'content-type': 'text/plain' },
      from,
    });
    const { token } = await mailTo(dataDir(), login, 2);
    await services.api.post('/api/v1/security/recover-password/change', {
      body: { token, password: 'outra obra limpa' },
      from,
    });
    expect((await logIn('outra obra limpa')).status).toBe(200);
  });

  test('names every field at fault, each at its place', async () => {
    const { status, body } = await open({
      user: { name: 'Rute', login: 'rute', password: 'curta' },
      company: { name: 'Rute Obras', taxId: '11.222.333/0001-00' },
      customerAssociate: { name: 'Souza', taxId: '123' },
    });
    expect(status).toBe(400);
    const paths = body.fields.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['user.login', 'user.password', 'company.taxId', 'customerAssociate.taxId']);
    expect(await usersWith()).toBe('0');
  });
});

describe('Who asks for an account', () => {
  test('learns nothing of whether the address has a login, whose owner is told', async () => {
    const known = await services.seed.user(await services.seed.account(), { admin: true });
    const started = Date.now();
    const taken = await open(account({ user: { name: 'Eu', login: known.login, password: PASSWORD } }));
    const first = Date.now() - started;
    const free = await open();
    expect({ ...taken.body }).toEqual({ ...free.body });
    expect([taken.status, free.status]).toEqual([200, 200]);
    expect(first).toBeGreaterThanOrEqual(395);
    const mail = await mailTo(dataDir(), known.login);
    expect(mail.subject).toBe('Você já tem acesso ao Prumo');
    expect(mail.link).toBe('/prumoid');
    expect((await logIn(PASSWORD, known.login)).status).toBe(400);
  });

  test('and asks again makes the first request void', async () => {
    await open();
    const first = await mailTo(dataDir(), login);
    await open(account({ company: { name: 'Rute Reformas' }, customerAssociate: null }));
    const second = await mailTo(dataDir(), login, 2);
    expect((await confirm(first.token)).status).toBe(404);
    expect((await confirm(second.token)).status).toBe(200);
    expect(await usersWith()).toBe('1');
  });

  test('at the same moment twice gets one account, and twice the same answer', async () => {
    const answers = await Promise.all([open(), open(), open()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await usersWith()).toBe('1');
  });

  test('while the mail of the first time is being written gets the same answer: neither waits for the other for ever', async () => {
    await open();
    await mailTo(dataDir(), login);
    const mailer = new pg.Client({ connectionString: services.database.ownerUrl, options: '-c prumo.owner_access=on' });
    await mailer.connect();
    const ask = async (text: string, values: unknown[]) => (await mailer.query(text, values)).rows;
    await mailer.query('begin');
    const [user] = await ask('select id from users where login = $1', [login]);
    await ask('select from outgoing_mail where user_id = $1 for update', [user.id]);
    const asked = open();
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%reserve_account%'`;
    await eventually(async () => (await services.seed.sql(waiting)).length).toBe(1);
    // Its user is being deleted by who waits for us: one of the two has to give way.
    await ask('select from users where id = $1 for key share', [user.id]);
    await mailer.query('commit');
    await mailer.end();
    expect((await asked).status).toBe(200);
    expect(await usersWith()).toBe('1');
  });

  test('too often gets no more mail for one address, and 429 from one place', async () => {
    for (let tries = 0; tries < 10; tries += 1) expect((await open()).status).toBe(200);
    expect(readOutbox(dataDir()).filter(({ to }) => to.includes(login)).length).toBeLessThanOrEqual(3);
    expect((await open()).status).toBe(429);
  }, 30_000);

  test('and never follows the link is forgotten, while open accounts stay', async () => {
    await open();
    const { token } = await mailTo(dataDir(), login);
    services.clock.advance(9 * DAY);
    expect((await confirm(token)).status).toBe(404);
    const before = await services.seed.sql('select id from accounts where activated_at is not null');
    await sql`select forget_old_rows(${services.clock.now()})`.execute(services.app.platform.database.kysely);
    expect(await usersWith()).toBe('0');
    expect(await services.seed.sql('select id from accounts where activated_at is not null')).toEqual(before);
  });
});
