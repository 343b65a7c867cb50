/** Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startEstimates, type Estimates } from '#tests/engineering/costEstimates/kit.ts';
import { ofProduct } from '#tests/engineering/tasksKit.ts';
import type { Reply } from '#tests/support/services.ts';

let site: Estimates;
let block: number;
let cement: number;
let sand: number;
let stage: Record<string, number>;
let open: { id: number; document: string; lines: { id: number }[]; suppliers: { id: number }[] };
let first: { id: number; requirementLineList: { id: number }[] };

const done = ({ status, body, text }: Reply) => {
  if (status !== 200) throw new Error(text);
  return body.data;
};
const orders = () => `/api/v1/purchase/company/${site.office.companyId}/order`;
const overview = (rest = '', building = site.building) =>
  `/api/v1/engineering/company/${site.office.companyId}/building/${building}/purchase-overview${rest}`;
const get = async (rest = '', query: Record<string, string> = {}, token = site.office.admin) =>
  done(await site.api.get(overview(rest), { token, query }));

type Amounts = Record<string, { quantity: string | null; value: string }>;
const MEASURES = ['estimated', 'requested', 'ordered', 'received', 'invoiced', 'paid', 'balance'];
/** "130.0000 260.00 | …" of the seven measures; "- 50.00" without a quantity. */
const told = (row: Amounts): string =>
  MEASURES.map((measure) => `${row[measure]?.quantity ?? '-'} ${row[measure]?.value}`).join(' | ');
const values = (row: Amounts): string => MEASURES.map((measure) => row[measure]?.value).join(' ');

/**
 * The estimate: 10 m² of masonry, each of 13 blocks at 2,00 and half a bag of cement at 36,80 (26,00 + 18,40 = 44,40), in
 * stage 1; 3 bags of cement (110,40) and a typed service (50,00) in stage 2: 604,40. Ordered: 100 blocks at 2,10 for stage
 * 1 and 10 bags at 35,00 for stage 2, with freight of 40,00 and IPI of 5 % of 600,00: 630,00; 2 m³ of sand at 145,00 for no
 * stage: 290,00. Came: 60 blocks at 2,20, with freight of 10,00 less 2,00: 140,00, of which the first half is paid. Asked
 * for in one open quote: 4 bags of cement at 36,80 for stage 2 (147,20), 0.6 loads of 5 m³ of sand, 3 m³, without a reference, and words; a
 * draft, a closed quote and one that led to an order ask for nothing any more.
 */
beforeAll(async () => {
  site = await startEstimates();
  const { api, office, seed, building, input, make, makeTask, put } = site;
  const token = office.admin;
  block = await input({ code: '0501', name: 'Bloco estrutural', price: '2.00' });
  cement = await input({ code: '0118', name: 'Cimento CP II', price: '36.80' });
  sand = await input({ code: '0204', name: 'Areia média', price: '140.00' });
  const wall = await makeTask('Alvenaria', [ofProduct(block, '13'), ofProduct(cement, '0.5')]);
  const estimate = await make({ code: 'ORC-900' });
  stage = await put(estimate, [
    { key: 'walls', type: 'GROUP', description: 'Alvenaria' },
    { key: 'floors', type: 'GROUP', description: 'Pisos' },
    { key: 'wall', parentKey: 'walls', taskId: wall, quantity: '10' },
    { key: 'bags', parentKey: 'floors', productId: cement, quantity: '3' },
    {
      ...{ key: 'cleaning', parentKey: 'floors', type: 'TASK', description: 'Limpeza', unit: 'm²' },
      ...{ quantity: '1', unitPrice: '50' },
    },
  ]);
  done(
    await api.post(`/api/v1/engineering/cost-estimates/${estimate}/schedule-items`, {
      token,
      body: { costEstimateItem: { id: stage['walls'] }, startDate: '2026-12-01', endDate: '2026-12-11' },
    }),
  );
  await seed.sql('update product_definitions set lead_time_days = 20 where code = $1', ['0501']);
  const supplier = await seed.insert('partners', { account_id: office.accountId, type: 'SUPPLIER', name: 'Aço Forte' });
  const order = async (lines: object[], rest: object = {}) =>
    done(
      await api.post(orders(), {
        token,
        body: { building: { id: building }, supplier: { id: supplier }, requirementLineList: lines, ...rest },
      }),
    );
  const line = (product: number, quantity: string, price: string, of?: string) => ({
    ...{ product: { id: product }, quantity, price },
    ...(of !== undefined && { costEstimateGroup: { id: stage[of] } }),
  });
  first = await order([line(block, '100', '2.10', 'walls'), line(cement, '10', '35.00', 'floors')], {
    ...{ shippingRate: '40.00', ipi: '5', document: 'PC-0101', createdDate: '2026-11-10' },
    requirement: {
      payment: {
        installmentList: [
          { dueDate: '2026-12-10', grossValue: '315.00' },
          { dueDate: '2027-01-10', grossValue: '315.00' },
        ],
      },
    },
  });
  await order([line(sand, '2', '145.00')], { document: 'PC-0102', createdDate: '2026-11-12' });
  await order([{ ...line(sand, '9', '145.00'), canceled: true }], { document: 'PC-0103' });
  const received = done(
    await api.post(`${orders()}/${first.id}/deliveries`, {
      token,
      body: {
        lines: [{ line: { id: first.requirementLineList[0]?.id }, quantity: '60', price: '2.20' }],
        ...{ documentNumber: 'NF 10', shippingRate: '10.00', ipiValue: '0', discount: '2.00' },
      },
    }),
  );
  const debit = `/api/v1/financial/company/${office.companyId}/debit/${received.expense.id}`;
  const expense = done(await api.get(debit, { token }));
  const wallet = await seed.insert('wallets', {
    ...{ account_id: office.accountId, company_id: office.companyId, identifier: 'Itaú' },
    ...{ initial_balance: '1000.00', balance_date: '2026-01-01' },
  });
  done(
    await api.post(`${debit}/installment/${expense.transactionRecordList[0].id}/payment`, {
      token,
      body: { bank: { id: wallet }, paymentDate: '2026-11-20', paymentMethod: 'PIX' },
    }),
  );
  await ask(supplier);
});

/** Quotes of the building, in each state. */
const ask = async (supplier: number) => {
  const { api, office, building, seed } = site;
  const token = office.admin;
  const quotes = `/api/v1/purchase/company/${office.companyId}/quote`;
  const make = async (title: string, lines: object[]) =>
    done(
      await api.post(quotes, {
        token,
        body: {
          ...{ title, buildingId: building, lines, deadline: '2026-11-24T21:00:00Z' },
          suppliers: [{ partnerId: supplier }],
        },
      }),
    );
  const send = async (quote: { id: number; suppliers: { id: number }[] }) =>
    done(await api.post(`${quotes}/${quote.id}/suppliers/${quote.suppliers[0]?.id}/links`, { token }));
  const bags = { productId: cement, quantity: '4', costEstimateGroupId: stage['floors'] };
  const unitId = (
    await seed.sql<{ id: number }>('select id::integer as id from units where account_id = $1 limit 1', [
      office.accountId,
    ])
  )[0]?.id;
  const load = await seed.insert('units', { account_id: office.accountId, acronyms: 'cç', description: 'Caçamba' });
  await seed.sql(
    `update product_definitions set purchase_unit_id = $1, purchase_factor = 5 where account_id = $2 and code = '0204'`,
    [load, office.accountId],
  );
  open = await make('Aberta', [
    bags,
    { productId: sand, unitId: load, quantity: '0.6', referencePrice: null },
    { description: 'Frete de areia', unitId, quantity: '1', referencePrice: '500' },
  ]);
  await send(open);
  await make('Rascunho', [{ ...bags, quantity: '100' }]);
  const closed = await make('Encerrada', [{ ...bags, quantity: '1000' }]);
  await send(closed);
  done(await api.post(`${quotes}/${closed.id}/close`, { token, body: {} }));
  const ordered = await make('Pedida', [{ ...bags, quantity: '10000' }]);
  await send(ordered);
  // The canceled order is the one that it led to: it is decided, though nothing of it is ordered any more.
  await seed.sql(`update orders set quote_id = $1 where document = 'PC-0103'`, [ordered.id]);
};
afterAll(() => site.services.stop());

describe('The overview of purchases', () => {
  test('tells each input with what was estimated, ordered, received, invoiced and paid', async () => {
    const { content, totalElements } = await get();
    const rows = content.map((row: Amounts & { product: { code: string } | null; state: string }) => [
      row.product?.code ?? null,
      row.state,
      told(row),
    ]);
    expect(totalElements).toBe(4);
    expect(rows).toEqual([
      // Cement: 5 in the walls (184,00) and 3; ordered 350 ÷ 560 of 630,00.
      [
        '0118',
        'EXCEEDED',
        '8.0000 294.40 | 4.0000 147.20 | 10.0000 393.75 | 0.0000 0.00 | 0.0000 0.00 | 0.0000 0.00 | -2.0000 -99.35',
      ],
      // Blocks: 210 ÷ 560 of 630,00; 60 % of it came.
      [
        ...['0501', 'OPEN'],
        '130.0000 260.00 | 0.0000 0.00 | 100.0000 236.25 | 60.0000 141.75 | 60.0000 140.00 | 30.0000 70.00 | 30.0000 23.75',
      ],
      [null, 'OPEN', '- 50.00 | - 0.00 | - 0.00 | - 0.00 | - 0.00 | - 0.00 | - 50.00'],
      [
        '0204',
        'OUTSIDE',
        '0.0000 0.00 | 3.0000 0.00 | 2.0000 290.00 | 0.0000 0.00 | 0.0000 0.00 | 0.0000 0.00 | -2.0000 -290.00',
      ],
    ]);
    const days = content.map(({ buyUntil, late }: { buyUntil: string | null; late: boolean }) => [buyUntil, late]);
    // The walls begin on 01/12; blocks take 20 days, and 11/11 is over. More cement than estimated is ordered already.
    expect(days).toEqual([
      ['2026-12-01', false],
      ['2026-11-11', true],
      [null, false],
      [null, false],
    ]);
  });

  test('has the same totals by group and by stage, and those of the orders', async () => {
    const groups = await get('/groups');
    expect(groups.totals).toMatchObject({ count: 4, open: 2, exceeded: 1 });
    expect(values(groups.totals)).toBe('604.40 147.20 920.00 141.75 140.00 70.00 -315.60');
    const told = groups.content.map((group: Amounts & { outside: boolean; count: number }) => [
      ...[group.outside, group.count],
      values(group),
    ]);
    expect(told).toEqual([
      [false, 3, '604.40 147.20 630.00 141.75 140.00 70.00 -25.60'],
      [true, 1, '0.00 0.00 290.00 0.00 0.00 0.00 -290.00'],
    ]);
    expect(groups.costEstimates).toMatchObject([{ code: 'ORC-900', approved: false }]);
    expect(groups.scheduled).toBe(true);
    const stages = await get('/stages');
    expect(stages.totals).toEqual(groups.totals);
    const byStage = stages.content.map((row: Amounts & { code: string; percentage: string }) => [
      ...[row.code, row.percentage],
      values(row),
    ]);
    expect(byStage).toEqual([
      // 236,25 ÷ 444,00 and 393,75 ÷ 160,40.
      ['1', '53.2', '444.00 0.00 236.25 141.75 140.00 70.00 207.75'],
      ['2', '245.5', '160.40 147.20 393.75 0.00 0.00 0.00 -233.35'],
    ]);
    expect(values(stages.withoutStage)).toBe('0.00 0.00 290.00 0.00 0.00 0.00 -290.00');
    expect(stages.withoutStage.orders).toBe(1);
    const gross = await site.seed.sql<{ gross: string }>(
      `select sum(gross_value) as gross from orders where building_id = $1 and state <> 'CANCELED'`,
      [site.building],
    );
    expect(gross).toEqual([{ gross: '920.00' }]);
  });

  test.each([
    ['words of code and name', { search: 'bloco 05' }, ['0501']],
    ['a stage', { stage: 'walls' }, ['0118', '0501']],
    ['no stage', { stage: '-1' }, ['0204']],
    ['what was requested, was ordered or is left to order', { moving: 'true' }, ['0118', '0501', null, '0204']],
    ['a state', { state: 'EXCEEDED' }, ['0118']],
    ['no group', { group: '-1', size: '2', page: '1' }, [null, '0204']],
  ])('is narrowed by %s', async (_, query: Record<string, string>, codes) => {
    const wanted = 'stage' in query && query['stage'] !== '-1' ? { ...query, stage: String(stage['walls']) } : query;
    const { content } = await get('', wanted);
    expect(content.map(({ product }: { product: { code: string } | null }) => product?.code ?? null)).toEqual(codes);
  });

  test('tells the lines of orders behind a figure, and the stage that one without a stage belongs to', async () => {
    const { content } = await get('/lines', { product: String(block) });
    expect(content).toEqual([
      expect.objectContaining({
        id: first.requirementLineList[0]?.id,
        order: { id: first.id, document: 'PC-0101', date: '2026-11-10', deliveryDate: null },
        supplier: { id: expect.any(Number), name: 'Aço Forte' },
        stage: { id: stage['walls'], name: '1 Alvenaria' },
        suggestedStage: null,
        paid: { quantity: '30.0000', value: '70.00' },
        documentNumbers: ['NF 10'],
      }),
    ]);
    const loose = await get('/lines', { stage: '-1' });
    expect(loose.content).toMatchObject([{ order: { document: 'PC-0102' }, stage: null, suggestedStage: null }]);
  });

  test('tells the open quotes behind what is requested, and where a purchase of an input belongs', async () => {
    const { content } = await get('/requests', { product: String(cement) });
    expect(content).toEqual([
      {
        id: open.lines[0]?.id,
        quote: { id: open.id, document: open.document, title: 'Aberta', deadline: '2026-11-24T21:00:00.000Z' },
        product: { id: cement, code: '0118', name: 'Cimento CP II' },
        stage: { id: stage['floors'], name: '2 Pisos' },
        requested: { quantity: '4.0000', value: '147.20' },
      },
    ]);
    const loose = await get('/requests', { stage: '-1' });
    expect(loose.content).toMatchObject([
      { product: { id: sand }, stage: null, requested: { quantity: '3.0000', value: '0.00' } },
    ]);
    // Cement is ordered for the floors; sand is neither ordered for a stage nor estimated.
    const suggested = (await get()).content.map(
      (row: { suggestedStage: { name: string } | null }) => row.suggestedStage,
    );
    expect(suggested).toEqual([
      { id: stage['floors'], name: '2 Pisos' },
      { id: stage['walls'], name: '1 Alvenaria' },
      null,
      null,
    ]);
  });

  test('puts lines into stages, also of what is paid, and back', async () => {
    const { api, office } = site;
    const body = (lines: object[]) => ({ building: { id: site.building }, lines });
    const classify = (lines: object[], token = office.admin) =>
      api.post(`/api/v1/purchase/company/${office.companyId}/order-stages`, { token, body: body(lines) });
    const [blocks, bags] = first.requirementLineList.map(({ id }) => id);
    const loose = (await get('/lines', { stage: '-1' })).content[0];
    const moved = done(
      await classify([
        { id: blocks, stage: { id: stage['floors'] } },
        { id: bags, stage: null },
        { id: loose.id, stage: { id: stage['floors'] } },
      ]),
    );
    expect(moved.results).toMatchObject([
      { orderId: first.id, document: 'PC-0101', ok: true, message: null },
      { document: 'PC-0102', ok: true, lines: [{ id: loose.id, stage: null }] },
    ]);
    const stages = await get('/stages');
    expect(stages.content.map(values)).toEqual([
      '444.00 0.00 0.00 0.00 0.00 0.00 444.00',
      '160.40 147.20 526.25 141.75 140.00 70.00 -365.85',
    ]);
    expect(values(stages.withoutStage)).toBe('0.00 0.00 393.75 0.00 0.00 0.00 -393.75');
    // The blocks and the sand are in stage 2 now: cement without a stage belongs where its largest estimate is.
    const [cementLine] = (await get('/lines', { stage: '-1' })).content;
    expect(cementLine).toMatchObject({ stage: null, suggestedStage: { id: stage['walls'], name: '1 Alvenaria' } });
    const shares = () =>
      site.seed.sql(
        `select a.cost_estimate_group_id::integer as stage, a.gross_value as value, t.paid_value as paid
           from apportionments a join transactions t on t.id = a.transaction_id
           join orders o on o.transaction_id = t.id where o.id = $1`,
        [first.id],
      );
    expect(await shares()).toEqual([{ stage: stage['floors'], value: '140.00', paid: '70.00' }]);
    const back = moved.results.flatMap(({ lines }: { lines: object[] }) => lines);
    expect(done(await classify(back)).results.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
    expect((await get('/stages')).content.map(values)[0]).toBe('444.00 0.00 236.25 141.75 140.00 70.00 207.75');
    expect(await shares()).toEqual([{ stage: stage['walls'], value: '140.00', paid: '70.00' }]);
    // Nothing moves: nothing is told. A stage or a line of elsewhere is refused at its place.
    expect(done(await classify([{ id: blocks, stage: { id: stage['walls'] } }])).results).toEqual([]);
    const wrong = await classify([
      { id: blocks, stage: { id: 999_999 } },
      { id: 999_999, stage: null },
    ]);
    expect([wrong.status, wrong.body.fields.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ['lines.0.stage', 'lines.1.id'],
    ]);
    const buyer = await office.as(['PURCHASE'], await site.seed.building(office, { name: 'De outro comprador' }));
    expect((await classify([{ id: blocks, stage: null }], buyer)).body.fields[0].path).toBe('building');
  });

  test('is for who has purchases on the building, and knows no other one', async () => {
    const { office, seed, api } = site;
    const other = await seed.building(office, { name: 'Outra obra' });
    const engineer = await office.as(['ENGINEERING'], site.building);
    const buyer = await office.as(['PURCHASE'], other);
    const asked = (token: string) => api.get(overview('/groups'), { token });
    expect((await asked(engineer)).status).toBe(403);
    expect((await asked(buyer)).status).toBe(404);
    const empty = done(await api.get(overview('/groups', other), { token: buyer }));
    expect(empty).toMatchObject({ costEstimates: [], scheduled: false, content: [], totals: { count: 0 } });
    expect(values(empty.totals)).toBe('0.00 0.00 0.00 0.00 0.00 0.00 0.00');
  });
});
