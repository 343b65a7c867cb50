import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '#tests/support/eventually.ts';
import { mailTo, readOutbox } from '#tests/support/mailbox.ts';
import { TEST_PASSWORD } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

let services: TestServices;
let office: Office;
let stranger: Office;

const users = (accountId = office.accountId) => `/api/v1/financial/account/${accountId}/user`;
const user = (id: number) => `/api/v1/financial/user/${id}`;
const session = '/api/v1/security/session';

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed, 'Ipê');
  stranger = await openOffice(services.seed, 'CANARIO');
});
afterAll(() => services.stop());

const add = (body: object, token = office.admin) => services.api.post(users(), { token, body });
const change = (body: object, token = office.admin) => services.api.put(users(), { token, body });
const dataDir = () => services.app.platform.dataDir;
const invitationOf = async (id: number) =>
  (await services.api.get(user(id), { token: office.admin })).body.data.invitation;
const logIn = async (username: string, password: string) =>
  (
    await services.api.post('/oauth/token', {
      body: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic cHJ1bW8td2ViOg==' },
    })
  ).status;
const confirm = (token: string) => services.api.post('/api/v1/security/user/confirm', { body: { token } });

describe('Users of an account', () => {
  test('are invited alike whether or not the address has a login in another account, whose owner is notified', async () => {
    const known = await services.seed.user(stranger.accountId, { name: 'Conhecida' });
    await services.api.post(users(stranger.accountId), {
      token: stranger.admin,
      body: { login: 'so.convidada@exemplo.com.br', name: 'Outra' },
    });
    await mailTo(dataDir(), 'so.convidada@exemplo.com.br');
    const logins = [known.login, 'so.convidada@exemplo.com.br', 'de.ninguem@exemplo.com.br'];
    const answers = [];
    for (const [index, login] of logins.entries()) {
      const check = await services.api.get(`/api/v1/security/user/check-email/${encodeURIComponent(login)}`, {
        token: office.admin,
      });
      expect([login, check.body.data]).toEqual([login, { valid: true, available: true }]);
      const made = await add({ login, name: 'Nova' });
      await mailTo(dataDir(), login, index === 1 ? 2 : 1);
      await eventually(async () => (await invitationOf(made.body.data.id)).state).toBe('SENT');
      answers.push({ ...made.body.data, invitation: await invitationOf(made.body.data.id), id: 0, login: '' });
    }
    expect(answers[0]).toEqual(answers[2]);
    expect(answers[1]).toEqual(answers[2]);

    const notice = await mailTo(dataDir(), known.login);
    expect([notice.subject, notice.link]).toEqual(['Ipê convidou você para o Prumo', '/prumoid']);
    expect(notice.text).toContain('que já é o seu login em outra conta do Prumo');
    // The link was not mailed and is invalid: the login stays its owner's.
    expect(
      await services.seed.sql('select from users where login = $1 and password_hash is not null', [known.login]),
    ).toHaveLength(1);
    // Two accounts invite one address; the first accepted invitation takes it.
    const [first, second] = readOutbox(dataDir()).filter(({ to }) => to.includes('so.convidada@'));
    const accept = (token = '') =>
      services.api.post('/api/v1/security/first-password/change', { body: { token, password: 'obra limpa rende' } });
    expect((await accept(second?.token)).status).toBe(200);
    expect((await accept(first?.token)).status).toBe(404);
  });

  test('keep their login until the new address is confirmed; the old address is notified, and open sessions end', async () => {
    const { api, seed } = services;
    const person = await seed.user(office.accountId, { name: 'Com Senha', admin: true });
    const open = await seed.tokenOf(person);
    const login = 'novo@exemplo.com.br';
    const moved = await change({ id: person.id, version: 1, login, name: 'Com Senha' });
    expect(moved.body.data).toMatchObject({ login: person.login, newLogin: login, emailConfirmed: true, version: 2 });
    const notice = await mailTo(dataDir(), person.login);
    expect([notice.kind, notice.subject, notice.link]).toEqual([
      'login_change',
      'Pediram para trocar o seu login do Prumo',
      '/prumoid',
    ]);
    expect(notice.text).not.toContain(login);
    const { link, token } = await mailTo(dataDir(), login);
    expect(link).toMatch(/^\/user\/validate\//);

    // Opening the link's page changes nothing, however often.
    const look = await api.get('/api/v1/security/user/confirm', { query: { validation_token: token } });
    expect(look.body.data).toMatchObject({ login, name: 'Com Senha', company: 'Ipê', asks: 'NO_PASSWORD' });
    expect([await logIn(login, TEST_PASSWORD), await logIn(person.login, TEST_PASSWORD)]).toEqual([400, 200]);
    expect((await api.get(session, { token: open })).status).toBe(200);
    const withPassword = await api.post('/api/v1/security/user/confirm', {
      body: { token, password: 'obra limpa rende' },
    });
    expect([withPassword.status, withPassword.body.fields]).toEqual([
      400,
      [{ path: 'password', message: 'Este link não pede senha.' }],
    ]);

    expect((await confirm(token)).body.data).toEqual({ login, name: 'Com Senha', activated: false });
    expect((await confirm(token)).status).toBe(404);
    expect((await api.get(session, { token: open })).status).toBe(401);
    expect([await logIn(login, TEST_PASSWORD), await logIn(person.login, TEST_PASSWORD)]).toEqual([200, 400]);
    const done = await mailTo(dataDir(), person.login, 2);
    expect([done.kind, done.subject]).toEqual(['login_changed', 'O seu login do Prumo foi trocado']);
    const read = await api.get(user(person.id), { token: office.admin });
    expect(read.body.data).toMatchObject({ login, newLogin: null, emailConfirmed: true });
  });

  test('keep their login when the change is replaced, cancelled, or another user has the address by then', async () => {
    const { api, seed } = services;
    const person = await seed.user(office.accountId);
    const ask = (login: string, version: number) => change({ id: person.id, version, login, name: 'X' });
    await ask('um@exemplo.com.br', 1);
    const first = await mailTo(dataDir(), 'um@exemplo.com.br');
    await ask('dois@exemplo.com.br', 2);
    const second = await mailTo(dataDir(), 'dois@exemplo.com.br');
    expect((await confirm(first.token)).status).toBe(404);
    const back = await api.delete(`${user(person.id)}/new-login`, { token: office.admin });
    expect(back.body.data).toMatchObject({ login: person.login, newLogin: null });
    expect((await confirm(second.token)).status).toBe(404);
    const nothing = await api.delete(`${user(person.id)}/new-login`, { token: office.admin });
    expect([nothing.status, nothing.body.message]).toEqual([422, 'Não há troca de login para cancelar.']);

    await ask('tres@exemplo.com.br', 4);
    const third = await mailTo(dataDir(), 'tres@exemplo.com.br');
    await seed.user(stranger.accountId, { login: 'tres@exemplo.com.br' });
    expect((await confirm(third.token)).status).toBe(404);
    expect(await logIn(person.login, TEST_PASSWORD)).toBe(200);

    // An address that has a login in another account gets the same response; its owner gets a mail without a link.
    const known = await seed.user(stranger.accountId);
    const reply = await ask(known.login, 5);
    expect([reply.status, reply.body.data.newLogin]).toEqual([200, known.login]);
    const notice = await mailTo(dataDir(), known.login);
    expect([notice.subject, notice.link]).toEqual(['Este endereço já é um login do Prumo', '/prumoid']);
  });

  test('who become administrators cause a mail to all administrators, themselves included', async () => {
    const own = await openOffice(services.seed, 'Vime');
    const other = await services.seed.user(own.accountId, { admin: true });
    const gone = await services.seed.user(own.accountId, { admin: true, active: false });
    const person = await services.seed.user(own.accountId, { name: 'Nova Chefe' });
    const body = { id: person.id, version: 1, login: person.login, name: 'Nova Chefe' };
    await services.api.put(users(own.accountId), { token: own.admin, body: { ...body, admin: true } });
    for (const login of [own.adminUser.login, other.login, person.login]) {
      const mail = await mailTo(dataDir(), login);
      expect([mail.kind, mail.subject]).toEqual(['admin_granted', 'Novo administrador no Prumo']);
      expect(mail.text).toContain('Nova Chefe passou a ser administrador da conta de Vime');
    }
    await services.api.put(users(own.accountId), { token: own.admin, body: { ...body, version: 2, admin: false } });
    await services.api.put(users(own.accountId), { token: own.admin, body: { ...body, version: 3, name: 'Chefe' } });
    // By account: mails of the tests before may still be under way.
    const mails = readOutbox(dataDir()).filter(({ text }) => text.includes('conta de Vime'));
    expect(mails).toHaveLength(3);
    expect(mails.filter(({ to }) => to.includes(gone.login))).toEqual([]);
    await services.api.post(users(own.accountId), {
      token: own.admin,
      body: { login: 'chefe.convidada@exemplo.com.br', name: 'Convidada', admin: true },
    });
    expect((await mailTo(dataDir(), own.adminUser.login, 2)).text).toContain('Convidada passou a ser administrador');
  });
});
