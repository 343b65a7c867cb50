/** Every expected figure is worked out by hand, or is that of mock 20b. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, installmentsOf, refusal, startOrders, type Purchasing } from './kit.ts';

let desk: Purchasing;
/** The seven lines of mock 20b. */
let lines: { product: { id: number }; quantity: string; price: string; costEstimateGroup: { id: number } }[];

beforeAll(async () => {
  desk = await startOrders();
  const { areas, finishes } = desk;
  const line = async (code: string, name: string, quantity: string, price: string, stage: number) => ({
    ...{ product: { id: await desk.product(code, name) }, quantity, price, costEstimateGroup: { id: stage } },
  });
  lines = [
    await line('0118', 'Cimento CP II-E-32, saco 50 kg', '180', '39.90', areas),
    await line('0204', 'Areia média lavada', '42', '148.00', areas),
    await line('0207', 'Brita 1', '28', '132.00', areas),
    await line('0533', 'Piso intertravado 10×20×6 cm', '640', '58.40', areas),
    await line('0541', 'Guia pré-moldada 100×30 cm', '210', '41.90', areas),
    await line('0312', 'Argamassa colante AC III 20 kg', '160', '31.50', finishes),
    await line('0318', 'Rejunte cimentício cinza 5 kg', '48', '27.80', finishes),
  ];
});
afterAll(() => desk.services.stop());

const CHARGES = { shippingRate: '1150.00', ipi: '2.00', discount: '1200.00' };
const TERMS = {
  payAfterBase: 'DELIVERY',
  payAfterDay: 28,
  installmentList: [
    { dueDate: '2026-12-28', grossValue: '23669.76' },
    { dueDate: '2027-01-11', grossValue: '23669.76' },
    { dueDate: '2027-01-25', grossValue: '23669.75' },
  ],
};
const MOCK = {
  ...CHARGES,
  createdDate: '2026-11-19',
  delivery: { date: '2026-11-30' },
  requirement: { payment: TERMS },
  paymentMethod: 'BOLETO',
};

describe('An order', () => {
  test('is that of mock 20b: gross value, terms and installments', async () => {
    const { concrete, office, supplier, building } = desk;
    const account = { id: office.accountId };
    const order = done(
      await desk.create(lines, {
        ...MOCK,
        category: { id: concrete },
        notes: '  Descarga das 7 às 16 h ',
        company: { id: office.companyId, account },
      }),
    );
    expect(order).toMatchObject({
      ...{ type: 'ORDER', state: 'ORDERED', document: 'PC-0001', version: 1, notes: 'Descarga das 7 às 16 h' },
      company: { id: office.companyId, account },
      building: { id: building, name: 'Vila das Ipês' },
      supplier: { id: supplier, name: 'Depósito São Jorge' },
      category: { id: concrete, name: 'Concreto e argamassa' },
      ...{ linesValue: '69643.40', ipiValue: '1415.87', grossValue: '71009.27', invoicedValue: '0.00', expense: null },
      ...{ paymentMethod: 'BOLETO', delivery: { date: '2026-11-30' }, createdDate: '2026-11-19', ipiAmount: null },
      requirement: { payment: TERMS },
      receipt: { receivedDate: null, payment: { payAfterBase: null, payAfterDay: null, installmentList: [] } },
      deliveries: [],
    });
    expect(order.requirementLineList.map(({ total }: { total: string }) => total)).toEqual([
      '7182.00',
      '6216.00',
      '3696.00',
      '37376.00',
      '8799.00',
      '5040.00',
      '1334.40',
    ]);
    const cents = (list: { landedTotal: string }[]) =>
      list.reduce((sum, { landedTotal }) => sum + BigInt(landedTotal.replace('.', '')), 0n);
    expect(cents(order.requirementLineList)).toBe(7_100_927n);
    expect(await desk.read(order.id)).toEqual(order);
  });

  test('sends back what it answered and changes nothing but its version', async () => {
    const order = done(await desk.create(lines.slice(0, 2), { ...CHARGES, document: 'Volta 1' }));
    const { id, ...rest } = order;
    const again = done(await desk.update(id, rest));
    expect({ ...again, version: 0, updatedAt: '' }).toEqual({ ...order, version: 0, updatedAt: '' });
    expect(again.version).toBe(2);
    expect((await desk.update(id, { ...rest, version: 1 })).status).toBe(409);
  });

  test('takes the next free number of its company, and refuses one that exists', async () => {
    const line = lines.slice(0, 1);
    const first = done(await desk.create(line, { document: 'pc-0700' }));
    const second = done(await desk.create(line));
    expect([first.document, second.document]).toEqual(['pc-0700', 'PC-0701']);
    expect(refusal(await desk.create(line, { document: ' PC-0701 ' }))).toEqual([
      409,
      'document: Já existe um pedido com este número nesta empresa.',
    ]);
    const made = await Promise.all(Array.from({ length: 6 }, () => desk.create(line)));
    const numbers = made.map((reply) => done(reply).document).sort();
    expect(numbers).toEqual(['PC-0702', 'PC-0703', 'PC-0704', 'PC-0705', 'PC-0706', 'PC-0707']);
  });

  test.each([
    ['days alone, from the delivery', { payAfterDay: 28 }, 'DELIVERY', 28, ['2026-12-28 71009.27']],
    ['days from the order', { payAfterDay: 30, payAfterBase: 'ORDER' }, 'ORDER', 30, ['2026-12-19 71009.27']],
    [
      'installments alone: the larger of the days, from the earliest date (§5)',
      {
        installmentList: [
          { dueDate: '2027-01-08', grossValue: '71009.26' },
          { dueDate: '2026-12-09', grossValue: '0.01' },
        ],
      },
      // 20 days after the order of 19/11, 9 days after the delivery of 30/11.
      'ORDER',
      20,
      ['2026-12-09 0.01', '2027-01-08 71009.26'],
    ],
    ['nothing', {}, null, null, []],
    ['null', null, null, null, []],
  ])('reads payment terms: %s', async (_, payment, base, day, installments) => {
    const order = done(await desk.create(lines, { ...MOCK, requirement: { payment } }));
    const read = order.requirement.payment;
    expect([read.payAfterBase, read.payAfterDay, installmentsOf(read.installmentList)]).toEqual([
      base,
      day,
      installments,
    ]);
  });

  test('moves its installments with the delivery date, and brings them to a changed value', async () => {
    const order = done(await desk.create(lines, MOCK));
    const moved = done(await desk.update(order.id, { delivery: { date: '2026-12-02' } }));
    expect(installmentsOf(moved.requirement.payment.installmentList)).toEqual([
      '2026-12-30 23669.76',
      '2027-01-13 23669.76',
      '2027-01-27 23669.75',
    ]);
    // Without freight: IPI 2 % of 69.643,40 = 1.392,868 → 1.392,87; 69.643,40 + 1.392,87 − 1.200,00 = 69.836,27.
    const changed = done(await desk.update(order.id, { shippingRate: '0' }));
    expect(changed.grossValue).toBe('69836.27');
    expect(installmentsOf(changed.requirement.payment.installmentList)).toEqual([
      // 69.836,27 × 23.669,76 ÷ 71.009,27 = 23.278,76; the rest 23.278,75.
      '2026-12-30 23278.76',
      '2027-01-13 23278.76',
      '2027-01-27 23278.75',
    ]);
  });

  test('keeps an absolute IPI above the percent until it is taken away', async () => {
    const order = done(await desk.create(lines, { ...CHARGES, ipiAmount: '10.00' }));
    expect([order.ipi, order.ipiAmount, order.ipiValue, order.grossValue]).toEqual([
      ...['2.0000', '10.00', '10.00', '69603.40'],
    ]);
    const without = done(await desk.update(order.id, { ipiAmount: null }));
    expect([without.ipiAmount, without.ipiValue, without.grossValue]).toEqual([null, '1415.87', '71009.27']);
  });

  test('drops canceled lines from its value, opens them again, and is canceled with its last one', async () => {
    const order = done(await desk.create(lines.slice(0, 2)));
    const [cement, sand] = order.requirementLineList;
    const one = done(await desk.update(order.id, { requirementLineList: [{ ...cement, canceled: true }, sand] }));
    expect([one.state, one.grossValue, one.requirementLineList[0].total]).toEqual(['ORDERED', '6216.00', '0.00']);
    const both = one.requirementLineList.map((line: object) => ({ ...line, canceled: true }));
    const none = done(await desk.update(order.id, { requirementLineList: both }));
    expect([none.state, none.type, none.grossValue]).toEqual(['CANCELED', 'ORDER', '0.00']);
    const reopened = none.requirementLineList.map((line: object) => ({ ...line, canceled: false }));
    expect(done(await desk.update(order.id, { requirementLineList: reopened })).grossValue).toBe('13398.00');
  });

  test('is deleted with the text of §8, and its history tells what it was', async () => {
    const order = done(await desk.create(lines.slice(0, 1)));
    const { api, token, seed } = desk;
    const gone = await api.delete(desk.at(order.id), { token });
    expect([gone.status, gone.body.message]).toEqual([200, 'Tudo certo! Pedido e nota apagado com sucesso!']);
    const again = await api.delete(desk.at(order.id), { token });
    expect([again.status, again.body.message]).toEqual([404, 'Pedido não encontrado.']);
    const history = await seed.sql(
      `select action from audit_log where entity = 'order' and entity_id = $1 order by id`,
      [order.id],
    );
    expect(history).toEqual([{ action: 'create' }, { action: 'delete' }]);
  });
});

describe('What an order refuses', () => {
  const cases: [string, () => object, (string | number)[]][] = [
    ['another company', () => ({ company: { id: 999_999 } }), [400, 'company.id: A empresa não é a do endereço.']],
    ['a customer', () => ({ supplier: { id: desk.customer } }), [422, 'supplier: Fornecedor não encontrado.']],
    ['an unknown building', () => ({ building: { id: 999_999 } }), [422, 'building: Obra não encontrada.']],
    [
      'a category of income',
      () => ({ category: { id: desk.sales } }),
      [422, 'category: Escolha uma categoria de despesa.'],
    ],
    [
      'a discount above its value',
      () => ({ discount: '7182.01' }),
      [422, 'discount: O desconto passa do valor do pedido.'],
    ],
    [
      'installments of another sum',
      () => ({
        requirement: { payment: { installmentList: [{ dueDate: '2026-12-01', grossValue: '7181.99' }] } },
      }),
      [422, 'requirement.payment.installmentList: As parcelas somam R$ 7.181,99, e o valor é R$ 7.182,00.'],
    ],
    [
      'a payment method of its own',
      () => ({ paymentMethod: 'FIADO' }),
      [422, 'paymentMethod: Escolha uma forma de pagamento da lista.'],
    ],
    [
      'a receipt of which nothing came',
      () => ({ receipt: { receivedDate: '2026-11-18' } }),
      [422, 'receipt.receivedDate: Nada é recebido nesta alteração: marque o que chegou.'],
    ],
    ['an unknown field', () => ({ freight: '1' }), [400, 'freight: Campo desconhecido.']],
  ];
  test.each(cases)('%s', async (_, rest, expected) => {
    const reply = await desk.create(lines.slice(0, 1), rest());
    expect(refusal(reply)).toEqual(expected);
  });

  const wrongLines: [string, object, string][] = [
    ['nothing of a product', { quantity: '0' }, 'quantity: Informe a quantidade.'],
    ['an unknown product', { product: { id: 999_999 } }, 'product: Insumo não encontrado.'],
    [
      'a unit that is not the product’s',
      { unit: { id: 999_999 } },
      'unit: Use a unidade do insumo ou a sua unidade de compra.',
    ],
    ['an unknown brand', { brand: { id: 999_999 } }, 'brand: Marca não encontrada.'],
    [
      'closing what never came',
      { closed: true },
      'closed: Nada foi recebido deste item: cancele-o em vez de encerrar o saldo.',
    ],
    ['another order’s line', { id: 999_999 }, 'id: Item não encontrado neste pedido.'],
  ];
  test.each(wrongLines)('%s', async (_, wrong, problem) => {
    const reply = await desk.create([...lines.slice(0, 1), { ...lines[1], ...wrong }]);
    expect(refusal(reply)).toEqual([422, `requirementLineList.1.${problem}`]);
  });
});

describe('Orders are seen', () => {
  test('with PURCHASE on their building, and by nobody else', async () => {
    const { api, office, building, other, base } = desk;
    const here = done(await desk.create(lines.slice(0, 1)));
    const there = done(await desk.create([{ ...lines[0], costEstimateGroup: null }], { building: { id: other } }));
    const buyer = await office.as(['PURCHASE'], building);
    const ids = ({ body }: { body: { data: { content: { id: number }[] } } }) => body.data.content.map(({ id }) => id);
    const listed = ids(await api.get(base, { token: buyer, query: { size: '2000000', summarized: 'true' } }));
    expect([listed.includes(here.id), listed.includes(there.id)]).toEqual([true, false]);
    expect((await api.get(desk.at(here.id), { token: buyer })).status).toBe(200);
    for (const refused of [
      await api.get(desk.at(there.id), { token: buyer }),
      await api.delete(desk.at(there.id), { token: buyer }),
      await desk.update(there.id, { notes: 'x' }, buyer),
      await desk.receive(
        there.id,
        { lines: [{ line: { id: there.requirementLineList[0].id }, quantity: '1' }] },
        buyer,
      ),
    ])
      expect([refused.status, refused.body.message]).toEqual([404, 'Pedido não encontrado.']);
    expect(
      refusal(await desk.create([{ ...lines[0], costEstimateGroup: null }], { building: { id: other } }, buyer)),
    ).toEqual([422, 'building: Obra não encontrada.']);
    const engineer = await office.as(['ENGINEERING', 'DEBIT', 'CREDIT'], building);
    expect((await api.get(base, { token: engineer })).status).toBe(403);
  });

  test('in lists of a company and of a building, with views, sums and words', async () => {
    const { api, token, base, other, seed } = desk;
    const plain = { ...lines[0], costEstimateGroup: null };
    const make = async (document: string, date: string | null, rest: object = {}) =>
      done(await desk.create([plain], { document, building: { id: other }, delivery: { date }, ...rest }));
    await seed.sql(`delete from orders where building_id = $1`, [other]);
    const late = await make('L-1', '2026-11-01');
    const soon = await make('L-2', '2026-12-01', { createdDate: '2026-10-01' });
    const whole = await make('L-3', '2026-11-02', { type: 'RECEIPT' });
    const canceled = await make('L-4', '2026-11-03');
    done(
      await desk.update(canceled.id, { requirementLineList: [{ ...canceled.requirementLineList[0], canceled: true }] }),
    );
    const half = await make('L-5', '2026-11-04');
    done(
      await desk.receive(half.id, {
        documentNumber: '15.447',
        lines: [{ line: { id: half.requirementLineList[0].id }, quantity: '45' }],
      }),
    );
    const list = async (query: Record<string, string>) =>
      done(await api.get(`${base}/building/${other}`, { token, query: { sort: 'document', ...query } })).content;
    const documents = async (query: Record<string, string>) =>
      (await list(query)).map(({ document }: { document: string }) => document);
    expect(await documents({})).toEqual(['L-1', 'L-2', 'L-3', 'L-4', 'L-5']);
    expect(await documents({ state: 'ORDERED' })).toEqual(['L-1', 'L-2']);
    expect(await documents({ open: 'true' })).toEqual(['L-1', 'L-2', 'L-5']);
    expect(await documents({ open: 'false' })).toEqual(['L-3', 'L-4']);
    expect(await documents({ late: 'true' })).toEqual(['L-1', 'L-5']);
    expect(await documents({ late: 'false' })).toEqual(['L-2', 'L-3', 'L-4']);
    expect(await documents({ from: '2026-10-01', to: '2026-10-01' })).toEqual(['L-2']);
    expect(await documents({ deliveryFrom: '2026-11-02', deliveryTo: '2026-11-03' })).toEqual(['L-3', 'L-4']);
    expect(await documents({ search: 'CIMENTO serra 15.447' })).toEqual(['L-5']);
    expect(await documents({ ids: `${late.id},${soon.id}` })).toEqual(['L-1', 'L-2']);
    // Struck through in the list, and in no sum.
    expect((await list({ state: 'CANCELED' }))[0].total).toBe('7182.00');
    const [row] = await list({ ids: String(half.id) });
    expect(row).toMatchObject({
      ...{ id: half.id, document: 'L-5', total: '7182.00', deliveryDate: '2026-11-04', delivered: false },
      ...{ buildingName: 'Alto da Serra', supplierName: 'Depósito São Jorge', state: 'PARTIAL', late: true },
      ...{ items: ['Cimento CP II-E-32, saco 50 kg'], itemCount: 1, receivedValue: '1795.50', linesValue: '7182.00' },
      ...{ receivedPercentage: 25, documentNumbers: ['15.447'] },
    });
    const totals = async (query: Record<string, string>) =>
      done(await api.get(`${base}/totals`, { token, query: { building: String(other), ...query } }));
    expect(await totals({})).toEqual({
      waitingApproval: 0,
      ...{ all: 5, ordered: 2, late: 2, partial: 1, received: 1, canceled: 1 },
      // 4 × 7.182,00; received 7.182,00 + 1.795,50; late: 7.182,00 + 5.386,50.
      ...{ total: '28728.00', receivedTotal: '8977.50', openTotal: '19750.50', lateTotal: '12568.50' },
    });
    expect(await totals({ state: 'PARTIAL' })).toMatchObject({ all: 5, total: '7182.00', openTotal: '5386.50' });
    expect(whole.type).toBe('RECEIPT');
    const wrong = await api.get(base, { token, query: { summarized: 'false' } });
    expect(refusal(wrong)).toEqual([
      400,
      'summarized: Esta lista só responde pedidos resumidos. Busque cada pedido por seu id.',
    ]);
  });
});
