import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';
import { requireNoDocumentItems } from '#services/purchase/productTables.ts';

let services: TestServices;
let office: Office;
let stranger: Office;
let tables: string;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  stranger = await openOffice(services.seed, 'CANARIO');
  tables = `/api/v1/purchase/account/${office.accountId}/product-table`;
});
afterAll(() => services.stop());

const names = ({ body }: Reply) => body.data.content.map(({ name }: { name: string }) => name);
const said = ({ status, body }: Reply) => [status, body.fields];
const insert = (table: string, values: Record<string, unknown>, of = office) =>
  services.seed.insert(table, { account_id: of.accountId, ...values });

/** Inserts cost databases of one published month, by state; returns their ids. */
const publish = async (month: string, ...states: string[]): Promise<number[]> => {
  const catalogue = await insert('catalogues', { source: 'SINAPI', month });
  const made = [];
  for (const state of states) {
    const name = `SINAPI ${state} ${month}`;
    made.push(await insert('product_tables', { catalogue_id: catalogue, name, source: 'SINAPI', state, regime: 'SD' }));
  }
  return made;
};

/** Inserts a definition into the catalogue of the first cost database, and a product of it into each of them. */
const stock = async (code: string, ...ids: number[]): Promise<number[]> => {
  const [table] = await services.seed.sql('select catalogue_id from product_tables where id = $1', [ids[0]]);
  const unit_id = await insert('units', { acronyms: code, description: code });
  const product_type_id = await insert('product_types', { name: code });
  const definition = { catalogue_id: table?.['catalogue_id'], code, name: code, unit_id, product_type_id };
  const definition_id = await insert('product_definitions', definition);
  const made = [];
  for (const product_table_id of ids)
    made.push(await insert('products', { product_table_id, definition_id, price: 1 }));
  return made;
};

const count = async (table: string, id: number): Promise<number> => {
  const rows = await services.seed.sql(`select from ${table} where id = $1`, [id]);
  return rows.length;
};

describe('Cost databases', () => {
  test('are made with a catalogue to themselves, renamed, switched off and deleted', async () => {
    const { api, seed } = services;
    const token = await office.as(['ENGINEERING']);
    const account = { id: office.accountId };
    const made = await api.post(`${tables}/`, { token, body: { name: ' Fornecedores  Campinas ', account } });
    expect(made.body.message).toBe('Cadastro da tabela de insumo Fornecedores Campinas foi realizado com sucesso.');
    const { id } = made.body.data;
    const [{ name } = { name: '' }] = await seed.sql<{ name: string }>('select name from accounts where id = $1', [
      office.accountId,
    ]);
    const named = { ...account, name };
    const row = { month: null, state: null, regime: null, productCount: 0, account: named };
    expect(made.body.data).toEqual({
      ...{ id: expect.any(Number), name: 'Fornecedores Campinas', source: 'GO', active: true, version: 1 },
      ...row,
    });
    const renamed = { id, name: 'Campinas', source: 'GO', active: false };
    const changed = await api.put(tables, { token, body: { ...renamed, version: 1 } });
    expect(changed.body.data).toEqual({ ...renamed, ...row, version: 2 });
    expect((await api.put(tables, { token, body: { ...renamed, version: 1 } })).status).toBe(409);
    const [own] = await seed.sql<{ catalogue: number }>(
      `select k.id as catalogue from catalogues k join product_tables t on t.catalogue_id = k.id
       where t.id = $1 and k.source = 'GO'`,
      [id],
    );
    expect((await api.delete(`${tables}/${id}`, { token })).body.data).toEqual({ id });
    expect(own).toBeDefined();
    expect(await count('catalogues', own?.catalogue ?? 0)).toBe(0);
    const gone = await api.get(`${tables}/${id}`, { token });
    expect([gone.status, gone.body.message]).toEqual([404, 'Tabela de insumos não encontrada.']);
    const history = `select action from audit_log where entity = 'productTable' and entity_id = $1 order by id`;
    expect(await seed.sql(history, [id])).toEqual([{ action: 'create' }, { action: 'update' }, { action: 'delete' }]);
  });

  test('are made once for a key that is sent twice, message included', async () => {
    const { api } = services;
    const call = { token: office.admin, headers: { 'idempotency-key': 'tabela-1' }, body: { name: 'Repetida' } };
    const [first, second] = [await api.post(tables, call), await api.post(tables, call)];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  test('of published prices come from an import alone: their source and name are refused at their fields', async () => {
    const { api } = services;
    const token = office.admin;
    const [published] = await publish('2026-08-01', 'SP');
    const body = { name: 'SINAPI por mim', source: 'SINAPI' };
    const imported = [{ path: 'source', message: 'Tabelas SINAPI são criadas pela importação.' }];
    expect(said(await api.post(tables, { token, body }))).toEqual([422, imported]);
    const asNamed = { id: published, name: 'SINAPI SP 2026-08-01' };
    const fixed = [{ path: 'source', message: 'A origem de uma tabela de insumos não pode mudar.' }];
    expect(said(await api.put(tables, { token, body: { ...asNamed, source: 'GO' } }))).toEqual([422, fixed]);
    const named = [{ path: 'name', message: 'O nome de uma tabela SINAPI não pode mudar.' }];
    expect(said(await api.put(tables, { token, body: { ...asNamed, name: 'Outro' } }))).toEqual([422, named]);
    const off = await api.put(tables, { token, body: { ...asNamed, active: false } });
    expect(off.body.data).toMatchObject({
      ...{ ...asNamed, source: 'SINAPI', active: false },
      ...{ month: '2026-08-01', state: 'SP', regime: 'SD' },
    });
    const month = await api.put(tables, { token, body: { ...asNamed, month: '2026-07-01' } });
    expect([month.status, month.body.fields[0].path]).toEqual([400, 'month']);
  });

  test('have names of their own, blind to case and accents', async () => {
    const { api } = services;
    const token = office.admin;
    expect((await api.post(tables, { token, body: { name: 'Próprios' } })).status).toBe(200);
    const taken = [{ path: 'name', message: 'Já existe uma tabela de insumos com este nome.' }];
    expect(said(await api.post(tables, { token, body: { name: 'PROPRIOS' } }))).toEqual([409, taken]);
    const required = [{ path: 'name', message: 'Campo obrigatório.' }];
    expect(said(await api.post(tables, { token, body: { name: '' } }))).toEqual([400, required]);
    const source = await api.post(tables, { token, body: { name: 'X', source: 'SICRO' } });
    expect([source.status, source.body.fields[0].path]).toEqual([400, 'source']);
  });

  test('say how many products they hold, as those come and go', async () => {
    const { api, seed } = services;
    const [sp = 0, rj = 0] = await publish('2026-07-01', 'SP', 'RJ');
    const held = async () => {
      const { body } = await api.get(tables, { token: office.admin, query: { ids: `${sp},${rj}` } });
      return Object.fromEntries(
        body.data.content.map((row: { state: string; productCount: number }) => [row.state, row.productCount]),
      );
    };
    const [cement = 0] = await stock('C1', sp, rj);
    await stock('C2', sp, rj);
    await stock('C3', sp);
    expect(await held()).toEqual({ SP: 3, RJ: 2 });
    await seed.sql('update products set price = 2, active = false where id = $1', [cement]);
    expect(await held()).toEqual({ SP: 3, RJ: 2 });
    await seed.sql('delete from products where id = $1', [cement]);
    expect(await held()).toEqual({ SP: 2, RJ: 2 });
  });

  test('are deleted with their products, and the texts that they share with the last of them', async () => {
    const { api, seed } = services;
    const token = office.admin;
    const [sp = 0, rj = 0] = await publish('2026-06-01', 'SP', 'RJ');
    const [inSp = 0, inRj = 0] = await stock('D1', sp, rj);
    const [shared] = await seed.sql<{ id: number }>(`select id from product_definitions where code = 'D1'`);
    const definition = shared?.id ?? 0;
    expect((await api.delete(`${tables}/${sp}`, { token })).status).toBe(200);
    expect([await count('products', inSp), await count('products', inRj)]).toEqual([0, 1]);
    expect(await count('product_definitions', definition)).toBe(1);
    expect((await api.delete(`${tables}/${rj}`, { token })).status).toBe(200);
    expect([await count('products', inRj), await count('product_definitions', definition)]).toEqual([0, 0]);
    expect(await seed.sql(`select id from catalogues where month = '2026-06-01'`)).toEqual([]);
  });

  test('go with their own compositions, and are kept while those of others use their products or compositions', async () => {
    const { api } = services;
    const token = office.admin;
    const own = async (name: string) => {
      const { body } = await api.post(tables, { token, body: { name } });
      return body.data.id;
    };
    const [prices, works] = [await own('Preços'), await own('Serviços')];
    const [cement = 0] = await stock('E1', prices);
    const task = async (code: string, table: number) => {
      const [row] = await services.seed.sql('select catalogue_id from product_tables where id = $1', [table]);
      const unit_id = await insert('units', { acronyms: code, description: code });
      const definition = { catalogue_id: row?.['catalogue_id'], code, description: code, unit_id };
      return insert('tasks', { product_table_id: table, definition_id: await insert('task_definitions', definition) });
    };
    // Within one cost database, the inner one made first: whichever is deleted first, both go.
    const [inner, outer] = [await task('T1', prices), await task('T2', prices)];
    await insert('task_items', { task_id: outer, position: 0, quantity: 1, child_task_id: inner });
    await insert('task_items', { task_id: inner, position: 0, quantity: 1, product_id: cement });
    const wall = await task('T3', works);
    const line = await insert('task_items', { task_id: wall, position: 0, quantity: 2, product_id: cement });
    const refused = await api.delete(`${tables}/${prices}`, { token });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Esta tabela de insumos não pode ser excluída: está em uso por 1 composição. Desative-a para que não apareça em novos lançamentos.',
    ]);
    expect(await count('tasks', inner)).toBe(1);
    await services.seed.sql('update task_items set product_id = null, child_task_id = $2 where id = $1', [line, outer]);
    expect((await api.delete(`${tables}/${prices}`, { token })).body.message).toContain('por 1 composição.');
    expect((await api.delete(`${tables}/${works}`, { token })).status).toBe(200);
    expect((await api.delete(`${tables}/${prices}`, { token })).status).toBe(200);
    expect([await count('tasks', inner), await count('task_items', line), await count('products', cement)]).toEqual([
      0, 0, 0,
    ]);
  });

  test('with items in an estimate or an order are kept, in the words of §8', async () => {
    const usage = (rows: boolean, documentItems?: boolean) => ({
      ...{ one: 'item', many: 'itens', rows: rows ? sql`select 1` : sql`select 1 where false` },
      ...(documentItems === undefined ? {} : { documentItems }),
    });
    const { kysely } = services.app.platform.database;
    const check = (...usages: ReturnType<typeof usage>[]) =>
      kysely.transaction().execute((trx) => requireNoDocumentItems(trx, usages));
    await check(usage(true), usage(false, true));
    await expect(check(usage(false, true), usage(true, true))).rejects.toMatchObject({
      status: 409,
      message: 'Não é possível excluir uma tabela com itens vinculados em orçamento e/ou pedido de compras',
    });
  });

  test('are listed by page, search, source and activity, at the same cost for 5 as for 50', async () => {
    const { api, seed } = services;
    const big = await openOffice(seed);
    const path = `/api/v1/purchase/account/${big.accountId}/product-table`;
    const list = (query = {}, rest = '') => api.get(`${path}${rest}`, { token: big.admin, query });
    const make = async (name: string, columns = {}) => {
      const catalogue_id = await insert('catalogues', { source: 'GO' }, big);
      await insert('product_tables', { catalogue_id, name, source: 'GO', ...columns }, big);
    };
    for (const name of ['Campinas', 'Água', 'Zona sul']) await make(name);
    await make('Antiga', { active: false });
    const month = await insert('catalogues', { source: 'SINAPI', month: '2026-10-01' }, big);
    const columns = { catalogue_id: month, source: 'SINAPI', state: 'SP', regime: 'CD' };
    await insert('product_tables', { ...columns, name: 'SINAPI SP 10/2026' }, big);
    const five = await list({ page: '0', size: '2000000' });
    expect(names(five)).toEqual(['Água', 'Antiga', 'Campinas', 'SINAPI SP 10/2026', 'Zona sul']);
    expect(names(await list({ page: '0', size: '10', source: 'SINAPI' }, '/active'))).toEqual(['SINAPI SP 10/2026']);
    expect(names(await list({ source: 'GO' }, '/active'))).toEqual(['Água', 'Campinas', 'Zona sul']);
    expect(names(await list({ search: 'sinapi sp' }))).toEqual(['SINAPI SP 10/2026']);
    expect(names(await list({ sort: 'source:desc,name:desc', size: '2' }))).toEqual(['SINAPI SP 10/2026', 'Zona sul']);
    expect((await list({ source: 'GO' }, '-totals')).body.data).toEqual({ all: 4, active: 3, inactive: 1 });
    expect((await list({ source: 'SICRO' })).status).toBe(400);
    for (let index = 5; index < 50; index += 1) await make(`Tabela ${index}`);
    const fifty = await list({ page: '0', size: '2000000' });
    expect(fifty.body.data.totalElements).toBe(50);
    expect(fifty.headers['x-sql-queries']).toBe(five.headers['x-sql-queries']);
  });

  test('are read and kept with PURCHASE or ENGINEERING, and those of another account do not exist', async () => {
    const { api } = services;
    const statuses = async (token: string) => [
      (await api.get(tables, { token })).status,
      (await api.post(tables, { token, body: { name: `Nova ${token.slice(0, 8)}` } })).status,
    ];
    expect(await statuses(await office.as(['DEBIT', 'CREDIT']))).toEqual([403, 403]);
    expect(await statuses(await office.as(['PURCHASE']))).toEqual([200, 200]);
    expect(await statuses(await office.as(['ENGINEERING']))).toEqual([200, 200]);
    const catalogue_id = await insert('catalogues', { source: 'GO' }, stranger);
    const theirs = await insert('product_tables', { catalogue_id, name: 'CANARIO', source: 'GO' }, stranger);
    const token = office.admin;
    const probes = [
      await api.get(`${tables}/${theirs}`, { token }),
      await api.put(tables, { token, body: { id: theirs, name: 'X' } }),
      await api.delete(`${tables}/${theirs}`, { token }),
      await api.get(`/api/v1/purchase/account/${stranger.accountId}/product-table`, { token }),
    ];
    expect(probes.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(probes.map(({ text }) => text).join()).not.toContain('CANARIO');
  });
});
