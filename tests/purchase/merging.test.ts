import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';
import { openShelf, publish, stock, type ProductSeed, type Shelf } from './productKit.ts';

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
const post = (path: string, body?: object, token = office.admin) =>
  services.api.post(`${at()}-${path}`, { token, ...(body && { body }) });
const undo = (id: number) => post(`merges/${id}/undo`);

let serial = 0;
/** A product with a price of a day. Returns its key. */
const product = async (seed: Omit<ProductSeed, 'code'> & { code?: string }, prices: Record<string, string> = {}) => {
  const code = seed.code ?? `M${(serial += 1)}`;
  const id = await stock(services.seed, shelf, { ...seed, code });
  for (const [day, price] of Object.entries(prices)) {
    const row = { account_id: office.accountId, product_id: id, day, price, origin: 'TYPED' };
    await services.seed.insert('product_prices', row);
  }
  return id;
};

/** A composition of lines [product, quantity]; by its code. */
const compose = async (code: string, lines: [number, string][]): Promise<number> => {
  const items = lines.map(([resourceId, quantity]) => ({ resourceId, quantity }));
  const body = { ...{ code, description: `Serviço ${code}` }, unit: { id: shelf.unit['m³'] }, items };
  const made = await services.api.post('/api/v1/engineering/tasks', {
    token: office.admin,
    body: { ...body, costDatabase: { id: shelf.tableId } },
  });
  if (made.status !== 200) throw new Error(made.text);
  return made.body.data.id;
};
const task = async (id: number) =>
  (await services.api.get(`/api/v1/engineering/tasks/${id}`, { token: office.admin })).body.data;
const linesOf = async (id: number) =>
  (await task(id)).items.map((item: Record<string, unknown>) => [
    item['resourceId'],
    item['quantity'],
    item['totalPrice'],
  ]);

/** Whatever a merge could touch, each row as the database holds it; versions apart, which only count on. */
const rowsOfAccount = async () => {
  const tables = ['product_definitions', 'products', 'product_brands', 'product_prices', 'product_aliases'];
  const of = async (table: string) =>
    (
      await services.seed.sql<{ row: string }>(
        `select (to_jsonb(x) - 'version')::text as row from ${table} x where account_id = $1 order by 1`,
        [office.accountId],
      )
    ).map(({ row }) => row);
  const found: Record<string, string[]> = {};
  for (const table of [...tables, 'tasks', 'task_items', 'product_search']) found[table] = await of(table);
  found['product_counts'] = (await of('product_counts')).filter((row) => !row.includes('"count": 0'));
  return found;
};

describe('Merging products', () => {
  test('moves their lines with quantities in the unit of the one that stays, and is undone to the same rows', async () => {
    const { api, seed } = services;
    const stays = await product(
      { code: '0118', name: 'Cimento CP II-E-32, saco 50 kg', price: '36.80', group: 'binders', brand: 'Cauê' },
      { '2026-11-04': '36.80', '2026-03-11': '35.00' },
    );
    const same = await product(
      { code: '0119', name: 'CIMENTO CPII E 32 SC 50KG', price: '36.50', brand: 'Votoran' },
      { '2026-03-11': '36.50' },
    );
    const kilos = await product(
      { code: '0127', name: 'Cimento Portland CP-II (quilo)', unit: 'kg', price: '0.78' },
      { '2026-01-22': '0.78' },
    );
    await seed.insert('product_aliases', {
      ...{ account_id: office.accountId, catalogue_id: shelf.catalogueId, code: 'ANTIGO-9' },
      definition_id: (
        await seed.sql<{ id: string }>('select definition_id as id from products where id = $1', [kilos])
      )[0]?.id,
    });
    const both = await compose('CP-0119', [
      [stays, '0.5000'],
      [kilos, '12.3450'],
    ]);
    const above = await compose('CP-0120', [[same, '2.0000']]);
    const before = await rowsOfAccount();
    const body = {
      survivor: { id: stays, version: 1 },
      merged: [
        { id: same, version: 1 },
        { id: kilos, version: 1, factor: '50' },
      ],
    };

    // 12,345 kg are 0,2469 sacos: 0,5 × 36,80 + 0,2469 × 36,80 = 18,4000 + 9,0859 (9,08592), before 18,4000 + 9,6291.
    const preview = (await post('merges/preview', body)).body.data;
    expect(preview).toMatchObject({
      survivor: { product: { id: stays }, priceDay: '2026-11-04', compositions: 1 },
      merged: [
        { product: { id: same }, factor: '1', proposed: true, priceInUnit: '36.5000', rounded: 0, compositions: 1 },
        { product: { id: kilos }, factor: '50', proposed: false, priceInUnit: '39.0000', rounded: 0, compositions: 1 },
      ],
      ...{ compositions: 2, lines: 2, prices: 1 },
      impact: {
        ...{ compositions: 2, changed: 2 },
        largest: [
          { task: { code: 'CP-0120' }, before: '73.0000', after: '73.6000' },
          { task: { code: 'CP-0119' }, before: '28.0291', after: '27.4859' },
        ],
      },
    });
    expect(await rowsOfAccount()).toEqual(before);

    const merged = await post('merges', body);
    expect(merged.status).toBe(200);
    expect(merged.body.data.survivor).toMatchObject({
      ...{ id: stays, code: '0118', price: '36.8000', version: 2, aliases: ['0119', '0127', 'ANTIGO-9'] },
      brands: [{ name: 'Cauê' }, { name: 'Votoran' }],
    });
    expect(await linesOf(both)).toEqual([
      [stays, '0.5', '18.4000'],
      [stays, '0.2469', '9.0859'],
    ]);
    expect([(await task(both)).unitPrice, (await task(above)).unitPrice]).toEqual(['27.4859', '73.6000']);
    expect((await task(both)).version).toBe(2);
    const history = await api.get(`${at()}/${stays}/price-history`, { token: office.admin });
    expect(history.body.data.content).toEqual([
      { day: '2026-01-22', price: '39.0000', origin: 'MERGE' },
      { day: '2026-03-11', price: '35.0000', origin: 'TYPED' },
      { day: '2026-11-04', price: '36.8000', origin: 'TYPED' },
    ]);
    for (const code of ['0119', '0127', 'antigo-9']) {
      const byCode = await api.get(`${at()}/code/${code}`, { token: office.admin });
      const search = await api.get(at(), { token: office.admin, query: { search: code } });
      expect([code, byCode.body.data.id, search.body.data.content[0]?.id]).toEqual([code, stays, stays]);
    }
    expect((await api.get(`${at()}/${kilos}`, { token: office.admin })).status).toBe(404);
    const taken = await api.post(at(), {
      token: office.admin,
      body: {
        ...{ code: '0127', name: 'Outro', unit: { id: shelf.unit.kg } },
        ...{ productType: { id: shelf.type.Material }, productTable: { id: shelf.tableId } },
      },
    });
    expect(taken.status).toBe(409);

    const { id } = merged.body.data.merge;
    const listed = await api.get(`${at()}-merges`, { token: office.admin, query: { product: String(stays) } });
    expect(listed.body.data.content).toEqual([merged.body.data.merge]);
    expect(merged.body.data.merge).toMatchObject({
      survivor: { id: stays, code: '0118', name: 'Cimento CP II-E-32, saco 50 kg', unit: 'sc' },
      merged: [
        { code: '0119', unit: 'sc', factor: '1' },
        { code: '0127', unit: 'kg', factor: '50' },
      ],
      ...{ compositions: 2, mergedBy: { id: office.adminUser.id }, undoneAt: null, undoneBy: null },
    });
    const undone = await undo(id);
    expect([undone.status, undone.body.data.products.map((one: { code: string }) => one.code)]).toEqual([
      200,
      ['0118', '0119', '0127'],
    ]);
    expect(await rowsOfAccount()).toEqual(before);
    expect([(await task(both)).version, undone.body.data.products[0].version]).toEqual([3, 3]);
    expect(said(await undo(id))).toEqual([409, 'Esta unificação já foi desfeita.', undefined]);
    const audits = await seed.sql(
      `select action, entity_id::int as id from audit_log where entity = 'product' and action like '%merge' order by audit_log.id`,
    );
    expect(audits.map((row) => [row['action'], row['id']])).toEqual([
      ...[stays, same, kilos].map((one) => ['merge', one]),
      ...[stays, same, kilos].map((one) => ['undo merge', one]),
    ]);
  });

  test('keeps every place of a quantity, up to twenty where it has no end', async () => {
    const stays = await product({ name: 'Tela em rolo', price: '100' });
    const other = await product({ name: 'Tela em metros', unit: 'm³', price: '3' });
    const id = await compose('CP-0200', [
      [other, '1.0000'],
      [other, '0.0045'],
    ]);
    const body = (factor: string) => ({
      survivor: { id: stays, version: 1 },
      merged: [{ id: other, version: 1, factor }],
    });
    const preview = (await post('merges/preview', body('0.3'))).body.data;
    expect(preview.merged[0].rounded).toBe(1);
    const tiny = 'Com este fator, o coeficiente na composição CP-0200 não pode ser guardado.';
    const huge = await post('merges', {
      ...body('0.000000001'),
      merged: [{ id: other, version: 1, factor: '0.00000000' }],
    });
    expect(said(huge)).toEqual(refused(422, 'merged.0.factor', 'Informe um fator maior que zero.'));
    const vast = await compose('CP-0201', [[other, '999999.0000']]);
    expect(said(await post('merges/preview', body('0.000000001')))).toEqual(
      refused(422, 'merged.0.factor', tiny.replace('CP-0200', 'CP-0201')),
    );
    await services.api.delete(`/api/v1/engineering/tasks/${vast}`, { token: office.admin });
    expect((await post('merges', body('0.3'))).status).toBe(200);
    // 1 ÷ 0,3 has no end; 0,0045 ÷ 0,3 = 0,015.
    expect(await linesOf(id)).toEqual([
      [stays, '3.33333333333333333333', '333.3333'],
      [stays, '0.015', '1.5000'],
    ]);
  });

  test('proposes factors, and asks for one where the units say nothing', async () => {
    const [bag, kilo, cubic] = [
      await product({ name: 'Gesso, saco 40 kg' }),
      await product({ name: 'Gesso em pó', unit: 'kg' }),
      await product({ name: 'Gesso a granel', unit: 'm³' }),
    ];
    const chosen = (...ids: number[]) => ids.map((id) => ({ id, version: 1 }));
    const preview = await post('merges/preview', { survivor: { id: bag, version: 1 }, merged: chosen(kilo, cubic) });
    expect(preview.body.data.merged.map((one: Record<string, unknown>) => [one['factor'], one['proposed']])).toEqual([
      ['40', true],
      [null, true],
    ]);
    expect(preview.body.data.impact).toBeNull();
    const merge = await post('merges', { survivor: { id: bag, version: 1 }, merged: chosen(kilo, cubic) });
    expect(said(merge)).toEqual([
      422,
      'Confira os campos indicados.',
      [
        { path: 'merged.0.factor', message: 'Informe quantas unidades (kg) fazem 1 sc.' },
        { path: 'merged.1.factor', message: 'Informe quantas unidades (m³) fazem 1 sc.' },
      ],
    ]);
  });

  test('is refused for products that cannot be one, for stale versions and for whoever may not', async () => {
    const { api, seed } = services;
    const sinapi = await publish(seed, shelf, '2026-08-01');
    const published = await stock(seed, shelf, { code: '1', name: 'Publicado', ...sinapi });
    const owned = { account_id: office.accountId };
    const catalogueId = await seed.insert('catalogues', { ...owned, source: 'GO' });
    const table = { catalogue_id: catalogueId, name: 'Outra tabela', source: 'GO' };
    const tableId = await seed.insert('product_tables', { ...owned, ...table });
    const elsewhere = await stock(seed, shelf, { code: '1', name: 'De outra', tableId, catalogueId });
    const theirs = await stock(seed, foreign, { code: 'C4N4R10', name: 'CANARIO' });
    const [one, two] = [await product({ name: 'Um' }), await product({ name: 'Dois' })];
    const merge = async (survivor: number, others: number[], version = 1) => {
      const body = { survivor: { id: survivor, version: 1 }, merged: others.map((id) => ({ id, version })) };
      const replies = [await post('merges', body), await post('merges/preview', body)];
      expect(said(replies[1] as Reply)).toEqual(said(replies[0] as Reply));
      return said(replies[0] as Reply);
    };
    expect(await merge(one, [one])).toEqual(refused(422, 'merged.0.id', 'Escolha insumos diferentes.'));
    expect(await merge(one, [elsewhere])).toEqual(
      refused(422, 'merged.0.id', 'Só se unificam insumos da mesma tabela.'),
    );
    const readOnly = 'Os insumos do SINAPI só mudam por importação. Copie-o para uma tabela própria.';
    expect(await merge(one, [published])).toEqual(refused(422, 'merged.0.id', readOnly));
    expect((await merge(published, [one]))[2]).toContainEqual({ path: 'survivor.id', message: readOnly });
    expect((await merge(one, [two], 2))[0]).toBe(409);
    expect(await merge(one, [theirs])).toEqual([404, 'Insumo não encontrado.', undefined]);
    const body = { survivor: { id: one, version: 1 }, merged: [{ id: two, version: 1 }] };
    const statuses = async (token: string) => [
      (await api.get(`${at()}-pairs`, { token })).status,
      (await api.get(`${at()}-merges`, { token })).status,
      (await post('merges/preview', body, token)).status,
      (await post('merges', body, token)).status,
      (await post('merges/999999/undo', undefined, token)).status,
      (await api.put(`${at()}-pairs/999999`, { token, body: { dismissed: true } })).status,
    ];
    expect(await statuses(await office.as(['DEBIT', 'CREDIT']))).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await statuses(await office.as(['ENGINEERING']))).toEqual([200, 200, 200, 403, 403, 403]);
    expect(await statuses(await office.as(['PURCHASE']))).toEqual([200, 200, 200, 200, 404, 404]);
    const fields = await post('merges', { ...body, merged: [{ id: two, version: 1, factor: '-1' }] });
    expect(said(fields)[2]).toEqual([
      { path: 'merged.0.factor', message: 'Informe um fator maior que zero, com até 9 casas decimais.' },
    ]);
  });

  test('of another account is not found, nor undone', async () => {
    const { api, seed } = services;
    const token = stranger.admin;
    const [a, b] = [
      await stock(seed, foreign, { code: 'CA1', name: 'CANARIO um' }),
      await stock(seed, foreign, { code: 'CA2', name: 'CANARIO um' }),
    ];
    const body = { survivor: { id: a, version: 1 }, merged: [{ id: b, version: 1 }] };
    const pairs = await api.get(`${at(stranger.accountId)}-pairs`, { token });
    const pair = pairs.body.data.content[0];
    expect([pair.first.id, pair.second.id]).toEqual([a, b]);
    const merged = await api.post(`${at(stranger.accountId)}-merges`, { token, body });
    const { id } = merged.body.data.merge;
    expect((await undo(id)).status).toBe(404);
    const put = await api.put(`${at()}-pairs/${pair.id}`, { token: office.admin, body: { dismissed: true } });
    expect(put.status).toBe(404);
    const lists = [
      await api.get(`${at()}-merges`, { token: office.admin, query: { size: '500' } }),
      await api.get(`${at()}-pairs`, { token: office.admin, query: { size: '500' } }),
    ];
    expect(lists.map(({ text }) => text).join()).not.toContain('CANARIO');
  });
});

describe('Undoing a merge', () => {
  const pair = async () => {
    const [stays, goes] = [
      await product({ name: `Fica ${serial}`, price: '2' }),
      await product({ name: `Sai ${serial}`, price: '3' }),
    ];
    const code = `CP-U${serial}`;
    const composition = await compose(code, [[goes, '1.0000']]);
    const body = { survivor: { id: stays, version: 1 }, merged: [{ id: goes, version: 1 }] };
    const { merge, survivor } = (await post('merges', body)).body.data;
    return { id: merge.id, stays, goes, code, composition, survivor };
  };
  const saveTask = async (id: number, change: (body: Record<string, unknown>) => void) => {
    const { code, description, unit, items } = await task(id);
    const lines = items.map((item: Record<string, unknown>) => ({
      id: item['id'],
      resourceId: item['resourceId'],
      quantity: item['quantity'],
    }));
    const body: Record<string, unknown> = { code, description, unit: { id: unit.id }, items: lines };
    change(body);
    const saved = await services.api.put(`/api/v1/engineering/tasks/${id}`, { token: office.admin, body });
    if (saved.status !== 200) throw new Error(saved.text);
  };

  test('is refused where a line has changed since, and possible where only other things have', async () => {
    const { id, code, composition } = await pair();
    await saveTask(composition, (body) => (body['description'] = 'Outro texto'));
    const other = await pair();
    await saveTask(other.composition, (body) => {
      const [line] = body['items'] as { quantity: string }[];
      if (line) line.quantity = '7.0000';
    });
    expect(said(await undo(other.id))).toEqual([
      409,
      `A composição ${other.code} mudou depois da unificação, que não pode mais ser desfeita.`,
      undefined,
    ]);
    expect((await undo(id)).status).toBe(200);
    expect((await task(composition)).code).toBe(code);
    const gone = await pair();
    await services.api.delete(`/api/v1/engineering/tasks/${gone.composition}`, { token: office.admin });
    expect((await undo(gone.id)).status).toBe(200);
  });

  test('takes the latest merge first, and needs the one that stayed', async () => {
    const { id, stays, survivor } = await pair();
    const last = await product({ code: 'ULTIMO', name: 'Último' });
    const body = { survivor: { id: last, version: 1 }, merged: [{ id: stays, version: survivor.version }] };
    const later = (await post('merges', body)).body.data;
    expect(said(await undo(id))).toEqual([
      409,
      `O insumo ${survivor.code} foi unificado em ULTIMO depois. Desfaça primeiro essa unificação.`,
      undefined,
    ]);
    expect(later.survivor.aliases).toHaveLength(2);
    expect((await undo(later.merge.id)).status).toBe(200);
    expect((await undo(id)).status).toBe(200);
    const unused = await product({ name: 'Sem uso' });
    const double = await product({ name: 'Sem uso também' });
    const merged = (
      await post('merges', { survivor: { id: unused, version: 1 }, merged: [{ id: double, version: 1 }] })
    ).body.data;
    await services.api.delete(`${at()}/${unused}`, { token: office.admin });
    expect(said(await undo(merged.merge.id))).toEqual([
      409,
      `O insumo ${merged.survivor.code} foi excluído depois da unificação, que não pode mais ser desfeita.`,
      undefined,
    ]);
  });

  test('is refused where the unit, the group or a brand of a merged product is no more', async () => {
    const { seed } = services;
    const owned = { account_id: office.accountId };
    const cases: [string, () => Promise<{ set: string; gone: string }>][] = [
      [
        'A unidade do insumo XU foi excluída',
        async () => {
          const id = await seed.insert('units', { ...owned, acronyms: `u${serial}`, description: 'Velha' });
          return { set: `unit_id = ${id}`, gone: `delete from units where id = ${id}` };
        },
      ],
      [
        'O grupo do insumo XG deixou de servir',
        async () => {
          const id = await seed.insert('product_groups', { ...owned, place: [50 + serial], name: `Grupo ${serial}` });
          return { set: `product_group_id = ${id}`, gone: `delete from product_groups where id = ${id}` };
        },
      ],
    ];
    for (const [sentence, prepare] of cases) {
      const code = sentence.split(' ')[4] ?? '';
      const [stays, goes] = [await product({ name: `Fica ${code}` }), await product({ code, name: `Some ${code}` })];
      const { set, gone } = await prepare();
      await seed.sql(
        `update product_definitions set ${set} where id = (select definition_id from products where id = $1)`,
        [goes],
      );
      const body = { survivor: { id: stays, version: 1 }, merged: [{ id: goes, version: 1, factor: '1' }] };
      const { merge } = (await post('merges', body)).body.data;
      await seed.sql(gone);
      const message = `${sentence} depois da unificação, que não pode mais ser desfeita.`;
      expect(said(await undo(merge.id))).toEqual([409, message, undefined]);
    }
  });

  test('keeps a price that was typed since on a day that the merge had brought', async () => {
    const today = services.clock.today();
    const stays = await product({ name: 'Com preço de hoje', price: '1' });
    const goes = await product({ name: 'Que trouxe o preço', price: '9' }, { [today]: '9' });
    const body = { survivor: { id: stays, version: 1 }, merged: [{ id: goes, version: 1 }] };
    const { merge, survivor } = (await post('merges', body)).body.data;
    const typed = { ...survivor, price: '5' };
    expect((await services.api.put(at(), { token: office.admin, body: typed })).status).toBe(200);
    expect((await undo(merge.id)).status).toBe(200);
    const history = await services.api.get(`${at()}/${stays}/price-history`, { token: office.admin });
    expect(history.body.data.content).toEqual([{ day: today, price: '5.0000', origin: 'TYPED' }]);
  });
});

describe('Merges at the same time', () => {
  test('of the same products happen once, and a composition saved meanwhile loses no line', async () => {
    for (const round of [1, 2, 3]) {
      const [a, b, c] = [
        await product({ name: `A ${round}`, price: '1' }),
        await product({ name: `B ${round}`, price: '2' }),
        await product({ name: `C ${round}`, price: '3' }),
      ];
      const into = (survivor: number, ...merged: number[]) =>
        post('merges', { survivor: { id: survivor, version: 1 }, merged: merged.map((id) => ({ id, version: 1 })) });
      const [first, second, saved] = await Promise.all([
        into(a, b),
        into(b, c),
        compose(`CP-S${round}`, [[b, '1.0000']]).catch(() => 0),
      ]);
      // One wins; the other finds a product gone or changed. Both may win where the second merges into b before.
      expect([first.status, second.status].filter((status) => status === 200).length).toBe(1);
      expect([404, 409]).toContain(first.status === 200 ? second.status : first.status);
      const dangling = await services.seed.sql(
        `select i.id from task_items i left join products p on p.id = i.product_id where i.product_id is not null and p.id is null`,
      );
      expect(dangling).toEqual([]);
      if (saved) {
        const kept = first.status === 200 ? a : b;
        expect((await linesOf(saved)).map((line: unknown[]) => line[0])).toEqual([kept]);
      }
    }
  });
});

describe('Whatever refers to products', () => {
  test('is moved by a merge, or goes with the product', async () => {
    const found = await services.seed.sql<{ name: string }>(
      `select conrelid::regclass::text || '.' || conname as name from pg_constraint
        where contype = 'f' and confrelid = 'products'::regclass order by 1`,
    );
    // A table that is added here needs a place in merge.ts, undo.ts and preview.ts.
    expect(found.map(({ name }) => name)).toEqual([
      'product_prices.product_prices_product_fk',
      'task_items.task_items_product_fk',
    ]);
  });
});
