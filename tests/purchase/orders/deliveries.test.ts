/** Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, installmentsOf, refusal } from './kit.ts';
import { of, startReceiving, WITHOUT_CHARGES, type ReceivingDesk } from './receivingKit.ts';

let desk: ReceivingDesk;

beforeAll(async () => {
  desk = await startReceiving();
});
afterAll(() => desk.services.stop());

describe('A delivery', () => {
  test('makes one expense, and the next one adds to it: shares of freight, IPI and discount, stages, due dates', async () => {
    const { id, a, b } = await desk.open();
    const first = done(
      await desk.receive(id, { documentNumber: '15.402', receivedDate: '2026-11-09', lines: [of(a, '6')] }),
    );
    // 300,00 of 600,00: freight 15,00, IPI 31,50, discount 1,50: 345,00.
    expect(first).toMatchObject({ type: 'ORDER', state: 'PARTIAL', invoicedValue: '345.00', grossValue: '690.00' });
    expect(first.deliveries).toEqual([
      {
        ...{ id: expect.any(Number), documentNumber: '15.402', emissionDate: '2026-11-09', receivedDate: '2026-11-09' },
        ...{ accessKey: null, invoiceLink: null, attachments: [] },
        ...{
          receivedBy: expect.any(Object),
          shippingRate: '15.00',
          ipiValue: '31.50',
          discount: '1.50',
          value: '345.00',
        },
        lines: [
          {
            ...{ lineId: a, quantity: '6.0000', price: '50.0000', value: '300.00', landedValue: '345.00' },
            ...{ returnedQuantity: '0.0000', returnedValue: '0.00' },
          },
        ],
        ...{ returnedValue: '0.00', returns: [] },
        // It came before the agreed day: the planned days stand.
        installmentList: [
          { dueDate: '2026-12-10', grossValue: '172.50' },
          { dueDate: '2027-01-09', grossValue: '172.50' },
        ],
      },
    ]);
    const expense = first.expense.id;
    expect(await desk.told(expense)).toEqual({
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
    expect(await desk.told(expense)).toEqual({
      ...{ grossValue: '690.00', partner: 'Depósito São Jorge' },
      stages: { 'Áreas comuns': '575.00', Revestimentos: '115.00' },
      installments: ['2026-12-10 172.50', '2026-12-13 172.50', '2027-01-09 172.50', '2027-01-12 172.50'],
    });
    expect(
      (await desk.expenses()).filter((one: { documentNumber: string }) => one.documentNumber === first.document),
    ).toHaveLength(1);
  });

  test('is not received twice: the same nota, the same key, or more than was ordered', async () => {
    const { id, a, b } = await desk.open();
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
    expect((await desk.told(order.expense.id)).grossValue).toBe(order.invoicedValue);
  });

  test('may go beyond the order within the tolerance of the account, cumulated', async () => {
    const { id, a } = await desk.open();
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
    const { id, b } = await desk.open();
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
    expect((await desk.told(order.expense.id)).installments).toEqual(['2026-11-20 50.00', '2026-12-20 33.67']);
    const wrong = await desk.receive(id, {
      lines: [of(b, '1')],
      installmentList: [{ dueDate: '2026-12-20', grossValue: '1.00' }],
    });
    // 25,00 and the rest of the charges: freight 30,00 × 25 ÷ 600 = 1,25; IPI 2,625 → 2,62; discount 0,125 → 0,12.
    expect(refusal(wrong)).toEqual([422, 'installmentList: As parcelas somam R$ 1,00, e o valor é R$ 28,75.']);
  });

  test('closes what is missing, which leaves the value of the order, and opens it again when it is undone', async () => {
    const { id, a, b } = await desk.open(WITHOUT_CHARGES);
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
    expect((await desk.told(undone.expense.id)).grossValue).toBe('100.00');
  });

  test('is undone with its part of the expense, and the last one with the expense, while nothing is paid', async () => {
    const { id, a, b } = await desk.open();
    const first = done(await desk.receive(id, { lines: [of(a, '6')] }));
    const second = done(await desk.receive(id, { lines: [of(b, '1')] }));
    const back = done(await desk.undo(id, second.deliveries[1].id));
    expect(back.deliveries).toEqual(first.deliveries);
    expect((await desk.told(first.expense.id)).stages).toEqual({ 'Áreas comuns': '345.00' });
    const none = done(await desk.undo(id, first.deliveries[0].id));
    expect([none.state, none.expense, none.invoicedValue]).toEqual(['ORDERED', null, '0.00']);
    const gone = await desk.api.get(`/api/v1/financial/company/${desk.office.companyId}/debit/${first.expense.id}`, {
      token: desk.token,
    });
    expect(gone.status).toBe(404);
    expect((await desk.undo(id, first.deliveries[0].id)).body.message).toBe('Recebimento não encontrado.');
  });

  test('stays once a parcela is paid; a further delivery still adds to what is open', async () => {
    const { id, a, b } = await desk.open();
    const { api, token } = desk;
    const first = done(await desk.receive(id, { receivedDate: '2026-11-10', lines: [of(a, '6')] }));
    const payment = await desk.pay(first.expense.id);
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
    expect(await desk.told(second.expense.id)).toMatchObject({
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
    const order = await desk.open();
    expect(refusal(await desk.receive(order.id, body(order)))).toEqual([422, ...problems]);
  });
});
