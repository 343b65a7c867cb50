/** The printed order is read from the bytes of the file, by a reader that shares nothing with what lays it out. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { readPdf } from '#tests/support/pdfText.ts';
import { done, startOrders, type Purchasing } from './kit.ts';

let desk: Purchasing;
beforeAll(async () => {
  desk = await startOrders();
});
afterAll(() => desk.services.stop());

const print = async (id: number, token = desk.token) =>
  desk.services.app.inject({
    method: 'GET',
    url: desk.at(id, '/pdf'),
    headers: { authorization: `Bearer ${token}` },
  });

test('An order is printed for its supplier: live lines, charges and payment, without stages or canceled lines', async () => {
  const { seed, office, product, areas } = desk;
  const supplier = await seed.insert('partners', {
    ...{ account_id: office.accountId, type: 'SUPPLIER', name: 'Depósito São Jorge Materiais para Construção Ltda.' },
    ...{ tax_id: '44597568000107', phone: '1938711234', email: 'vendas@saojorge.example' },
    ...{ street: 'Rua das Palmeiras', street_number: '410', city: 'Campinas', state: 'SP' },
  });
  const line = async (code: string, name: string, quantity: string, price: string, more: object = {}) => ({
    ...{ product: { id: await product(code, name) }, quantity, price, costEstimateGroup: { id: areas } },
    ...more,
  });
  const order = done(
    await desk.create(
      [
        await line('0118', 'Cimento CP II-E-32, saco 50 kg', '180', '39.90', { description: 'Em paletes' }),
        await line('0533', 'Piso intertravado 10×20×6 cm', '640.5', '58.4025'),
        await line('0204', 'Areia média lavada', '42', '148.00', { canceled: true }),
      ],
      {
        ...{ supplier: { id: supplier }, shippingRate: '1150.00', ipi: '2.00', discount: '1200.00' },
        ...{ createdDate: '2026-11-19', delivery: { date: '2026-11-30' }, paymentMethod: 'BOLETO' },
        ...{ requirement: { payment: { payAfterDay: 28 } }, notes: 'Descarga das 7 às 16 h.' },
      },
    ),
  );
  const answer = await print(order.id);
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ]);
  expect(answer.headers['content-disposition']).toContain(`Pedido%20${order.document}.pdf`);
  if (process.env['SHOW_PDF']) writeFileSync(process.env['SHOW_PDF'], answer.rawPayload);
  const [page, ...more] = readPdf(answer.rawPayload);
  expect(more).toEqual([]);
  // 640,5 × 58,4025 = 37.406,80125; + 180 × 39,90 = 7.182,00; 2 % of (44.588,80 + 1.150,00) = 914,776.
  const said = [
    ...[`Pedido de compra ${order.document}`, 'Emitido em 19/11/2026', 'CNPJ 44.597.568/0001-07', '(19) 3871-1234'],
    ...['Rua das Palmeiras 410, Campinas – SP', 'vendas@saojorge.example', 'Vila das Ipês', 'Até 30/11/2026'],
    ...['Em paletes', '180 39,90 7.182,00', '640,5 58,4025 37.406,80', 'Itens 44.588,80', 'Frete 1.150,00'],
    ...[
      'IPI (2,00%) 914,78',
      'Desconto -1.200,00',
      'R$ 45.453,58',
      'PAGAMENTO · Boleto',
      '1/1 28/12/2026 R$ 45.453,58',
    ],
    'Descarga das 7 às 16 h.',
  ];
  expect(said.filter((text) => !page?.text.includes(text))).toEqual([]);
  expect(page?.text).not.toMatch(/Areia|Áreas comuns/);
});

test('A canceled order says so, and nobody without purchases on its obra prints it', async () => {
  const { office, product, other } = desk;
  const order = done(
    await desk.create([{ product: { id: await product('1', 'Prego') }, quantity: '1', price: '2', canceled: true }]),
  );
  expect((await print(order.id)).rawPayload.length).toBeGreaterThan(1_000);
  const [page] = readPdf((await print(order.id)).rawPayload);
  expect(page?.text).toContain('CANCELADO');
  const stranger = await office.as(['PURCHASE'], other);
  expect((await print(order.id, stranger)).statusCode).toBe(404);
});
