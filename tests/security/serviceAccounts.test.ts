import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { openHouse, refused, SESSION, TOKENS, type House } from './serviceAccountKit.ts';

let services: TestServices;
let house: House;

beforeAll(async () => {
  services = await startServices();
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  house = await openHouse(services);
});
afterAll(() => services.stop());

const statusOf = async (path: string, token: string) => (await services.api.get(path, { token })).status;

describe('A service account', () => {
  test('is a user with a generated login, somebody who answers for it, and permissions, and is sent no invitation', async () => {
    const { rights, read, rita } = house;
    const { id, login } = await house.service({ name: '  Power   BI ', permissions: rights('DEBIT') });
    expect(login).toMatch(/^servico-[0-9a-f]{12}$/);
    expect(await read(id)).toMatchObject({
      name: 'Power BI',
      service: true,
      responsible: { id: rita.id, name: 'Rita' },
      tokensUntil: null,
      admin: false,
      active: true,
      status: 'ACTIVE',
      permissions: rights('DEBIT'),
      secondFactor: false,
      invitation: null,
      lastLoginAt: null,
    });
    expect(await services.seed.sql('select id from outgoing_mail where user_id = $1', [id])).toEqual([]);
    const other = await house.service();
    expect(other.login).not.toBe(login);
  });

  test('is told from persons in the list and its counts', async () => {
    const { id } = await house.service();
    const list = async (service?: string) => {
      const query = { sort: 'name', ...(service ? { service } : {}) };
      const { body } = await services.api.get(house.users, { token: house.adminToken, query });
      return body.data.content.map(({ id: one }: { id: number }) => one);
    };
    expect(await list('true')).toEqual([id]);
    expect(await list('false')).toEqual([house.admin.id, house.rita.id]);
    expect(await list()).toEqual([house.admin.id, id, house.rita.id]);
    const query = { service: 'true' };
    const totals = await services.api.get(`${house.users}-totals`, { token: house.adminToken, query });
    expect(totals.body.data).toEqual({ all: 1, active: 1, invited: 0, inactive: 0 });
  });

  test.each([
    [{ login: 'bi@exemplo.com.br' }, 422, 'login'],
    [{ admin: true }, 422, 'admin'],
    [{ responsibleId: undefined }, 422, 'responsibleId'],
    [{ responsibleId: null }, 422, 'responsibleId'],
    [{ responsibleId: 999_999 }, 422, 'responsibleId'],
    [{ name: ' ' }, 400, 'name'],
    [{ service: undefined }, 422, 'responsibleId'],
    [{ service: undefined, responsibleId: undefined }, 400, 'login'],
    [{ permissions: { 999_999: { '-1': ['DEBIT'] } } }, 422, 'permissions.999999.-1'],
  ])('is refused with %j', async (body, status, path) => {
    const reply = await house.add({ name: 'BI', service: true, responsibleId: house.rita.id, ...body });
    expect(refused(reply).slice(0, 2)).toEqual([status, path]);
  });

  test('is answered for by an active person of the account, and by no other service account', async () => {
    const { id } = await house.service();
    const idle = await services.seed.user(house.accountId, { active: false });
    const stranger = await services.seed.user(await services.seed.account());
    for (const responsibleId of [id, idle.id, stranger.id]) {
      const made = await house.add({ name: 'Outra', service: true, responsibleId });
      const changed = await house.change({ id, name: 'Power BI', responsibleId });
      const sentence = 'Escolha quem responde por esta conta: uma pessoa com acesso ativo.';
      expect([refused(made), refused(changed)]).toEqual([
        [422, 'responsibleId', sentence],
        [422, 'responsibleId', sentence],
      ]);
    }
  });

  test('stays one, and a person a person', async () => {
    const { id, login } = await house.service();
    expect(refused(await house.change({ id, name: 'BI', service: false }))[1]).toBe('service');
    expect(refused(await house.change({ id, name: 'BI', login: 'bi@exemplo.com.br' }))[1]).toBe('login');
    expect(refused(await house.change({ id, name: 'BI', admin: true }))[1]).toBe('admin');
    const person = { id: house.rita.id, name: 'Rita', login: house.rita.login };
    expect(refused(await house.change({ ...person, service: true }))[1]).toBe('service');
    expect(refused(await house.change({ ...person, responsibleId: house.admin.id }))[1]).toBe('responsibleId');
    // The whole answer of GET is accepted, and changes nothing.
    const row = await house.read(id);
    expect((await house.change(row)).status).toBe(200);
    expect(await house.read(id)).toEqual({ ...row, version: row.version + 1 });
    expect((await house.read(id)).login).toBe(login);
  });

  test('asks for the password again before it is made, its rights grow or somebody else answers for it', async () => {
    const { id } = await house.service();
    services.clock.advance(16 * 60_000);
    const body = { name: 'BI', service: true, responsibleId: house.rita.id };
    const again = 'REAUTHENTICATION_REQUIRED';
    expect((await house.add(body)).body.error).toBe(again);
    const named = { id, name: 'Power BI' };
    expect((await house.change({ ...named, responsibleId: house.admin.id })).body.error).toBe(again);
    expect((await house.change({ ...named, permissions: house.rights('DEBIT') })).body.error).toBe(again);
    expect((await house.change({ ...named, name: 'Painel' })).status).toBe(200);
  });

  test('is deleted with its tokens before it has written anything, and never by another account', async () => {
    const { id } = await house.service({ permissions: house.rights('DEBIT') });
    const token = await house.tokenFor(id);
    expect(await statusOf(SESSION, token)).toBe(200);
    const stranger = await openHouse(services);
    const theirs = await services.api.delete(house.user(id), { token: stranger.adminToken });
    expect([theirs.status, theirs.body.error]).toEqual([404, 'NOT_FOUND']);
    expect((await services.api.get(house.user(id), { token: stranger.adminToken })).status).toBe(404);
    expect((await services.api.delete(house.user(id), { token: house.adminToken })).status).toBe(200);
    expect(await statusOf(SESSION, token)).toBe(401);
    expect(await services.seed.sql('select id from api_tokens where user_id = $1', [id])).toEqual([]);
  });
});

describe('A token that acts for a service account', () => {
  test('may what the account may at that moment, whatever its maker may', async () => {
    const { rights, change, companyId, buildingId, debits } = house;
    const { id } = await house.service({ permissions: rights('DEBIT') });
    const token = await house.tokenFor(id);
    const session = async () => (await services.api.get(SESSION, { token })).body.data;
    expect(await session()).toMatchObject({
      admin: false,
      user: { id, name: 'Power BI' },
      permissions: { [companyId]: { '-1': ['DEBIT'], [buildingId]: ['DEBIT'] } },
      apiToken: { name: 'Painel', access: 'READ' },
    });
    const credits = `/api/v1/financial/company/${companyId}/credit`;
    expect([await statusOf(debits, token), await statusOf(credits, token)]).toEqual([200, 403]);
    const allow = async (...permissions: string[]) =>
      expect((await change({ id, name: 'Power BI', permissions: rights(...permissions) })).status).toBe(200);
    await allow('CREDIT', 'PURCHASE');
    expect([await statusOf(debits, token), await statusOf(credits, token)]).toEqual([403, 200]);
    // Of what the account may now, the token is still for finance alone.
    expect(await statusOf(`/api/v1/purchase/company/${companyId}/order`, token)).toBe(403);
  });

  test('goes on when its maker is an administrator no more, or loses the access', async () => {
    const { id } = await house.service({ permissions: house.rights('DEBIT') });
    const maker = await services.seed.user(house.accountId, { name: 'Cláudia', admin: true });
    const makers = await services.seed.tokenOf(maker);
    const body = { name: 'Painel', areas: ['FINANCIAL'], expiresOn: '2027-02-18', serviceAccountId: id };
    const made = await services.api.post(TOKENS, { token: makers, body });
    const { token, apiToken } = made.body.data;
    expect(apiToken).toMatchObject({
      madeBy: { id: maker.id, name: 'Cláudia', active: true },
      serviceAccount: { id, name: 'Power BI', active: true, tokensUntil: null },
    });
    const own = (await services.api.post(TOKENS, { token: makers, body: { ...body, serviceAccountId: null } })).body;
    expect(own.data.apiToken).toMatchObject({ madeBy: { id: maker.id }, serviceAccount: null });
    await house.change({ id: maker.id, name: 'Cláudia', login: maker.login, admin: false, active: false });
    expect(await statusOf(house.debits, token)).toBe(200);
    expect(await statusOf(house.debits, own.data.token)).toBe(401);
    const list = await services.api.get(TOKENS, { token: house.adminToken });
    expect(list.body.data.map((one: { madeBy: object; serviceAccount: object }) => one.madeBy)).toEqual([
      { id: maker.id, name: 'Cláudia', active: false },
      { id: maker.id, name: 'Cláudia', active: false },
    ]);
    // Whoever made tokens that still act stays in the books.
    const gone = await services.api.delete(house.user(maker.id), { token: house.adminToken });
    expect([gone.status, gone.body.message]).toEqual([409, expect.stringContaining('1 token de conta de serviço')]);
  });

  test('ends while the account is switched off, and needs no second factor that the account demands', async () => {
    const { id } = await house.service({ permissions: house.rights('DEBIT') });
    const token = await house.tokenFor(id);
    await services.seed.sql('insert into login_rules (account_id, second_factor_from) values ($1, $2)', [
      house.accountId,
      '2026-11-20',
    ]);
    expect(await statusOf(house.debits, token)).toBe(200);
    const switched = (active: boolean) => services.seed.sql('update users set active = $2 where id = $1', [id, active]);
    await switched(false);
    expect(await statusOf(house.debits, token)).toBe(401);
    await switched(true);
    expect(await statusOf(house.debits, token)).toBe(200);
  });

  test.each(['a person', 'an unknown one', 'one of another account', 'one that is off', 'one that nobody answers for'])(
    'is not made for %s',
    async (which) => {
      const stranger = await openHouse(services);
      const { id } = await house.service();
      if (which === 'one that is off') await house.change({ id, name: 'Power BI', active: false });
      if (which === 'one that nobody answers for')
        await house.change({ id: house.rita.id, name: 'Rita', login: house.rita.login, active: false });
      const ids: Record<string, number> = {
        'a person': house.rita.id,
        'an unknown one': 999_999,
        'one of another account': (await stranger.service()).id,
      };
      const reply = await house.makeToken({ serviceAccountId: ids[which] ?? id });
      const missing = 'Conta de serviço não encontrada.';
      const idle = 'Esta conta de serviço está desativada ou sem responsável: resolva isso antes em Usuários.';
      expect(refused(reply)).toEqual([422, 'serviceAccountId', which in ids ? missing : idle]);
    },
  );

  test('is named in the history with the account that it acted for, and with who made it', async () => {
    const { rights, accountId } = house;
    const { id } = await house.service({ permissions: rights('PURCHASE') });
    const token = await house.tokenFor(id, { areas: ['PURCHASE'], access: 'READ_WRITE' });
    const made = await services.api.post('/api/v1/purchase/brand', { token, body: { name: 'Votoran' } });
    expect(made.status).toBe(200);
    const rows = await services.seed.sql<{ user_id: number; action: string; details: object }>(
      "select user_id::int, action, details from audit_log where account_id = $1 and entity in ('brand', 'apiToken') order by id",
      [accountId],
    );
    expect(rows).toEqual([
      {
        user_id: house.admin.id,
        action: 'create',
        details: expect.objectContaining({ name: 'Painel', serviceAccount: { id, name: 'Power BI' } }),
      },
      {
        user_id: id,
        action: 'create',
        details: expect.objectContaining({
          token: { id: expect.any(Number), name: 'Painel', madeBy: house.admin.id },
        }),
      },
    ]);
    const report = await services.api.get(`/api/v1/reports/company/${house.companyId}/reports/audit`, {
      token: house.adminToken,
      query: { from: '2026-11-20', to: '2026-11-20' },
    });
    expect(JSON.stringify(report.body.data)).toContain('Power BI (token Painel, criado por Marina)');
    // What has written stays in the books.
    const gone = await services.api.delete(house.user(id), { token: house.adminToken });
    expect(gone.status).toBe(409);
  });
});
