import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, type Office } from './officeKit.ts';

let services: TestServices;
let office: Office;
let stranger: Office;
let buyer: string;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  stranger = await openOffice(services.seed, 'CANARIO');
  buyer = await office.as(['PURCHASE']);
});
afterAll(() => services.stop());

const partners = (accountId = office.accountId) => `/api/v1/financial/account/${accountId}/partner`;
const send = (body: object, token = buyer) => services.api.post(partners(), { token, body });
const make = (type: 'SUPPLIER' | 'CUSTOMER', name: string, values: object = {}, of = office) =>
  services.seed.insert('partners', { account_id: of.accountId, type, name, ...values });

describe('Partners:', () => {
  test('masks are removed, empty text becomes null, and every field is read back', async () => {
    const made = await send({
      type: 'SUPPLIER',
      name: ' Concreteira  Rocha ',
      tradeName: '',
      taxId: '12.abc.345/01de-35',
      email: 'vendas@rocha.com.br',
      phone: '(11) 98765-4321',
      postalCode: '01310-100',
      street: 'Av. Paulista',
      streetNumber: '0100',
      state: 'sp',
      notes: '   ',
    });
    expect(made.body.data).toEqual({
      id: expect.any(Number),
      type: 'SUPPLIER',
      name: 'Concreteira Rocha',
      tradeName: null,
      taxId: '12ABC34501DE35',
      email: 'vendas@rocha.com.br',
      phone: '11987654321',
      postalCode: '01310100',
      street: 'Av. Paulista',
      streetNumber: '0100',
      complement: null,
      district: null,
      city: null,
      state: 'SP',
      notes: null,
      pixKeys: [],
      bankAccounts: [],
      active: true,
      account: { id: office.accountId },
      version: 1,
    });
    const { id } = made.body.data;
    expect((await services.api.get(`${partners()}/${id}`, { token: buyer })).body.data).toEqual(made.body.data);
  });

  test('an invalid field is rejected in Portuguese', async () => {
    const answer = await send({
      type: 'SUPPLIER',
      name: 'Errado',
      taxId: '123.456.789-09',
      email: 'vendas@rocha',
      phone: '98765-4321',
      postalCode: '1310-100',
      state: 'XX',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual([
      { path: 'taxId', message: 'Informe um CPF ou CNPJ válido.' },
      { path: 'email', message: 'Informe um e-mail válido.' },
      { path: 'phone', message: 'Informe um telefone válido com DDD, como (11) 98765-4321.' },
      { path: 'postalCode', message: 'Informe um CEP válido, como 01310-100.' },
      { path: 'state', message: 'Informe a sigla de um estado, como SP.' },
    ]);
  });

  test('a tax id is unique per type, and the error names its owner', async () => {
    const cnpj = '11.222.333/0001-81';
    const first = (await send({ type: 'SUPPLIER', name: 'Aço Forte', taxId: cnpj })).body.data;
    const twin = await send({ type: 'SUPPLIER', name: 'Outro', taxId: '11222333000181' });
    const message = 'Já existe um fornecedor com este CNPJ: Aço Forte.';
    expect([twin.status, twin.body.fields]).toEqual([409, [{ path: 'taxId', message }]]);
    expect((await send({ type: 'CUSTOMER', name: 'Aço Forte', taxId: cnpj })).status).toBe(200);
    const second = (await send({ type: 'SUPPLIER', name: 'Outro', taxId: '529.982.247-25' })).body.data;
    const put = (body: object) => services.api.put(partners(), { token: buyer, body });
    expect((await put({ ...second, taxId: cnpj })).body.message).toBe(message);
    expect((await put({ ...first, city: 'Campinas' })).body.data).toMatchObject({
      taxId: '11222333000181',
      city: 'Campinas',
      version: 2,
    });
  });

  test.each([
    ['SUPPLIER', 'Fornecedor desativado', 'Fornecedor reativado'],
    ['CUSTOMER', 'Cliente desativado', 'Cliente reativado'],
  ])('activating or deactivating a %s returns a message, other changes do not', async (type, off, on) => {
    const partner = (await send({ type, name: `Chave ${type}`, phone: '(11) 3333-4444' })).body.data;
    const put = (values: object) => services.api.put(partners(), { token: buyer, body: { ...partner, ...values } });
    expect((await put({ active: false })).body).toMatchObject({ message: off, data: { active: false } });
    expect((await put({ active: true, version: 2 })).body.message).toBe(on);
    expect((await put({ active: false, name: 'Outro nome', version: 3 })).body.message).toBeUndefined();
    expect((await put({ version: 3 })).status).toBe(409);
    expect((await put({ type: type === 'CUSTOMER' ? 'SUPPLIER' : 'CUSTOMER', version: 4 })).status).toBe(422);
  });

  test('a partner in use cannot be deleted, an unused one can', async () => {
    const id = await make('SUPPLIER', 'Em uso');
    for (const value of ['10.00', '20.00']) await enter(services.seed, office, { type: 'DEBIT', value, partnerId: id });
    const refused = await services.api.delete(`${partners()}/${id}`, { token: buyer });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Este fornecedor não pode ser excluído: está em uso por 2 despesas. Desative-o para que não apareça em novos lançamentos.',
    ]);
    const free = await make('CUSTOMER', 'Livre');
    expect((await services.api.delete(`${partners()}/${free}`, { token: buyer })).body.data).toEqual({ id: free });
  });

  test('users with any permission read and write partners, others do not', async () => {
    const withoutPermission = await services.seed.tokenOf(await services.seed.user(office.accountId));
    expect((await services.api.get(partners(), { token: withoutPermission })).status).toBe(403);
    expect((await send({ type: 'SUPPLIER', name: 'X' }, withoutPermission)).status).toBe(403);
    expect((await services.api.get(partners())).status).toBe(401);
  });

  test('lists filter by type, by tax id with or without mask, and by text without accents; 5 and 50 run as many statements', async () => {
    const { api, seed } = services;
    const big = await openOffice(seed);
    await make('SUPPLIER', 'Água Viva', {}, big);
    await make('SUPPLIER', 'Beta Ltda', { trade_name: 'Fundações Sólidas', tax_id: '12ABC34501DE35' }, big);
    await make('SUPPLIER', 'Parada', { active: false }, big);
    await make('CUSTOMER', 'Ana', { city: 'Belém' }, big);
    await make('CUSTOMER', 'Caio', { active: false, city: 'Águas' }, big);
    const list = async (path = '', query = {}) => {
      const reply = await api.get(`${partners(big.accountId)}${path}`, {
        token: big.admin,
        query: { size: '100', ...query },
      });
      return {
        names: reply.body.data?.content.map((row: { name: string }) => row.name),
        cost: reply.headers['x-sql-queries'],
      };
    };
    const five = await list();
    expect(five.names).toEqual(['Água Viva', 'Ana', 'Beta Ltda', 'Caio', 'Parada']);
    expect((await list('/supplier')).names).toEqual(['Água Viva', 'Beta Ltda', 'Parada']);
    expect((await list('/supplier/active')).names).toEqual(['Água Viva', 'Beta Ltda']);
    expect((await list('/customer')).names).toEqual(['Ana', 'Caio']);
    expect((await list('/customer/active')).names).toEqual(['Ana']);
    expect((await list('', { taxId: '12.abc.345/01DE-35' })).names).toEqual(['Beta Ltda']);
    expect((await list('', { search: 'fundacoes sol' })).names).toEqual(['Beta Ltda']);
    expect((await list('', { search: '%' })).names).toEqual([]);
    expect((await list('/customer', { sort: 'city' })).names).toEqual(['Caio', 'Ana']);
    for (let index = 5; index < 50; index += 1) await make('SUPPLIER', `Fornecedor ${index}`, {}, big);
    const fifty = await list();
    expect(fifty.names).toHaveLength(50);
    expect(fifty.cost).toBe(five.cost);
  });

  test('partners of another account are not found, and their tax ids are free here', async () => {
    const theirs = await make('SUPPLIER', 'CANARIO', { tax_id: '39053344705' }, stranger);
    const { api } = services;
    const token = office.admin;
    const probes = [
      await api.get(partners(stranger.accountId), { token }),
      await api.get(`${partners()}/${theirs}`, { token }),
      await api.put(partners(), { token, body: { id: theirs, version: 1, type: 'SUPPLIER', name: 'X' } }),
      await api.delete(`${partners()}/${theirs}`, { token }),
    ];
    expect(probes.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const same = await send({ type: 'SUPPLIER', name: 'Daqui', taxId: '390.533.447-05' });
    expect(same.status).toBe(200);
    expect(probes.map(({ text }) => text).join() + same.text).not.toContain('CANARIO');
  });
});
