import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';
import { openShelf, publish, stock, type Shelf } from './productKit.ts';

let services: TestServices;
let office: Office;
let shelf: Shelf;
let stranger: Office;
let foreign: Shelf;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  shelf = await openShelf(services.seed, office.accountId);
  stranger = await openOffice(services.seed, 'CANARIO');
  foreign = await openShelf(services.seed, stranger.accountId);
});
afterAll(() => services.stop());

const at = (accountId = office.accountId) => `/api/v1/purchase/account/${accountId}/product`;
const said = ({ status, body }: Reply) => [status, body.message, body.fields];
const refused = (status: number, path: string, message: string) => [status, message, [{ path, message }]];

const cement = () => ({
  name: 'Cimento CP II-E-32,  saco 50 kg',
  unit: { id: shelf.unit.sc },
  productType: { id: shelf.type.Material },
  productTable: { id: shelf.tableId },
});

describe('A product', () => {
  test('is made with all that it is, answered as it was stored, changed under its version, and deleted', async () => {
    const { api } = services;
    const token = await office.as(['PURCHASE']);
    const body = {
      ...cement(),
      code: 'CIM/50.1-a',
      productGroup: { id: shelf.group.binders },
      brands: [{ id: shelf.brand.Votoran }, { id: shelf.brand.Cauê }, { id: shelf.brand.Votoran }],
      price: '36.8',
      purchaseUnit: { id: shelf.unit.kg },
      purchaseFactor: 0.02,
      leadTimeDays: 12,
      account: { id: office.accountId },
    };
    const made = await api.post(`${at()}/`, { token, body });
    const { id } = made.body.data;
    const expected = {
      id,
      code: 'CIM/50.1-a',
      name: 'Cimento CP II-E-32, saco 50 kg',
      unit: { id: shelf.unit.sc, acronyms: 'sc', description: 'Saco' },
      productType: { id: shelf.type.Material, name: 'Material' },
      productGroup: { id: shelf.group.binders, name: 'Aglomerantes', code: '01.01' },
      productTable: { id: shelf.tableId, name: 'Próprios', source: 'GO' },
      brands: [
        { id: shelf.brand.Cauê, name: 'Cauê' },
        { id: shelf.brand.Votoran, name: 'Votoran' },
      ],
      price: '36.8000',
      purchaseUnit: { id: shelf.unit.kg, acronyms: 'kg', description: 'Quilograma' },
      purchaseFactor: '0.020000',
      leadTimeDays: 12,
      aliases: [],
      active: true,
      account: { id: office.accountId },
      version: 1,
    };
    expect(made.body.data).toEqual(expected);
    expect((await api.get(`${at()}/${id}`, { token })).body.data).toEqual(expected);

    const whole = await api.put(at(), { token, body: { ...expected, name: 'Cimento CP II' } });
    expect(whole.body.data).toEqual({ ...expected, name: 'Cimento CP II', version: 2 });
    const few = await api.put(at(), { token, body: { ...cement(), id, price: 0, brands: [], version: 2 } });
    expect(few.body.data).toEqual({ ...expected, brands: [], price: null, version: 3 });
    const bare = {
      ...cement(),
      id,
      productGroup: null,
      purchaseUnit: null,
      purchaseFactor: null,
      leadTimeDays: null,
      active: false,
    };
    const changed = await api.put(at(), { token, body: bare });
    expect(changed.body.data).toMatchObject({
      productGroup: null,
      purchaseUnit: null,
      purchaseFactor: null,
      leadTimeDays: null,
    });
    expect(changed.headers['warning']).toContain('No version was sent');
    expect((await api.put(at(), { token, body: { ...cement(), id, version: 3 } })).status).toBe(409);

    expect((await api.delete(`${at()}/${id}`, { token })).body.data).toEqual({ id });
    const gone = await api.get(`${at()}/${id}`, { token });
    expect([gone.status, gone.body.message]).toEqual([404, 'Insumo não encontrado.']);
    const left = await services.seed.sql(`select id from product_definitions where code = 'CIM/50.1-a'`);
    expect(left).toEqual([]);
    const history = await services.seed.sql(
      `select action, details -> 'price' as price from audit_log where entity = 'product' and entity_id = $1 order by id`,
      [id],
    );
    expect(history).toMatchObject([
      { action: 'create', price: '36.8000' },
      { action: 'update', price: null },
      { action: 'update', price: ['36.8000', null] },
      { action: 'update' },
      { action: 'delete' },
    ]);
  });

  test('takes the next free number of its cost database where no code is given, also past a merged one', async () => {
    const { api, seed } = services;
    const other = await seed.insert('catalogues', { account_id: office.accountId, source: 'GO' });
    const table = { catalogue_id: other, name: 'Numerados', source: 'GO' };
    const tableId = await seed.insert('product_tables', { account_id: office.accountId, ...table });
    const create = async (code?: string) => {
      const body = { ...cement(), productTable: { id: tableId }, ...(code === undefined ? {} : { code }) };
      return (await api.post(at(), { token: office.admin, body })).body.data.code;
    };
    expect(await create()).toBe('0001');
    expect(await create('0117')).toBe('0117');
    expect(await create()).toBe('0118');
    expect(await create('ABC')).toBe('ABC');
    expect(await create()).toBe('0119');
    const [{ id: definition }] = (await seed.sql<{ id: string }>(
      `select id from product_definitions where catalogue_id = $1 and code = 'ABC'`,
      [other],
    )) as [{ id: string }];
    const alias = { account_id: office.accountId, catalogue_id: other, code: '9999', definition_id: definition };
    await seed.insert('product_aliases', alias);
    expect(await create()).toBe('10000');
  });

  test('is refused at the field that is wrong, in words', async () => {
    const { api, seed } = services;
    const sinapi = await publish(seed, shelf, '2026-07-01');
    const cut = { account_id: office.accountId };
    const off = {
      unit: await seed.insert('units', { ...cut, acronyms: 'gl', description: 'Galão', active: false }),
      type: await seed.insert('product_types', { ...cut, name: 'Velho', active: false }),
    };
    await stock(seed, shelf, { code: 'JA-E', name: 'Cimento que já existe' });
    const post = async (change: object) =>
      said(await api.post(at(), { token: office.admin, body: { ...cement(), ...change } }));
    const taken = 'Já existe um insumo com este código: Cimento que já existe.';
    expect(await post({ code: 'ja-e' })).toEqual(refused(409, 'code', taken));
    const badCode = 'Use até 30 letras sem acento, números, ponto, hífen, barra ou sublinhado.';
    const long = 'Informe no máximo 30 caracteres.';
    expect((await post({ code: 'a'.repeat(31) }))[2]).toEqual([{ path: 'code', message: long }]);
    for (const code of ['com espaço', 'ç'])
      expect((await post({ code }))[2]).toEqual([{ path: 'code', message: badCode }]);
    const badPrice = 'Informe um preço maior ou igual a zero, com até 4 casas decimais.';
    for (const price of ['-0.01', '1.23456', 'x'])
      expect((await post({ price }))[2]).toEqual([{ path: 'price', message: badPrice }]);
    expect((await post({ name: '  ' }))[2]).toEqual([{ path: 'name', message: 'Campo obrigatório.' }]);
    expect(await post({ unit: { id: foreign.unit.sc } })).toEqual(refused(422, 'unit', 'Unidade não encontrada.'));
    expect(await post({ unit: { id: off.unit } })).toEqual(refused(422, 'unit', 'Esta unidade está inativa.'));
    expect(await post({ productType: { id: off.type } })).toEqual(
      refused(422, 'productType', 'Este tipo de insumo está inativo.'),
    );
    expect(await post({ productGroup: { id: shelf.group.parent } })).toEqual(
      refused(
        422,
        'productGroup',
        'Este grupo tem subgrupos: escolha um deles. Insumos ficam nos grupos do último nível.',
      ),
    );
    expect(await post({ brands: [{ id: shelf.brand.Cauê }, { id: foreign.brand.Cauê }] })).toEqual(
      refused(422, 'brands.1', 'Marca não encontrada.'),
    );
    expect(await post({ productTable: { id: foreign.tableId } })).toEqual(
      refused(422, 'productTable', 'Tabela de insumos não encontrada.'),
    );
    expect(await post({ productTable: { id: sinapi.tableId } })).toEqual(
      refused(422, 'productTable', 'As tabelas do SINAPI só mudam por importação.'),
    );
    expect(await post({ purchaseUnit: { id: shelf.unit.kg } })).toEqual(
      refused(422, 'purchaseFactor', 'Informe quantas unidades a unidade de compra contém.'),
    );
    expect(await post({ purchaseFactor: '50' })).toEqual(refused(422, 'purchaseUnit', 'Informe a unidade de compra.'));
    expect(await post({ purchaseUnit: { id: shelf.unit.kg }, purchaseFactor: '0' })).toEqual(
      refused(422, 'purchaseFactor', 'Informe um fator maior que zero.'),
    );
    expect(await post({ purchaseUnit: { id: shelf.unit.sc }, purchaseFactor: '1' })).toEqual(
      refused(422, 'purchaseUnit', 'A unidade de compra deve ser diferente da unidade do insumo.'),
    );
    expect(await post({ leadTimeDays: 366 })).toEqual([
      ...[400, 'Confira os campos informados.'],
      [{ path: 'leadTimeDays', message: 'Informe um valor menor ou igual a 365.' }],
    ]);
    const both = await post({ unit: { id: 999_999 }, productType: { id: 999_999 } });
    expect(both).toEqual([
      422,
      'Confira os campos indicados.',
      [
        { path: 'unit', message: 'Unidade não encontrada.' },
        { path: 'productType', message: 'Tipo de insumo não encontrado.' },
      ],
    ]);
    expect((await post({ color: 'cinza' }))[2]).toEqual([{ path: 'color', message: 'Campo desconhecido.' }]);
  });

  test('keeps its table; what is inactive since may stay', async () => {
    const { api, seed } = services;
    const owned = { account_id: office.accountId };
    const catalogueId = await seed.insert('catalogues', { ...owned, source: 'GO' });
    const table = { catalogue_id: catalogueId, name: 'Outra', source: 'GO' };
    const tableId = await seed.insert('product_tables', { ...owned, ...table });
    const unit = await seed.insert('units', { ...owned, acronyms: 'bd', description: 'Balde' });
    const made = await api.post(at(), { token: office.admin, body: { ...cement(), unit: { id: unit } } });
    await seed.sql('update units set active = false where id = $1', [unit]);
    const body = { ...cement(), id: made.body.data.id, unit: { id: unit } };
    expect((await api.put(at(), { token: office.admin, body })).status).toBe(200);
    const moved = await api.put(at(), { token: office.admin, body: { ...body, productTable: { id: tableId } } });
    expect(said(moved)).toEqual(refused(422, 'productTable', 'Um insumo não muda de tabela. Copie-o para a outra.'));
  });

  test('keeps the last price of each day, and its history tells them in order', async () => {
    const { api, clock, seed } = services;
    const { id } = (await api.post(at(), { token: office.admin, body: { ...cement(), price: '10' } })).body.data;
    const price = async (value: string | null) => {
      const token = await seed.tokenOf(office.adminUser);
      expect((await api.put(at(), { token, body: { ...cement(), id, price: value } })).status).toBe(200);
    };
    await price('11.5');
    await price('11.75');
    // 23:30 of the 30th in São Paulo is the 1st of December in UTC.
    clock.set('2026-12-01T02:30:00.000Z');
    await price('12');
    await price('12.0000');
    clock.set('2026-12-05T15:00:00.000Z');
    await price(null);
    clock.set('2026-11-20T15:00:00.000Z');
    const history = await api.get(`${at()}/${id}/price-history`, { token: office.admin });
    expect(history.body.data.content).toEqual([
      { day: '2026-11-20', price: '11.7500', origin: 'TYPED' },
      { day: '2026-11-30', price: '12.0000', origin: 'TYPED' },
      { day: '2026-12-05', price: null, origin: 'TYPED' },
    ]);
  });

  test('that a composition uses is not deleted, and says by how many', async () => {
    const { api, seed } = services;
    const token = office.admin;
    const id = await stock(seed, shelf, { code: 'USADO', name: 'Areia usada', unit: 'm³' });
    const owned = { account_id: office.accountId };
    const compose = async (code: string, quantities: string[]) => {
      const text = { code, description: `Contrapiso ${code}`, unit_id: shelf.unit['m³'] };
      const definition = await seed.insert('task_definitions', { ...owned, catalogue_id: shelf.catalogueId, ...text });
      const task = { product_table_id: shelf.tableId, definition_id: definition };
      const taskId = await seed.insert('tasks', { ...owned, ...task });
      for (const [position, quantity] of quantities.entries())
        await seed.insert('task_items', { ...owned, task_id: taskId, position, quantity, product_id: id });
      return taskId;
    };
    const first = await compose('CP-1', ['0.5', '0.25']);
    const one =
      'Este insumo não pode ser excluído: está em uso por 1 composição. Desative-o para que não apareça em novos lançamentos.';
    expect(said(await api.delete(`${at()}/${id}`, { token }))).toEqual([409, one, undefined]);
    const second = await compose('CP-2', ['2']);
    expect((await api.delete(`${at()}/${id}`, { token })).body.message).toContain('em uso por 2 composições');
    expect((await api.get(`${at()}/${id}/usages`, { token })).body.data.content).toEqual([
      { kind: 'TASK', id: first, code: 'CP-1', name: 'Contrapiso CP-1', unit: 'm³', quantity: '0.75' },
      { kind: 'TASK', id: second, code: 'CP-2', name: 'Contrapiso CP-2', unit: 'm³', quantity: '2' },
    ]);
    const impact = async (query: { price?: string }) =>
      (await api.get(`${at()}/${id}/impact`, { token, query })).body.data;
    // Without a price both stay without one; at 2,00 they cost 2 × 2 and (0,5 + 0,25) × 2.
    expect(await impact({})).toEqual({ compositions: 2, changed: 0, largest: [] });
    expect(await impact({ price: '2' })).toMatchObject({
      ...{ compositions: 2, changed: 2 },
      largest: [
        { task: { id: second, code: 'CP-2' }, before: null, after: '4.0000' },
        { task: { id: first, code: 'CP-1' }, before: null, after: '1.5000' },
      ],
    });
    expect(said(await api.get(`${at()}/${id}/impact`, { token, query: { price: '-1' } }))[0]).toBe(400);
    const figures = await api.get(`${at()}-figures`, { token, query: { ids: String(id) } });
    expect(figures.body.data.content).toEqual([{ id, priceDay: null, prices: [], uses: 2, suggested: false }]);
  });

  test('of a published table is read with the same calls, and only an import changes it', async () => {
    const { api, seed } = services;
    const token = office.admin;
    const [may, june] = [
      await publish(seed, shelf, '2026-05-01', 'RJ'),
      await publish(seed, shelf, '2026-06-01', 'RJ'),
    ];
    await stock(seed, shelf, { ...may, code: '370', name: 'Areia média', price: '101.5' });
    const id = await stock(seed, shelf, { ...june, code: '370', name: 'Areia média lavada', price: '103.25' });
    const read = (await api.get(`${at()}/${id}`, { token })).body.data;
    expect(read).toMatchObject({ code: '370', price: '103.2500', productTable: { source: 'SINAPI' } });
    const published = 'Os insumos do SINAPI só mudam por importação. Copie-o para uma tabela própria.';
    const put = await api.put(at(), { token, body: { ...cement(), id, productTable: { id: june.tableId } } });
    expect([put.status, put.body.message]).toEqual([422, published]);
    const gone = await api.delete(`${at()}/${id}`, { token });
    expect([gone.status, gone.body.message]).toEqual([422, published]);
    const batch = await api.put(`${at()}-batch`, { token, body: { products: [{ id, version: 1 }], active: false } });
    expect([batch.status, batch.body.message]).toEqual([422, published]);
    expect((await api.get(`${at()}/${id}/price-history`, { token })).body.data.content).toEqual([
      { day: '2026-05-01', price: '101.5000', origin: 'PUBLISHED' },
      { day: '2026-06-01', price: '103.2500', origin: 'PUBLISHED' },
    ]);
  });

  test('is found by its code, in its own tables first, and by the code of a product merged into it', async () => {
    const { api, seed } = services;
    const token = office.admin;
    const june = await publish(seed, shelf, '2026-06-01', 'MG');
    const published = await stock(seed, shelf, { ...june, code: 'a/1', name: 'Publicado' });
    const own = await stock(seed, shelf, { code: 'A/1', name: 'Próprio' });
    const get = (code: string, query = {}) => api.get(`${at()}/code/${encodeURIComponent(code)}`, { token, query });
    expect((await get('a/1')).body.data.id).toBe(own);
    expect((await get('A/1', { productTable: String(june.tableId) })).body.data.id).toBe(published);
    const [row] = await seed.sql<{ definition_id: string }>('select definition_id from products where id = $1', [own]);
    const alias = { catalogue_id: shelf.catalogueId, code: 'VELHO-7', definition_id: row?.definition_id };
    await seed.insert('product_aliases', { account_id: office.accountId, ...alias });
    expect((await get('velho-7')).body.data).toMatchObject({ id: own, aliases: ['VELHO-7'] });
    const missing = await get('nenhum');
    expect([missing.status, missing.body.message]).toEqual([404, 'Insumo não encontrado.']);
    expect((await get('a/1', { productTable: String(foreign.tableId) })).status).toBe(404);
  });

  test('is read with PURCHASE or ENGINEERING and changed with PURCHASE', async () => {
    const { api, seed } = services;
    const id = await stock(seed, shelf, { code: 'PERM', name: 'De quem pode' });
    const statuses = async (token: string) => [
      (await api.get(`${at()}/${id}`, { token })).status,
      (await api.get(at(), { token })).status,
      (await api.post(at(), { token, body: cement() })).status,
      (await api.put(`${at()}-batch`, { token, body: { products: [{ id, version: 1 }], active: true } })).status,
    ];
    expect(await statuses(await office.as(['DEBIT', 'CREDIT']))).toEqual([403, 403, 403, 403]);
    expect(await statuses(await office.as(['ENGINEERING']))).toEqual([200, 200, 403, 403]);
    expect(await statuses(await office.as(['PURCHASE']))).toEqual([200, 200, 200, 200]);
  });

  test('of another account does not exist', async () => {
    const { api, seed } = services;
    const token = office.admin;
    const theirs = await stock(seed, foreign, { code: 'C4N4R10', name: 'CANARIO' });
    const probes = [
      await api.get(`${at()}/${theirs}`, { token }),
      await api.get(`${at(stranger.accountId)}/${theirs}`, { token }),
      await api.get(`${at()}/code/C4N4R10`, { token }),
      await api.get(`${at()}/${theirs}/price-history`, { token }),
      await api.get(`${at()}/${theirs}/usages`, { token }),
      await api.get(`${at()}/${theirs}/impact`, { token, query: { price: '1' } }),
      await api.put(at(), { token, body: { ...cement(), id: theirs } }),
      await api.put(`${at()}-batch`, { token, body: { products: [{ id: theirs, version: 1 }], active: false } }),
      await api.delete(`${at()}/${theirs}`, { token }),
    ];
    expect(probes.map(({ status }) => status)).toEqual(probes.map(() => 404));
    const lists = [
      await api.get(at(), { token, query: { ids: String(theirs) } }),
      await api.get(at(), { token, query: { search: 'CANARIO' } }),
      await api.get(`${at()}-figures`, { token, query: { ids: String(theirs) } }),
    ];
    expect(lists.map(({ body }) => body.data.content)).toEqual([[], [], []]);
    expect([...probes, ...lists].map(({ text }) => text).join()).not.toContain('CANARIO');
  });
});
