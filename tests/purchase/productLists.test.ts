import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';
import { openShelf, publish, stock, type Shelf } from './productKit.ts';

let services: TestServices;
let office: Office;
let shelf: Shelf;
let token: string;
let sinapi: { tableId: number; catalogueId: number };
const id: Record<string, number> = {};

beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  office = await openOffice(seed);
  shelf = await openShelf(seed, office.accountId);
  token = office.admin;
  sinapi = await publish(seed, shelf, '2026-10-01');
  id['cement'] = await stock(seed, shelf, {
    code: '0118',
    name: 'Cimento CP II-E-32',
    group: 'binders',
    brand: 'Votoran',
    price: '36.8',
  });
  id['lime'] = await stock(seed, shelf, {
    code: '0122',
    name: 'Cal hidratada CH-III',
    group: 'binders',
    price: '17.8',
  });
  id['sand'] = await stock(seed, shelf, {
    code: '0204',
    name: 'Areia média lavada',
    unit: 'm³',
    group: 'aggregates',
    price: '145',
  });
  id['gravel'] = await stock(seed, shelf, {
    code: '118',
    name: 'Brita 1',
    unit: 'm³',
    group: 'aggregates',
    price: null,
  });
  id['mason'] = await stock(seed, shelf, {
    code: '0901',
    name: 'Pedreiro',
    unit: 'kg',
    type: 'Mão de obra',
    price: '28.4',
  });
  id['old'] = await stock(seed, shelf, { code: '0001', name: 'Água sanitária', active: false, brand: 'Votoran' });
  id['published'] = await stock(seed, shelf, {
    ...sinapi,
    code: '118',
    name: 'CIMENTO PORTLAND COMPOSTO CP II-32',
    price: '0.76',
  });
});
afterAll(() => services.stop());

const at = () => `/api/v1/purchase/account/${office.accountId}/product`;
const list = (query: Record<string, string> = {}) => services.api.get(at(), { token, query });
const keys = ({ body }: Reply) =>
  body.data.content.map((row: { id: number }) => Object.keys(id).find((key) => id[key] === row.id));
const own = () => ({ productTable: String(shelf.tableId) });
const totals = (query: Record<string, string> = {}) => services.api.get(`${at()}-totals`, { token, query });

describe('Lists of products', () => {
  test('are sorted by name, code, unit or price, products without a price last either way', async () => {
    expect(keys(await list())).toEqual(['old', 'sand', 'gravel', 'lime', 'cement', 'published', 'mason']);
    expect(keys(await list({ ...own(), sort: 'name:desc' }))).toEqual([
      'mason',
      'cement',
      'lime',
      'gravel',
      'sand',
      'old',
    ]);
    expect(keys(await list({ ...own(), sort: 'code' }))).toEqual(['old', 'cement', 'lime', 'sand', 'mason', 'gravel']);
    expect(keys(await list({ ...own(), sort: 'price', active: 'true' }))).toEqual([
      'lime',
      'mason',
      'cement',
      'sand',
      'gravel',
    ]);
    expect(keys(await list({ ...own(), sort: 'price:desc', active: 'true' }))).toEqual([
      'sand',
      'cement',
      'mason',
      'lime',
      'gravel',
    ]);
    expect(keys(await list({ ...own(), sort: 'unit,name' }))).toEqual([
      'mason',
      'sand',
      'gravel',
      'old',
      'lime',
      'cement',
    ]);
    const wrong = await list({ sort: 'version' });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Não é possível ordenar por "version".']);
  });

  test('are narrowed by table, branch of groups, type, unit, brand and activity, and count the same rows', async () => {
    const cases: [Record<string, string>, string[]][] = [
      [own(), ['old', 'sand', 'gravel', 'lime', 'cement', 'mason']],
      [{ productTable: String(sinapi.tableId) }, ['published']],
      [{ productGroup: String(shelf.group.parent) }, ['sand', 'gravel', 'lime', 'cement']],
      [{ productGroup: String(shelf.group.binders) }, ['lime', 'cement']],
      [{ productType: String(shelf.type['Mão de obra']) }, ['mason']],
      [{ unit: String(shelf.unit['m³']), productGroup: String(shelf.group.parent) }, ['sand', 'gravel']],
      [{ brand: String(shelf.brand.Votoran) }, ['old', 'cement']],
      [{ brand: String(shelf.brand.Votoran), active: 'true' }, ['cement']],
      [{ active: 'false' }, ['old']],
      [{ ids: `${id['mason']},${id['sand']}` }, ['sand', 'mason']],
      [{ productTable: '999999' }, []],
    ];
    for (const [query, expected] of cases) {
      const answer = await list(query);
      expect([query, keys(answer), answer.body.data.totalElements]).toEqual([query, expected, expected.length]);
    }
    expect((await list({ color: 'azul' })).status).toBe(400);
  });

  test('leave out what is in cost databases that are switched off, where only active ones are asked for', async () => {
    const { seed } = services;
    await seed.sql('update product_tables set active = false where id = $1', [sinapi.tableId]);
    expect(keys(await list({ activeProductTable: 'true', active: 'true' }))).toEqual([
      'sand',
      'gravel',
      'lime',
      'cement',
      'mason',
    ]);
    expect(keys(await list({ activeProductTable: 'false' }))).toEqual(['published']);
    await seed.sql('update product_tables set active = true where id = $1', [sinapi.tableId]);
  });

  test('find a code first, then codes that begin so, then words in any order without accents, and merged codes', async () => {
    const { seed } = services;
    expect(keys(await list({ search: '118' }))).toEqual(['gravel', 'published', 'cement']);
    expect(keys(await list({ search: '011' }))).toEqual(['cement']);
    expect(keys(await list({ search: 'LAVADA areia' }))).toEqual(['sand']);
    expect(keys(await list({ search: 'agua' }))).toEqual(['old']);
    expect(keys(await list({ search: 'cp cimento', ...own() }))).toEqual(['cement']);
    expect(keys(await list({ search: 'cimento', sort: 'price' }))).toEqual(['published', 'cement']);
    expect(keys(await list({ search: '100%' }))).toEqual([]);
    const [row] = await seed.sql<{ definition_id: string }>('select definition_id from products where id = $1', [
      id['lime'],
    ]);
    const alias = { catalogue_id: shelf.catalogueId, code: 'ANTIGO-9', definition_id: row?.definition_id };
    await seed.insert('product_aliases', { account_id: office.accountId, ...alias });
    expect(keys(await list({ search: 'antigo-9' }))).toEqual(['lime']);
    await seed.sql(`delete from product_aliases where code = 'ANTIGO-9'`);
    expect(keys(await list({ search: 'antigo-9' }))).toEqual([]);
    expect((await list({ search: 'cimento', page: '9' })).body.data).toMatchObject({ content: [], totalElements: 2 });
  });

  test('of what a search finds are sorted, narrowed and cut as any other', async () => {
    const cases: [Record<string, string>, string[]][] = [
      [{}, ['old', 'sand', 'gravel', 'lime', 'published']],
      [{ sort: 'name:desc' }, ['published', 'lime', 'gravel', 'sand', 'old']],
      [{ sort: 'code' }, ['old', 'lime', 'sand', 'gravel', 'published']],
      [{ sort: 'unit,name' }, ['sand', 'gravel', 'old', 'lime', 'published']],
      [{ productGroup: String(shelf.group.parent) }, ['sand', 'gravel', 'lime']],
      [{ productType: String(shelf.type['Mão de obra']) }, []],
      [{ unit: String(shelf.unit['m³']), ...own() }, ['sand', 'gravel']],
      [{ brand: String(shelf.brand.Votoran) }, ['old']],
      [{ active: 'true', ...own() }, ['sand', 'gravel', 'lime']],
      [{ active: 'false' }, ['old']],
      [{ ids: `${id['sand']},${id['mason']}` }, ['sand']],
      [{ productTable: '999999' }, []],
    ];
    for (const [query, expected] of cases) {
      const answer = await list({ search: 'a', ...query });
      expect([query, keys(answer), answer.body.data.totalElements]).toEqual([query, expected, expected.length]);
    }
    const second = await list({ search: 'a', size: '2', page: '1' });
    expect([keys(second), second.body.data.totalElements, second.body.data.last]).toEqual([
      ['gravel', 'lime'],
      5,
      false,
    ]);
    const { seed } = services;
    const rename = (from: string, to: string) =>
      seed.sql('update product_definitions set name = $3 where account_id = $1 and name = $2', [
        ...[office.accountId, from, to],
      ]);
    await rename('Brita 1', 'Zircônia a granel');
    expect(keys(await list({ search: 'A', ...own() }))).toEqual(['old', 'sand', 'lime', 'gravel']);
    await rename('Zircônia a granel', 'Brita 1');
  });

  test('count each view under the other filters, and each table and group for the panes', async () => {
    expect((await totals(own())).body.data).toEqual({ all: 6, active: 5, inactive: 1 });
    expect((await totals({ ...own(), search: 'agua' })).body.data).toEqual({ all: 1, active: 0, inactive: 1 });
    expect((await totals({ brand: String(shelf.brand.Votoran) })).body.data).toEqual({
      all: 2,
      active: 1,
      inactive: 1,
    });
    const counts = await services.api.get(`${at()}-counts`, { token, query: { ...own(), active: 'true' } });
    expect(counts.body.data).toEqual({
      tables: [
        { id: shelf.tableId, count: 5 },
        { id: sinapi.tableId, count: 1 },
      ],
      groups: [
        { id: shelf.group.parent, name: 'Cimento, areia e brita', code: '01', level: 1, leaf: false, count: 4 },
        { id: shelf.group.binders, name: 'Aglomerantes', code: '01.01', level: 2, leaf: true, count: 2 },
        { id: shelf.group.aggregates, name: 'Agregados', code: '01.02', level: 2, leaf: true, count: 2 },
      ],
      ungrouped: 1,
      pairs: 0,
    });
  });

  test('keep their counts through every change, as counting the rows gives them', async () => {
    const { api, seed } = services;
    const counted = async () => {
      const rows = (columns: string) =>
        seed.sql(
          `select product_table_id, ${columns} from products p join product_definitions d
          on d.account_id = p.account_id and d.id = p.definition_id where p.account_id = $1 group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
          [office.accountId],
        );
      const expected = await rows(
        'coalesce(product_group_id, 0) as product_group_id, product_type_id, unit_id, active, count(*)::integer as count',
      );
      const kept = await seed.sql(
        `select product_table_id, product_group_id, product_type_id, unit_id, active, count from product_counts
         where account_id = $1 and count <> 0 order by 1, 2, 3, 4, 5`,
        [office.accountId],
      );
      expect(kept).toEqual(expected);
    };
    await counted();
    const body = {
      name: 'Passageiro',
      unit: { id: shelf.unit.kg },
      productType: { id: shelf.type.Material },
      productTable: { id: shelf.tableId },
    };
    const { id: made } = (await api.post(at(), { token, body })).body.data;
    await counted();
    const moved = {
      ...body,
      id: made,
      unit: { id: shelf.unit.sc },
      productGroup: { id: shelf.group.binders },
      active: false,
    };
    expect((await api.put(at(), { token, body: moved })).status).toBe(200);
    await counted();
    const products = [
      { id: made, version: 2 },
      { id: id['lime'], version: 1 },
    ];
    const batch = { products, productGroup: { id: shelf.group.aggregates }, active: true };
    const changed = await api.put(`${at()}-batch`, { token, body: batch });
    expect(changed.body.data.content).toMatchObject([
      { id: made, productGroup: { name: 'Agregados' }, active: true, version: 3 },
      { id: id['lime'], productGroup: { name: 'Agregados' }, active: true, version: 2 },
    ]);
    await counted();
    await api.put(`${at()}-batch`, {
      token,
      body: { products: [{ id: id['lime'], version: 2 }], productGroup: { id: shelf.group.binders } },
    });
    const stale = {
      products: [
        { id: made, version: 3 },
        { id: id['lime'], version: 1 },
      ],
      active: false,
    };
    expect((await api.put(`${at()}-batch`, { token, body: stale })).status).toBe(409);
    await counted();
    await api.delete(`${at()}/${made}`, { token });
    await counted();
    await seed.sql('delete from product_tables where id = $1', [sinapi.tableId]);
    await seed.sql('delete from catalogues where id = $1', [sinapi.catalogueId]);
    await counted();
  });

  test('show the prices of twelve months with the one before them, and the day of the last', async () => {
    const { seed } = services;
    const price = (day: string, value: string | null, origin = 'TYPED') =>
      seed.insert('product_prices', {
        account_id: office.accountId,
        product_id: id['cement'],
        day,
        price: value,
        origin,
      });
    await price('2025-01-10', '30');
    await price('2025-06-01', '32');
    await price('2026-03-02', '35.5');
    await price('2026-11-04', '36.8');
    await price('2026-11-10', '39', 'MERGE');
    const figures = await services.api.get(`${at()}-figures`, {
      token,
      query: { ids: `${id['cement']},${id['sand']}` },
    });
    expect(figures.body.data.content).toEqual([
      {
        id: id['cement'],
        priceDay: '2026-11-04',
        prices: [
          { day: '2025-06-01', price: '32.0000' },
          { day: '2026-03-02', price: '35.5000' },
          { day: '2026-11-04', price: '36.8000' },
          { day: '2026-11-10', price: '39.0000' },
        ],
        uses: 0,
        suggested: false,
      },
      { id: id['sand'], priceDay: null, prices: [], uses: 0, suggested: false },
    ]);
  });

  test('have pages of 50 unless a size is named, and cost the same for 5 rows as for 60', async () => {
    const { seed } = services;
    const big = await openOffice(seed);
    const there = await openShelf(seed, big.accountId);
    const make = async (from: number, to: number) => {
      for (let index = from; index < to; index += 1)
        await stock(seed, there, { code: `C${index}`, name: `Insumo ${index}`, brand: 'Cauê', group: 'binders' });
    };
    const ask = async (path: string, query: Record<string, string>) =>
      services.api.get(`/api/v1/purchase/account/${big.accountId}/product${path}`, { token: big.admin, query });
    const queries: [string, Record<string, string>][] = [
      ['', {}],
      ['', { search: 'insumo' }],
      ['', { size: '2000000', productGroup: String(there.group.parent), brand: String(there.brand.Cauê) }],
      ['-counts', {}],
      ['-totals', { search: 'insumo' }],
    ];
    const costs = async () => {
      const answers = [];
      for (const [path, query] of queries) answers.push(await ask(path, query));
      return answers.map(({ status, headers }) => [status, headers['x-sql-queries']]);
    };
    await make(0, 5);
    const few = await costs();
    await make(5, 60);
    expect(await costs()).toEqual(few);
    const page = await ask('', {});
    expect([page.body.data.content.length, page.body.data.totalElements, page.body.data.last]).toEqual([50, 60, false]);
    const whole = await ask('', { size: '2000000' });
    expect([whole.body.data.content.length, whole.body.data.last]).toEqual([60, true]);
  });
});
