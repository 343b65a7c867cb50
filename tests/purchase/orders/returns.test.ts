/** Goods that go back to their supplier. Every expected figure is worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { done, installmentsOf, refusal } from './kit.ts';
import { of, startReceiving, WITHOUT_CHARGES, type ReceivingDesk } from './receivingKit.ts';

let desk: ReceivingDesk;

beforeAll(async () => {
  desk = await startReceiving();
});
afterAll(() => desk.services.stop());

const back = (line: number, quantity: string, rest: object = {}) => ({ line: { id: line }, quantity, ...rest });
const FOR_GOOD = { replaced: false };
const give = (id: number, delivery: number, lines: object[], rest: object = {}) =>
  desk.api.post(desk.at(id, `/deliveries/${delivery}/returns`), {
    token: desk.token,
    body: { reason: 'Sacos rasgados', lines, ...rest },
  });
const take = (id: number, returned: number) =>
  desk.api.delete(desk.at(id, `/returns/${returned}`), { token: desk.token });

/** An order with one nota: 6 of A for 300,00, freight 15,00, IPI 31,50, discount 1,50: 345,00, due in two halves. */
const received = async (lines?: (order: { a: number; b: number }) => object[], rest: object = {}) => {
  const order = await desk.open(rest);
  const nota = { documentNumber: '15.402', receivedDate: '2026-11-09' };
  const read = done(await desk.receive(order.id, { ...nota, lines: lines?.(order) ?? [of(order.a, '6')] }));
  return { ...order, order: read, delivery: read.deliveries[0].id as number };
};

const quantities = ({ requirementLineList: [line] }: { requirementLineList: Record<string, unknown>[] }) => [
  ...['receivedQuantity', 'returnedQuantity', 'canceledQuantity', 'missingQuantity'].map((field) => line?.[field]),
];
/** Without what every change of the order moves. */
const still = ({ version: _version, updatedAt: _updated, ...order }: Record<string, unknown>) => order;

describe('A return', () => {
  test('takes back part of a nota: received, the expense and its stages fall by the landed value, and undoing restores all', async () => {
    const { id, a, order, delivery } = await received();
    // 345,00 × 2 ÷ 6.
    const after = done(
      await give(id, delivery, [back(a, '2')], {
        documentNumber: '77',
        returnDate: '2026-11-12',
        reason: ' Molhados ',
      }),
    );
    expect(after).toMatchObject({ state: 'PARTIAL', invoicedValue: '230.00', grossValue: '690.00' });
    expect(quantities(after)).toEqual(['4.0000', '2.0000', '0.0000', '6.0000']);
    expect(after.deliveries[0]).toMatchObject({
      ...{ value: '345.00', returnedValue: '115.00' },
      lines: [{ quantity: '6.0000', landedValue: '345.00', returnedQuantity: '2.0000', returnedValue: '115.00' }],
      returns: [
        {
          ...{ returnDate: '2026-11-12', documentNumber: '77', reason: 'Molhados', value: '115.00' },
          lines: [{ lineId: a, quantity: '2.0000', value: '115.00', replaced: true }],
        },
      ],
    });
    const { expense } = after;
    expect(await desk.told(expense.id)).toMatchObject({
      ...{ grossValue: '230.00', stages: { 'Áreas comuns': '230.00' } },
      installments: ['2026-12-10 172.50', '2027-01-09 57.50'],
    });
    // 10 × 50,00 and 4 × 25,00: 200,00 of 600,00 came.
    const [row] = done(await desk.api.get(desk.base, { token: desk.token, query: { ids: String(id) } })).content;
    expect([row.receivedValue, row.receivedPercentage]).toEqual(['200.00', 33]);
    expect(refusal(await desk.undo(id, delivery))).toEqual([
      422,
      'Há devolução desta nota. Desfaça a devolução antes de desfazer o recebimento.',
    ]);
    const undone = done(await take(id, after.deliveries[0].returns[0].id));
    expect(still(undone)).toEqual(still(order));
    expect((await desk.told(expense.id)).installments).toEqual(['2026-12-10 172.50', '2027-01-09 172.50']);
    expect((await take(id, after.deliveries[0].returns[0].id)).body.message).toBe('Devolução não encontrada.');
  });

  test('is worth exactly what came, however it is parted; with the last of it the expense goes, and comes back', async () => {
    const one = { ...WITHOUT_CHARGES, requirement: undefined, shippingRate: '0.01' };
    const { id, b, delivery, order } = await received(({ b: line }) => [of(line, '3', { price: '33.33' })], one);
    const nota = order.deliveries[0];
    // 99,99 and the freight of 0,01 × 75 ÷ 600, which is none: 99,99; with the freight typed, 100,00.
    expect(nota.value).toBe('99.99');
    done(await desk.undo(id, delivery));
    const whole = done(await desk.receive(id, { shippingRate: '0.01', lines: [of(b, '3', { price: '33.33' })] }))
      .deliveries[0].id;
    const values: string[] = [];
    for (let piece = 0; piece < 3; piece += 1) {
      const { deliveries, invoicedValue, expense } = done(await give(id, whole, [back(b, '1')]));
      values.push(`${deliveries[0].returns.at(-1).value} ${invoicedValue} ${expense === null ? 'none' : 'due'}`);
    }
    expect(values).toEqual(['33.33 66.67 due', '33.33 33.34 due', '33.34 0.00 none']);
    const { state, deliveries } = await desk.read(id);
    expect([state, deliveries[0].returnedValue]).toEqual(['ORDERED', '100.00']);
    // The last one again is whatever is left, in any order of undoing.
    const first = done(await take(id, deliveries[0].returns[0].id));
    expect((await desk.told(first.expense.id)).grossValue).toBe('33.33');
    const again = done(await give(id, whole, [back(b, '1')]));
    expect(again.deliveries[0].returns.map(({ value }: { value: string }) => value)).toEqual([
      '33.33',
      '33.34',
      '33.33',
    ]);
  });

  test('for good leaves what has not come yet to be received, and the planned installments follow and come back', async () => {
    const { id, a, order, delivery } = await received();
    const after = done(await give(id, delivery, [back(a, '2', FOR_GOOD)]));
    expect(quantities(after)).toEqual(['4.0000', '2.0000', '2.0000', '4.0000']);
    // Lines of 400,00 and 100,00, freight 30,00, IPI 53,00, discount 3,00.
    expect([after.state, after.grossValue, after.requirementLineList[0].closed]).toEqual(['PARTIAL', '580.00', false]);
    expect(installmentsOf(after.requirement.payment.installmentList)).toEqual([
      '2026-12-10 290.00',
      '2027-01-09 290.00',
    ]);
    // 8 in all: 4 came, and 4 with what the tolerance of none allows.
    expect(refusal(await desk.receive(id, { lines: [of(a, '4.0001')] }))).toEqual([
      422,
      'lines.0.quantity: Faltam 4 sc: com esta entrega chegariam 0,0001 sc a mais do que foi pedido.',
    ]);
    expect(still(done(await take(id, after.deliveries[0].returns[0].id)))).toEqual(still(order));
  });

  test('of everything for good cancels the line, and the order with its last line; undoing restores both', async () => {
    const all = ({ a, b }: { a: number; b: number }) => [of(a, '10'), of(b, '4')];
    const { id, a, b, delivery, order } = await received(all);
    const { version: _version, ...lines } = order;
    const halves = done(await give(id, delivery, [back(b, '4', FOR_GOOD)]));
    expect(halves.requirementLineList.map(({ canceled }: { canceled: boolean }) => canceled)).toEqual([false, true]);
    // Of 690,00 the 100,00 of 600,00: 115,00.
    expect([halves.state, halves.invoicedValue]).toEqual(['RECEIVED', '575.00']);
    const none = done(await give(id, delivery, [back(a, '10', FOR_GOOD)]));
    expect([none.state, none.type, none.invoicedValue, none.expense]).toEqual(['CANCELED', 'ORDER', '0.00', null]);
    const reopened = await desk.update(id, {
      requirementLineList: none.requirementLineList.map((line: object) => ({ ...line, canceled: false })),
    });
    const kept = 'Este item foi todo devolvido e não vem mais: desfaça a devolução, ou aumente a quantidade.';
    expect(refusal(reopened)).toEqual([
      422,
      `requirementLineList.0.canceled: ${kept}`,
      `requirementLineList.1.canceled: ${kept}`,
    ]);
    // As read it is stored, and a line that a nota brought does not leave it.
    done(await desk.update(id, { requirementLineList: none.requirementLineList }));
    expect(refusal(await desk.update(id, { requirementLineList: none.requirementLineList.slice(1) }))).toEqual([
      422,
      'requirementLineList: Um item já recebido não sai do pedido.',
    ]);
    for (const { id: returned } of none.deliveries[0].returns) done(await take(id, returned));
    const { expense: _made, ...restored } = still(await desk.read(id));
    const { expense: _first, ...before } = still(lines);
    expect(restored).toEqual(before);
  });

  test('of a closed line is not replaced, and leaves it closed', async () => {
    const { id, a, delivery } = await received(({ a: line }) => [of(line, '9', { close: true })], WITHOUT_CHARGES);
    expect(refusal(await give(id, delivery, [back(a, '1')]))).toEqual([
      422,
      'lines.0.replaced: O saldo deste item foi encerrado: reabra o item para que o fornecedor reponha, ou marque que não vem mais.',
    ]);
    const after = done(await give(id, delivery, [back(a, '9', FOR_GOOD)]));
    expect([after.state, quantities(after)]).toEqual(['ORDERED', ['0.0000', '9.0000', '9.0000', '0.0000']]);
    const line = done(await take(id, after.deliveries[0].returns[0].id)).requirementLineList[0];
    expect([line.closed, line.canceled, line.receivedQuantity]).toEqual([true, false, '9.0000']);
  });

  test('is replaced at the same cost: the charges that went back are proposed again', async () => {
    const all = ({ a, b }: { a: number; b: number }) => [of(a, '10'), of(b, '4')];
    const { id, a, b, delivery } = await received(all);
    done(await give(id, delivery, [back(a, '10'), back(b, '4')]));
    const again = done(await desk.receive(id, { documentNumber: '15.500', lines: [of(a, '10'), of(b, '4')] }));
    expect(again.deliveries[1]).toMatchObject({
      ...{ value: '690.00', shippingRate: '30.00', ipiValue: '63.00', discount: '3.00' },
    });
    expect([again.state, again.invoicedValue]).toEqual(['RECEIVED', '690.00']);
    expect(refusal(await take(id, again.deliveries[0].returns[0].id))).toEqual([
      422,
      'O que foi devolvido já foi reposto: desfeita a devolução, haveria 10 sc de Insumo A a mais do que foi pedido. Desfaça antes o recebimento da reposição.',
    ]);
    done(await desk.undo(id, again.deliveries[1].id));
    expect(done(await take(id, again.deliveries[0].returns[0].id)).invoicedValue).toBe('690.00');
  });

  test('lowers open installments only: paid ones stay, and above what is open the payment must be undone first', async () => {
    const { id, a, order, delivery } = await received();
    const { reply, path } = await desk.pay(order.expense.id);
    done(reply);
    expect((await desk.read(id)).expense).toMatchObject({ status: 'PARTIAL', paidValue: '172.50' });
    expect(refusal(await give(id, delivery, [back(a, '4')]))).toEqual([
      422,
      'lines: Da despesa, R$\u00a0172,50 já estão pagos e R$\u00a0172,50 em aberto, e a devolução vale R$\u00a0230,00. Desfaça (estorne) o pagamento antes de devolver.',
    ]);
    const after = done(await give(id, delivery, [back(a, '3')]));
    expect(after.expense.status).toBe('PAID');
    expect((await desk.told(order.expense.id)).installments).toEqual(['2026-12-10 172.50']);
    done(await take(id, after.deliveries[0].returns[0].id));
    expect((await desk.told(order.expense.id)).installments).toEqual(['2026-12-10 172.50', '2027-01-09 172.50']);
    done(await desk.api.delete(path, { token: desk.token }));
    expect(done(await give(id, delivery, [back(a, '6')])).expense).toBe(null);
  });

  test('takes from what was moved by hand at last, and from the installments of its own nota first', async () => {
    const { id, a, b, order, delivery } = await received();
    const { companyId } = desk.office;
    const stored = await desk.expense(order.expense.id);
    const [first, second] = stored.transactionRecordList;
    const moved = [first, { ...second, dueDate: '2027-02-15' }].map(({ id: key, dueDate, grossValue }) => ({
      ...{ id: key, forecast: true, dueDate, grossValue },
    }));
    const path = `/api/v1/financial/company/${companyId}/debit`;
    done(
      await desk.api.put(path, {
        token: desk.token,
        body: {
          ...{ id: stored.id, version: stored.version, emissionDate: stored.emissionDate, partner: stored.partner },
          ...{ grossValue: stored.grossValue, competenceDate: stored.competenceDate, transactionRecordList: moved },
        },
      }),
    );
    // 100,00 with freight 5,00, IPI 10,50 and discount 0,50 of another nota: 115,00 on the day before.
    const installmentList = [{ dueDate: '2026-12-09', grossValue: '115.00' }];
    done(await desk.receive(id, { receivedDate: '2026-11-10', lines: [of(b, '4')], installmentList }));
    const told = async () => (await desk.told(order.expense.id)).installments;
    expect(await told()).toEqual(['2026-12-09 115.00', '2026-12-10 172.50', '2027-02-15 172.50']);
    // 57,50 each. The last day of the nota was moved: its other days come first, then other notas, then what was moved.
    done(await give(id, delivery, [back(a, '2')]));
    expect(await told()).toEqual(['2026-12-09 115.00', '2026-12-10 57.50', '2027-02-15 172.50']);
    done(await give(id, delivery, [back(a, '2')]));
    expect(await told()).toEqual(['2026-12-09 57.50', '2027-02-15 172.50']);
    const last = done(await give(id, delivery, [back(a, '2')]));
    expect(await told()).toEqual(['2027-02-15 115.00']);
    for (const { id: returned } of last.deliveries[0].returns.toReversed()) done(await take(id, returned));
    expect(await told()).toEqual(['2026-12-09 115.00', '2026-12-10 172.50', '2027-02-15 172.50']);
  });

  test('as a whole is no price any more, and the overview of the obra and the ledger say the same of it', async () => {
    const { id, a, order, delivery } = await received();
    const product = order.requirementLineList[0].product.id as number;
    const best = async () => {
      const body = {
        ...{ building: { id: desk.building }, supplier: { id: desk.supplier } },
        requirementLineList: [{ product: { id: product }, quantity: '1', price: '1' }],
      };
      const [line] = done(await desk.api.post(`${desk.base}/check`, { token: desk.token, body })).lines;
      return [line.bestOfYear?.order.id === id, line.bestOfYear?.price];
    };
    const overview = `/api/v1/engineering/company/${desk.office.companyId}/building/${desk.building}/purchase-overview`;
    const told = async (): Promise<string[]> => {
      const rows = done(await desk.api.get(overview, { token: desk.token })).content;
      const row = rows.find((one: { product: { id: number } | null }) => one.product?.id === product);
      return [row.ordered.quantity, row.received.quantity, row.invoiced.quantity, row.invoiced.value];
    };
    const cheap = done(
      await desk.receive(id, { shippingRate: '0', ipiValue: '0', lines: [of(a, '4', { price: '1' })] }),
    );
    const nota = cheap.deliveries.at(-1).id;
    const price = cheap.deliveries.at(-1).lines[0].landedValue;
    // 4,00 less 1,00 of the discount: 0,75 each.
    expect([price, await best()]).toEqual(['3.00', [true, '0.7500']]);
    const before = await told();
    done(await give(id, nota, [back(a, '3')]));
    expect(await best()).toEqual([true, '0.7500']);
    done(await give(id, nota, [back(a, '1')]));
    expect((await best())[1]).not.toBe('0.7500');
    const after = await told();
    // It takes its 4 and 3,00 with it; nothing is ordered less, and 4 × 50,00 are missing again.
    expect(after.map((value, index) => Number(value) - Number(before[index]))).toEqual([0, -4, -4, -3]);
    done(await give(id, delivery, [back(a, '1')]));
    const { differences } = await verifyLedger(desk.services.database.ownerUrl);
    expect(differences.filter(({ subject }) => subject.startsWith('pedido'))).toEqual([]);
    await desk.seed.sql(
      'update order_delivery_lines set returned_value = returned_value - 0.01 where delivery_id = $1 and returned_value > 1',
      [delivery],
    );
    await desk.seed.sql('update order_lines set received_quantity = received_quantity - 1 where id = $1', [a]);
    const found = (await verifyLedger(desk.services.database.ownerUrl)).differences
      .filter(({ subject }) => subject.startsWith(`pedido ${id} `))
      .map(({ problem }) => problem.replaceAll('\u00a0', ' '));
    expect(found).toEqual(
      expect.arrayContaining([
        `a quantidade recebida do item ${a} não é a das notas menos as devoluções`,
        `o devolvido da nota e do item ${delivery}/${a} não é o das devoluções`,
      ]),
    );
    await desk.seed.sql(
      'update order_delivery_lines set returned_value = returned_value + 0.01 where delivery_id = $1 and returned_value > 1',
      [delivery],
    );
    await desk.seed.sql('update order_lines set received_quantity = received_quantity + 1 where id = $1', [a]);
  });

  test('happens once for one key, and never of more than came when many ask at once', async () => {
    const { id, a, delivery } = await received();
    const call = {
      token: desk.token,
      headers: { 'idempotency-key': `devolucao-${id}` },
      body: { reason: 'Trincados', lines: [back(a, '1')] },
    };
    const path = desk.at(id, `/deliveries/${delivery}/returns`);
    const [first, again] = [await desk.api.post(path, call), await desk.api.post(path, call)];
    expect(done(again)).toEqual(done(first));
    const many = await Promise.all(Array.from({ length: 20 }, () => give(id, delivery, [back(a, '1')])));
    expect(many.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 200),
      ...Array.from({ length: 15 }, () => 422),
    ]);
    const { deliveries, invoicedValue, expense, requirementLineList } = await desk.read(id);
    expect([deliveries[0].returns.length, invoicedValue, expense]).toEqual([6, '0.00', null]);
    expect(requirementLineList[0].receivedQuantity).toBe('0.0000');
  });

  test('and the undoing of its nota at once: one of them wins', async () => {
    const { id, a, delivery } = await received();
    const [returned, undone] = await Promise.all([give(id, delivery, [back(a, '1')]), desk.undo(id, delivery)]);
    expect([
      [200, 422],
      [404, 200],
    ]).toContainEqual([returned.status, undone.status]);
    const { invoicedValue } = await desk.read(id);
    expect(invoicedValue).toBe(returned.status === 200 ? '287.50' : '0.00');
  });

  const wrong: [string, (order: { a: number; b: number }) => object, (string | number)[]][] = [
    [
      'more than the nota brought',
      ({ a }) => ({ lines: [back(a, '6.0001')] }),
      [422, 'lines.0.quantity: Desta nota ainda podem ser devolvidos 6 sc.'],
    ],
    [
      'a line that it did not bring',
      ({ b }) => ({ lines: [back(b, '1')] }),
      [422, 'lines.0.line: Item não encontrado nesta nota.'],
    ],
    [
      'a line twice',
      ({ a }) => ({ lines: [back(a, '1'), back(a, '1')] }),
      [422, 'lines.1.line: Este item aparece mais de uma vez.'],
    ],
    ['nothing', ({ a }) => ({ lines: [back(a, '0')] }), [422, 'lines.0.quantity: Informe a quantidade devolvida.']],
    [
      'a day to come',
      ({ a }) => ({ returnDate: '2026-11-21', lines: [back(a, '1')] }),
      [422, 'returnDate: A data da devolução ainda não chegou.'],
    ],
    [
      'a day before it was received',
      ({ a }) => ({ returnDate: '2026-11-08', lines: [back(a, '1')] }),
      [422, 'returnDate: A devolução não pode ser antes do recebimento.'],
    ],
    ['no reason', ({ a }) => ({ reason: ' ', lines: [back(a, '1')] }), [400, 'reason: Campo obrigatório.']],
    [
      'a stale version',
      ({ a }) => ({ version: 1, lines: [back(a, '1')] }),
      [409, 'Este pedido foi alterado por outra pessoa. Confira a versão gravada e tente de novo.'],
    ],
  ];
  test('is refused at its place', async () => {
    const order = await received();
    for (const [, body, problems] of wrong) {
      const { lines, ...rest } = body(order) as { lines: object[] };
      expect(refusal(await give(order.id, order.delivery, lines, rest))).toEqual(problems);
    }
    expect(refusal(await give(order.id, 999_999, [back(order.a, '1')]))).toEqual([404, 'Recebimento não encontrado.']);
    const { a, id, delivery } = await received(undefined, {
      discount: '400',
      shippingRate: '0',
      requirement: undefined,
    });
    // 4 × 25,00 and 4 × 50,00 of what is still to come stay: 300,00 with IPI, below the discount of 400,00.
    expect(refusal(await give(id, delivery, [back(a, '6', FOR_GOOD)]))).toEqual([
      422,
      'lines: O desconto do pedido passaria do valor do que fica dele: diminua o desconto antes.',
    ]);
  });
});
