import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, installmentsOf, refusal } from '../orders/kit.ts';
import { both, startInvoices, type InvoiceDesk } from './kit.ts';
import { billing, CEMENT, keyOf, nfe, nfeXml, SAND, SUPPLIER_ID } from './nfeXml.ts';

let desk: InvoiceDesk;
beforeAll(async () => (desk = await startInvoices()));
afterAll(() => desk.services.stop());

const KEY = keyOf({ month: '2611', taxId: SUPPLIER_ID, series: '1', number: '1234' });
const count = async (table: string) =>
  Number((await desk.seed.sql(`select count(*)::int as n from ${table}`))[0]?.['n']);

describe('An order that is received by its NF-e', () => {
  test('takes quantities, prices, freight and value of the nota, and its expense follows; undoing frees the nota', async () => {
    const { api, token, open, propose, receiveNota, read, undo, expense, seed } = desk;
    const order = await open();
    const file = nfe();
    const proposed = done(await propose(file, order.id));
    // The discount of 6,00 is of the cement, and the order has none: 365,00 ÷ 10 = 36,50, which is 0,30 below 36,80
    // (0,8152 %), 3,00 in all. Of 5 m³ come 3.
    expect(proposed.order.lines).toMatchObject([
      {
        ...{ unit: 'sc', orderedQuantity: '10.0000', receivedQuantity: '0.0000', missingQuantity: '10.0000' },
        ...{ orderedPrice: '36.8000', items: [1], quantity: '10.0000', price: '36.5000', value: '365.00' },
        ...{ percent: '-0.82', amount: '-3.00' },
        differences: [
          {
            ...{ code: 'PRICE_BELOW', needsReason: false },
            text: 'A nota cobra R$ 36,50 por sc, 0,82% abaixo do preço do pedido (R$ 36,80): R$ 3,00 a menos.',
          },
        ],
      },
      {
        ...{ quantity: '3.0000', price: '145.0000', value: '435.00', percent: '0.00', amount: '0.00' },
        differences: [
          { code: 'SHORT', quantity: '2.0000', needsReason: false, text: 'Depois desta nota faltam 2 m³ de 5 m³.' },
        ],
      },
    ]);
    expect(proposed.order).toMatchObject({
      shippingRate: '60.00',
      ipiValue: '0.00',
      discount: '0.00',
      value: '860.00',
    });
    expect(proposed.checks.map(({ ok, text }: { ok: boolean; text: string }) => [ok, text])).toEqual([
      [true, 'A nota é para o CNPJ 12.ABC.345/01DE-35, que é desta empresa.'],
      [true, 'Esta nota ainda não foi recebida.'],
      [true, 'A nota é do fornecedor do pedido, Depósito São Jorge.'],
      [true, 'A conta da nota fecha: produtos 806,00 + frete 60,00 − desconto 6,00 = 860,00.'],
      [true, 'A nota não traz duplicatas: valem as condições do pedido.'],
    ]);
    expect(await count('order_deliveries')).toBe(0);

    const received = done(
      await receiveNota(order.id, file, { version: 1, receivedDate: '2026-11-19', items: both(order) }),
    );
    const [delivery] = received.deliveries;
    expect([received.state, received.invoicedValue]).toEqual(['PARTIAL', '860.00']);
    expect(delivery).toMatchObject({
      ...{ documentNumber: 'NF 1234', emissionDate: '2026-11-18', receivedDate: '2026-11-19', accessKey: KEY },
      ...{ shippingRate: '60.00', ipiValue: '0.00', discount: '0.00', value: '860.00' },
      lines: [
        { lineId: order.first, quantity: '10.0000', price: '36.5000', value: '365.00' },
        { lineId: order.second, quantity: '3.0000', price: '145.0000', value: '435.00' },
      ],
    });
    // The order pays half 28 and half 56 days after 18/11, the day of the nota.
    expect(installmentsOf(delivery.installmentList)).toEqual(['2026-12-16 430.00', '2027-01-13 430.00']);
    // 860 × 365 ÷ 800 = 392,375: 392,38, the rest in the other stage.
    const made = await expense(received.expense.id);
    expect([made.grossValue, made.description]).toEqual(['860.00', `Pedido ${order.document}, nota NF 1234`]);
    expect(
      Object.fromEntries(
        made.transactionRecordBuildings.map((share: { costEstimateGroup: { name: string }; grossValue: string }) => [
          share.costEstimateGroup.name,
          share.grossValue,
        ]),
      ),
    ).toEqual({ 'Áreas comuns': '392.38', Revestimentos: '467.62' });

    expect(delivery.invoiceLink).toBe(`${desk.company}/order/${order.id}/deliveries/${delivery.id}/invoice`);
    const kept = await api.get(delivery.invoiceLink, { token });
    expect([kept.status, kept.text, kept.headers['content-disposition']]).toEqual([
      200,
      nfeXml(),
      `attachment; filename="NFe${KEY}.xml"; filename*=UTF-8''NFe${KEY}.xml`,
    ]);
    const [history] = await seed.sql<{ details: object }>(
      `select details from audit_log where action = 'receiveInvoice' and entity_id = $1`,
      [order.id],
    );
    expect(history?.details).toMatchObject({
      delivery: delivery.id,
      accessKey: KEY,
      accepted: [{ items: [1] }, { items: [2] }],
    });

    const other = await open();
    const seen = `Esta nota já foi recebida no pedido ${order.document}.`;
    expect(refusal(await receiveNota(other.id, file, { items: both(other) }))).toEqual([409, `file: ${seen}`]);
    expect(done(await propose(file, other.id)).checks[1]).toEqual({ code: 'KEY', ok: false, blocks: true, text: seen });

    const learnt = () =>
      seed.sql(`select code, unit, product_id::int as product, factor::text from supplier_products order by code`);
    expect(await learnt()).toEqual([
      { code: '7', unit: 'sc', product: desk.cement, factor: '1' },
      { code: '88', unit: 'm3', product: desk.sand, factor: '1' },
    ]);
    expect((await undo(order.id, delivery.id)).status).toBe(200);
    expect([await count('order_delivery_invoices'), await learnt(), (await read(order.id)).expense]).toEqual([
      0,
      [],
      null,
    ]);
    expect((await api.get(delivery.invoiceLink, { token })).status).toBe(404);
    expect((await receiveNota(order.id, file, { items: both(order) })).status).toBe(200);
    const again = await read(order.id);
    expect((await undo(order.id, again.deliveries[0].id)).status).toBe(200);
  });

  test('keeps the discount beside the lines where the order has one, and asks why a higher price is accepted', async () => {
    const { open, receiveNota, propose, seed } = desk;
    // 1.193,00 − 10,00 in two.
    const half = { dueDate: '2026-12-16', grossValue: '1183.00' };
    const order = await open({ discount: '10', requirement: { payment: { installmentList: [half] } } });
    const file = desk.another();
    // 371,00 ÷ 10 = 37,10: 0,30 above 36,80 (0,8152 %), 3,00 in all.
    const above = 'A nota cobra R$ 37,10 por sc, 0,82% acima do preço do pedido (R$ 36,80): R$ 3,00 a mais.';
    const { lines, discount } = done(await propose(file, order.id)).order;
    expect([lines[0].price, lines[0].percent, discount, lines[0].differences[0]]).toEqual([
      ...['37.1000', '0.82', '6.00'],
      { code: 'PRICE_ABOVE', percent: '0.82', amount: '3.00', quantity: null, needsReason: true, text: above },
    ]);
    expect(refusal(await receiveNota(order.id, file, { items: both(order) }))).toEqual([
      422,
      `items.0.reason: ${above} Diga por que aceita.`,
    ]);
    // The tolerance for receiving makes it silent.
    const tolerate = (settings: object) =>
      seed.sql('update accounts set settings = $1 where id = $2', [JSON.stringify(settings), desk.office.accountId]);
    await tolerate({ receiptTolerance: '0.8152' });
    expect(done(await propose(file, order.id)).order.lines[0].differences).toHaveLength(1);
    await tolerate({ receiptTolerance: '0.8153' });
    expect(done(await propose(file, order.id)).order.lines[0].differences).toEqual([]);
    await tolerate({});
    const received = done(
      await receiveNota(order.id, file, { items: both(order, { reason: 'Combinado com o Jorge', close: true }) }),
    );
    expect(received.deliveries[0]).toMatchObject({
      ...{ shippingRate: '60.00', discount: '6.00', value: '860.00' },
      lines: [{ price: '37.1000' }, { price: '145.0000' }],
    });
    const [history] = await seed.sql<{ details: { accepted: object[] } }>(
      `select details from audit_log where action = 'receiveInvoice' and entity_id = $1`,
      [order.id],
    );
    expect(history?.details.accepted[0]).toEqual({ items: [1], differences: [above], reason: 'Combinado com o Jorge' });
  });

  test('takes IPI, taxes of substitution and installments of the nota, and puts the cents of prices into the charges', async () => {
    const { open, receiveNota, propose } = desk;
    const order = await open();
    // 3 m³ for 100,00: 33,3333 × 3 = 99,9999, which is 100,00.
    const file = desk.another({
      items: [
        {
          ...CEMENT,
          quantity: '0.0300',
          price: '1000',
          value: '30.01',
          taxes: '<IPI><IPITrib><vIPI>2.50</vIPI></IPITrib></IPI>',
        },
        { ...SAND, quantity: '3.0000', price: '33.3333333333', value: '100.00' },
      ],
      totals: {
        vProd: '130.01',
        vIPI: '2.50',
        vST: '1.20',
        vFCPST: '0.30',
        vSeg: '4.00',
        vOutro: '1.00',
        vNF: '139.01',
      },
      billing: billing(['2026-12-18', '69.50'], ['2027-01-18', '69.51']),
    });
    // 30,01 ÷ 0,03 = 1000,333333…: 0,03 × 1000,3333 = 30,009999, which is 30,01. IPI 2,50 + 1,20 + 0,30 = 4,00.
    const { order: proposed } = done(await propose(file, order.id));
    expect(proposed).toMatchObject({ shippingRate: '5.00', ipiValue: '4.00', discount: '0.00', value: '139.01' });
    const received = done(await receiveNota(order.id, file, { items: both(order, { reason: 'Frete embutido' }) }));
    expect(received.deliveries[0]).toMatchObject({ ipiValue: '4.00', shippingRate: '5.00', value: '139.01' });
    expect(installmentsOf(received.deliveries[0].installmentList)).toEqual(['2026-12-18 69.50', '2027-01-18 69.51']);
  });

  test('is worth what the nota is worth where a price has no four places, up or down', async () => {
    const { open, receiveNota, goods } = desk;
    const nails = await goods({ code: '0300', name: 'Prego 17x27', unit: 'kg' });
    const line = { product: { id: nails }, quantity: '100000', price: '0.05' };
    for (const [quantity, value, shippingRate, discount] of [
      // 3.333,33 ÷ 70.000 = 0,0476190: × 70.000 at 0,0476 = 3.332,00, 1,33 short.
      ['70000.0000', '3333.33', '1.33', '0.00'],
      // 3.336,67 ÷ 70.000 = 0,0476667, at 0,0477 = 3.339,00, 2,33 over.
      ['70000.0000', '3336.67', '0.00', '2.33'],
    ] as const) {
      const order = await open({ shippingRate: '0', requirement: null }, [line]);
      const item = { code: '9', name: 'PREGO 17X27', unit: 'KG', quantity, price: '0.0476', value };
      const file = desk.another({ items: [item], totals: { vProd: value, vNF: value } });
      const received = done(await receiveNota(order.id, file, { items: [{ number: 1, line: { id: order.first } }] }));
      expect(received.deliveries[0]).toMatchObject({ shippingRate, discount, value });
    }
  });

  test('brings items in other units, two of one line, and one that is left out for a reason', async () => {
    const { open, receiveNota, seed } = desk;
    const order = await open();
    const freight = { code: '900', name: 'PALETE', unit: 'UN', quantity: '1.0000', price: '25.00', value: '25.00' };
    const file = desk.another({
      items: [
        { ...CEMENT, quantity: '250.0000', unit: 'KG', price: '0.736', value: '184.00' },
        { ...CEMENT, quantity: '5.0000', price: '36.80', value: '184.00' },
        { ...SAND, unit: 'CAM', quantity: '1.0000', price: '725.00', value: '725.00' },
        freight,
      ],
      totals: { vProd: '1118.00', vNF: '1118.00' },
    });
    const choices = (sand: object, out: object) => [
      { number: 1, line: { id: order.first }, factor: '0.02' },
      { number: 2, line: { id: order.first } },
      { number: 3, line: { id: order.second }, ...sand },
      { number: 4, ...out },
    ];
    expect(refusal(await receiveNota(order.id, file, { items: choices({}, {}) }))).toEqual([
      422,
      'items.2.factor: Informe quantos m³ há em 1 CAM.',
      'items.3.reason: Este item da nota não está no pedido. Diga por que ele fica de fora.',
    ]);
    const items = choices({ factor: '5' }, { line: null, reason: 'Palete, devolvido depois' });
    const received = done(await receiveNota(order.id, file, { items }));
    // 250 kg × 0,02 + 5 = 10 sc for 368,00; the palete of 25,00 is owed, and stands with the freight.
    expect(received.deliveries[0]).toMatchObject({
      ...{ shippingRate: '25.00', value: '1118.00' },
      lines: [
        { lineId: order.first, quantity: '10.0000', price: '36.8000' },
        { lineId: order.second, quantity: '5.0000', price: '145.0000' },
      ],
    });
    expect(received.state).toBe('RECEIVED');
    expect(
      await seed.sql(
        `select code, unit, factor::text from supplier_products where code in ('7', '88') and unit <> 'sc' and unit <> 'm3' order by code`,
      ),
    ).toEqual([
      { code: '7', unit: 'kg', factor: '0.02' },
      { code: '88', unit: 'cam', factor: '5' },
    ]);
    // Next time, both are known.
    const next = await open();
    const proposed = done(
      await desk.propose(
        desk.another({
          items: [{ ...SAND, unit: 'CAM', quantity: '0.4000', value: '290.00' }],
          totals: { vProd: '290.00', vNF: '290.00' },
        }),
        next.id,
      ),
    );
    expect(proposed.order.items).toMatchObject([
      {
        number: 1,
        line: { id: next.second },
        match: 'REMEMBERED',
        factor: '5',
        factorOrigin: 'REMEMBERED',
        quantity: '2.0000',
      },
    ]);
  });
});

describe('The supplier of a nota', () => {
  test('may be another establishment of the same company, which the history names', async () => {
    const { open, receiveNota, propose, seed } = desk;
    const order = await open();
    // The second establishment of 11.222.333.
    const file = desk.another({ issuer: '11222333000262' });
    const text =
      'A nota é do CNPJ 11.222.333/0002-62, outro estabelecimento de Depósito São Jorge (CNPJ 11.222.333/0001-81).';
    const proposed = done(await propose(file));
    expect(proposed.supplier).toMatchObject({ id: desk.supplier });
    expect(proposed.checks[2]).toEqual({ code: 'SUPPLIER', ok: false, blocks: false, text });
    done(await receiveNota(order.id, file, { items: both(order) }));
    const [history] = await seed.sql<{ details: object }>(
      `select details from audit_log where action = 'receiveInvoice' and entity_id = $1`,
      [order.id],
    );
    expect(history?.details).toMatchObject({ notes: [text] });
  });
});

describe('The same nota', () => {
  test('is received once by eight calls at once, with one key or without', async () => {
    const { open, receiveNota, seed } = desk;
    const [first, second] = [await open(), await open()];
    const [one, two] = [desk.another(), desk.another()];
    const keyed = await Promise.all(
      Array.from({ length: 8 }, () =>
        receiveNota(first.id, one, { items: both(first) }, { headers: { 'idempotency-key': 'nota-1' } }),
      ),
    );
    expect(keyed.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const others = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const order = index % 2 === 0 ? first : second;
        return receiveNota(order.id, two, { items: both(order) });
      }),
    );
    expect(others.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(others.every(({ status }) => [200, 409, 422].includes(status))).toBe(true);
    const stored = await seed.sql(
      `select count(*)::int as n, count(distinct o.transaction_id)::int as expenses from order_deliveries d
         join orders o on o.id = d.order_id where d.order_id = any($1)`,
      [[first.id, second.id]],
    );
    expect(stored).toEqual([
      { n: 2, expenses: others.some(({ status, body }) => status === 200 && body.data.id === second.id) ? 2 : 1 },
    ]);
    // The same key with another file is another call.
    const changed = await receiveNota(
      first.id,
      desk.another(),
      { items: both(first) },
      { headers: { 'idempotency-key': 'nota-1' } },
    );
    expect(refusal(changed)).toEqual([422, 'Esta chave de idempotência já foi usada com outro conteúdo.']);
  });
});

describe('Who buys for another building', () => {
  test('sees none of its orders, receives none of their notas and reads no XML', async () => {
    const { seed, office, api, open, propose, receiveNota, other } = desk;
    const grants = [{ companyId: office.companyId, buildingId: other, permissions: ['PURCHASE' as const] }];
    const buyer = await seed.tokenOf(await seed.user(office.accountId, { grants }));
    const order = await open();
    const file = desk.another();
    const proposed = done(await propose(file, undefined, buyer));
    expect([proposed.orders, proposed.order]).toEqual([[], null]);
    expect((await propose(file, order.id, buyer)).status).toBe(404);
    expect((await receiveNota(order.id, file, { items: both(order) }, { as: buyer })).status).toBe(404);
    const received = done(await receiveNota(order.id, file, { items: both(order) }));
    expect((await api.get(received.deliveries[0].invoiceLink, { token: buyer })).status).toBe(404);
    expect(done(await propose(file, undefined, buyer)).checks[1].text).toBe(
      'Esta nota já foi recebida em outro pedido.',
    );
  });
});
