import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { requireNoApprovedUse } from '#services/engineering/sinapi/approved.ts';
import { ofProduct, ofTask, product, publishedTable } from '#tests/engineering/tasksKit.ts';
import { refusal, startEstimates, type Draft, type Estimates } from './kit.ts';

let estimates: Estimates;
let { api, at, office, seed, own, make, put, details, input, makeTask } = {} as Estimates;
let cement: number;
let mason: number;
let mortar: number;
let floor: number;

beforeAll(async () => {
  estimates = await startEstimates();
  ({ api, at, office, seed, own, make, put, details, input, makeTask } = estimates);
  cement = await input({ code: '0118', name: 'Cimento', price: '36.80' });
  mason = await input({ code: '88309', name: 'Pedreiro', price: '42.48', type: 'labour' });
  mortar = await makeTask('Argamassa', [ofProduct(cement, '8.26')]);
  floor = await makeTask('Contrapiso', [ofTask(mortar, '0.0431'), ofProduct(mason, '0.4820')]);
});
afterAll(() => estimates.services.stop());

const token = () => ({ token: office.admin });
const resourcesOf = async (id: number): Promise<Map<string, Draft>> =>
  new Map((await details(id)).resources.map((one: Draft) => [String(one['description']), one]));
const tasksOf = async (id: number) => (await api.get(at(id, '/task'), token())).body.data;
const totalOf = async (id: number) =>
  (await details(id)).details.map(({ unitPrice, total }: Draft) => [unitPrice, total]);
/** Lines as "quantity × description = total". */
const lines = ({ items }: { items: Draft[] }) =>
  items.map(({ quantity, resource, totalPrice }) => {
    const { description } = resource as Draft;
    return `${String(quantity)} × ${String(description)} = ${String(totalPrice)}`;
  });

/** A published composition of two inputs: 0.3333333 × 10.00 cut to 3.33, 1.5 × 7.77 cut to 11.65; published at 14.98. */
const published = async (month?: string) => {
  const place = await publishedTable(estimates.services, office, month);
  const at2 = { ...own, ...place };
  const [a, b] = [
    await product(estimates.services, at2, { code: 'S1', name: 'Areia', price: '10.00' }),
    await product(estimates.services, at2, { code: 'S2', name: 'Brita', price: '7.77' }),
  ];
  const definition_id = await seed.insert('task_definitions', {
    ...{ account_id: office.accountId, catalogue_id: place.catalogueId, code: '91640', description: 'Publicada' },
    unit_id: own.unitId,
  });
  const taskId = await seed.insert('tasks', {
    ...{ account_id: office.accountId, product_table_id: place.tableId, definition_id, unit_price: '14.98' },
  });
  for (const [position, [productId, coefficient]] of [
    [a, '0.3333333'],
    [b, '1.5'],
  ].entries()) {
    await seed.sql(
      `insert into task_definition_items (account_id, definition_id, position, coefficient, product_definition_id)
       select account_id, $1, $2, $3, definition_id from products where id = $4`,
      [definition_id, position, coefficient, productId],
    );
  }
  return { taskId, a };
};

describe('Compositions of a cost estimate', () => {
  test('are listed with their lines, also at the address of the account', async () => {
    const id = await make();
    await put(id, [{ key: 'c', taskId: floor, quantity: '1' }]);
    const page = await tasksOf(id);
    expect(page).toMatchObject({ number: 0, last: true, totalElements: 2 });
    expect(page.content.map(lines)).toEqual([
      ['8.26 × Cimento = 303.9680'],
      ['0.0431 × Argamassa = 13.1010', '0.482 × Pedreiro = 20.4754'],
    ]);
    const ofAccount = await api.get(`/api/v1/engineering/account/${office.accountId}/cost-estimate/${id}/task`, {
      ...token(),
      query: { page: '1', size: '1' },
    });
    expect(ofAccount.body.data).toMatchObject({ content: [page.content[1]], number: 1, size: 1, last: true });
  });

  test('change in the estimate alone: marked, repriced, and reset to what the register says', async () => {
    const id = await make();
    const twin = await make();
    await put(id, [
      { key: 'c', taskId: floor, quantity: '10' },
      { key: 'm', taskId: mortar, quantity: '1' },
    ]);
    await put(twin, [{ key: 'c', taskId: floor, quantity: '10' }]);
    const before = await resourcesOf(id);
    const [resource, lime] = [before.get('Argamassa')?.['id'], await input({ code: 'cal', name: 'Cal', price: '2' })];
    const [task] = (await tasksOf(id)).content;
    const { version } = await details(id);
    const changed = await api.put(at(id, `/task/${Number(resource)}`), {
      ...token(),
      body: {
        version,
        items: [
          { ...{ id: task.items[0].id, resourceId: before.get('Cimento')?.['id'] }, quantity: '5' },
          { productId: lime, quantity: '10.00005' },
        ],
      },
    });
    // 5 × 36.80 + 10.0000 × 2 = 204.0000; 0.0431 × 204 = 8.7924; + 20.4754 = 29.2678
    expect(lines(changed.body.data.task)).toEqual(['5 × Cimento = 184.0000', '10 × Cal = 20.0000']);
    expect(changed.body.data).toMatchObject({
      costEstimate: { total: '496.68', version: version + 1 },
      task: { resource: { changed: true } },
    });
    expect(await totalOf(id)).toEqual([
      ['29.2678', '292.68'],
      ['204.0000', '204.00'],
    ]);
    expect(await totalOf(twin)).toEqual([['33.5764', '335.76']]);
    expect((await api.get(`/api/v1/engineering/tasks/${mortar}`, token())).body.data.unitPrice).toBe('303.9680');
    const snapshot = await api.get(`/api/v1/engineering/tasks/${mortar}`, {
      ...token(),
      query: { snapshot: String(id) },
    });
    expect(snapshot.body.data).toMatchObject({
      unitPrice: '204.0000',
      itemCount: 2,
      pricesByType: [{ price: '204.0000' }],
    });
    const stale = await api.put(at(id, `/task/${Number(resource)}`), {
      ...token(),
      body: { version, items: [{ productId: lime, quantity: '1' }] },
    });
    expect(stale.status).toBe(409);
    const reset = await api.post(at(id, `/resource/${Number(resource)}/reset`), token());
    expect(lines(reset.body.data.task)).toEqual(['8.26 × Cimento = 303.9680']);
    expect(reset.body.data.task.resource.changed).toBe(false);
    expect(await totalOf(id)).toEqual([
      ['33.5764', '335.76'],
      ['303.9680', '303.97'],
    ]);
    // What only the changed lines used is gone.
    expect((await resourcesOf(id)).has('Cal')).toBe(false);
  });

  test('take other compositions into their lines, but none that holds them', async () => {
    const id = await make();
    await put(id, [{ key: 'c', taskId: floor, quantity: '1' }]);
    const resources = await resourcesOf(id);
    const idOf = (name: string) => Number(resources.get(name)?.['id']);
    const grout = await makeTask('Rejunte', [ofProduct(mason, '1')]);
    const [task] = (await tasksOf(id)).content;
    const lineId = task.items[0].id;
    const call = (resource: number, items: Draft[]) =>
      api.put(at(id, `/task/${resource}`), { ...token(), body: { items } });
    const swapped = await call(idOf('Argamassa'), [{ id: lineId, taskId: grout, quantity: '2' }]);
    // 2 × 42.48 = 84.96; 0.0431 × 84.96 = 3.6618; + 20.4754
    expect([lines(swapped.body.data.task), await totalOf(id)]).toEqual([
      ['2 × Rejunte = 84.9600'],
      [['24.1372', '24.14']],
    ]);
    const foreign = await product(estimates.services, estimates.foreign, { code: 'x', name: 'CANARIO', price: '1' });
    const cases: [Draft, string][] = [
      [
        { resourceId: idOf('Contrapiso'), quantity: '1' },
        'resourceId: Faria um círculo: Argamassa → Contrapiso → Argamassa.',
      ],
      [{ resourceId: idOf('Argamassa'), quantity: '1' }, 'resourceId: Faria um círculo: Argamassa → Argamassa.'],
      [{ productId: foreign, quantity: '1' }, 'productId: Insumo ou composição não encontrado neste orçamento.'],
      [{ resourceId: 999_999, quantity: '1' }, 'resourceId: Insumo ou composição não encontrado neste orçamento.'],
      [{ quantity: '1' }, 'resourceId: Indique um insumo ou uma composição.'],
      [{ productId: cement, quantity: '0' }, 'quantity: Informe um coeficiente maior que zero.'],
      [{ id: lineId + 999, productId: cement, quantity: '1' }, 'id: Item não encontrado nesta composição.'],
    ];
    for (const [item, message] of cases) {
      expect([item, refusal(await call(idOf('Argamassa'), [item]))]).toEqual([item, [422, `items.0.${message}`]]);
    }
    expect((await call(idOf('Pedreiro'), [{ productId: cement, quantity: '1' }])).status).toBe(404);
    expect(refusal(await estimates.save(id, [{ productId: foreign }]))).toEqual([
      422,
      '0.productId: Insumo não encontrado.',
    ]);
  });

  test('that were published keep their price, and their lines cut, until something in them changes', async () => {
    const { taskId, a } = await published();
    const id = await make();
    const made = await put(id, [
      { key: 'c', taskId, quantity: '100' },
      { key: 'a', productId: a, quantity: '1' },
    ]);
    expect(await totalOf(id)).toEqual([
      ['14.9800', '1498.00'],
      ['10.0000', '10.00'],
    ]);
    const [task] = (await tasksOf(id)).content;
    expect([task.resource.published, lines(task)]).toEqual([
      true,
      ['0.3333333 × Areia = 3.3300', '1.5 × Brita = 11.6500'],
    ]);
    await put(id, [{ id: made['a'], unitPrice: '20' }]);
    // 0.3333333 × 20 = 6.6667; 1.5 × 7.77 = 11.6550
    expect(await totalOf(id)).toEqual([
      ['18.3217', '1832.17'],
      ['20.0000', '20.00'],
    ]);
    await put(id, [{ id: made['a'], unitPrice: '10' }]);
    expect((await totalOf(id))[0]).toEqual(['14.9800', '1498.00']);
  });
});

describe('The figures of a cost estimate', () => {
  test('are summed by stage at the top and by product type', async () => {
    const id = await make({ bdis: [{ name: 'BDI', percentage: '10' }], defaultBdiIndex: 0 });
    await put(id, [
      { key: 'g', type: 'GROUP', description: 'Pisos' },
      { key: 'c', parentKey: 'g', taskId: floor, quantity: '100' },
      { key: 't', type: 'TASK', description: 'Verba', unit: 'vb', quantity: '1', unitPrice: '50' },
      { key: 'n', type: 'TASK', description: 'Sem preço', unit: 'vb', quantity: '1' },
    ]);
    // 33.5764 × 1.10 = 36.93 × 100 = 3693.00; 55.00
    const summary = (await api.get(at(id, '/summary'), token())).body.data;
    expect(summary).toMatchObject({
      directTotal: '3407.64',
      bdiTotal: '340.36',
      total: '3748.00',
      itemCount: 3,
      withoutPrice: 1,
    });
    expect(
      summary.stages.map(({ code, description, directTotal, total, percentage }: Draft) => [
        code,
        description,
        directTotal,
        total,
        percentage,
      ]),
    ).toEqual([
      ['1', 'Pisos', '3357.64', '3693.00', '98.53'],
      [null, 'Sem etapa', '50.00', '55.00', '1.47'],
    ]);
    // 13.1010 and 20.4754 of 33.5764 in 3357.64
    expect(
      summary.types.map(({ productType, directTotal }: Draft) => [
        (productType as Draft | null)?.['name'] ?? null,
        directTotal,
      ]),
    ).toEqual([
      [null, '50.00'],
      ['Mão de obra', '2047.54'],
      ['Material', '1310.10'],
    ]);
    const report = (await api.get(at(id, '/report'), { ...token(), query: { size: '2' } })).body.data;
    expect(report).toMatchObject({ costEstimate: { id }, totalElements: 4 });
    expect(report.content.map(({ code, source, percentage }: Draft) => [code, source, percentage])).toEqual([
      ['1', null, '98.53'],
      ['1.1', 'Próprios', '98.53'],
    ]);
  });
});

describe('Uses in cost estimates', () => {
  test('are told of inputs and compositions, without those of hidden buildings', async () => {
    const [here, there] = [await seed.building(office), await seed.building(office)];
    const nail = await input({ code: 'prego', name: 'Prego', price: '1' });
    const frame = await makeTask('Fôrma', [ofProduct(nail, '3')]);
    const first = await make({ building: { id: here }, code: 'USO-1' });
    const second = await make({ building: { id: there }, code: 'USO-2' });
    for (const id of [first, second])
      await put(id, [
        { key: 'c', taskId: frame },
        { key: 'd', taskId: frame },
        { key: 'p', productId: nail },
      ]);
    const uses = async (path: string, user: string) =>
      (await api.get(`/api/v1/engineering/${path}/cost-estimates`, { token: user })).body.data;
    const ofNail = await uses(`products/${nail}`, office.admin);
    expect(ofNail).toMatchObject({ totalElements: 2 });
    expect(ofNail.content[0]).toMatchObject({
      costEstimate: { id: first, code: 'USO-1', approved: false },
      rows: 1,
      compositions: 1,
      unitPrice: '1.0000',
      takenOn: estimates.services.clock.today(),
      canChange: true,
    });
    const engineer = await office.as(['ENGINEERING'], here);
    expect(await uses(`tasks/${frame}`, engineer)).toMatchObject({
      content: [{ costEstimate: { id: first }, rows: 2, compositions: 0 }],
      totalElements: 1,
    });
    const buyer = await office.as(['PURCHASE'], here);
    expect(await uses(`tasks/${frame}`, buyer)).toMatchObject({ content: [], totalElements: 0 });
  });
});

describe('What a cost estimate uses', () => {
  test('is not deleted, and a task tells the open estimates that keep it as it was', async () => {
    const tile = await input({ code: 'telha', name: 'Telha', price: '4' });
    const roof = await makeTask('Telhado', [ofProduct(tile, '16')]);
    const [open, closed] = [await make(), await make()];
    for (const id of [open, closed]) await put(id, [{ key: 'c', taskId: roof, quantity: '1' }]);
    await api.post(at(closed, '/approval'), { ...token(), body: { approved: true } });
    const impact = await api.get(`/api/v1/engineering/tasks/${roof}/impact`, token());
    expect(impact.body.data).toMatchObject({ compositions: 0, openEstimates: 1 });
    const inUse = 'está em uso por 2 orçamentos';
    const removed = [
      await api.delete(`/api/v1/engineering/tasks/${roof}`, token()),
      await api.delete(`/api/v1/purchase/account/${office.accountId}/product/${tile}`, token()),
      await api.delete(`/api/v1/purchase/account/${office.accountId}/product-table/${own.tableId}`, token()),
    ];
    expect(removed.map(({ status, body }) => [status, body.message])).toEqual([
      [409, expect.stringContaining(inUse)],
      [
        409,
        `Este insumo não pode ser excluído: está em uso por 1 composição e 2 orçamentos. Desative-o para que não apareça em novos lançamentos.`,
      ],
      [409, 'Não é possível excluir uma tabela com itens vinculados em orçamento e/ou pedido de compras'],
    ]);
  });

  test('keeps its text and price when it is merged, refers to the survivor, and comes back when that is undone', async () => {
    const sack = await input({ code: 'saco', name: 'Cimento em saco', price: '30' });
    const kilo = await input({ code: 'quilo', name: 'Cimento a granel', price: '0.70' });
    const id = await make();
    const made = await put(id, [
      { key: 's', productId: sack, quantity: '10' },
      { key: 'k', productId: kilo, quantity: '10' },
    ]);
    const merges = `/api/v1/purchase/account/${office.accountId}/product-merges`;
    // Fifty kilos make a sack, so that a kilo is 0.02 of the survivor.
    const merged = await api.post(merges, {
      ...token(),
      body: { survivor: { id: sack, version: 1 }, merged: [{ id: kilo, version: 1, factor: '50' }] },
    });
    expect(merged.status).toBe(200);
    const products = async () =>
      (await details(id)).resources.map(({ code, productId, unitPrice }: Draft) => [code, productId, unitPrice]).sort();
    expect(await products()).toEqual([
      ['quilo', sack, '0.7000'],
      ['saco', sack, '30.0000'],
    ]);
    const granel = (await details(id)).resources.find(({ code }: Draft) => code === 'quilo').id;
    await put(id, [{ id: made['k'], unitPrice: '9' }]);
    await api.post(at(id, `/resource/${granel}/reset`), token());
    // 30.00 a sack is 0.60 a kilo.
    expect(await products()).toEqual([
      ['quilo', sack, '0.6000'],
      ['saco', sack, '30.0000'],
    ]);
    expect((await api.post(`${merges}/${merged.body.data.merge.id}/undo`, token())).status).toBe(200);
    expect(await products()).toEqual([
      ['quilo', kilo, '0.6000'],
      ['saco', sack, '30.0000'],
    ]);
  });

  test('of a published month is not published anew once the estimate is approved', async () => {
    const { taskId } = await published('2026-09-01');
    const id = await make();
    await put(id, [{ key: 'c', taskId, quantity: '1' }]);
    const check = (states: string[]) =>
      estimates.services.app.platform.query({ accountId: office.accountId }, (trx) =>
        requireNoApprovedUse(trx, office.accountId, '2026-09-01', { states, regimes: ['SD'] }),
      );
    await check(['GO']);
    await api.post(at(id, '/approval'), { ...token(), body: { approved: true } });
    await check(['SP']);
    await expect(check(['SP', 'GO'])).rejects.toThrow(
      'A tabela "SINAPI 2026-09-01 GO SD" é usada por 1 orçamento aprovado, e seus preços não mudam mais. Importe sem este estado e regime, ou desaprove antes.',
    );
  });
});
