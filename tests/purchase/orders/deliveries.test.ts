/** Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, installmentsOf, refusal, startOrders, type Purchasing } from './kit.ts';

let desk: Purchasing;
/** 10 of 50,00 in one stage, 4 of 25,00 in another: 600,00, freight 30,00, IPI 10 % of 630,00 = 63,00, less 3,00: 690,00. */
let lines: Record<string, unknown>[];

beforeAll(async () => {
  desk = await startOrders();
  const product = async (code: string) => ({ id: await desk.product(code, `Insumo ${code}`) });
  lines = [
    { product: await product('A'), quantity: '10', price: '50', costEstimateGroup: { id: desk.areas } },
    { product: await product('B'), quantity: '4', price: '25', costEstimateGroup: { id: desk.finishes } },
  ];
});
afterAll(() => desk.services.stop());

const CHARGES = { shippingRate: '30', ipi: '10', discount: '3' };
const TERMS = {
  createdDate: '2026-11-01',
  delivery: { date: '2026-11-10' },
  requirement: {
    payment: {
      payAfterBase: 'DELIVERY',
      payAfterDay: 30,
      installmentList: [
        { dueDate: '2026-12-10', grossValue: '345.00' },
        { dueDate: '2027-01-09', grossValue: '345.00' },
      ],
    },
  },
};

const open = async (rest: object = {}) => {
  const order = done(await desk.create(lines, { ...CHARGES, ...TERMS, category: { id: desk.concrete }, ...rest }));
  const [a, b] = order.requirementLineList.map(({ id }: { id: number }) => id);
  return { id: order.id as number, a: a as number, b: b as number };
};
const of = (line: number, quantity: string, rest: object = {}) => ({ line: { id: line }, quantity, ...rest });

/** What an expense says: value, installments, and its shares by stage. */
const told = async (id: number) => {
  const { grossValue, partner, transactionRecordList, transactionRecordBuildings } = await desk.expense(id);
  return {
    grossValue,
    partner: partner.name,
    installments: installmentsOf(transactionRecordList),
    stages: Object.fromEntries(
      transactionRecordBuildings.map((share: { costEstimateGroup: { name: string } | null; grossValue: string }) => [
        share.costEstimateGroup?.name ?? '',
        share.grossValue,
      ]),
    ),
  };
};

const pay = async (expense: number) => {
  const { office, api, token, seed } = desk;
  const wallet = await seed.insert('wallets', {
    ...{ account_id: office.accountId, company_id: office.companyId, identifier: `Banco ${expense}` },
    ...{ initial_balance: '0', balance_date: '2026-01-01' },
  });
  const { transactionRecordList } = await desk.expense(expense);
  const path = `/api/v1/financial/company/${office.companyId}/debit/${expense}/installment/${transactionRecordList[0].id}/payment`;
  const body = { paymentDate: '2026-11-20', bank: { id: wallet }, paymentMethod: 'PIX' };
  return { path, reply: await api.post(path, { token, body }) };
};

describe('A delivery', () => {
  test('makes one expense, and the next one adds to it: shares of freight, IPI and discount, stages, due dates', async () => {
    const { id, a, b } = await open();
    const first = done(
      await desk.receive(id, { documentNumber: '15.402', receivedDate: '2026-11-09', lines: [of(a, '6')] }),
    );
    // 300,00 of 600,00: freight 15,00, IPI 31,50, discount 1,50: 345,00.
    expect(first).toMatchObject({ type: 'ORDER', state: 'PARTIAL', invoicedValue: '345.00', grossValue: '690.00' });
    expect(first.deliveries).toEqual([
      {
        ...{ id: expect.any(Number), documentNumber: '15.402', emissionDate: '2026-11-09', receivedDate: '2026-11-09' },
        ...{
          receivedBy: expect.any(Object),
          shippingRate: '15.00',
          ipiValue: '31.50',
          discount: '1.50',
          value: '345.00',
        },
        lines: [{ lineId: a, quantity: '6.0000', price: '50.0000', value: '300.00' }],
        // It came before the agreed day: the planned days stand.
        installmentList: [
          { dueDate: '2026-12-10', grossValue: '172.50' },
          { dueDate: '2027-01-09', grossValue: '172.50' },
        ],
      },
    ]);
    const expense = first.expense.id;
    expect(await told(expense)).toEqual({
      ...{ grossValue: '345.00', partner: 'Depósito São Jorge', stages: { 'Áreas comuns': '345.00' } },
      installments: ['2026-12-10 172.50', '2027-01-09 172.50'],
    });
    const second = done(
      await desk.receive(id, { documentNumber: '15.447', receivedDate: '2026-11-13', lines: [of(a, '4'), of(b, '4')] }),
    );
    expect(second).toMatchObject({
      ...{ type: 'RECEIPT', state: 'RECEIVED', invoicedValue: '690.00', grossValue: '690.00' },
      expense: { id: expense, status: 'OPEN' },
      // Its terms by §5: from the last delivery, 27 days, or from the order, 39 days: the larger.
      receipt: { receivedDate: '2026-11-13', payment: { payAfterBase: 'ORDER', payAfterDay: 39 } },
    });
    // The rest: 345,00, three days after the agreed day. Of 300,00, 200,00 and 100,00: 230,00 and 115,00.
    expect(await told(expense)).toEqual({
      ...{ grossValue: '690.00', partner: 'Depósito São Jorge' },
      stages: { 'Áreas comuns': '575.00', Revestimentos: '115.00' },
      installments: ['2026-12-10 172.50', '2026-12-13 172.50', '2027-01-09 172.50', '2027-01-12 172.50'],
    });
    expect(
      (await desk.expenses()).filter((one: { documentNumber: string }) => one.documentNumber === first.document),
    ).toHaveLength(1);
  });

  test('is not received twice: the same nota, the same key, or more than was ordered', async () => {
    const { id, a, b } = await open();
    const { api, token } = desk;
    const call = {
      token,
      headers: { 'idempotency-key': `entrega-${id}` },
      body: { documentNumber: 'NF 9', lines: [of(a, '6')] },
    };
    const [first, again] = [
      await api.post(desk.at(id, '/deliveries'), call),
      await api.post(desk.at(id, '/deliveries'), call),
    ];
    expect(again.body.data).toEqual(first.body.data);
    expect(refusal(await desk.receive(id, { documentNumber: ' nf 9 ', lines: [of(b, '1')] }))).toEqual([
      422,
      'documentNumber: A nota nf 9 já foi recebida neste pedido.',
    ]);
    expect(refusal(await desk.receive(id, { lines: [of(a, '4.0001')] }))).toEqual([
      422,
      'lines.0.quantity: Faltam 4 sc: com esta entrega chegariam 0,0001 sc a mais do que foi pedido.',
    ]);
    const many = await Promise.all(Array.from({ length: 8 }, () => desk.receive(id, { lines: [of(a, '1')] })));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(4);
    const order = await desk.read(id);
    expect([order.requirementLineList[0].receivedQuantity, order.deliveries.length]).toEqual(['10.0000', 5]);
    expect((await told(order.expense.id)).grossValue).toBe(order.invoicedValue);
  });

  test('may go beyond the order within the tolerance of the account, cumulated', async () => {
    const { id, a } = await open();
    const { seed, office } = desk;
    const tolerate = (value: string | null) =>
      seed.sql(`update accounts set settings = $2 where id = $1`, [
        office.accountId,
        JSON.stringify(value === null ? {} : { receiptTolerance: value }),
      ]);
    await tolerate('5');
    done(await desk.receive(id, { lines: [of(a, '10.25')] }));
    const over = await desk.receive(id, { lines: [of(a, '0.2501')] });
    const within = await desk.receive(id, { lines: [of(a, '0.25')] });
    await tolerate(null);
    expect(refusal(over)).toEqual([
      422,
      'lines.0.quantity: Faltam 0 sc: com esta entrega chegariam 0,5001 sc a mais do que foi pedido.',
    ]);
    expect(done(within).requirementLineList[0].receivedQuantity).toBe('10.5000');
  });

  test('takes the prices, charges and installments of its nota', async () => {
    const { id, b } = await open();
    const order = done(
      await desk.receive(id, {
        ...{
          emissionDate: '2026-11-12',
          receivedDate: '2026-11-14',
          shippingRate: '7.77',
          ipiValue: '0',
          discount: '0.10',
        },
        lines: [of(b, '3', { price: '25.3333' })],
        installmentList: [
          { dueDate: '2026-12-20', grossValue: '33.67' },
          { dueDate: '2026-11-20', grossValue: '50.00' },
        ],
      }),
    );
    // 3 × 25,3333 = 75,9999 → 76,00; + 7,77 − 0,10 = 83,67.
    expect(order.deliveries[0]).toMatchObject({ value: '83.67', lines: [{ price: '25.3333', value: '76.00' }] });
    expect((await told(order.expense.id)).installments).toEqual(['2026-11-20 50.00', '2026-12-20 33.67']);
    const wrong = await desk.receive(id, {
      lines: [of(b, '1')],
      installmentList: [{ dueDate: '2026-12-20', grossValue: '1.00' }],
    });
    // 25,00 and the rest of the charges: freight 30,00 × 25 ÷ 600 = 1,25; IPI 2,625 → 2,62; discount 0,125 → 0,12.
    expect(refusal(wrong)).toEqual([422, 'installmentList: As parcelas somam R$ 1,00, e o valor é R$ 28,75.']);
  });

  test('closes what is missing, which leaves the value of the order, and opens it again when it is undone', async () => {
    const { id, a, b } = await open({ shippingRate: '0', ipi: '0', discount: '0', requirement: TERMS_OF_600 });
    done(await desk.receive(id, { lines: [of(b, '4')] }));
    const closed = done(await desk.receive(id, { lines: [of(a, '9', { close: true })] }));
    expect([closed.state, closed.type, closed.grossValue]).toEqual(['RECEIVED', 'RECEIPT', '550.00']);
    expect(installmentsOf(closed.requirement.payment.installmentList)).toEqual([
      '2026-12-10 275.00',
      '2027-01-09 275.00',
    ]);
    expect(refusal(await desk.receive(id, { lines: [of(a, '1')] }))).toEqual([
      422,
      'lines.0.quantity: O saldo deste item foi encerrado. Reabra o item para recebê-lo.',
    ]);
    const undone = done(await desk.undo(id, closed.deliveries[1].id));
    expect([undone.state, undone.grossValue, undone.requirementLineList[0].closed]).toEqual([
      'PARTIAL',
      '600.00',
      false,
    ]);
    expect((await told(undone.expense.id)).grossValue).toBe('100.00');
  });

  test('is undone with its part of the expense, and the last one with the expense, while nothing is paid', async () => {
    const { id, a, b } = await open();
    const first = done(await desk.receive(id, { lines: [of(a, '6')] }));
    const second = done(await desk.receive(id, { lines: [of(b, '1')] }));
    const back = done(await desk.undo(id, second.deliveries[1].id));
    expect(back.deliveries).toEqual(first.deliveries);
    expect((await told(first.expense.id)).stages).toEqual({ 'Áreas comuns': '345.00' });
    const none = done(await desk.undo(id, first.deliveries[0].id));
    expect([none.state, none.expense, none.invoicedValue]).toEqual(['ORDERED', null, '0.00']);
    const gone = await desk.api.get(`/api/v1/financial/company/${desk.office.companyId}/debit/${first.expense.id}`, {
      token: desk.token,
    });
    expect(gone.status).toBe(404);
    expect((await desk.undo(id, first.deliveries[0].id)).body.message).toBe('Recebimento não encontrado.');
  });

  test('stays once a parcela is paid; a further delivery still adds to what is open', async () => {
    const { id, a, b } = await open();
    const { api, token } = desk;
    const first = done(await desk.receive(id, { receivedDate: '2026-11-10', lines: [of(a, '6')] }));
    const payment = await pay(first.expense.id);
    done(payment.reply);
    expect(refusal(await desk.undo(id, first.deliveries[0].id))).toEqual([
      422,
      'Há parcela paga nesta despesa. Desfaça o pagamento antes de desfazer o recebimento.',
    ]);
    const kept = await api.delete(desk.at(id), { token });
    expect([kept.body.message, ...refusal(kept)]).toEqual([
      'Não consegui excluir o pedido e nota.',
      422,
      'id: Há parcela paga nesta despesa. Desfaça o pagamento antes de desfazer o recebimento.',
    ]);
    const second = done(await desk.receive(id, { receivedDate: '2026-11-10', lines: [of(b, '4'), of(a, '4')] }));
    expect(await told(second.expense.id)).toMatchObject({
      grossValue: '690.00',
      installments: ['2026-12-10 172.50', '2026-12-10 172.50', '2027-01-09 345.00'],
      stages: { 'Áreas comuns': '575.00', Revestimentos: '115.00' },
    });
    done(await api.delete(payment.path, { token }));
    expect(done(await desk.undo(id, second.deliveries[1].id)).invoicedValue).toBe('345.00');
    expect(done(await api.delete(desk.at(id), { token }))).toEqual({ id });
    expect((await desk.expenses()).some((one: { id: number }) => one.id === first.expense.id)).toBe(false);
  });

  const wrong: [string, (order: { a: number; b: number }) => object, string[]][] = [
    [
      'another order’s line',
      () => ({ lines: [of(999_999, '1')] }),
      ['lines.0.line: Item não encontrado neste pedido.'],
    ],
    [
      'a line twice',
      ({ a }) => ({ lines: [of(a, '1'), of(a, '1')] }),
      ['lines.1.line: Este item aparece mais de uma vez.'],
    ],
    ['nothing', ({ a }) => ({ lines: [of(a, '0')] }), ['lines.0.quantity: Informe a quantidade recebida.']],
    [
      'a day to come',
      ({ a }) => ({ receivedDate: '2026-11-21', lines: [of(a, '1')] }),
      ['receivedDate: A data do recebimento ainda não chegou.', 'emissionDate: A data de emissão ainda não chegou.'],
    ],
    [
      'a discount above the nota',
      ({ b }) => ({ discount: '999', lines: [of(b, '1')] }),
      ['discount: O desconto passa do valor da nota.'],
    ],
  ];
  test.each(wrong)('refuses %s', async (_, body, problems) => {
    const order = await open();
    expect(refusal(await desk.receive(order.id, body(order)))).toEqual([422, ...problems]);
  });
});

const TERMS_OF_600 = {
  payment: {
    ...TERMS.requirement.payment,
    installmentList: [
      { dueDate: '2026-12-10', grossValue: '300.00' },
      { dueDate: '2027-01-09', grossValue: '300.00' },
    ],
  },
};

describe('Receiving by the order itself (§4)', () => {
  test('makes a receipt of an order that is marked received', async () => {
    const { id } = await open();
    const before = await desk.read(id);
    const receipt = { ...before.receipt, receivedDate: '2026-11-15', documentNumber: 'NF 1' };
    const order = done(await desk.update(id, { ...before, type: 'RECEIPT', receipt }));
    expect(order).toMatchObject({ type: 'RECEIPT', state: 'RECEIVED', grossValue: '690.00', invoicedValue: '690.00' });
    expect(order.requirementLineList.map(({ received }: { received: boolean }) => received)).toEqual([true, true]);
    expect(order.deliveries).toMatchObject([{ documentNumber: 'NF 1', receivedDate: '2026-11-15', value: '690.00' }]);
    const again = done(await desk.update(id, order));
    expect(again.deliveries).toEqual(order.deliveries);
    expect(refusal(await desk.update(id, { type: 'ORDER' }))).toEqual([
      422,
      'type: Desfaça o recebimento para que volte a ser um pedido.',
    ]);
  });

  test('makes a new receipt at once, with its own payment', async () => {
    const installmentList = [{ dueDate: '2026-12-24', grossValue: '690.00' }];
    const order = done(
      await desk.create(lines, { ...CHARGES, type: 'RECEIPT', receipt: { payment: { installmentList } } }),
    );
    expect([order.type, order.receipt.receivedDate]).toEqual(['RECEIPT', '2026-11-20']);
    expect((await told(order.expense.id)).installments).toEqual(['2026-12-24 690.00']);
    const byDays = done(
      await desk.create(lines, { ...CHARGES, type: 'RECEIPT', receipt: { payment: { payAfterDay: 10 } } }),
    );
    expect((await told(byDays.expense.id)).installments).toEqual(['2026-11-30 690.00']);
  });

  test('leaves out canceled lines', async () => {
    const canceled = { ...lines[1], canceled: true };
    const order = done(await desk.create([lines[0]!, canceled], { type: 'RECEIPT' }));
    expect([order.type, order.grossValue, order.deliveries[0].lines.length]).toEqual(['RECEIPT', '500.00', 1]);
    const both = await desk.create([lines[0]!, { ...canceled, received: true }]);
    expect(refusal(both)).toEqual([400, 'requirementLineList.1.received: Um item cancelado não é recebido.']);
  });

  test('receives a line, or a part of it; what was received does not shrink', async () => {
    const { id } = await open();
    const order = await desk.read(id);
    const [a, b] = order.requirementLineList;
    const one = done(await desk.update(id, { requirementLineList: [a, { ...b, received: true }] }));
    expect([one.state, one.requirementLineList[1].receivedQuantity]).toEqual(['PARTIAL', '4.0000']);
    const part = one.requirementLineList;
    const more = done(
      await desk.update(id, { requirementLineList: [{ ...part[0], receivedQuantity: '2.5' }, part[1]] }),
    );
    expect([more.deliveries.length, more.requirementLineList[0].missingQuantity]).toEqual([2, '7.5000']);
    const current = more.requirementLineList;
    const less = await desk.update(id, { requirementLineList: [{ ...current[0], receivedQuantity: '2' }, current[1]] });
    const path = 'requirementLineList.0.receivedQuantity';
    expect(refusal(less)).toEqual([422, `${path}: Desfaça o recebimento para diminuir o que foi recebido.`]);
    expect(refusal(await desk.update(id, { requirementLineList: [current[0]] }))).toEqual([
      422,
      'requirementLineList: Um item já recebido não sai do pedido.',
    ]);
    const canceled = await desk.update(id, { requirementLineList: [{ ...current[0], canceled: true }, current[1]] });
    expect(refusal(canceled)).toEqual([
      422,
      'requirementLineList.0.canceled: Este item já foi recebido: encerre o saldo em vez de cancelá-lo.',
    ]);
    expect(refusal(await desk.update(id, { supplier: { id: await desk.partner('SUPPLIER', 'Outro') } }))).toEqual([
      422,
      'supplier: O pedido já tem recebimento: o fornecedor não muda.',
    ]);
    const over = await desk.update(id, {
      requirementLineList: [{ ...current[0], receivedQuantity: '10.5' }, current[1]],
    });
    expect(refusal(over)).toEqual([
      422,
      `${path}: Faltam 7,5 sc: com esta entrega chegariam 0,5 sc a mais do que foi pedido.`,
    ]);
  });
});

describe('The expense of an order', () => {
  test('follows a moved stage and a changed category, and is changed by hand only where it is free', async () => {
    const { id, a } = await open();
    const order = done(await desk.receive(id, { receivedDate: '2026-11-10', lines: [of(a, '10')] }));
    const [first, second] = order.requirementLineList;
    const moved = done(
      await desk.update(id, {
        category: null,
        requirementLineList: [{ ...first, costEstimateGroup: { id: desk.finishes } }, second],
      }),
    );
    const expense = await desk.expense(moved.expense.id);
    expect([expense.category, (await told(expense.id)).stages]).toEqual([null, { Revestimentos: '575.00' }]);
    const { api, token, office } = desk;
    const debit = `/api/v1/financial/company/${office.companyId}/debit`;
    const body = { id: expense.id, emissionDate: expense.emissionDate, partner: expense.partner };
    const changed = await api.put(debit, { token, body: { ...body, grossValue: '575.01' } });
    expect(refusal(changed)).toEqual([
      422,
      'grossValue: O valor deste lançamento é o do que foi recebido do pedido que o fez. Mude o recebimento do pedido para mudá-lo.',
    ]);
    const removed = await api.delete(`${debit}/${expense.id}`, { token });
    expect(refusal(removed)).toEqual([
      422,
      'Este lançamento é do que foi recebido de um pedido. Desfaça o recebimento para excluí-lo.',
    ]);
    expect(done(await api.put(debit, { token, body: { ...body, description: 'Areia do muro' } })).description).toBe(
      'Areia do muro',
    );
    done(await pay(expense.id).then(({ reply }) => reply));
    const held = await desk.update(id, {
      requirementLineList: [{ ...first, costEstimateGroup: { id: desk.areas } }, second],
    });
    expect(refusal(held)).toEqual([
      422,
      'requirementLineList.0.costEstimateGroup: Há parcela paga na despesa deste item: a etapa não muda.',
    ]);
  });

  test('is made for a buyer without DEBIT, who does not see expenses', async () => {
    const { id, a } = await open();
    const buyer = await desk.office.as(['PURCHASE'], desk.building);
    const order = done(await desk.receive(id, { lines: [of(a, '1')] }, buyer));
    expect(order.expense).toMatchObject({ status: 'OPEN' });
    const debit = `/api/v1/financial/company/${desk.office.companyId}/debit/${order.expense.id}`;
    expect((await desk.api.get(debit, { token: buyer })).status).toBe(403);
  });
});
