import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startMerging, type Merging } from './mergingKit.ts';

let kit: Merging;
/** Names of the units, in the order in which lists sort them. */
const UNITS = ['kg', 'm³', 'sc'] as const;
const PRODUCTS = 2_101;

beforeAll(async () => {
  kit = await startMerging();
  const { services, office, shelf } = kit;
  // More than are found first and then sorted: lists of them are read by index.
  await services.seed.sql(
    `insert into product_definitions (account_id, catalogue_id, code, name, unit_id, product_type_id)
     select $1, $2, 'S' || n, 'Insumo ' || md5(n::text), ($3::bigint[])[1 + n % 3], $4 from generate_series(1, $5::int) n`,
    [office.accountId, shelf.catalogueId, UNITS.map((unit) => shelf.unit[unit]), shelf.type.Material, PRODUCTS],
  );
  await services.seed.sql(
    `insert into products (account_id, product_table_id, definition_id, active)
     select account_id, $2, id, id % 10 > 0 from product_definitions where account_id = $1 order by id`,
    [office.accountId, shelf.tableId],
  );
});
afterAll(() => kit.services.stop());

describe('Lists of more products than are sorted at once', () => {
  const units = async (query: Record<string, string>) => {
    const { services, office, shelf, at } = kit;
    const { body } = await services.api.get(at(), {
      token: office.admin,
      query: { productTable: String(shelf.tableId), ...query },
    });
    const rows = body.data.content as { id: number; unit: { acronyms: string } }[];
    return {
      total: body.data.totalElements,
      ids: rows.map(({ id }) => id),
      units: rows.map(({ unit }) => unit.acronyms),
    };
  };

  test.each(['unit', 'unit:desc'])('by %s show each product once, one unit after the other', async (sort) => {
    const order = sort === 'unit' ? [...UNITS] : UNITS.toReversed();
    const pages = [];
    for (let page = 0; page < 5; page += 1) pages.push(await units({ sort, size: '500', page: String(page) }));
    expect(pages.map(({ ids }) => ids.length)).toEqual([500, 500, 500, 500, PRODUCTS - 2_000]);
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(PRODUCTS);
    // n % 3 is 0 for 700 products, 1 and 2 for 701 and 700.
    const counts = { kg: 700, 'm³': 701, sc: 700 };
    expect(pages.flatMap((one) => one.units)).toEqual(order.flatMap((unit) => Array(counts[unit]).fill(unit)));
    expect((await units({ sort, size: '50', page: '99' })).ids).toEqual([]);
    const all = await units({ sort, size: '5000' });
    expect(all.ids).toEqual(pages.flatMap(({ ids }) => ids));
    const few = await units({ sort, size: '5000', active: 'false' });
    expect(few.ids.length).toBe(few.total);
    expect(few.units).toEqual(few.units.toSorted((a, b) => order.indexOf(a as 'kg') - order.indexOf(b as 'kg')));
  });
});

test('Tasks are counted as they are made, switched and deleted', async () => {
  const { services, office, product, compose, shelf } = kit;
  const input = await product({ name: 'Do que se faz', price: '1' });
  const totals = async () => {
    const { body } = await services.api.get('/api/v1/engineering/tasks-totals', { token: office.admin });
    const [counted] = await services.seed.sql(
      `select count(*)::int as all, (count(*) filter (where active))::int as active, (count(*) filter (where not active))::int as inactive
         from tasks where account_id = $1`,
      [office.accountId],
    );
    expect(body.data).toEqual(counted);
    return body.data;
  };
  expect(await totals()).toEqual({ all: 0, active: 0, inactive: 0 });
  const ids = [];
  for (const code of ['CP-1', 'CP-2', 'CP-3']) ids.push(await compose(code, [[input, '1.0000']]));
  expect(await totals()).toEqual({ all: 3, active: 3, inactive: 0 });
  await services.seed.sql('update tasks set active = not active where id = any($1)', [ids.slice(0, 2)]);
  expect(await totals()).toEqual({ all: 3, active: 1, inactive: 2 });
  await services.seed.sql('update tasks set active = true, unit_price = 5 where account_id = $1', [office.accountId]);
  await services.api.delete(`/api/v1/engineering/tasks/${ids[0]}`, { token: office.admin });
  expect(await totals()).toEqual({ all: 2, active: 2, inactive: 0 });
  const list = async (query: Record<string, string>) =>
    (await services.api.get('/api/v1/engineering/tasks', { token: office.admin, query })).body.data;
  const page = await list({ size: '1', active: 'true', costDatabase: String(shelf.tableId), source: 'GO' });
  expect([page.totalElements, page.content[0].code, page.last]).toEqual([2, 'CP-2', false]);
  expect((await list({ size: '1', sort: 'description:desc' })).content[0].code).toBe('CP-3');
  expect((await list({ size: '1', sort: 'unit', page: '1' })).content[0].code).toBe('CP-3');
  // kg stands before m³.
  await services.seed.sql(`update task_definitions set unit_id = $2 where account_id = $1 and code = 'CP-3'`, [
    ...[office.accountId, shelf.unit.kg],
  ]);
  const byUnit = async (sort: string, page: string) => {
    const { content, totalElements } = await list({ ...{ size: '1', sort, page }, source: 'GO', active: 'true' });
    return [content[0].code, totalElements];
  };
  expect([await byUnit('unit', '0'), await byUnit('unit', '1')]).toEqual([
    ['CP-3', 2],
    ['CP-2', 2],
  ]);
  expect([await byUnit('unit:desc', '0'), await byUnit('unit:desc', '1')]).toEqual([
    ['CP-2', 2],
    ['CP-3', 2],
  ]);
});
