import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';

let services: TestServices;
let office: Office;
let stranger: Office;
let types: string;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  stranger = await openOffice(services.seed, 'CANARIO');
  types = `/api/v1/purchase/account/${office.accountId}/product-type`;
});
afterAll(() => services.stop());

const make = (name: string, { of = office, active = true } = {}) =>
  services.seed.insert('product_types', { account_id: of.accountId, name, active });
const names = ({ body }: Reply) => body.data.content.map(({ name }: { name: string }) => name);
const said = ({ status, body }: Reply) => [status, body.fields];

/** Inserts a product of the type. */
const use = async (typeId: number, code: string): Promise<void> => {
  const owned = { account_id: office.accountId };
  const catalogue = await services.seed.insert('catalogues', { ...owned, source: 'GO' });
  const unit = await services.seed.insert('units', { ...owned, acronyms: code, description: code });
  await services.seed.insert('product_definitions', {
    ...owned,
    ...{ catalogue_id: catalogue, code, name: code, unit_id: unit, product_type_id: typeId },
  });
};

describe('Product types', () => {
  test('are made, changed under their version, and deleted, each time in the history', async () => {
    const { api, seed } = services;
    const token = await office.as(['PURCHASE']);
    const account = { id: office.accountId };
    const made = (await api.post(`${types}/`, { token, body: { name: '  Mão   de obra ', account } })).body.data;
    const { id } = made;
    expect(made).toEqual({ id: expect.any(Number), name: 'Mão de obra', active: true, account, version: 1 });
    const changed = await api.put(types, { token, body: { id, name: 'Pessoal', active: false, version: 1 } });
    expect(changed.body.data).toEqual({ id, name: 'Pessoal', active: false, account, version: 2 });
    expect((await api.put(types, { token, body: { id, name: 'X', version: 1 } })).status).toBe(409);
    expect((await api.get(`${types}/${id}`, { token })).body.data).toEqual(changed.body.data);
    expect((await api.delete(`${types}/${id}`, { token })).body.data).toEqual({ id });
    const gone = await api.get(`${types}/${id}`, { token });
    expect([gone.status, gone.body.message]).toEqual([404, 'Tipo de insumo não encontrado.']);
    const history = `select action from audit_log where entity = 'productType' and entity_id = $1 order by id`;
    expect(await seed.sql(history, [id])).toEqual([{ action: 'create' }, { action: 'update' }, { action: 'delete' }]);
  });

  test('have names of their own, blind to case and accents; what is wrong is said at its field', async () => {
    const { api } = services;
    const token = office.admin;
    await make('Serviço');
    const taken = [{ path: 'name', message: 'Já existe um tipo de insumo com este nome.' }];
    expect(said(await api.post(types, { token, body: { name: 'SERVICO' } }))).toEqual([409, taken]);
    const required = [{ path: 'name', message: 'Campo obrigatório.' }];
    expect(said(await api.post(types, { token, body: { name: ' ' } }))).toEqual([400, required]);
    const long = await api.post(types, { token, body: { name: 'x'.repeat(61) } });
    expect([long.status, long.body.fields[0].path]).toEqual([400, 'name']);
    const elsewhere = { name: 'Y', account: { id: stranger.accountId } };
    expect((await api.post(types, { token, body: elsewhere })).body.fields[0].path).toBe('account.id');
  });

  test('in use are not deleted, and the refusal counts the products of all cost databases', async () => {
    const { api } = services;
    const id = await make('Em uso');
    await use(id, 'P1');
    const refusal = async () => {
      const { status, body } = await api.delete(`${types}/${id}`, { token: office.admin });
      return [status, body.message];
    };
    expect(await refusal()).toEqual([
      409,
      'Este tipo de insumo não pode ser excluído: está em uso por 1 insumo. Desative-o para que não apareça em novos lançamentos.',
    ]);
    await use(id, 'P2');
    expect((await refusal())[1]).toContain('está em uso por 2 insumos.');
  });

  test('are listed by page, search, name and activity, all of them with the size of §9', async () => {
    const { api, seed } = services;
    const big = await openOffice(seed);
    const of = { of: big };
    const path = `/api/v1/purchase/account/${big.accountId}/product-type`;
    const list = (query = {}, rest = '') => api.get(`${path}${rest}`, { token: big.admin, query });
    for (const name of ['Água', 'Zinco', 'areia']) await make(name, of);
    await make('Antigo', { ...of, active: false });
    expect(names(await list({ page: '0', size: '2000000' }))).toEqual(['Água', 'Antigo', 'areia', 'Zinco']);
    expect(names(await list({ page: '1', size: '2', sort: 'name:desc' }))).toEqual(['Antigo', 'Água']);
    expect(names(await list({ search: 'AGU' }))).toEqual(['Água']);
    expect(names(await list({ name: 'agua' }))).toEqual(['Água']);
    expect(names(await list({}, '/active'))).toEqual(['Água', 'areia', 'Zinco']);
    expect((await list({}, '-totals')).body.data).toEqual({ all: 4, active: 3, inactive: 1 });
  });

  test('are read with PURCHASE or ENGINEERING, and changed with PURCHASE', async () => {
    const { api } = services;
    const id = await make('De quem compra');
    const statuses = async (token: string) => [
      (await api.get(`${types}/${id}`, { token })).status,
      (await api.get(`${types}/active`, { token })).status,
      (await api.post(types, { token, body: { name: `Novo ${token.slice(0, 8)}` } })).status,
      (await api.put(types, { token, body: { id, name: 'De quem compra' } })).status,
    ];
    expect(await statuses(await office.as(['DEBIT', 'CREDIT']))).toEqual([403, 403, 403, 403]);
    expect(await statuses(await office.as(['ENGINEERING']))).toEqual([200, 200, 403, 403]);
    expect(await statuses(await office.as(['PURCHASE']))).toEqual([200, 200, 200, 200]);
  });

  test('of another account do not exist', async () => {
    const { api } = services;
    const theirs = await make('CANARIO', { of: stranger });
    const token = office.admin;
    const probes = [
      await api.get(`${types}/${theirs}`, { token }),
      await api.put(types, { token, body: { id: theirs, name: 'X' } }),
      await api.delete(`${types}/${theirs}`, { token }),
      await api.get(`/api/v1/purchase/account/${stranger.accountId}/product-type`, { token }),
    ];
    expect(probes.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(probes.map(({ text }) => text).join()).not.toContain('CANARIO');
  });
});
