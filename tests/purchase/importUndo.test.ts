import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  counts,
  importOf,
  of,
  openImports,
  undone,
  type ImportOffice,
  type Register,
  type Sheet,
} from './importKit.ts';
import { stock } from './productKit.ts';

let world: ImportOffice;
beforeAll(async () => {
  world = await openImports();
  const { seed } = world.services;
  const account = { account_id: world.office.accountId };
  await seed.insert('categories', { ...account, type: 'DEBIT', name: 'Areia' });
  await seed.insert('partners', { ...account, type: 'SUPPLIER', name: 'Depósito São Jorge', city: 'Santos' });
  await seed.insert('partners', { ...account, type: 'CUSTOMER', name: 'Clínica São Lucas', phone: '1133334444' });
  await stock(seed, world.shelf, { code: 'CP-2', name: 'Cimento', group: 'binders', brand: 'Cauê', price: '0.7360' });
});
afterAll(() => world.services.stop());

const send: ImportOffice['send'] = (...call) => world.send(...call);
const undo: ImportOffice['undo'] = (...call) => world.undo(...call);
const rowsOf = (sql: string) => world.rowsOf(sql);

/** What a table holds, apart from keys and versions. */
const dump = (table: string) =>
  rowsOf(`select to_jsonb(t) - 'version' as row from ${table} t
    where account_id = $1 and to_jsonb(t) ->> 'count' is distinct from '0' order by 1`);
const REGISTERS = ['categories', 'partners', 'brands', 'units', 'product_types', 'product_groups'];
const PRODUCTS = ['product_definitions', 'products', 'product_brands', 'product_search', 'product_counts'];
const everything = () => Promise.all([...REGISTERS, ...PRODUCTS].map(async (table) => [table, await dump(table)]));

interface Case {
  register: Register;
  entity: string;
  sheet: Sheet;
  more?: Record<string, unknown>;
  imported: ReturnType<typeof of>;
  expected: ReturnType<typeof undone>;
}

const cases: Record<string, Case> = {
  categories: {
    ...{ register: 'category', entity: 'category' },
    sheet: [
      ['type', 'name', 'statementLine', 'active'],
      ['Despesa', 'Brita', 'Custo das obras', ''],
      ['Despesa', 'AREIA', 'Custo das obras', 'Não'],
    ],
    ...{ imported: of(1, 1), expected: undone(1, 1) },
  },
  suppliers: {
    ...{ register: 'partner', entity: 'partner' },
    sheet: [
      ['name', 'taxId', 'city'],
      ['Eletro Luz', '529.982.247-25', ''],
      ['Depósito São Jorge', '11.222.333/0001-81', 'Campinas/SP'],
    ],
    ...{ imported: of(1, 1), expected: undone(1, 1) },
  },
  customers: {
    ...{ register: 'partner', entity: 'partner', more: { type: 'CUSTOMER' } },
    sheet: [
      ['name', 'phone'],
      ['Residencial Ipê', ''],
      ['Clínica São Lucas', '(11) 98765-4321'],
    ],
    ...{ imported: of(1, 1), expected: undone(1, 1) },
  },
  brands: {
    ...{ register: 'brand', entity: 'brand', sheet: [['name'], ['VOTORAN'], ['Tigre'], ['Amanco']] },
    ...{ imported: of(2, 1), expected: undone(2, 1) },
  },
  units: {
    ...{ register: 'unit', entity: 'unit' },
    sheet: [
      ['acronyms', 'description'],
      ['M3', 'Metro cúbico medido'],
      ['cx', 'Caixa'],
    ],
    ...{ imported: of(1, 1), expected: undone(1, 1) },
  },
  'product types': {
    ...{ register: 'type', entity: 'productType', sheet: [['name'], ['MATERIAL'], ['Equipamento']] },
    ...{ imported: of(1, 1), expected: undone(1, 1) },
  },
  'product groups': {
    ...{ register: 'group', entity: 'productGroup' },
    sheet: [
      ['code', 'name', 'parent'],
      ['02', 'Elétrica', ''],
      ['02.01', 'Condutores', ''],
      ['', 'Cabos', 'Condutores'],
      ['01', 'CIMENTO, areia e brita', ''],
      ['', 'Cal', 'Cimento, areia e brita'],
    ],
    ...{ imported: of(4, 1), expected: undone(4, 1) },
  },
  'products with what they refer to': {
    ...{ register: 'product', entity: 'product' },
    sheet: [
      [
        'code',
        'name',
        'unit',
        'productType',
        'productGroup',
        'price',
        'brands',
        'purchaseUnit',
        'purchaseFactor',
        'leadTimeDays',
      ],
      ['CP-2', 'Cimento CP II', 'kg', 'Insumo', 'Agregados', '0,75', 'Nova; Votoran', 'sc', '50', '7'],
      ['', 'Pedreiro', 'hora', 'Mão de obra', 'Pessoal', '31,50', 'Nova', '', '', ''],
    ],
    more: { createMissing: ['unit', 'productType', 'productGroup', 'brands'] },
    // Two products; a unit, a type, a group and a brand were made for them.
    ...{ imported: of(1, 1), expected: undone(5, 1) },
  },
};

describe('An import that is taken back', () => {
  test.each(Object.entries(cases))('leaves %s as they were, with the history of every row', async (_, one) => {
    const before = await everything();
    const [last] = await rowsOf('select coalesce(max(id), 0)::int as id from audit_log where account_id = $1');
    const made = await send(one.register, one.sheet, one.more);
    expect([made.status, counts(made)]).toEqual([200, one.imported]);
    expect(await everything()).not.toEqual(before);
    const done = await undo(one.register, importOf(made));
    expect([done.status, done.body.data?.counts]).toEqual([200, one.expected]);
    expect(await everything()).toEqual(before);
    const history = await rowsOf(
      `select action, count(*)::int, min(details ->> 'undoneImport') as file from audit_log
        where account_id = $1 and id > ${Number(last?.['id'])} and details ? 'undoneImport' group by action order by action`,
    );
    const file = 'controle.xlsx';
    expect(history).toEqual([
      { action: 'delete', count: one.expected.removed, file },
      { action: 'update', count: one.expected.restored, file },
    ]);
  });

  test('has an id only where something was written', async () => {
    const sheet = [['name'], ['Marca de passagem']];
    expect((await world.check('brand', sheet)).body.data.importId).toBeNull();
    const made = await send('brand', sheet);
    expect(importOf(made)).toBeGreaterThan(0);
    expect((await send('brand', sheet)).body.data.importId).toBeNull();
    await undo('brand', importOf(made));
  });

  test('is taken back once, also by two at the same time, and by nobody else', async () => {
    const made = await send('partner', [['name'], ['Uma vez só']]);
    const id = importOf(made);
    const { stranger, office } = world;
    const theirs = await undo('partner', id, stranger.admin, stranger.accountId);
    expect([theirs.status, theirs.body.message]).toEqual([404, 'Importação não encontrada.']);
    expect((await undo('partner', id, office.admin, stranger.accountId)).status).toBe(404);
    expect((await undo('brand', id)).status).toBe(404);
    expect((await undo('partner', id + 1000)).status).toBe(404);
    expect((await undo('partner', id, await office.as([]))).status).toBe(403);
    const both = await Promise.all([undo('partner', id), undo('partner', id)]);
    const [first, second] = [...both].sort((a, b) => a.status - b.status);
    expect([first?.status, first?.body.data.counts]).toEqual([200, undone(1)]);
    expect([second?.status, second?.body.message]).toEqual([422, 'Esta importação já foi desfeita.']);
    const again = await undo('partner', id);
    expect([again.status, again.body.message]).toEqual([422, 'Esta importação já foi desfeita.']);
  });

  test('answers a repeated Idempotency-Key as before', async () => {
    const id = importOf(await send('brand', [['name'], ['Repetida']]));
    const headers = { 'idempotency-key': 'desfaz-uma-vez' };
    const call = () =>
      world.services.api.post(`/api/v1/purchase/brand/import/${id}/undo`, { token: world.office.admin, headers });
    const [first, second] = [await call(), await call()];
    expect([second.status, second.body.data]).toEqual([200, first.body.data]);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
  });
});

test('fifty rows are taken back by as many SQL statements as five', async () => {
  const big = (count: number, from: number) => [
    ['code', 'name', 'unit', 'productType', 'price', 'brands'],
    ...Array.from({ length: count }, (_, index) => {
      const number = from + index;
      return [`X-${number}`, `Peça ${number}`, `u${number}`, 'Material', `${number + 1},25`, 'Votoran'];
    }),
  ];
  const makes = { createMissing: ['unit'] };
  const statements = async (count: number, from: number) => {
    await send('product', big(count, from), makes);
    const changed = big(count, from).map((cells, index) => (index === 0 ? cells : cells.with(1, `${cells[1]} b`)));
    const updated = await send('product', changed, makes);
    const made = await send('product', big(count, from + 500), makes);
    const replies = [await undo('product', importOf(updated)), await undo('product', importOf(made))];
    expect(replies.map(({ body }) => body.data.counts)).toEqual([undone(0, count), undone(count * 2)]);
    return replies.map(({ headers }) => Number(headers['x-sql-queries']));
  };
  expect(await statements(50, 1000)).toEqual(await statements(5, 0));
}, 60_000);
