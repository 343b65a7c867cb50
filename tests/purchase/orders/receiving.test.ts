/** Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal } from './kit.ts';
import { CHARGES, of, startReceiving, type ReceivingDesk } from './receivingKit.ts';

let desk: ReceivingDesk;

beforeAll(async () => {
  desk = await startReceiving();
});
afterAll(() => desk.services.stop());

describe('Receiving by the order itself (§4)', () => {
  test('makes a receipt of an order that is marked received', async () => {
    const { id } = await desk.open();
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
      await desk.create(desk.lines, { ...CHARGES, type: 'RECEIPT', receipt: { payment: { installmentList } } }),
    );
    expect([order.type, order.receipt.receivedDate]).toEqual(['RECEIPT', '2026-11-20']);
    expect((await desk.told(order.expense.id)).installments).toEqual(['2026-12-24 690.00']);
    const byDays = done(
      await desk.create(desk.lines, { ...CHARGES, type: 'RECEIPT', receipt: { payment: { payAfterDay: 10 } } }),
    );
    expect((await desk.told(byDays.expense.id)).installments).toEqual(['2026-11-30 690.00']);
  });

  test('leaves out canceled lines', async () => {
    const canceled = { ...desk.lines[1], canceled: true };
    const order = done(await desk.create([...desk.lines.slice(0, 1), canceled], { type: 'RECEIPT' }));
    expect([order.type, order.grossValue, order.deliveries[0].lines.length]).toEqual(['RECEIPT', '500.00', 1]);
    const both = await desk.create([...desk.lines.slice(0, 1), { ...canceled, received: true }]);
    expect(refusal(both)).toEqual([400, 'requirementLineList.1.received: Um item cancelado não é recebido.']);
  });

  test('receives a line, or a part of it; what was received does not shrink', async () => {
    const { id } = await desk.open();
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
    const { id, a } = await desk.open();
    const order = done(await desk.receive(id, { receivedDate: '2026-11-10', lines: [of(a, '10')] }));
    const [first, second] = order.requirementLineList;
    const moved = done(
      await desk.update(id, {
        category: null,
        requirementLineList: [{ ...first, costEstimateGroup: { id: desk.finishes } }, second],
      }),
    );
    const expense = await desk.expense(moved.expense.id);
    expect([expense.category, (await desk.told(expense.id)).stages]).toEqual([null, { Revestimentos: '575.00' }]);
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
    done(await desk.pay(expense.id).then(({ reply }) => reply));
    const held = await desk.update(id, {
      requirementLineList: [{ ...first, costEstimateGroup: { id: desk.areas } }, second],
    });
    expect(refusal(held)).toEqual([
      422,
      'requirementLineList.0.costEstimateGroup: Há parcela paga na despesa deste item: a etapa não muda.',
    ]);
  });

  test('is made for a buyer without DEBIT, who does not see expenses', async () => {
    const { id, a } = await desk.open();
    const buyer = await desk.office.as(['PURCHASE'], desk.building);
    const order = done(await desk.receive(id, { lines: [of(a, '1')] }, buyer));
    expect(order.expense).toMatchObject({ status: 'OPEN' });
    const debit = `/api/v1/financial/company/${desk.office.companyId}/debit/${order.expense.id}`;
    expect((await desk.api.get(debit, { token: buyer })).status).toBe(403);
  });
});
