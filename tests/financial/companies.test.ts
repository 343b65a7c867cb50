import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openOffice, wallet, type Office } from './officeKit.ts';

let services: TestServices;
let office: Office;
let stranger: Office;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed, 'Ipê');
  stranger = await openOffice(services.seed, 'CANARIO');
});
afterAll(() => services.stop());

const companies = (accountId = office.accountId) => `/api/v1/financial/account/${accountId}/company`;
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

describe('Companies:', () => {
  test('an admin creates, changes and deletes a company, and its permissions are deleted with it', async () => {
    const { api, seed } = services;
    const made = await api.post(companies(), {
      token: office.admin,
      body: { name: 'Nova', taxId: '12.ABC.345/01DE-35' },
    });
    expect(made.body.data).toEqual({
      id: expect.any(Number),
      name: 'Nova',
      taxId: '12ABC34501DE35',
      address: null,
      active: true,
      logo: null,
      account: { id: office.accountId },
      version: 1,
    });
    const { id } = made.body.data;
    const changed = await api.put(companies(), { token: office.admin, body: { id, version: 1, name: 'Nova Era' } });
    expect(changed.body.data).toMatchObject({ name: 'Nova Era', taxId: '12ABC34501DE35', version: 2 });
    expect((await api.put(companies(), { token: office.admin, body: { id, version: 1, name: 'X' } })).status).toBe(409);

    const user = await seed.user(office.accountId, { grants: [{ companyId: id, permissions: ['DEBIT'] }] });
    expect((await api.delete(`${companies()}/${id}`, { token: office.admin })).body.data).toEqual({ id });
    expect(await seed.sql('select 1 from user_permissions where user_id = $1', [user.id])).toEqual([]);
  });

  test('an invalid CNPJ, a CPF and a duplicate name are rejected at the field', async () => {
    const { api } = services;
    for (const taxId of ['11.222.333/0001-00', '529.982.247-25']) {
      const answer = await api.post(companies(), { token: office.admin, body: { name: 'Outra', taxId } });
      expect([answer.status, answer.body.fields]).toEqual([
        400,
        [{ path: 'taxId', message: 'Informe um CNPJ válido.' }],
      ]);
    }
    const twin = await api.post(companies(), { token: office.admin, body: { name: 'IPÊ CONSTRUTORA' } });
    expect([twin.status, twin.body.fields[0].path]).toEqual([409, 'name']);
  });

  test('a company with buildings and wallets cannot be deleted', async () => {
    const companyId = await services.seed.company(office.accountId);
    await services.seed.building({ ...office, companyId });
    await services.seed.building({ ...office, companyId });
    await wallet(services.seed, { ...office, companyId }, 'Caixa');
    const answer = await services.api.delete(`${companies()}/${companyId}`, { token: office.admin });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'Esta empresa não pode ser excluída: está em uso por 2 obras e 1 carteira. Desative-a para que não apareça em novos lançamentos.',
    ]);
  });

  test('users see the companies in which they have permissions, and may change none', async () => {
    const { api, seed } = services;
    const other = await seed.company(office.accountId, { name: 'Sem acesso' });
    await seed.company(office.accountId, { name: 'Parada', active: false });
    const token = await office.as(['PURCHASE']);
    expect(names((await api.get(companies(), { token })).body.data.content)).toEqual(['Ipê Construtora']);
    expect((await api.get(`${companies()}/${office.companyId}`, { token })).status).toBe(200);
    const hidden = await api.get(`${companies()}/${other}`, { token });
    const missing = await api.get(`${companies()}/99999999`, { token });
    expect([hidden.status, hidden.body.message]).toEqual([missing.status, missing.body.message]);
    const active = (await api.get(`${companies()}/active`, { token: office.admin })).body.data.content;
    expect(names(active)).toContain('Sem acesso');
    expect(names(active)).not.toContain('Parada');
    const writes = [
      await api.post(companies(), { token, body: { name: 'X' } }),
      await api.put(companies(), { token, body: { id: office.companyId, version: 1, name: 'X' } }),
      await api.delete(`${companies()}/${office.companyId}`, { token }),
      await api.get(companies()),
    ];
    expect(writes.map(({ status }) => status)).toEqual([403, 403, 403, 401]);
  });

  test('the views of a list count the visible companies under its filters', async () => {
    const { api, seed } = services;
    const own = await openOffice(seed, 'Água');
    const off = await seed.company(own.accountId, { name: 'Terra' });
    await seed.sql('update companies set active = false where id = $1', [off]);
    const counts = async (token: string, query = '') =>
      (await api.get(`/api/v1/financial/account/${own.accountId}/company-totals${query}`, { token })).body.data;
    expect(await counts(own.admin)).toEqual({ all: 2, active: 1, inactive: 1 });
    expect(await counts(own.admin, '?search=TERRA')).toEqual({ all: 1, active: 0, inactive: 1 });
    expect(await counts(own.admin, '?name=terra')).toEqual({ all: 1, active: 0, inactive: 1 });
    expect(await counts(own.admin, '?taxId=11222333000181')).toEqual({ all: 0, active: 0, inactive: 0 });
    const user = await seed.user(own.accountId, { grants: [{ companyId: off, permissions: ['DEBIT'] }] });
    expect(await counts(await seed.tokenOf(user))).toEqual({ all: 1, active: 0, inactive: 1 });
  });

  test('companies of another account are not found', async () => {
    const { api } = services;
    const body = { id: stranger.companyId, version: 1, name: 'X' };
    const probes = [
      await api.get(companies(stranger.accountId), { token: office.admin }),
      await api.get(`${companies()}/${stranger.companyId}`, { token: office.admin }),
      await api.put(companies(), { token: office.admin, body }),
      await api.delete(`${companies()}/${stranger.companyId}`, { token: office.admin }),
    ];
    expect(probes.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const batch = await api.get(companies(), { token: office.admin, query: { ids: `${stranger.companyId}` } });
    expect(batch.body.data.content).toEqual([]);
    expect(probes.map(({ text }) => text).join() + batch.text).not.toContain('CANARIO');
  });

  test('a page runs as many statements for 5 as for 50 companies', async () => {
    const { api, seed } = services;
    const big = await openOffice(seed);
    const list = () => api.get(companies(big.accountId), { token: big.admin, query: { size: '100' } });
    for (let index = 1; index < 5; index += 1) await seed.company(big.accountId);
    const five = await list();
    for (let index = 5; index < 50; index += 1) await seed.company(big.accountId);
    const fifty = await list();
    expect(fifty.body.data.content).toHaveLength(50);
    expect(fifty.headers['x-sql-queries']).toBe(five.headers['x-sql-queries']);
  });
});
