import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { eventually } from '#tests/support/eventually.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { unzip } from '../financial/monthClosing/folderKit.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';
import { rowsWith } from './rowsWith.ts';

const base = '/api/v1/security';
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

let services: TestServices;
let office: Office;
let person: TestUser;
let token: string;

beforeAll(async () => {
  services = await startServices();
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  office = await openOffice(services.seed, 'Ipê');
  person = await services.seed.user(office.accountId, {
    grants: [{ companyId: office.companyId, permissions: ['DEBIT', 'CREDIT'] }],
  });
  token = await services.seed.tokenOf(person);
});
afterAll(() => services.stop());

/** The housekeeping of the services, at the clock's time. */
const keepHouse = () => services.app.platform.database.each(sql`select forget_personal_rows(${services.clock.now()})`);

const secondAdmin = async () => {
  const user = await services.seed.user(office.accountId, { admin: true });
  return { user, token: await services.seed.tokenOf(user) };
};
const ask = (userId: number, as: string) =>
  services.api.post(`${base}/anonymisations`, { token: as, body: { user: { id: userId } } });
const decide = (id: number, outcome: string, as: string) =>
  services.api.post(`${base}/anonymisations/${id}/decision`, { token: as, body: { outcome } });
const partners = () => `/api/v1/financial/account/${office.accountId}/partner`;
const supplier = async (name: string): Promise<number> => {
  const made = await services.api.post(partners(), { token: office.admin, body: { type: 'SUPPLIER', name } });
  expect(made.status).toBe(200);
  return made.body.data.id;
};

describe('A user who is made nameless', () => {
  test('leaves no name and no address in any table, and everything that the user did', async () => {
    const login = 'hermengarda@vasques.example';
    const path = `/api/v1/financial/account/${office.accountId}/user`;
    const made = await services.api.post(path, {
      token: office.admin,
      body: { login, name: 'Hermengarda Vasques', permissions: { [office.companyId]: { '-1': ['DEBIT', 'CREDIT'] } } },
      headers: { 'idempotency-key': 'add-hermengarda' },
    });
    const { id } = made.body.data;
    const link = (await mailTo(services.app.platform.dataDir, login)).token;
    const password = 'ponte pênsil sobre o rio';
    expect((await services.api.post(`${base}/first-password/change`, { body: { token: link, password } })).status).toBe(
      200,
    );
    const logIn = () =>
      services.api.post('/oauth/token', {
        body: new URLSearchParams({ grant_type: 'password', username: login, password }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic cHJ1bW8td2ViOg==' },
      });
    const own = (await logIn()).body.access_token;
    const wrote = await services.api.post(partners(), { token: own, body: { type: 'SUPPLIER', name: 'Areal Sul' } });
    expect(wrote.status).toBe(200);
    const words = ['Hermengarda', 'hermengarda', 'vasques.example'];
    const done = () =>
      services.seed.sql(
        'select action, entity, entity_id from audit_log where user_id = $1 and entity = $2 order by id',
        [id, 'partner'],
      );
    const before = await done();
    expect(before).toHaveLength(1);
    expect(await rowsWith(services.seed, words)).not.toEqual([]);

    const second = await secondAdmin();
    const requested = await ask(id, office.admin);
    expect(requested.body.data).toMatchObject({ user: { name: 'Hermengarda Vasques' }, outcome: null });
    const decided = await decide(requested.body.data.id, 'DONE', second.token);
    expect([decided.status, decided.body.data.outcome, decided.body.data.user]).toEqual([
      200,
      'DONE',
      { id, name: `Usuário anonimizado ${id}` },
    ]);

    expect(await rowsWith(services.seed, words)).toEqual([]);
    expect(await done()).toEqual(before);
    expect((await services.api.get(partners(), { token: own })).status).toBe(401);
    expect((await logIn()).status).toBe(400);
    const row = await services.api.get(`/api/v1/financial/user/${id}`, { token: office.admin });
    expect(row.body.data).toMatchObject({ active: false, admin: false, permissions: {} });
    expect((await ask(id, office.admin)).status).toBe(409);
    // The address is free for somebody else.
    const again = await services.api.post(path, { token: office.admin, body: { login, name: 'Outra' } });
    expect(again.status).toBe(200);
  });

  test('waits for a second administrator, who is neither the subject nor who asked', async () => {
    const second = await secondAdmin();
    const mine = await ask(person.id, token);
    expect(mine.status).toBe(200);
    const mail = await mailTo(services.app.platform.dataDir, second.user.login);
    expect([mail.subject, mail.link]).toEqual(['Pedido de anonimização no Prumo', '/home/forms/settings/privacy']);
    expect((await ask(person.id, office.admin)).body.message).toMatch(/^Já há um pedido/);
    expect((await decide(mine.body.data.id, 'DONE', token)).status).toBe(403);

    const asked = await ask(second.user.id, office.admin);
    // Two administrators: one asked, the other is the subject.
    expect([asked.status, asked.body.fields[0].path]).toEqual([422, 'user']);
    const third = await secondAdmin();
    const { id } = (await ask(second.user.id, office.admin)).body.data;
    for (const [as, status] of [
      [office.admin, 422],
      [second.token, 422],
      [token, 404],
    ] as const) {
      expect((await decide(id, 'DONE', as)).status).toBe(status);
    }
    expect((await decide(id, 'REFUSED', third.token)).body.data.outcome).toBe('REFUSED');
    expect((await decide(id, 'DONE', third.token)).status).toBe(409);
    const [row] = await services.seed.sql('select login, active, anonymised_at from users where id = $1', [
      second.user.id,
    ]);
    expect(row).toEqual({ login: second.user.login, active: true, anonymised_at: null });
    const list = await services.api.get(`${base}/anonymisations`, { token: office.admin });
    expect(list.body.data.content.map(({ outcome }: { outcome: string | null }) => outcome)).toEqual([null, 'REFUSED']);
    expect((await services.api.get(`${base}/anonymisations`, { token })).status).toBe(403);
  });

  test('may take the request back, and sees its state', async () => {
    await secondAdmin();
    const { id } = (await ask(person.id, token)).body.data;
    const mine = () => services.api.get(`${base}/my-data`, { token });
    expect((await mine()).body.data.anonymisation).toMatchObject({ id, outcome: null });
    expect((await decide(id, 'CANCELLED', token)).status).toBe(200);
    expect((await mine()).body.data.anonymisation).toBeNull();
    expect((await ask(person.id, token)).status).toBe(200);
  });

  test('is nobody else for a user without that right, no last administrator, and asked for with the password', async () => {
    const other = await services.seed.user(office.accountId);
    expect((await ask(other.id, token)).status).toBe(403);
    expect((await ask(office.adminUser.id, office.admin)).body.message).toMatch(/^Este é o último administrador/);
    expect((await ask(person.id, office.admin)).body.message).toMatch(
      /^Outro administrador precisa confirmar: a conta/,
    );
    const second = await secondAdmin();
    const stranger = await openOffice(services.seed, 'Aroeira');
    expect((await ask(person.id, stranger.admin)).status).toBe(404);
    const { id } = (await ask(person.id, second.token)).body.data;
    expect((await decide(id, 'DONE', stranger.admin)).status).toBe(404);
    services.clock.advance(HOUR);
    for (const act of [() => ask(other.id, office.admin), () => decide(id, 'DONE', office.admin)]) {
      expect((await act()).body.error).toBe('REAUTHENTICATION_REQUIRED');
    }
  });
});

describe('The file of personal data', () => {
  const prepare = async (as = token) => {
    const started = await services.api.post(`${base}/my-data/export`, { token: as });
    expect(started.status).toBe(200);
    await eventually(
      async () => (await services.api.get(`${base}/my-data`, { token: as })).body.data.export.state,
    ).toBe('DONE');
    return (await services.api.get(`${base}/my-data`, { token: as })).body.data.export;
  };
  const download = (id: number, as = token) =>
    services.app.inject({ url: `${base}/my-data/exports/${id}/file`, headers: { authorization: `Bearer ${as}` } });

  test('has what is kept of its user and of nobody else, for that user, for a day', async () => {
    await services.api.post(partners(), { token, body: { type: 'SUPPLIER', name: 'Areal Sul' } });
    const partnerId = await supplier('Madeireira Norte');
    await services.api.get(`${partners()}/${partnerId}`, { token });
    const file = await prepare();
    expect(file.expiresAt).toBe('2026-11-21T15:00:00.000Z');
    const mail = await mailTo(services.app.platform.dataDir, person.login);
    expect([mail.subject, mail.link]).toEqual(['Os seus dados no Prumo estão prontos', '/home/account']);

    const sent = await download(file.id);
    expect([sent.statusCode, sent.headers['content-type'], sent.rawPayload.length]).toEqual([
      200,
      'application/zip',
      file.size,
    ]);
    const entries = await unzip(sent.rawPayload);
    expect(entries.map(({ entry }) => entry.fileName)).toEqual(['leia-me.txt', 'dados.xlsx', 'dados.json']);
    const data = JSON.parse(entries[2]?.content.toString() ?? '');
    expect(data.profile).toMatchObject({ id: person.id, login: person.login, account: 'Ipê', admin: false });
    expect(data.grants).toEqual(
      ['DEBIT', 'CREDIT'].map((permission) => ({ company: 'Ipê Construtora', building: null, permission })),
    );
    const written = await services.seed.sql<{ count: string }>(
      'select count(*) from audit_log where user_id = $1 and at <= $2',
      [person.id, services.clock.now()],
    );
    // What was written after the snapshot of the file is the job's own end.
    expect(data.history.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['create', 'exportPersonalData']),
    );
    expect(data.history.length).toBeLessThanOrEqual(Number(written[0]?.count));
    expect(data.views).toMatchObject([{ partner: 'Madeireira Norte', times: 1 }]);
    expect(entries[2]?.content.toString()).not.toContain(office.adminUser.login);

    expect((await download(file.id, office.admin)).statusCode).toBe(404);
    expect((await services.app.inject({ url: `${base}/my-data/exports/${file.id}/file` })).statusCode).toBe(401);
    services.clock.advance(DAY - 1000);
    const late = await services.seed.tokenOf(person);
    expect((await download(file.id, late)).statusCode).toBe(200);
    services.clock.advance(1000);
    expect((await download(file.id, late)).statusCode).toBe(404);
    expect((await services.api.get(`${base}/my-data`, { token: late })).body.data.export).toBeNull();
    await keepHouse();
    expect(await services.seed.sql('select from personal_exports where user_id = $1', [person.id])).toEqual([]);
  });

  test('is replaced by the next one, and its job is seen by nobody else', async () => {
    const first = await prepare();
    const next = await prepare();
    expect((await download(first.id)).statusCode).toBe(404);
    expect((await download(next.id)).statusCode).toBe(200);
    const jobs = async (as: string) =>
      (await services.api.get('/api/v1/engineering/jobs', { token: as, query: { kind: 'PERSONAL_EXPORT' } })).body.data
        ?.totalElements;
    expect(await jobs(office.admin)).toBe(0);
  });
});

describe('Who opened the record of a partner', () => {
  const views = (query: Record<string, string> = {}, as = office.admin) =>
    services.api.get(`${base}/data-views`, { token: as, query });

  test('is one row a day for each user, for administrators of the account', async () => {
    const [one, two] = [await supplier('Areal Sul'), await supplier('Madeireira Norte')];
    const open = (id: number, as = token) => services.api.get(`${partners()}/${id}`, { token: as });
    await open(one);
    services.clock.advance(HOUR);
    await open(one);
    await open(two, office.admin);
    services.clock.advance(DAY);
    const later = await services.seed.tokenOf(person);
    await open(one, later);
    expect((await open(987_654_321, later)).status).toBe(404);
    const admin = await services.seed.tokenOf(office.adminUser);
    const shown = (await views({}, admin)).body.data;
    const row = (user: number, partner: number, firstAt: string, lastAt: string, times: number) =>
      expect.objectContaining({
        user: expect.objectContaining({ id: user }),
        partner: expect.objectContaining({ id: partner }),
        ...{ firstAt, lastAt, times },
      });
    expect([shown.totalElements, shown.last]).toEqual([3, true]);
    expect(shown.content).toEqual([
      row(person.id, one, '2026-11-21T16:00:00.000Z', '2026-11-21T16:00:00.000Z', 1),
      row(person.id, one, '2026-11-20T15:00:00.000Z', '2026-11-20T16:00:00.000Z', 2),
      row(office.adminUser.id, two, '2026-11-20T16:00:00.000Z', '2026-11-20T16:00:00.000Z', 1),
    ]);
    expect((await views({ partnerId: String(two) }, admin)).body.data.totalElements).toBe(1);
    expect((await views({ userId: String(person.id), size: '1' }, admin)).body.data).toMatchObject({
      totalElements: 2,
      last: false,
    });
    expect((await views({}, later)).status).toBe(403);
    const stranger = await openOffice(services.seed, 'Aroeira');
    expect((await views({ partnerId: String(one) }, stranger.admin)).body.data.totalElements).toBe(0);
    expect(
      (
        await services.api.get(`/api/v1/financial/account/${stranger.accountId}/partner/${one}`, {
          token: stranger.admin,
        })
      ).status,
    ).toBe(404);
    expect((await views({}, stranger.admin)).body.data.totalElements).toBe(0);
  });
});

describe('What an account keeps only for a while', () => {
  const path = `${base}/data-retention`;

  test.each([
    [{ accessMonths: 5 }, 'accessMonths', 'Informe um valor maior ou igual a 6.'],
    [{ accessMonths: 61 }, 'accessMonths', 'Informe um valor menor ou igual a 60.'],
    [{ messageMonths: 0 }, 'messageMonths', 'Informe um valor maior ou igual a 1.'],
  ])('is refused as %j', async (body, field, message) => {
    const refused = await services.api.put(path, { token: office.admin, body });
    expect([refused.status, refused.body.fields]).toEqual([400, [{ path: field, message }]]);
  });

  test('goes after its months, and nothing of another account does', async () => {
    expect((await services.api.get(path, { token: office.admin })).body.data).toEqual({
      accessMonths: 6,
      messageMonths: 24,
    });
    expect((await services.api.get(path, { token })).status).toBe(403);
    const other = await openOffice(services.seed, 'Aroeira');
    const changed = await services.api.put(path, { token: other.admin, body: { accessMonths: 12, messageMonths: 1 } });
    expect(changed.body.data).toEqual({ accessMonths: 12, messageMonths: 1 });

    for (const { accountId, adminUser } of [office, other]) {
      const partnerId = await services.seed.insert('partners', { account_id: accountId, type: 'SUPPLIER', name: 'A' });
      await services.seed.sql(
        `insert into data_views (account_id, partner_id, user_id, day, first_at, last_at) values ($1, $2, $3, $4, $5, $5)`,
        [accountId, partnerId, adminUser.id, '2026-11-20', TEST_NOW],
      );
      await services.seed.sql(
        `insert into assistant_messages (account_id, user_id, kind, text, at) values ($1, $2, 'INFO', 'Olá', $3)`,
        [accountId, adminUser.id, TEST_NOW],
      );
    }
    const kept = async (table: string) =>
      (
        await services.seed.sql<{ account_id: string }>(
          `select distinct account_id from ${table} where account_id = any($1) order by 1`,
          [[office.accountId, other.accountId]],
        )
      ).map(({ account_id: id }) => Number(id));
    services.clock.set('2026-12-21T15:00:00.000Z');
    await keepHouse();
    expect([await kept('data_views'), await kept('assistant_messages')]).toEqual([
      [office.accountId, other.accountId],
      [office.accountId],
    ]);
    services.clock.set('2027-05-21T15:00:00.000Z');
    await keepHouse();
    expect(await kept('data_views')).toEqual([other.accountId]);
    services.clock.set('2028-11-21T15:00:00.000Z');
    await keepHouse();
    expect([await kept('data_views'), await kept('assistant_messages')]).toEqual([[], []]);
  });
});
