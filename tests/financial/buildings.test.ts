import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, type Office } from './officeKit.ts';

let services: TestServices;
let office: Office;
let stranger: Office;
let torre: number;
let casas: number;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed, 'Ipê');
  stranger = await openOffice(services.seed, 'CANARIO');
  torre = await services.seed.building(office, { name: 'Torre' });
  casas = await services.seed.building(office, { name: 'Casas geminadas' });
});
afterAll(() => services.stop());

const buildings = (companyId = office.companyId) => `/api/v1/financial/company/${companyId}/building`;
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

describe('Buildings:', () => {
  test('an engineer creates a building, has access to it at once, and deletes it', async () => {
    const { api, seed } = services;
    const token = await office.as(['ENGINEERING'], torre);
    const made = await api.post(buildings(), { token, body: { name: ' Galpão ' } });
    expect(made.body.data).toEqual({
      id: expect.any(Number),
      name: 'Galpão',
      ...{ address: null, technicalName: null, technicalTitle: null, technicalRegistration: null },
      active: true,
      company: { id: office.companyId, name: 'Ipê Construtora', account: { id: office.accountId } },
      version: 1,
    });
    const { id } = made.body.data;
    expect((await api.get(`${buildings()}/${id}`, { token })).body.data).toEqual(made.body.data);
    const changed = await api.put(buildings(), { token, body: { id, version: 1, name: 'Galpão 2', active: false } });
    expect(changed.body.data).toMatchObject({ name: 'Galpão 2', active: false, version: 2 });
    expect((await api.put(buildings(), { token, body: { id, version: 1, name: 'X' } })).status).toBe(409);
    expect((await api.delete(`${buildings()}/${id}`, { token })).body.data).toEqual({ id });
    expect(await seed.sql('select 1 from user_permissions where building_id = $1', [id])).toEqual([]);
  });

  test('users see the buildings on which they have a permission, in one company and in all', async () => {
    const { api } = services;
    const token = await office.as(['DEBIT'], casas);
    const account = `/api/v1/financial/account/${office.accountId}/building`;
    const seen = [
      await api.get(buildings(), { token }),
      await api.get(`${buildings()}/active`, { token }),
      await api.get(account, { token }),
    ];
    expect(seen.map(({ body }) => names(body.data.content))).toEqual([
      ['Casas geminadas'],
      ['Casas geminadas'],
      ['Casas geminadas'],
    ]);
    expect((await api.get(`${buildings()}/${torre}`, { token })).status).toBe(404);
    expect(names((await api.get(account, { token: office.admin })).body.data.content)).toEqual([
      'Casas geminadas',
      'Torre',
    ]);
    expect((await api.get(buildings(), { token: await office.as(['DEBIT']) })).body.data.content).toEqual([]);
  });

  test('the views of a list count the visible buildings under its filters', async () => {
    const { api, seed } = services;
    const place = { ...office, companyId: await seed.company(office.accountId) };
    const [one, two] = [
      await seed.building(place, { name: 'Água' }),
      await seed.building(place, { name: 'Água Fria' }),
    ];
    await seed.building(place, { name: 'Terra' });
    await seed.sql('update buildings set active = false where id = $1', [two]);
    const counts = async (token: string, query = '') =>
      (await api.get(`/api/v1/financial/company/${place.companyId}/building-totals${query}`, { token })).body.data;
    expect(await counts(office.admin)).toEqual({ all: 3, active: 2, inactive: 1 });
    expect(await counts(office.admin, '?search=agua')).toEqual({ all: 2, active: 1, inactive: 1 });
    expect(await counts(office.admin, '?name=agua%20fria')).toEqual({ all: 1, active: 0, inactive: 1 });
    const user = await seed.user(office.accountId, {
      grants: [{ companyId: place.companyId, buildingId: one, permissions: ['DEBIT'] }],
    });
    expect(await counts(await seed.tokenOf(user))).toEqual({ all: 1, active: 1, inactive: 0 });
  });

  test('changing a building needs ENGINEERING on that building', async () => {
    const { api, seed } = services;
    const user = await seed.user(office.accountId, {
      grants: [
        { companyId: office.companyId, buildingId: torre, permissions: ['ENGINEERING'] },
        { companyId: office.companyId, buildingId: casas, permissions: ['DEBIT'] },
      ],
    });
    const token = await seed.tokenOf(user);
    const unseen = await seed.building(office);
    const change = (id: number) => api.put(buildings(), { token, body: { id, version: 1, name: 'Minha' } });
    expect([(await change(casas)).status, (await change(unseen)).status]).toEqual([403, 404]);
    expect((await api.delete(`${buildings()}/${casas}`, { token })).status).toBe(403);
    expect(
      (await api.post(buildings(), { token: await office.as(['DEBIT'], torre), body: { name: 'X' } })).status,
    ).toBe(403);
  });

  test('a building with transactions or estimates cannot be deleted', async () => {
    const { seed } = services;
    const id = await seed.building(office, { name: 'Clínica' });
    const parts = [{ buildingId: id, value: '10.00' }];
    await enter(seed, office, { type: 'DEBIT', value: '10.00', parts });
    await enter(seed, office, { type: 'CREDIT', value: '10.00', parts });
    await seed.insert('cost_estimates', {
      account_id: office.accountId,
      company_id: office.companyId,
      building_id: id,
      code: '1',
      description: 'Base',
    });
    const answer = await services.api.delete(`${buildings()}/${id}`, { token: office.admin });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'Esta obra não pode ser excluída: está em uso por 1 despesa, 1 receita e 1 orçamento. Desative-a para que não apareça em novos lançamentos.',
    ]);
  });

  test('buildings of another account or company are not found', async () => {
    const { api, seed } = services;
    const theirs = await seed.building(stranger, { name: 'CANARIO obra' });
    const elsewhere = await seed.building({ ...office, companyId: await seed.company(office.accountId) });
    const token = office.admin;
    const probes = [
      await api.get(buildings(stranger.companyId), { token }),
      await api.get(`${buildings()}/${theirs}`, { token }),
      await api.get(`${buildings()}/${elsewhere}`, { token }),
      await api.put(buildings(), { token, body: { id: theirs, version: 1, name: 'X' } }),
      await api.put(buildings(), { token, body: { id: elsewhere, version: 1, name: 'X' } }),
      await api.delete(`${buildings()}/${theirs}`, { token }),
      await api.get(`/api/v1/financial/account/${stranger.accountId}/building`, { token }),
    ];
    expect(probes.map(({ status }) => status)).toEqual(probes.map(() => 404));
    expect(probes.map(({ text }) => text).join()).not.toContain('CANARIO');
  });

  test('lists search without accents and run as many statements for 5 as for 50 buildings', async () => {
    const { api, seed } = services;
    const big = { ...office, companyId: await seed.company(office.accountId) };
    const list = (query = {}) =>
      api.get(buildings(big.companyId), { token: office.admin, query: { size: '100', ...query } });
    for (const name of ['Água', 'Bela', 'Ipê', 'Órbita', 'Zênite']) await seed.building(big, { name });
    const five = await list();
    expect(names(five.body.data.content)).toEqual(['Água', 'Bela', 'Ipê', 'Órbita', 'Zênite']);
    expect(names((await list({ search: 'IPE' })).body.data.content)).toEqual(['Ipê']);
    for (let index = 5; index < 50; index += 1) await seed.building(big);
    const fifty = await list();
    expect(fifty.body.data.content).toHaveLength(50);
    expect(fifty.headers['x-sql-queries']).toBe(five.headers['x-sql-queries']);
  });
});
