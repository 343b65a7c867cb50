import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, type Office } from './officeKit.ts';

let services: TestServices;
let office: Office;
let stranger: Office;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  stranger = await openOffice(services.seed, 'CANARIO');
});
afterAll(() => services.stop());

const categories = (accountId = office.accountId) => `/api/v1/financial/account/${accountId}/category`;
const make = (type: 'CREDIT' | 'DEBIT', name: string, of = office) =>
  services.seed.insert('categories', { account_id: of.accountId, type, name });

describe('Categories:', () => {
  test('a category is created, changed and deleted', async () => {
    const { api } = services;
    const token = await office.as(['DEBIT']);
    const made = await api.post(categories(), {
      token,
      body: { type: 'DEBIT', name: 'Concreto', statementLine: 'CONSTRUCTION_COST' },
    });
    expect(made.body.data).toEqual({
      id: expect.any(Number),
      type: 'DEBIT',
      name: 'Concreto',
      statementLine: 'CONSTRUCTION_COST',
      active: true,
      account: { id: office.accountId },
      version: 1,
    });
    const { id } = made.body.data;
    const changed = await api.put(categories(), {
      token,
      body: { id, version: 1, type: 'DEBIT', name: 'Concreto usinado', statementLine: '' },
    });
    expect(changed.body.data).toMatchObject({ name: 'Concreto usinado', statementLine: null, version: 2 });
    expect((await api.put(categories(), { token, body: { id, version: 1, type: 'DEBIT', name: 'X' } })).status).toBe(
      409,
    );
    expect((await api.delete(`${categories()}/${id}`, { token })).body.data).toEqual({ id });
    expect((await api.get(`${categories()}/${id}`, { token })).status).toBe(404);
  });

  test('income categories need CREDIT on any building, expense ones DEBIT; everybody may read them', async () => {
    const { api } = services;
    const id = await make('CREDIT', 'Venda de unidades');
    const payer = await office.as(['DEBIT']);
    const engineer = await office.as(['ENGINEERING']);
    const statuses = async (token: string) => [
      (await api.get(`${categories()}/${id}`, { token })).status,
      (await api.post(categories(), { token, body: { type: 'CREDIT', name: `Receita ${token.slice(0, 5)}` } })).status,
      (await api.put(categories(), { token, body: { id, version: 1, type: 'CREDIT', name: 'X' } })).status,
      (await api.delete(`${categories()}/${id}`, { token })).status,
    ];
    expect(await statuses(payer)).toEqual([200, 403, 403, 403]);
    expect(await statuses(engineer)).toEqual([200, 403, 403, 403]);
    expect(
      (await api.post(categories(), { token: await office.as(['CREDIT']), body: { type: 'CREDIT', name: 'Aluguéis' } }))
        .status,
    ).toBe(200);
  });

  test('an unknown line, a duplicate name and a change of type are rejected at the field', async () => {
    const { api } = services;
    const token = office.admin;
    const id = await make('DEBIT', 'Salários');
    const line = await api.post(categories(), { token, body: { type: 'DEBIT', name: 'Y', statementLine: 'EBITDA' } });
    const twin = await api.post(categories(), { token, body: { type: 'DEBIT', name: 'SALÁRIOS' } });
    const turned = await api.put(categories(), { token, body: { id, version: 1, type: 'CREDIT', name: 'Salários' } });
    expect([line, twin, turned].map(({ status, body }) => [status, body.fields[0].path])).toEqual([
      [400, 'statementLine'],
      [409, 'name'],
      [422, 'type'],
    ]);
    expect((await api.post(categories(), { token, body: { type: 'CREDIT', name: 'Salários' } })).status).toBe(200);
  });

  test('a category in use cannot be deleted', async () => {
    const { api, seed } = services;
    const id = await make('DEBIT', 'Usada');
    const transaction = await enter(seed, office, { type: 'DEBIT', value: '5.00' });
    await seed.sql('update transactions set category_id = $1 where id = $2', [id, transaction]);
    const answer = await api.delete(`${categories()}/${id}`, { token: office.admin });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'Esta categoria não pode ser excluída: está em uso por 1 despesa. Desative-a para que não apareça em novos lançamentos.',
    ]);
  });

  test('lists filter by type and active, and run as many statements for 5 as for 50 categories', async () => {
    const { api, seed } = services;
    const big = await openOffice(seed);
    const list = (path = '', query = {}) =>
      api.get(`${categories(big.accountId)}${path}`, { token: big.admin, query: { size: '100', ...query } });
    for (const name of ['Água', 'Luz', 'Obra']) await make('DEBIT', name, big);
    await make('CREDIT', 'Venda', big);
    await seed.insert('categories', { account_id: big.accountId, type: 'DEBIT', name: 'Antiga', active: false });
    const five = await list();
    const seen = (reply: typeof five) => reply.body.data.content.map((row: { name: string }) => row.name);
    expect(seen(five)).toEqual(['Água', 'Antiga', 'Luz', 'Obra', 'Venda']);
    expect(seen(await list('/active', { type: 'DEBIT' }))).toEqual(['Água', 'Luz', 'Obra']);
    expect(seen(await list('', { search: 'agua' }))).toEqual(['Água']);
    expect((await list('', { type: 'OTHER' })).status).toBe(400);
    for (let index = 5; index < 50; index += 1) await make('DEBIT', `Categoria ${index}`, big);
    const fifty = await list();
    expect(fifty.body.data.content).toHaveLength(50);
    expect(fifty.headers['x-sql-queries']).toBe(five.headers['x-sql-queries']);
  });

  test('categories of another account are not found', async () => {
    const { api } = services;
    const theirs = await make('DEBIT', 'CANARIO', stranger);
    const token = office.admin;
    const probes = [
      await api.get(categories(stranger.accountId), { token }),
      await api.get(`${categories()}/${theirs}`, { token }),
      await api.put(categories(), { token, body: { id: theirs, version: 1, type: 'DEBIT', name: 'X' } }),
      await api.delete(`${categories()}/${theirs}`, { token }),
    ];
    expect(probes.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(probes.map(({ text }) => text).join()).not.toContain('CANARIO');
  });
});
