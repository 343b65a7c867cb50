/** Nobody gets in as a service account, and nothing treats it as a person. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { callScim, organizationOf, tokenFor } from './provisioning/directory.ts';
import { openHouse, refused, type House } from './serviceAccountKit.ts';

let services: TestServices;
let house: House;
let id: number;
let login: string;

beforeAll(async () => {
  services = await startServices();
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  house = await openHouse(services);
  ({ id, login } = await house.service({ permissions: house.rights('DEBIT', 'PURCHASE') }));
});
afterAll(() => services.stop());

const grant = (values: Record<string, string>) =>
  services.api.post('/oauth/token', {
    body: new URLSearchParams(values).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic cHJ1bW8td2ViOg==' },
  });
const stored = async (table: string) =>
  (
    await services.seed.sql<{ count: number }>(`select count(*)::int as count from ${table} where user_id = $1`, [id])
  )[0]?.count;

describe('Nobody gets in as a service account', () => {
  test.each(['', ' ', 'null', 'servico', 'prumo-demo'])('by the password "%s"', async (password) => {
    const reply = await grant({ grant_type: 'password', username: login, password });
    expect(reply.status).toBe(400);
    expect(await stored('access_tokens')).toBe(0);
  });

  test.each([
    ['a password', 'password_hash', "'x'"],
    ['the password of a sign-up', 'signup_hash', "'x'"],
    ['an address that is to become the login', 'new_login', "'a@exemplo.com.br'"],
    ['a confirmed address', 'email_confirmed_at', 'now()'],
    ['an e-mail as its login', 'login', "'a@exemplo.com.br'"],
    ['administration', 'admin', 'true'],
  ])('by %s, which the database refuses', async (_what, column, value) => {
    const update = services.seed.sql(`update users set ${column} = ${value} where id = $1`, [id]);
    await expect(update).rejects.toThrow('users_service');
  });

  test.each([
    ['a session', 'access_tokens'],
    ['a link to make a password', 'link_tokens'],
    ['a login that waits for its second factor', 'login_challenges'],
    ['a passkey', 'passkeys'],
    ['an authenticator app', 'user_totp'],
    ['single sign-on', 'user_identities'],
    ['a directory', 'scim_users'],
    ['a mail', 'outgoing_mail'],
  ])('by %s, which the database refuses to keep', async (_what, table) => {
    const insert = services.seed.sql(`insert into ${table} (account_id, user_id) values ($1, $2)`, [
      house.accountId,
      id,
    ]);
    await expect(insert).rejects.toThrow(`user ${id} is a service account`);
  });

  test('by a forgotten password: the answer is that to any address, and nothing is sent', async () => {
    const ask = (address: string) =>
      services.api.post('/api/v1/security/recover-password', {
        body: address,
        headers: { 'content-type': 'text/plain' },
      });
    const [theirs, nobodys] = [await ask(login), await ask('ninguem@exemplo.com.br')];
    expect([theirs.status, theirs.body.message]).toEqual([nobodys.status, nobodys.body.message]);
    expect(theirs.status).toBe(200);
    expect(await stored('outgoing_mail')).toBe(0);
    // The same question of a person leaves a mail.
    expect((await ask(house.rita.login)).status).toBe(200);
    const mails = await services.seed.sql('select kind from outgoing_mail where user_id = $1', [house.rita.id]);
    expect(mails).toEqual([{ kind: 'RECOVERY' }]);
  });

  test('by an invitation', async () => {
    const reply = await services.api.post(`${house.user(id)}/invitation`, { token: house.adminToken });
    expect([reply.status, reply.body.message]).toEqual([
      422,
      'Ninguém entra com uma conta de serviço: crie um token que age em nome dela.',
    ]);
  });

  test('by a directory that says to have a person of this login', async () => {
    const organization = await organizationOf(services, house.accountId, { domain: `casa${id}.com.br` });
    const directory = await tokenFor(services, organization, house.adminToken);
    for (const userName of [login, `${login}@casa${id}.com.br`]) {
      const reply = await callScim(services, {
        ...{ token: directory, method: 'POST', path: '/Users' },
        body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName, active: true },
      });
      expect([userName, reply.status]).toEqual([userName, userName === login ? 400 : 201]);
    }
    expect(await stored('scim_users')).toBe(0);
  });
});

describe('A service account', () => {
  test('cannot be made nameless, and has no second factor to take away', async () => {
    const nameless = await services.api.post('/api/v1/security/anonymisations', {
      token: house.adminToken,
      body: { user: { id } },
    });
    expect(refused(nameless).slice(0, 2)).toEqual([422, 'user']);
    const factor = await services.api.delete(`${house.user(id)}/second-factor`, { token: house.adminToken });
    expect(factor.status).toBe(422);
  });

  test('gets no message when its permissions change, where a person gets one', async () => {
    const permissions = house.rights('ENGINEERING');
    await house.change({ id, name: 'Power BI', permissions });
    await house.change({ id: house.rita.id, name: 'Rita', login: house.rita.login, permissions });
    const rows = await services.seed.sql<{ user_id: number }>(
      'select user_id::int from assistant_messages where account_id = $1 and user_id is not null',
      [house.accountId],
    );
    expect(rows).toEqual([{ user_id: house.rita.id }]);
  });

  test('is no reader of broadcasts, and no recipient of reports', async () => {
    const token = house.adminToken;
    const sent = await services.api.post('/api/v1/assistant/broadcast', {
      token,
      body: { title: 'Feriado', text: 'Na sexta não há expediente.' },
    });
    expect(sent.body.data).toMatchObject({ readers: 2 });
    const readers = await services.api.get(`/api/v1/assistant/broadcast/${sent.body.data.id}/readers`, { token });
    expect(readers.body.data.content.map(({ user }: { user: { name: string } }) => user.name)).toEqual([
      'Marina',
      'Rita',
    ]);
    const path = `/api/v1/reports/company/${house.companyId}/reports/bills-due/recipients`;
    const recipients = await services.api.get(path, { token });
    expect(recipients.body.data.content.map(({ name }: { name: string }) => name)).toEqual(['Marina', 'Rita']);
  });

  test('is no person who may be let into a closed month', async () => {
    await services.seed.sql("update companies set closed_through = '2026-10-31' where id = $1", [house.companyId]);
    const allow = (userId: number) =>
      services.api.post(`/api/v1/financial/company/${house.companyId}/month-closings/2026-10/exceptions`, {
        token: house.adminToken,
        body: { userId, minutes: 60, reason: 'Nota que chegou tarde' },
      });
    expect(refused(await allow(id))).toEqual([422, 'userId', 'Usuário não encontrado.']);
    expect(refused(await allow(house.rita.id))[2]).not.toBe('Usuário não encontrado.');
  });

  test('is named as such in the report of users', async () => {
    const path = `/api/v1/reports/company/${house.companyId}/reports/users`;
    const { body } = await services.api.get(path, { token: house.adminToken });
    const cells: string[][] = body.data.lines.map((line: { cells: string[] }) => line.cells);
    expect(cells.filter(([name]) => name === 'Power BI').map((row) => [row[1], row[2], row[3], row[6]])).toEqual(
      Array.from({ length: 2 }, () => ['Conta de serviço', 'Ativo', '–', '–']),
    );
  });
});
