import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '#tests/support/services.ts';
import { said, startMerging, type Merging } from './mergingKit.ts';
import { publish, stock } from './productKit.ts';

const refused = (status: number, path: string, message: string) => [status, message, [{ path, message }]];

let kit: Merging;
beforeAll(async () => (kit = await startMerging()));
afterAll(() => kit.services.stop());

describe('Merging products', () => {
  test('moves their lines with quantities in the unit of the one that stays, and is undone to the same rows', async () => {
    const { services, office, shelf, at, post, undo, product, compose, task, linesOf, rowsOfAccount } = kit;
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
    const { services, office, post, product, compose, linesOf } = kit;
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
    const { post, product } = kit;
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
    const { services, office, shelf, foreign, at, post, product } = kit;
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
    const { services, office, stranger, foreign, at, undo } = kit;
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

describe('Merges at the same time', () => {
  test('of the same products happen once, and a composition saved meanwhile loses no line', async () => {
    const { services, post, product, compose, linesOf } = kit;
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
    const { services } = kit;
    const found = await services.seed.sql<{ name: string }>(
      `select conrelid::regclass::text || '.' || conname as name from pg_constraint
        where contype = 'f' and confrelid = 'products'::regclass order by 1`,
    );
    // A table that is added here needs a place in merge.ts and undo.ts, and in preview.ts where figures change by it.
    expect(found.map(({ name }) => name)).toEqual([
      'cost_estimate_resources.cost_estimate_resources_product_fk',
      'fiscal_document_choices.fiscal_document_choices_product_fk',
      'order_lines.order_lines_product_fk',
      'product_prices.product_prices_product_fk',
      'quote_lines.quote_lines_product_fk',
      'supplier_products.supplier_products_product_fk',
      'task_items.task_items_product_fk',
    ]);
  });
});
