import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { done, refusal } from '../orders/kit.ts';
import { both, partsOf, startInvoices, type InvoiceDesk } from './kit.ts';
import { EXAMPLE, nfe, SAND } from './nfeXml.ts';

let desk: InvoiceDesk;
beforeAll(async () => (desk = await startInvoices()));
afterAll(() => desk.services.stop());

const count = async (table: string) =>
  Number((await desk.seed.sql(`select count(*)::int as n from ${table}`))[0]?.['n']);

describe('An NF-e is refused', () => {
  const nota = (changes = {}) => desk.another(changes);
  const totals = (changes: Record<string, string>) => ({ ...EXAMPLE.totals, ...changes });
  const cases: [what: string, file: () => Buffer, status: number, message: string][] = [
    [
      'for another company',
      () => nota({ receiver: '11444777000161' }),
      422,
      'A nota é para o CNPJ 11.444.777/0001-61, que não é desta empresa.',
    ],
    [
      'of another supplier',
      () => nota({ issuer: '11444777000161' }),
      422,
      'A nota é do CNPJ 11.444.777/0001-61, e o fornecedor do pedido é Depósito São Jorge (CNPJ 11.222.333/0001-81).',
    ],
    [
      'whose items are not its products',
      () => nota({ totals: totals({ vProd: '806.01', vNF: '860.01' }) }),
      422,
      'Os itens somam R$ 806,00, e a nota diz R$ 806,01 de produtos.',
    ],
    [
      'whose total does not follow',
      () => nota({ totals: totals({ vNF: '870.00' }) }),
      422,
      'A conta da nota não fecha: produtos 806,00 + frete 60,00 − desconto 6,00 = 860,00, e o valor dela é R$ 870,00.',
    ],
    [
      'that is a PDF',
      () => Buffer.from('%PDF-1.7'),
      422,
      'Este arquivo é um PDF (o DANFE, talvez), não o XML de uma NF-e.',
    ],
    ['of more than 2 MB', () => Buffer.alloc(3 * 1024 * 1024, 32), 413, 'O arquivo passa de 2 MB.'],
  ];
  test.each(cases)('%s', async (_what, file, status, message) => {
    const order = await desk.open();
    const before = await count('order_deliveries');
    expect(refusal(await desk.receiveNota(order.id, file(), { items: both(order) }))).toEqual([
      status,
      `file: ${message}`,
    ]);
    expect(await count('order_deliveries')).toBe(before);
  });

  test('at the item that does not fit', async () => {
    const order = await desk.open();
    const other = await desk.open();
    const file = desk.another();
    const refused = async (items: object[], rest: object = {}) =>
      refusal(await desk.receiveNota(order.id, file, { items, ...rest }));
    expect(await refused([both(order)[0] ?? {}, { number: 3, reason: 'x' }])).toEqual([
      422,
      'items.1.number: A nota não tem o item 3.',
      'items: Diga a que item do pedido corresponde o item 2 da nota, AREIA MEDIA LAVADA.',
    ]);
    expect(await refused([...both(order), { number: 1, reason: 'x' }])).toEqual([
      422,
      'items.2.number: Este item aparece mais de uma vez.',
    ]);
    expect(await refused(both({ first: other.first, second: order.second }))).toEqual([
      422,
      'items.0.line: Item não encontrado neste pedido.',
    ]);
    expect(await refused([1, 2].map((number) => ({ number, reason: 'x' })))).toEqual([
      422,
      'file: Nenhum item da nota é deste pedido.',
    ]);
    expect(await refused(both(order, { factor: '0.000001' }))).toEqual([
      422,
      'items.0.factor: Com este fator, 10.0000 SC não dão uma quantidade que se receba.',
    ]);
    expect(await refused(both(order, { factor: '0' }))).toEqual([
      422,
      'items.0.factor: Com este fator, 10.0000 SC não dão uma quantidade que se receba.',
    ]);
    expect(await refused(both(order, { factor: '2', reason: 'x' }))).toEqual([
      422,
      'items.0.line: Faltam 10 sc: com esta entrega chegariam 10 sc a mais do que foi pedido.',
    ]);
    expect(await refused(both(order), { receivedDate: '2026-11-21' })).toEqual([
      422,
      'receivedDate: A data do recebimento ainda não chegou.',
    ]);
    expect(await refused(both(order), { version: 9 })).toEqual([
      409,
      'Este pedido foi alterado por outra pessoa. Confira a versão gravada e tente de novo.',
    ]);
    const future = desk.another({ day: '2026-11-25' });
    expect(refusal(await desk.receiveNota(order.id, future, { items: both(order) }))).toEqual([
      422,
      'emissionDate: A data de emissão ainda não chegou.',
    ]);
  });

  test('without its file, and with parts that nobody knows', async () => {
    const order = await desk.open();
    const url = desk.at(order.id, '/invoice-delivery');
    const json = { name: 'delivery', content: JSON.stringify({ items: both(order) }) };
    const file = { name: 'file', content: desk.another(), file: 'nota.xml' };
    const post = async (parts: Parameters<typeof partsOf>[0]) =>
      refusal(await desk.api.post(url, { token: desk.token, ...partsOf(parts) }));
    expect(refusal(await desk.api.post(url, { token: desk.token, body: { items: both(order) } }))).toEqual([
      400,
      'file: Envie o XML da nota.',
    ]);
    expect(await post([json])).toEqual([400, 'file: Envie o XML da nota.']);
    expect(await post([file])).toEqual([400, 'delivery: Envie os dados na parte "delivery".']);
    expect(await post([json, { ...file, name: 'nota' }])).toEqual([400, 'nota: Parte desconhecida.']);
    expect(await post([{ ...json, content: JSON.stringify({ items: both(order), value: '1' }) }, file])).toEqual([
      400,
      expect.stringMatching(/^value: /),
    ]);
  });

  test('where the same number was received by hand, and received as another one of a second series', async () => {
    const order = await desk.open();
    done(
      await desk.receive(order.id, { documentNumber: '3.001', lines: [{ line: { id: order.second }, quantity: '1' }] }),
    );
    const small = (series: string) =>
      nfe({
        number: '3001',
        series,
        items: [{ ...SAND, quantity: '1.0000', value: '145.00' }],
        totals: { vProd: '145.00', vNF: '145.00' },
      });
    const items = [{ number: 1, line: { id: order.second } }];
    expect(refusal(await desk.receiveNota(order.id, small('1'), { items }))).toEqual([
      409,
      'file: A nota 3001 já foi recebida neste pedido, sem o XML. Desfaça aquele recebimento para receber por ele.',
    ]);
    const clean = await desk.open();
    const choice = { items: [{ number: 1, line: { id: clean.second } }] };
    done(await desk.receiveNota(clean.id, small('1'), choice));
    const second = done(await desk.receiveNota(clean.id, small('2'), choice));
    expect(second.deliveries.map(({ documentNumber }: { documentNumber: string }) => documentNumber)).toEqual([
      'NF 3001',
      'NF 3001-2',
    ]);
  });
});
