import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice } from '#tests/financial/officeKit.ts';
import type { Reply } from '#tests/support/services.ts';
import { ofProduct, ofTask, path, publishedTable, product, openCatalogue, startDesk, type Desk } from './tasksKit.ts';

let desk: Desk;
let { services, office, own, stranger, foreign, bodyOf, post, make, read, put, input } = {} as Desk;

beforeAll(async () => {
  desk = await startDesk();
  ({ services, office, own, stranger, foreign, bodyOf, post, make, read, put, input } = desk);
});
afterAll(() => services.stop());

describe('A change of price', () => {
  test('goes up through every composition that uses it, and its preview says so beforehand', async () => {
    const { api } = services;
    const ok = await input({ code: 'U-1', name: 'Cimento', price: '2.00' });
    const other = await input({ code: 'U-2', name: 'Areia', price: '1.00' });
    const mortar = await make({ code: 'UP-1', description: 'Argamassa U', items: [ofProduct(ok, '0.5')] });
    const wall = await make({
      code: 'UP-2',
      description: 'Parede U',
      items: [ofTask(mortar, '3'), ofProduct(other, '1')],
    });
    const house = await make({ code: 'UP-3', description: 'Casa U', items: [ofTask(wall, '10'), ofTask(mortar, '1')] });
    await make({ code: 'UP-4', items: [ofProduct(other, '1')] });
    const impact = await api.get(`${path}/${mortar}/impact`, { token: office.admin, query: { unitPrice: '1.5' } });
    const name = (id: number, taskCode: string, text: string) => ({
      id,
      code: taskCode,
      name: text,
      unit: 'm²',
      costDatabase: { id: own.tableId, name: 'Próprios', source: 'GO' },
    });
    expect(impact.body.data).toEqual({
      compositions: 2,
      openEstimates: 0,
      changed: 2,
      largest: [
        { task: name(house, 'UP-3', 'Casa U'), before: '41.0000', after: '56.5000' },
        { task: name(wall, 'UP-2', 'Parede U'), before: '4.0000', after: '5.5000' },
      ],
    });
    await put(mortar, bodyOf({ code: 'UP-1', description: 'Argamassa U', items: [ofProduct(ok, '0.75')] }));
    expect([(await read(wall)).unitPrice, (await read(house)).unitPrice]).toEqual(['5.5000', '56.5000']);
    expect((await read(wall)).version).toBe(1);
    const usages = await api.get(`${path}/${mortar}/usages`, { token: office.admin });
    expect(usages.body.data).toMatchObject({
      totalElements: 2,
      content: [
        { task: name(wall, 'UP-2', 'Parede U'), quantity: '3', unitPrice: '5.5000' },
        { task: name(house, 'UP-3', 'Casa U'), quantity: '1', unitPrice: '56.5000' },
      ],
    });
    const inUse = await api.delete(`${path}/${mortar}`, { token: office.admin });
    expect([inUse.status, inUse.body.message]).toEqual([
      409,
      'Esta composição não pode ser excluída: está em uso por 2 composições. Desative-a para que não apareça em novos lançamentos.',
    ]);
  });

  test('of a product changes the compositions that use it in the same command', async () => {
    const { api, seed } = services;
    const cement = await input({ code: 'V-1', name: 'Cimento P', price: '2.00' });
    const mortar = await make({ items: [ofProduct(cement, '0.5')] });
    const wall = await make({ items: [ofTask(mortar, '3'), ofProduct(cement, '1')] });
    const products = `/api/v1/purchase/account/${office.accountId}/product`;
    const priced = (price: string | null) =>
      api.put(products, {
        token: office.admin,
        body: {
          ...{ id: cement, name: 'Cimento P', price, unit: { id: own.unitId } },
          ...{ productType: { id: own.types.material }, productTable: { id: own.tableId } },
        },
      });
    const prices = async () => [(await read(mortar)).unitPrice, (await read(wall)).unitPrice];
    expect(await prices()).toEqual(['1.0000', '5.0000']);
    expect((await priced('2.41')).status).toBe(200);
    // 0,5 × 2,41 = 1,205; 3 × 1,205 + 2,41 = 6,025.
    expect(await prices()).toEqual(['1.2050', '6.0250']);
    await priced(null);
    expect(await prices()).toEqual([null, null]);
    const brand = await seed.insert('brands', { account_id: office.accountId, name: 'Três Barras' });
    const [{ id: definition } = { id: 0 }] = await seed.sql<{ id: number }>(
      'select definition_id as id from products where id = $1',
      [cement],
    );
    await seed.sql('insert into product_brands (account_id, definition_id, brand_id) values ($1, $2, $3)', [
      ...[office.accountId, definition, brand],
    ]);
    const kept = await api.delete(`/api/v1/purchase/brand/${brand}`, { token: office.admin });
    expect([kept.status, kept.body.message]).toEqual([
      409,
      'Esta marca não pode ser excluída: está em uso por 1 insumo. Desative-a para que não apareça em novos lançamentos.',
    ]);
    const unit = await api.delete(`/api/v1/purchase/unit/${own.unitId}`, { token: office.admin });
    expect([unit.status, unit.body.message]).toEqual([
      409,
      expect.stringMatching(/^Esta unidade não pode ser excluída: está em uso por \d+ insumos e \d+ composições\./),
    ]);
  });

  test('is told as a tree and as an ABC curve of inputs', async () => {
    const { api } = services;
    const cement = await input({ code: 'X-1', name: 'Cimento X', price: '80.00' });
    const sand = await input({ code: 'X-2', name: 'Areia X', price: '7.50' });
    const water = await input({ code: 'X-3', name: 'Água X', price: '2.50' });
    const asked = await input({ code: 'X-4', name: 'Sob consulta', price: null });
    const mortar = await make({ items: [ofProduct(cement, '0.5'), ofProduct(sand, '1')] });
    const wall = await make({ items: [ofTask(mortar, '2'), ofProduct(water, '2'), ofProduct(asked, '1')] });
    const of = async (what: string) =>
      (await api.get(`${path}/${wall}/${what}`, { token: office.admin })).body.data.content;
    const tree = await of('explosion');
    expect(
      tree.map((line: Record<string, unknown>) => [
        line['level'],
        line['code'],
        line['totalQuantity'],
        line['totalPrice'],
      ]),
    ).toEqual([
      [0, expect.any(String), '2', '95.0000'],
      [1, 'X-1', '1', '40.0000'],
      [1, 'X-2', '2', '7.5000'],
      [0, 'X-3', '2', '5.0000'],
      [0, 'X-4', '1', null],
    ]);
    const curve = await of('inputs');
    expect(
      curve.map((line: Record<string, unknown>) =>
        ['code', 'quantity', 'totalPrice', 'percentage', 'accumulated', 'class'].map((key) => line[key]),
      ),
    ).toEqual([
      ['X-1', '1', '80.0000', '80.00', '80.00', 'A'],
      ['X-2', '2', '15.0000', '15.00', '95.00', 'B'],
      ['X-3', '2', '5.0000', '5.00', '100.00', 'C'],
      ['X-4', '1', null, null, null, null],
    ]);
  });
});

describe('Published tasks', () => {
  const publish = async (table: { catalogueId: number; tableId: number }) => {
    const { seed } = services;
    const account = { account_id: own.accountId };
    const of = { ...own, ...table };
    const mason = await product(services, of, { code: '88309', name: 'Pedreiro', price: '42.48', type: 'labour' });
    const [definition] = await seed.sql<{ id: string }>('select definition_id as id from products where id = $1', [
      mason,
    ]);
    const task = { ...account, catalogue_id: table.catalogueId, unit_id: own.unitId, class: 'PAVI' };
    const definitionId = await seed.insert('task_definitions', { ...task, code: '91640', description: 'Bota-fora' });
    const lost = await seed.insert('task_definitions', { ...task, code: '91641', description: 'Sem base' });
    const line = { ...account, definition_id: definitionId };
    await seed.insert('task_definition_items', {
      ...line,
      position: 0,
      coefficient: '0.0000713',
      product_definition_id: definition?.id,
    });
    await seed.insert('task_definition_items', {
      ...line,
      position: 1,
      coefficient: '0.5',
      product_definition_id: definition?.id,
    });
    await seed.insert('task_definition_items', {
      account_id: own.accountId,
      definition_id: lost,
      position: 0,
      coefficient: '1',
      child_definition_id: definitionId,
    });
    const price = { ...account, product_table_id: table.tableId };
    const id = await seed.insert('tasks', { ...price, definition_id: definitionId, unit_price: '21.24' });
    return { id, mason };
  };

  test('keep published prices and coefficients, cut their lines after two places, and change by import only', async () => {
    const { api } = services;
    const table = await publishedTable(services, office);
    const { id } = await publish(table);
    const task = await read(id);
    expect(task).toMatchObject({
      readOnly: true,
      group: 'PAVI',
      unitPrice: '21.2400',
      items: [
        { quantity: '0.0000713', unitPrice: '42.4800', totalPrice: '0.0000' },
        { quantity: '0.5', unitPrice: '42.4800', totalPrice: '21.2400' },
      ],
      pricesByType: [{ productType: { name: 'Mão de obra' }, price: '21.2400' }],
    });
    const sentence = 'Esta composição é publicada pelo SINAPI e só muda por importação. Duplique-a para ter a sua.';
    const refused = [
      await put(id, { code: '91640', description: 'Minha', unit: { id: own.unitId }, items: [] }),
      await api.delete(`${path}/${id}`, { token: office.admin }),
    ];
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
      [422, sentence],
      [422, sentence],
    ]);
    const copied = await api.post(`${path}/${id}/copies`, {
      token: office.admin,
      body: { code: 'MEU-1', costDatabase: { id: own.tableId } },
    });
    expect(copied.body.data).toMatchObject({
      code: 'MEU-1',
      description: 'Bota-fora',
      readOnly: false,
      sourceReference: 'SINAPI 91640',
      // 0.0000713 × 42.48 = 0.003028824
      unitPrice: '21.2430',
      items: [{ quantity: '0.0000713', totalPrice: '0.0030' }, { quantity: '0.5' }],
    });
    const { data } = copied.body;
    const again = await put(data.id, { ...bodyOf({ code: 'MEU-1', description: 'Minha', items: data.items }) });
    expect(again.body.data.items[0].quantity).toBe('0.0000713');
  });
});

describe('Lists of tasks', () => {
  const list = (token: string, query = {}, at = path) => services.api.get(at, { token, query });
  const codes = ({ body }: Reply) => body.data.content.map((row: { code: string }) => row.code);

  test('are narrowed, sorted and counted, with lines on demand, at the same cost for 5 as for 50', async () => {
    const place = await openOffice(services.seed);
    const of = await openCatalogue(services, place);
    const ok = await product(services, of, { code: '1', name: 'Um', price: '1.00' });
    const add = async (taskCode: string, description: string, active = true) => {
      const body = { ...bodyOf({ code: taskCode, description, items: [ofProduct(ok, '1')] }, of), active };
      return (await post(body, place.admin)).body.data.id;
    };
    await add('B-1', 'Piso cerâmico acabado');
    const second = await add('A-2', 'Pintura acrílica');
    await add('C-3', 'Contrapiso');
    await add('D-4', 'Revestimento cerâmico', false);
    await add('E-5', 'Piso vinílico acabado');
    const five = await list(place.admin, { details: 'true' });
    expect(codes(five)).toEqual(['A-2', 'B-1', 'C-3', 'D-4', 'E-5']);
    expect(five.body.data.content[0].items).toMatchObject([{ code: '1', totalPrice: '1.0000' }]);
    const plain = await list(place.admin, { sort: 'description:desc', size: '2' });
    expect(codes(plain)).toEqual(['D-4', 'E-5']);
    expect(plain.body.data).toMatchObject({ totalElements: 5, last: false, number: 0, size: 2 });
    expect(plain.body.data.content[0].items).toBeUndefined();
    expect(codes(await list(place.admin, { search: 'acabado PISO' }))).toEqual(['B-1', 'E-5']);
    expect(codes(await list(place.admin, { search: 'ceramico' }))).toEqual(['B-1', 'D-4']);
    expect(codes(await list(place.admin, { search: 'c-3' }))).toEqual(['C-3']);
    const found: [Record<string, string>, string[]][] = [
      [{ sort: 'description' }, ['C-3', 'B-1', 'E-5']],
      [{ sort: 'unit:desc' }, ['E-5', 'C-3', 'B-1']],
      [{ sort: 'costDatabase' }, ['B-1', 'C-3', 'E-5']],
      [{ code: 'c-3' }, ['C-3']],
      [{ source: 'SINAPI' }, []],
      [{ active: 'false' }, []],
    ];
    for (const [query, expected] of found) {
      const answer = await list(place.admin, { search: 'piso', ...query });
      expect([query, codes(answer), answer.body.data.totalElements]).toEqual([query, expected, expected.length]);
    }
    expect(codes(await list(place.admin, { code: 'a-2' }))).toEqual(['A-2']);
    expect(codes(await list(place.admin, { active: 'false' }))).toEqual(['D-4']);
    expect(codes(await list(place.admin, { ids: `${second}` }))).toEqual(['A-2']);
    expect(codes(await list(place.admin, { costDatabase: String(own.tableId) }))).toEqual([]);
    expect(
      codes(await list(place.admin, { productTable: String(of.tableId), source: 'GO', activeCostDatabase: 'true' }))
        .length,
    ).toBe(5);
    expect((await list(place.admin, { search: 'piso' }, `${path}-totals`)).body.data).toEqual({
      all: 3,
      active: 3,
      inactive: 0,
    });
    expect((await list(place.admin, {}, `${path}-totals`)).body.data).toEqual({ all: 5, active: 4, inactive: 1 });
    expect((await list(place.admin, { sort: 'version' })).status).toBe(400);
    for (let index = 0; index < 45; index += 1) await add(`F-${index}`, `Mais ${index}`);
    const fifty = await list(place.admin, { details: 'true', size: '2000000' });
    expect(fifty.body.data).toMatchObject({ totalElements: 50, size: 100 });
    expect(fifty.headers['x-sql-queries']).toBe(five.headers['x-sql-queries']);
  });

  test('of what lines can be made of begin with the code, tell circles, and answer pasted codes', async () => {
    const { api } = services;
    const place = await openOffice(services.seed);
    const of = await openCatalogue(services, place);
    const tile = await product(services, of, { code: '0733', name: 'Piso acabado em granilite', price: '128.00' });
    await product(services, of, { code: 'PISO', name: 'Outra coisa', price: null, type: 'labour' });
    const body = (taskCode: string, description: string, items: object[]) =>
      bodyOf({ code: taskCode, description, items }, of);
    const base = (await post(body('CP-1', 'Contrapiso', [ofProduct(tile, '1')]), place.admin)).body.data;
    const top = (await post(body('CP-2', 'Piso acabado em porcelanato', [ofTask(base.id, '1')]), place.admin)).body
      .data;
    const find = (query: Record<string, string>) =>
      api.get('/api/v1/engineering/resources', { token: place.admin, query }).then(({ body: { data } }) => data);
    const { content, totalElements } = await find({ search: 'piso', task: String(base.id) });
    expect(content.map((row: { code: string }) => row.code)).toEqual(['PISO', 'CP-1', '0733', 'CP-2']);
    expect(totalElements).toBe(4);
    expect(content[0]).toEqual({
      kind: 'PRODUCT',
      id: expect.any(Number),
      code: 'PISO',
      name: 'Outra coisa',
      unit: 'm²',
      price: null,
      productType: { id: of.types.labour, name: 'Mão de obra' },
      costDatabase: { id: of.tableId, name: 'Próprios', source: 'GO' },
      sourceReference: null,
      aliases: [],
      circle: null,
    });
    const self = { id: base.id, code: 'CP-1', name: 'Contrapiso' };
    expect(content[1].circle).toEqual([self, self]);
    expect(content[3].circle).toEqual([self, { id: top.id, code: 'CP-2', name: 'Piso acabado em porcelanato' }, self]);
    expect((await find({ search: 'aca piso' })).totalElements).toBe(2);
    expect((await find({ codes: 'cp-2,0733,NADA' })).content.map((row: { code: string }) => row.code)).toEqual([
      '0733',
      'CP-2',
    ]);
    expect(await find({ search: '  ' })).toEqual({ content: [], totalElements: 0 });
  });
});

describe('Permissions on tasks', () => {
  test('PURCHASE reads, ENGINEERING changes, finance sees nothing; another account has no such task', async () => {
    const { api } = services;
    const ok = await input({ code: 'P-1', name: 'Certo', price: '1.00' });
    const id = await make({ items: [ofProduct(ok, '1')] });
    const statuses = async (token: string) => {
      const body = bodyOf({ items: [ofProduct(ok, '1')] });
      return [
        (await api.get(path, { token })).status,
        (await api.get(`${path}/${id}`, { token })).status,
        (await api.get(`${path}/${id}/usages`, { token })).status,
        (await api.get('/api/v1/engineering/resources', { token, query: { search: 'certo' } })).status,
        (await post(body, token)).status,
        (await put(id, bodyOf({ items: [ofProduct(ok, '1')] }), token)).status,
      ];
    };
    expect(await statuses(await office.as(['PURCHASE']))).toEqual([200, 200, 200, 200, 403, 403]);
    expect(await statuses(await office.as(['ENGINEERING']))).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await statuses(await office.as(['DEBIT', 'CREDIT']))).toEqual([403, 403, 403, 403, 403, 403]);
    for (const at of ['', '/usages', '/history', '/reference', '/impact', '/explosion', '/inputs']) {
      expect((await api.get(`${path}/${id}${at}`, { token: stranger.admin })).status).toBe(404);
    }
    expect((await put(id, bodyOf({ items: [] }), stranger.admin)).status).toBe(404);
    expect((await api.delete(`${path}/${id}`, { token: stranger.admin })).status).toBe(404);
    expect(
      (
        await api.post(`${path}/${id}/copies`, {
          token: stranger.admin,
          body: { code: 'X', costDatabase: { id: foreign.tableId } },
        })
      ).status,
    ).toBe(404);
  });
});
