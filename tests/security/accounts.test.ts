import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import sharp from 'sharp';
import { mailTo, readOutbox } from '#tests/support/mailbox.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';

const PASSWORD = 'tijolo sobre tijolo';
const DAY = 86_400_000;

let services: TestServices;
let serial = 0;
/** Limits count by client address, so each test has an address of its own. */
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
  user: { name: ' Dona  Rute ', login: login.toUpperCase() },
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
/** Opens the link's page; submits it; or both, as a user does. */
const look = (token: string) =>
  services.api.get('/api/v1/security/user/confirm', { query: { validation_token: token }, from });
const confirm = (token: string, password: string | null = PASSWORD) =>
  services.api.post('/api/v1/security/user/confirm', {
    body: { token, ...(password === null ? {} : { password }) },
    from,
  });
const usersWith = async () =>
  (await services.seed.sql<{ n: string }>(`select count(*)::text as n from users where login = $1`, [login]))[0]?.n;

const activatedAccounts = async (name: string, of: string) =>
  (
    await services.seed.sql(
      `select from accounts a join users u on u.account_id = a.id
       where a.name = $1 and u.login = $2 and a.activated_at is not null`,
      [name, of],
    )
  ).length;

describe('A new account', () => {
  test('is opened by the link of its mail, with its company, customer and standard registers, and belongs to its administrator', async () => {
    const { status, body } = await open();
    expect(status).toBe(200);
    expect(body.message).toBe('Enviamos um e-mail com o link para ativar a sua conta.');
    const mail = await mailTo(dataDir(), login);
    expect(mail.subject).toBe('Ative a sua conta no Prumo');
    expect(mail.text).toContain('Olá, Dona Rute.');
    expect(mail.link).toMatch(/^\/user\/validate\//);

    expect((await logIn()).status).toBe(400);
    expect((await confirm(mail.token)).body.data).toEqual({ login, name: 'Dona Rute', activated: true });
    expect((await confirm(mail.token)).status).toBe(404);
    expect((await look(mail.token)).status).toBe(404);
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
    const units = (await services.api.get('/api/v1/purchase/unit', { token })).body.data;
    expect(units.totalElements).toBe(36);
    expect(units.content).toContainEqual(expect.objectContaining({ acronyms: 'm³', description: 'Metro cúbico' }));
    const purchase = `/api/v1/purchase/account/${session.accountId}`;
    const types = (await services.api.get(`${purchase}/product-type`, { token })).body.data.content;
    expect(types.map(({ name }: { name: string }) => name)).toEqual([
      'Equipamento',
      'Mão de obra',
      'Material',
      'Outros',
      'Serviço de terceiros',
    ]);
    const tables = (await services.api.get(`${purchase}/product-table/active`, { token })).body.data.content;
    expect(tables).toMatchObject([{ name: 'Próprios', source: 'GO', month: null, productCount: 0 }]);
  });

  test('is not opened by reading its link, which shows whose it is', async () => {
    await open();
    const { token } = await mailTo(dataDir(), login);
    for (let times = 0; times < 3; times += 1) {
      const { status, body } = await look(token);
      expect([status, body.data]).toEqual([
        200,
        {
          login,
          name: 'Dona Rute',
          company: 'Rute Obras',
          expiresAt: '2026-11-27T15:00:00.000Z',
          asks: 'NEW_PASSWORD',
        },
      ]);
    }
    expect(await activatedAccounts('Rute Obras', login)).toBe(0);
    expect((await logIn()).body.error_description).toBe('Login ou senha inválidos');
  });

  test('needs a strong password, and its link stays valid until there is one', async () => {
    await open();
    const { token } = await mailTo(dataDir(), login);
    const refusals = [
      [null, 400, 'Informe a senha.'],
      ['curta', 422, 'A senha precisa de ao menos 12 caracteres.'],
      ['Rute-Obras 2026', 422, 'A senha não pode ser o nome da empresa.'],
      [login.toUpperCase(), 422, 'A senha não pode ser o seu e-mail.'],
      ['Flamengo2026', 422, 'Esta senha está entre as mais usadas. Escolha outra, como uma frase curta só sua.'],
    ] as const;
    for (const [password, status, message] of refusals) {
      const refused = await confirm(token, password);
      expect([password, refused.status, refused.body.fields]).toEqual([
        password,
        status,
        [{ path: 'password', message }],
      ]);
    }
    expect((await confirm(token)).status).toBe(200);
    expect((await logIn()).status).toBe(200);
  });

  test('is opened with the password of its sign-up where one was sent, and with no other', async () => {
    await open(account({ user: { name: 'Dona Rute', login, password: PASSWORD } }));
    const { token, text } = await mailTo(dataDir(), login);
    expect(text).not.toContain(PASSWORD);
    expect((await logIn()).status).toBe(400);
    expect((await look(token)).body.data.asks).toBe('CHOSEN_PASSWORD');
    const other = await confirm(token, 'outra obra limpa');
    expect([other.status, other.body.fields]).toEqual([
      422,
      [
        {
          path: 'password',
          message:
            'Esta não é a senha escolhida no cadastro. Digite a mesma, ou faça o cadastro de novo para escolher outra.',
        },
      ],
    ]);
    expect((await logIn('outra obra limpa')).status).toBe(400);
    expect((await confirm(token)).status).toBe(200);
    expect((await logIn()).status).toBe(200);
    const [kept] = await services.seed.sql('select signup_hash from users where login = $1', [login]);
    expect(kept).toEqual({ signup_hash: null });
  });

  test('that is not confirmed yet gets its link again by the password recovery', async () => {
    await open();
    const first = await mailTo(dataDir(), login);
    await services.api.post('/api/v1/security/recover-password', {
      body: login,
      headers: { 'content-type': 'text/plain' },
      from,
    });
    const second = await mailTo(dataDir(), login, 2);
    expect([second.kind, second.token === first.token]).toEqual(['activation', false]);
    expect((await confirm(second.token)).status).toBe(200);
    expect((await logIn()).status).toBe(200);
    expect((await look(first.token)).status).toBe(404);
  });

  test('begins with the obra, the wallet and the logo of its sign-up', async () => {
    const logo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2c5' } })
      .png()
      .toBuffer();
    const form = new FormData();
    const body = account({
      building: { name: 'Edifício Jatobá' },
      wallet: {
        identifier: 'Itaú',
        description: 'Conta 33810-2',
        initialBalance: '228775.91',
        balanceDate: '2026-11-01',
      },
    });
    form.set('account', new Blob([JSON.stringify(body)], { type: 'application/json' }));
    form.set('logo', new Blob([new Uint8Array(logo)], { type: 'image/png' }), 'logo.png');
    const request = new Request('http://x', { method: 'POST', body: form });
    const sent = await services.api.post('/api/v1/security/accounts', {
      body: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      from,
    });
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('Enviamos um e-mail')]);
    await confirm((await mailTo(dataDir(), login)).token);
    const token: string = (await logIn()).body.access_token;
    const { data: session } = (await services.api.get('/api/v1/security/session', { token })).body;
    const [companyId] = Object.keys(session.companies);
    expect(Object.values(session.companies[companyId ?? ''].buildings)).toMatchObject([{ name: 'Edifício Jatobá' }]);
    const financial = '/api/v1/financial';
    const wallets = (await services.api.get(`${financial}/company/${companyId}/bank`, { token })).body.data.content;
    expect(wallets).toMatchObject([
      { identifier: 'Itaú', description: 'Conta 33810-2', initialBalance: '228775.91', balanceDate: '2026-11-01' },
    ]);
    const company = `${financial}/account/${session.accountId}/company/${companyId}`;
    expect((await services.api.get(company, { token })).body.data.logo).toMatchObject({ width: 60, height: 40 });
  });

  test('is never half made: whatever part fails, nothing of it stays, and nobody gets a mail', async () => {
    const body = account({
      building: { name: 'Casa' },
      wallet: { identifier: 'Caixa', initialBalance: '0', balanceDate: '2026-11-01' },
    });
    for (const table of ['users', 'companies', 'partners', 'buildings', 'wallets', 'product_types', 'outgoing_mail']) {
      login = `metade-${table.replace('_', '')}@exemplo.com.br`;
      await services.seed.sql(`create function test_fail() returns trigger language plpgsql
        as $$ begin raise exception 'the disk of this test is broken'; end $$`);
      await services.seed.sql(`create trigger test_fail before insert on ${table} execute function test_fail()`);
      try {
        const { status, body: answer } = await open({ ...body, user: { name: 'Rute', login } });
        expect([table, status, answer.message]).toEqual([
          table,
          500,
          'Ocorreu um erro ao cadastrar essa conta. Tente novamente em instantes',
        ]);
      } finally {
        await services.seed.sql('drop function test_fail cascade');
      }
      expect([table, await usersWith()]).toEqual([table, '0']);
      expect(readOutbox(dataDir()).filter(({ to }) => to.includes(login))).toEqual([]);
    }
    const orphans = await services.seed.sql(
      'select from accounts a where not exists (select from users u where u.account_id = a.id)',
    );
    expect(orphans).toEqual([]);
  });

  test('reports every invalid field at its path', async () => {
    const { status, body } = await open({
      user: { name: 'Rute', login: 'rute', password: 'curta' },
      company: { name: 'Rute Obras', taxId: '11.222.333/0001-00' },
      customerAssociate: { name: 'Souza', taxId: '123' },
      building: { name: 'Casa' },
      wallet: { identifier: 'Caixa', initialBalance: '10', balanceDate: '2026-11-01' },
    });
    expect(status).toBe(400);
    const paths = body.fields.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['user.login', 'user.password', 'company.taxId', 'customerAssociate.taxId']);
    expect(await usersWith()).toBe('0');
  });
});

describe('A sign-up', () => {
  test('gets the same answer whether or not the address has a login, and the login’s owner is notified', async () => {
    const known = await services.seed.user(await services.seed.account(), { admin: true });
    const started = Date.now();
    const taken = await open(account({ user: { name: 'Eu', login: known.login } }));
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

  test('with another person’s address has no effect: each link opens its own account, with the password typed there', async () => {
    const thief = 'senha do ladrão esperto';
    await open();
    const first = await mailTo(dataDir(), login);
    await open(account({ user: { name: 'Ladrão', login, password: thief }, company: { name: 'Golpe Certo' } }));
    const second = await mailTo(dataDir(), login, 2);
    // Neither request replaces or reveals the other.
    expect((await look(first.token)).body.data).toMatchObject({ company: 'Rute Obras', asks: 'NEW_PASSWORD' });
    expect((await look(second.token)).body.data).toMatchObject({ company: 'Golpe Certo', asks: 'CHOSEN_PASSWORD' });
    // The wrong link does not accept a password of the user's own.
    expect((await confirm(second.token)).status).toBe(422);
    expect((await confirm(first.token)).status).toBe(200);
    expect((await confirm(second.token, thief)).status).toBe(404);
    expect((await logIn(thief)).status).toBe(400);
    expect((await logIn()).status).toBe(200);
    expect(await activatedAccounts('Rute Obras', login)).toBe(1);
    expect(await activatedAccounts('Golpe Certo', login)).toBe(0);
  });

  test('sent several times at once gets the same answer, and a link each', async () => {
    const answers = await Promise.all([open(), open(), open()]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, answers[0]?.text]));
    await mailTo(dataDir(), login, 3);
    expect(await usersWith()).toBe('3');
  });

  test('with several links used at once opens one account', async () => {
    for (let round = 0; round < 3; round += 1) {
      login = `corrida${serial}-${round}@exemplo.com.br`;
      await Promise.all([open(), open()]);
      await mailTo(dataDir(), login, 2);
      const tokens = readOutbox(dataDir()).flatMap(({ to, token }) => (to.includes(login) ? [token] : []));
      const passwords = ['primeira frase longa', 'segunda frase longa'];
      const answers = await Promise.all(tokens.map((token, index) => confirm(token, passwords[index])));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      const logins = await Promise.all(passwords.map((password) => logIn(password)));
      const opened = answers.map(({ status }) => status === 200);
      expect(logins.map(({ status }) => status === 200)).toEqual(opened);
    }
  });

  test('does not reserve the address: a user invited elsewhere meanwhile may confirm it first', async () => {
    await open();
    const { token } = await mailTo(dataDir(), login);
    const accountId = await services.seed.account('Outra');
    const admin = await services.seed.tokenOf(await services.seed.user(accountId, { admin: true }));
    const invited = await services.api.post(`/api/v1/financial/account/${accountId}/user`, {
      token: admin,
      body: { login, name: 'Rute' },
    });
    expect(invited.status).toBe(200);
    const invitation = await mailTo(dataDir(), login, 2);
    expect((await confirm(token)).status).toBe(200);
    const late = await services.api.post('/api/v1/security/first-password/change', {
      body: { token: invitation.token, password: 'outra obra limpa' },
      from,
    });
    expect([late.status, late.body.message]).toEqual([404, 'Falha em confirmar código de verificação']);
    expect((await logIn('outra obra limpa')).status).toBe(400);
  });

  test('is limited in mails per address, and gets 429 beyond the limit of a client address', async () => {
    for (let tries = 0; tries < 10; tries += 1) expect((await open()).status).toBe(200);
    await mailTo(dataDir(), login, 3);
    expect(await usersWith()).toBe('3');
    expect((await open()).status).toBe(429);
    const forwarded = await services.api.post('/api/v1/security/accounts', {
      body: account(),
      from,
      headers: { 'x-forwarded-for': '203.0.113.77' },
    });
    expect(forwarded.status).toBe(429);
  }, 30_000);

  test('without a confirmation is deleted after some days, while open accounts stay', async () => {
    await open();
    const { token } = await mailTo(dataDir(), login);
    services.clock.advance(9 * DAY);
    expect((await confirm(token)).status).toBe(404);
    const before = await services.seed.sql('select id from accounts where activated_at is not null');
    await services.app.platform.database.each(sql`select forget_old_rows(${services.clock.now()})`);
    expect(await usersWith()).toBe('0');
    expect(await services.seed.sql('select id from accounts where activated_at is not null')).toEqual(before);
  });
});
