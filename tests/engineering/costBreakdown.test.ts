import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startLedger, type Doc, type Ledger } from '#tests/financial/ledger/kit.ts';

let ledger: Ledger;
/** Categories of expense, by name. */
const ids: Record<string, number> = {};
const groups: Record<string, number> = {};
let piles = 0;

const path = (rest = '', building = ledger.casa) =>
  `/api/v1/engineering/companies/${ledger.companyId}/buildings/${building}/cost-breakdown${rest}`;
const ask = (query: Record<string, string> = {}, options: { token?: string; rest?: string; building?: number } = {}) =>
  ledger.services.api.get(path(options.rest, options.building), { token: options.token ?? ledger.admin, query });

const spend = async (name: string | null, value: string, day: string, shares: Doc[]): Promise<Doc> => {
  const { status, body } = await ledger.post('debit', {
    ...{ documentNumber: `${name}-${value}`, grossValue: value, emissionDate: day, competenceDate: day },
    ...(name && { category: { id: ids[name] } }),
    transactionRecordList: [{ dueDate: day, grossValue: value, forecast: true }],
    transactionRecordBuildings: shares,
  });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
};
const share = (grossValue: string, stage: number | null, building = ledger.casa) => ({
  ...{ building: { id: building }, grossValue },
  ...(stage !== null && { costEstimateGroup: { id: stage } }),
});

/**
 * Estimate of the house, approved: Fundação 100,00 of steel, 50,00 of concrete in its stage Estacas, and 30,00 of a typed
 * service; Alvenaria 80,00 of concrete. Spent: concrete 40,00 in Estacas and 25,00 in Alvenaria, steel 110,00 in Fundação,
 * 7,00 without category and stage; 60,00 of concrete are another building's. An order of 12,00 is still to come.
 */
beforeAll(async () => {
  ledger = await startLedger();
  const { accountId, companyId, casa, galpao, fundacao, alvenaria, services } = ledger;
  const { seed } = services;
  const account = { account_id: accountId };
  for (const name of ['Concreto', 'Aço', 'Empreitada']) {
    ids[name] = await seed.insert('categories', { ...account, type: 'DEBIT', name: `${name} da obra` });
  }
  const [{ estimate = 0 } = {}] = await seed.sql<{ estimate: number }>(
    'select cost_estimate_id as estimate from cost_estimate_groups where id = $1',
    [fundacao],
  );
  await seed.sql('update cost_estimates set approved = true where id = $1', [estimate]);
  piles = await seed.insert('cost_estimate_groups', {
    ...{ ...account, cost_estimate_id: estimate, building_id: casa, parent_id: fundacao },
    ...{ code: '1.1', name: 'Estacas', position: 5 },
  });
  const unit = await seed.insert('units', { ...account, acronyms: 'un', description: 'Unidade' });
  const type = await seed.insert('product_types', { ...account, name: 'Material' });
  const catalogue = await seed.insert('catalogues', { ...account, source: 'GO' });
  const table = await seed.insert('product_tables', {
    ...{ ...account, catalogue_id: catalogue, name: 'Própria', source: 'GO' },
  });
  const materials = await seed.insert('product_groups', { ...account, name: 'Materiais', place: '{1}' });
  const product = async (name: string, position: number): Promise<number> => {
    groups[name] = await seed.insert('product_groups', {
      ...{ ...account, name, parent_id: materials, place: `{1,${position}}` },
    });
    const definition_id = await seed.insert('product_definitions', {
      ...{ ...account, catalogue_id: catalogue, code: name, name, unit_id: unit, product_type_id: type },
      product_group_id: groups[name],
    });
    return seed.insert('products', { ...account, product_table_id: table, definition_id, price: '10.00' });
  };
  groups['Materiais'] = materials;
  const resources = new Map<number, number>();
  const resourceOf = async (product_id: number): Promise<number> => {
    const id =
      resources.get(product_id) ??
      (await seed.insert('cost_estimate_resources', {
        ...{ ...account, cost_estimate_id: estimate, type: 'PRODUCT', product_id, product_table_id: table },
        ...{ code: `R${product_id}`, description: `Insumo ${product_id}`, unit: 'un', unit_price: '10.00' },
      }));
    resources.set(product_id, id);
    return id;
  };
  const line = async (parent: number, quantity: string, productId: number | null, position: number) => {
    await seed.insert('cost_estimate_lines', {
      ...{ ...account, cost_estimate_id: estimate, parent_id: parent, position, quantity },
      ...(productId === null
        ? { description: 'Sondagem', unit: 'un', unit_price: '10.00' }
        : { resource_id: await resourceOf(productId) }),
    });
  };
  const steel = await product('Vergalhões', 1);
  const concrete = await product('Concretos', 2);
  await line(fundacao, '10', steel, 10);
  await line(piles, '5', concrete, 11);
  await line(fundacao, '3', null, 12);
  await line(alvenaria, '8', concrete, 13);
  await seed.sql('update cost_estimates set direct_total = 260 where id = $1', [estimate]);

  await spend('Concreto', '100.00', '2026-09-10', [share('40.00', piles), share('60.00', null, galpao)]);
  const paid = await spend('Concreto', '25.00', '2026-10-31', [share('25.00', alvenaria)]);
  await ledger.pay(paid, 1, { paymentDate: '2026-11-02' });
  await spend('Aço', '110.00', '2026-11-05', [share('110.00', fundacao)]);
  await spend(null, '7.00', '2026-11-20', [share('7.00', null)]);
  const order = await seed.insert('orders', {
    ...{ account_id: accountId, company_id: companyId, building_id: casa, category_id: ids['Concreto'] },
    ...{ partner_id: ledger.concreteira, document: 'P-1', created_date: '2026-11-01', state: 'ORDERED' },
    ...{ created_at: '2026-11-01T12:00:00Z', updated_at: '2026-11-01T12:00:00Z' },
  });
  await seed.insert('order_lines', {
    ...{ account_id: accountId, order_id: order, building_id: casa, position: 1, product_id: concrete },
    ...{ code: 'C', name: 'Concreto', unit_id: unit, quantity: '1', price: '12.00', stage_id: alvenaria },
    committed_value: '12.00',
  });
});
afterAll(() => ledger.services.stop());

const AT = { date: '2026-11-20' };
const put = (items: object[], token = ledger.admin) =>
  ledger.services.api.put('/api/v1/engineering/input-categories', { token, body: { items } });

/** A row as "estimated committed actual", with its cells by category. */
const rowOf = (row: Doc) => ({
  sums: `${row.estimated} ${row.committed} ${row.actual}`,
  cells: Object.fromEntries(
    row.cells.map(({ categoryId, estimated, committed, actual }: Doc) => [
      Object.keys(ids).find((name) => ids[name] === categoryId) ?? 'none',
      `${estimated} ${committed} ${actual}`,
    ]),
  ),
});
const rowsOf = (data: Doc) => Object.fromEntries(data.stages.map((stage: Doc) => [stage.code, rowOf(stage)]));

describe('Stages by category', () => {
  test('show what is spent and ordered by category, and the estimate in the sums alone until inputs have categories', async () => {
    const { status, body } = await ask(AT);
    expect(status).toBe(200);
    expect(rowsOf(body.data)).toEqual({
      '1': {
        sums: '180.00 0.00 150.00',
        cells: { Aço: 'null 0.00 110.00', Concreto: 'null 0.00 40.00' },
      },
      '1.1': { sums: '50.00 0.00 40.00', cells: { Concreto: 'null 0.00 40.00' } },
      '2': { sums: '80.00 12.00 25.00', cells: { Concreto: 'null 12.00 25.00' } },
    });
    expect(rowOf(body.data.withoutStage)).toEqual({ sums: '0.00 0.00 7.00', cells: { none: '0.00 0.00 7.00' } });
    expect(body.data.total).toEqual({ estimated: '260.00', committed: '12.00', actual: '182.00', balance: '66.00' });
    expect([body.data.unsplit, body.data.sharesWithoutStage]).toEqual(['260.00', 1]);
    expect(body.data.columns.map(({ category, actual }: Doc) => [category?.name ?? null, actual])).toEqual([
      ['Aço da obra', '110.00'],
      ['Concreto da obra', '65.00'],
      [null, '7.00'],
    ]);
  });

  test('split the estimate by the categories of its inputs, of their group or of one above', async () => {
    const of = (name: string) => ({ kind: 'GROUP', group: { id: groups[name] } });
    expect((await put([{ ...of('Materiais'), category: { id: ids['Aço'] } }])).body.data).toEqual({ items: 1 });
    await put([{ ...of('Concretos'), category: { id: ids['Concreto'] } }]);
    const { body: partly } = await ask(AT);
    // The typed service has none yet: its stage is not split, but the others are.
    expect(rowsOf(partly.data)['1'].cells).toEqual({ Aço: 'null 0.00 110.00', Concreto: 'null 0.00 40.00' });
    expect(rowsOf(partly.data)['2'].cells).toEqual({ Concreto: '80.00 12.00 25.00' });
    expect(partly.data.unsplit).toBe('30.00');
    expect(
      partly.data.inputs.map(({ kind, group, estimated, category, inherited }: Doc) => [
        ...[kind, group?.name ?? null, estimated, category?.name ?? null, inherited],
      ]),
    ).toEqual([
      ['GROUP', 'Concretos', '130.00', 'Concreto da obra', false],
      ['GROUP', 'Vergalhões', '100.00', 'Aço da obra', true],
      ['WITHOUT_INPUT', null, '30.00', null, false],
    ]);

    await put([{ kind: 'WITHOUT_INPUT', category: { id: ids['Empreitada'] } }]);
    const { body } = await ask(AT);
    expect(rowsOf(body.data)).toEqual({
      '1': {
        sums: '180.00 0.00 150.00',
        cells: { Aço: '100.00 0.00 110.00', Concreto: '50.00 0.00 40.00', Empreitada: '30.00 0.00 0.00' },
      },
      '1.1': { sums: '50.00 0.00 40.00', cells: { Concreto: '50.00 0.00 40.00' } },
      '2': { sums: '80.00 12.00 25.00', cells: { Concreto: '80.00 12.00 25.00' } },
    });
    expect(body.data.unsplit).toBe('0.00');
    expect(
      body.data.columns.map(({ category, ...amounts }: Doc) => [category?.name ?? null, ...Object.values(amounts)]),
    ).toEqual([
      ['Aço da obra', '100.00', '0.00', '110.00'],
      ['Concreto da obra', '130.00', '12.00', '65.00'],
      [null, '0.00', '0.00', '7.00'],
      ['Empreitada da obra', '30.00', '0.00', '0.00'],
    ]);
  });

  test('count up to a day, by payment where that is asked', async () => {
    const actual = async (query: Record<string, string>) => {
      const { data } = (await ask(query)).body;
      return Object.fromEntries(data.columns.map(({ category, actual: value }: Doc) => [category?.name ?? '', value]));
    };
    expect(await actual({ date: '2026-10-30' })).toMatchObject({ 'Concreto da obra': '40.00', 'Aço da obra': '0.00' });
    expect(await actual({ date: '2026-10-31' })).toMatchObject({ 'Concreto da obra': '65.00' });
    expect(await actual({ date: '2026-11-01', regime: 'CASH' })).toMatchObject({ 'Concreto da obra': '0.00' });
    expect(await actual({ date: '2026-11-02', regime: 'CASH' })).toMatchObject({ 'Concreto da obra': '25.00' });
    expect(await actual({ date: '2027-01-15', regime: 'CASH' })).toMatchObject({ 'Concreto da obra': '25.00' });
  });

  test('agree with the income statement of the building, category by category', async () => {
    const statement = async (regime: string) => {
      const query = { regime, from: '2026-09', to: '2026-11', buildingId: String(ledger.casa) };
      const url = `/api/v1/financial/company/${ledger.companyId}/financial-statement`;
      const { body } = await ledger.services.api.get(url, { token: ledger.admin, query });
      return Object.fromEntries(
        body.data.rows.map(({ category, total }: Doc) => [category?.id ?? 'none', total.replace('-', '')]),
      );
    };
    for (const regime of ['CASH', 'ACCRUAL']) {
      const { body } = await ask({ date: '2026-11-30', regime });
      const spent = body.data.columns.filter(({ actual }: Doc) => actual !== '0.00');
      expect(Object.fromEntries(spent.map(({ category, actual }: Doc) => [category?.id ?? 'none', actual]))).toEqual(
        await statement(regime),
      );
    }
  });

  test('of a building without an approved estimate are what was spent alone', async () => {
    const { body } = await ask(AT, { building: ledger.galpao });
    expect(body.data).toMatchObject({ costEstimates: [], unsplit: null, inputs: [] });
    expect(body.data.total).toEqual({ estimated: null, committed: '0.00', actual: '60.00', balance: null });
    expect(body.data.withoutStage.cells).toEqual([
      { categoryId: ids['Concreto'], estimated: null, committed: '0.00', actual: '60.00' },
    ]);
  });
});

describe('Who may see them', () => {
  test('who pays or builds the building; to others it does not exist', async () => {
    const { engenheiro, casa, galpao, financeiro, services, accountId, companyId } = ledger;
    expect((await ask(AT, { token: engenheiro, building: casa })).status).toBe(200);
    expect((await ask(AT, { token: engenheiro, building: galpao })).status).toBe(404);
    expect((await ask(AT, { token: financeiro, building: galpao })).status).toBe(200);
    const grants = [{ companyId, buildingId: casa, permissions: ['PURCHASE' as const] }];
    const buyer = await services.seed.tokenOf(await services.seed.user(accountId, { grants }));
    expect((await ask(AT, { token: buyer })).status).toBe(403);
    const both = [
      { companyId, buildingId: casa, permissions: ['PURCHASE' as const] },
      { companyId, buildingId: galpao, permissions: ['ENGINEERING' as const] },
    ];
    const mixed = await services.seed.tokenOf(await services.seed.user(accountId, { grants: both }));
    expect((await ask(AT, { token: mixed, building: casa })).status).toBe(404);
    expect((await ask(AT, { token: mixed, building: galpao })).status).toBe(200);
    expect((await ask({ ...AT, format: 'CSV' }, { token: mixed, building: casa, rest: '/file' })).status).toBe(404);
  });
});

describe('Categories of inputs', () => {
  test('are refused together, each at its place', async () => {
    const { status, body } = await put([
      { kind: 'GROUP', category: null },
      { kind: 'WITHOUT_GROUP', group: { id: groups['Concretos'] }, category: null },
      { kind: 'GROUP', group: { id: 999_999 }, category: { id: ids['Aço'] } },
      { kind: 'WITHOUT_INPUT', category: { id: ledger.venda } },
      { kind: 'WITHOUT_INPUT', category: { id: 999_999 } },
    ]);
    expect(status).toBe(422);
    expect(body.fields.map(({ path: at }: Doc) => at)).toEqual([
      ...['items.0.group', 'items.1.group', 'items.2.group', 'items.3.category', 'items.4.group', 'items.4.category'],
    ]);
  });

  test('go when they are taken back, and keep their category from being deleted', async () => {
    const category = `/api/v1/financial/account/${ledger.accountId}/category/${ids['Empreitada']}`;
    const kept = await ledger.services.api.delete(category, { token: ledger.admin });
    expect([kept.status, kept.body.message]).toEqual([409, expect.stringContaining('grupo de insumos')]);
    expect((await put([{ kind: 'WITHOUT_INPUT', category: null }])).body.data).toEqual({ items: 1 });
    expect((await put([{ kind: 'WITHOUT_INPUT', category: null }])).body.data).toEqual({ items: 0 });
    expect((await ask(AT)).body.data.unsplit).toBe('30.00');
    expect((await ledger.services.api.delete(category, { token: ledger.admin })).status).toBe(200);
  });
});

describe('Files', () => {
  test('have the figures of the screen', async () => {
    const csv = (await ask({ ...AT, format: 'CSV' }, { rest: '/file' })).text;
    const lines = csv.replace('\ufeff', '').trim().split('\r\n');
    expect(lines).toEqual([
      'Item;Etapa;Aço da obra;Concreto da obra;Sem categoria;Orçado;Comprometido;Realizado;Saldo',
      '1;Fundação;110,00;40,00;;180,00;0,00;150,00;30,00',
      '1.1;Estacas;;40,00;;50,00;0,00;40,00;10,00',
      '2;Alvenaria;;25,00;;80,00;12,00;25,00;43,00',
      ';Sem etapa;;;7,00;0,00;0,00;7,00;-7,00',
      ';Total;110,00;65,00;7,00;260,00;12,00;182,00;66,00',
    ]);
  });
});
