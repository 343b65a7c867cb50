import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { eventually } from '#tests/support/eventually.ts';
import { mailTo, readOutbox, type ReceivedMail } from '#tests/support/mailbox.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

const security = '/api/v1/security';
const WRONG_LINK = 'Falha em confirmar código de verificação';
const PASSWORD = 'obra limpa rende';

let services: TestServices;
let office: Office;
let serial = 0;
/** Limits count by client address, so each test has an address of its own. */
let from: string;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed, 'Ipê');
});
beforeEach(() => {
  services.clock.set(TEST_NOW);
  serial += 1;
  from = `10.1.0.${serial}`;
});
afterAll(() => services.stop());

const dataDir = () => services.app.platform.dataDir;

/**
 * Returns the newest of `count` mails to a login. Its file exists a moment before its row says that it was sent, and
 * until then another request finds it pending and queues none.
 */
const received = async (login: string, count = 1): Promise<ReceivedMail> => {
  const mail = await mailTo(dataDir(), login, count);
  const pending = `select from outgoing_mail m join users u on u.account_id = m.account_id and u.id = m.user_id
    where u.login = $1 and m.sent_at is null and m.failed_at is null`;
  await eventually(() => services.seed.sql(pending, [login])).toEqual([]);
  return mail;
};

const invited = async (): Promise<{ id: number; login: string; token: string }> => {
  const login = `convidada${(serial += 1)}@exemplo.com.br`;
  const made = await services.api.post(`/api/v1/financial/account/${office.accountId}/user`, {
    token: office.admin,
    body: { login, name: 'Convidada' },
  });
  return { id: made.body.data.id, login, token: (await received(login)).token };
};

const confirm = (purpose: string, token: string) =>
  services.api.get(`${security}/${purpose}/confirm`, { query: { validation_token: token }, from });
const changeBy = (purpose: string, token: string, password = PASSWORD) =>
  services.api.post(`${security}/${purpose}/change`, { body: { token, password }, from });
const askFor = (login: string, address = from) =>
  services.api.post(`${security}/recover-password`, {
    body: login,
    headers: { 'content-type': 'text/plain' },
    from: address,
  });
const logIn = (username: string, password: string) =>
  services.api.post('/oauth/token', {
    body: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic cHJ1bW8td2ViOg==' },
    from,
  });
const recover = async (user: TestUser, count = 1): Promise<string> => {
  await askFor(user.login);
  return (await received(user.login, count)).token;
};

describe('A first password', () => {
  test('is set by the link of the invitation, once, and allows the login', async () => {
    const { login, token } = await invited();
    expect((await logIn(login, PASSWORD)).status).toBe(400);
    const shown = await confirm('first-password', token);
    expect(shown.body.data).toEqual({
      login,
      name: 'Convidada',
      company: 'Ipê',
      expiresAt: '2026-11-27T15:00:00.000Z',
    });
    const made = await changeBy('first-password', token);
    expect([made.status, made.body.message]).toEqual([200, 'Senha criada. Entre com o seu e-mail e a nova senha.']);
    expect((await logIn(login, PASSWORD)).status).toBe(200);
    for (const again of [
      await confirm('first-password', token),
      await changeBy('first-password', token, 'outra senha'),
    ]) {
      expect([again.status, again.body.message]).toEqual([404, WRONG_LINK]);
    }
    const [stored] = await services.seed.sql<{ password_hash: string; email_confirmed_at: Date }>(
      'select password_hash, email_confirmed_at from users where login = $1',
      [login],
    );
    expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
    expect(stored?.email_confirmed_at).not.toBeNull();
  });

  test('is set by one of two concurrent uses of the link', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { login, token } = await invited();
      const passwords = ['primeira senha', 'segunda senha', 'terceira senha'];
      const answers = await Promise.all(passwords.map((password) => changeBy('first-password', token, password)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
      const logins = await Promise.all(passwords.map((password) => logIn(login, password)));
      expect(logins.map(({ status }) => status === 200)).toEqual(passwords.map((password) => password === winner));
    }
  });

  test('cannot be set after seven days, after a newer password, or for a deleted user', async () => {
    const late = await invited();
    services.clock.advance(7 * 24 * 60 * 60 * 1000);
    expect((await confirm('first-password', late.token)).status).toBe(404);
    expect((await changeBy('first-password', late.token)).status).toBe(404);
    services.clock.set(TEST_NOW);

    const twice = await invited();
    await services.api.post(`/api/v1/financial/user/${twice.id}/invitation`, { token: office.admin });
    const second = await received(twice.login, 2);
    expect((await confirm('first-password', twice.token)).status).toBe(200);
    expect((await changeBy('first-password', second.token)).status).toBe(200);
    expect((await confirm('first-password', twice.token)).status).toBe(404);

    const off = await invited();
    await services.seed.sql('update users set active = false where id = $1', [off.id]);
    expect((await changeBy('first-password', off.token)).status).toBe(404);
  });

  test.each([
    ['123456789', 'A senha precisa de ao menos 12 caracteres.'],
    ['ﬁ'.repeat(257), 'A senha pode ter no máximo 512 caracteres.'],
    ['Flamengo2026', 'Esta senha está entre as mais usadas. Escolha outra, como uma frase curta só sua.'],
    // Only among those that the services load.
    ['mailcreated5240', 'Esta senha está entre as mais usadas. Escolha outra, como uma frase curta só sua.'],
    ['aaaaaaaaaaaa', 'Use uma senha com caracteres mais variados.'],
  ])('is rejected at its field when it is %s, and the link stays valid', async (password, message) => {
    const { login, token } = await invited();
    const refused = await changeBy('first-password', token, password);
    expect([refused.status, refused.body.fields]).toEqual([422, [{ path: 'password', message }]]);
    expect((await changeBy('first-password', token, login.toUpperCase())).status).toBe(422);
    expect((await changeBy('first-password', token)).status).toBe(200);
  });
});

describe('A forgotten password', () => {
  test('is replaced by a link, which ends the open sessions and causes a mail', async () => {
    const user = await services.seed.user(office.accountId, {
      grants: [{ companyId: office.companyId, permissions: ['DEBIT'] }],
    });
    const session = await services.seed.tokenOf(user);
    const token = await recover(user);
    expect((await confirm('recover-password', token)).body.data).toMatchObject({ login: user.login });
    expect((await changeBy('recover-password', token)).body.message).toMatch(/^Senha alterada/);
    expect((await services.api.get(`${security}/session`, { token: session })).status).toBe(401);
    expect((await logIn(user.login, TEST_PASSWORD)).status).toBe(400);
    expect((await logIn(user.login, PASSWORD)).status).toBe(200);
    const notice = await received(user.login, 2);
    expect([notice.kind, notice.subject]).toEqual(['password_changed', 'A sua senha do Prumo foi alterada']);
    expect((await changeBy('recover-password', token)).status).toBe(404);
  });

  test('has a link valid for an hour, and for nothing else', async () => {
    const user = await services.seed.user(office.accountId);
    const token = await recover(user);
    expect((await confirm('first-password', token)).status).toBe(404);
    expect((await changeBy('first-password', token)).status).toBe(404);
    expect(
      (await services.api.get(`${security}/user/confirm`, { query: { validation_token: token }, from })).status,
    ).toBe(404);
    services.clock.advance(60 * 60 * 1000 - 1000);
    expect((await confirm('recover-password', token)).status).toBe(200);
    services.clock.advance(1000);
    expect((await confirm('recover-password', token)).body).toMatchObject({ status: 404, message: WRONG_LINK });
  });

  test('gets the same answer whether or not the address has a login', async () => {
    const user = await services.seed.user(office.accountId);
    const gone = await services.seed.user(office.accountId, { active: false });
    const before = readOutbox(dataDir()).length;
    const answers = [];
    for (const login of [user.login.toUpperCase(), gone.login, 'ninguem@exemplo.com.br', 'isto não é um e-mail']) {
      answers.push(await askFor(login));
    }
    // Neither the response nor the number of SQL statements differs.
    const comparable = answers.map(
      ({ status, text, headers }) => `${status} ${text} ${String(headers['x-sql-queries'])}`,
    );
    expect(new Set(comparable).size).toBe(1);
    expect(answers[0]?.body.message).toMatch(/^Se houver um acesso com este e-mail/);
    await received(user.login);
    expect(readOutbox(dataDir())).toHaveLength(before + 1);
  });

  test('cancels a pending change of login that someone else requested', async () => {
    const user = await services.seed.user(office.accountId);
    const token = await recover(user);
    const moved = await services.api.put(`/api/v1/financial/account/${office.accountId}/user`, {
      token: office.admin,
      body: { id: user.id, version: 1, login: 'ladrao@exemplo.com.br', name: 'X' },
    });
    expect(moved.body.data).toMatchObject({ login: user.login, newLogin: 'ladrao@exemplo.com.br' });
    const link = await received('ladrao@exemplo.com.br');
    expect((await changeBy('recover-password', token)).status).toBe(200);
    const used = await services.api.post(`${security}/user/confirm`, { body: { token: link.token }, from });
    expect([used.status, used.body.message]).toEqual([404, WRONG_LINK]);
    expect((await logIn(user.login, PASSWORD)).status).toBe(200);
  });

  test('is accepted in an equivalent Unicode form', async () => {
    // "ﬁ" as one character, hashed in NFC as older passwords were.
    const old = await hash('escritório ﬁxo'.normalize('NFC'));
    const user = await services.seed.user(office.accountId);
    await services.seed.sql('update users set password_hash = $1 where id = $2', [old, user.id]);
    expect((await logIn(user.login, 'escritório ﬁxo')).status).toBe(200);
    expect((await logIn(user.login, 'escritório fixo')).status).toBe(400);
    expect((await changeBy('recover-password', await recover(user), 'senha ﬁxa de obra')).status).toBe(200);
    expect((await logIn(user.login, 'senha fixa de obra')).status).toBe(200);
  });

  test('of a user who never set one causes a new invitation', async () => {
    const { login } = await invited();
    await askFor(login);
    expect((await received(login, 2)).kind).toBe('invitation');
  });

  test('causes at most three mails an hour per login, without saying so; one address may request twenty, for any logins', async () => {
    const user = await services.seed.user(office.accountId);
    for (let times = 0; times < 8; times += 1) {
      expect((await askFor(user.login, `10.2.0.${times}`)).status).toBe(200);
      // A pending mail is not queued twice, so each request waits until the previous mail is sent and recorded as sent.
      if (times < 3) await received(user.login, times + 1);
    }
    await received(user.login, 3);
    const queued = await services.seed.sql('select 1 from outgoing_mail where user_id = $1', [user.id]);
    expect(queued).toHaveLength(3);

    const asked = await Promise.all(Array.from({ length: 21 }, (_, index) => askFor(`n${index}@exemplo.com.br`)));
    expect(asked.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(200), 429]);
    const forwarded = await services.api.post(`${security}/recover-password`, {
      body: 'mais@exemplo.com.br',
      headers: { 'content-type': 'text/plain', 'x-forwarded-for': '203.0.113.9' },
      from,
    });
    expect(forwarded.status).toBe(429);
  });
});

describe('A link', () => {
  test('is stored as its hash, and only the mail has its token', async () => {
    const { token } = await invited();
    const tables = ['link_tokens', 'outgoing_mail', 'audit_log', 'users'];
    for (const table of tables) {
      const rows = await services.seed.sql(`select t::text as row from ${table} t`);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });

  test('may be tried sixty times in fifteen minutes from one address', async () => {
    const statuses = [];
    for (let times = 0; times < 61; times += 1) statuses.push((await confirm('first-password', `x${times}`)).status);
    expect(statuses.slice(0, 60).every((status) => status === 404)).toBe(true);
    expect(statuses[60]).toBe(429);
  });
});
