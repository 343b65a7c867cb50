import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readPdf } from '#tests/support/pdfText.ts';
import { startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
let bill: Doc;
let contract: Doc;

beforeAll(async () => {
  ledger = await startLedger();
  const { seed } = ledger.services;
  const supplier = await seed.insert('partners', {
    ...{ account_id: ledger.accountId, type: 'SUPPLIER', name: 'Cerâmica Boa Vista', tax_id: '11222333000181' },
  });
  const made = await ledger.post('debit', {
    documentNumber: 'NF 20.001/1',
    description: 'Blocos cerâmicos',
    partner: { id: supplier },
    emissionDate: '2026-11-01',
    grossValue: '2469.00',
    transactionRecordList: [
      { grossValue: '1234.50', dueDate: '2026-11-15' },
      { grossValue: '1234.50', dueDate: '2026-12-15' },
    ],
    transactionRecordBuildings: [
      { building: { id: ledger.casa }, value: '1469.00' },
      { building: { id: ledger.clinica }, value: '1000.00' },
    ],
  });
  bill = made.body.data;
  const paid = await ledger.pay(bill, 1, { paymentDate: '2026-11-18', increase: '10.00' });
  expect(paid.status).toBe(200);
  const income = await ledger.post('credit', {
    emissionDate: '2026-11-01',
    dueDate: '2026-11-10',
    grossValue: '100.00',
  });
  contract = income.body.data;
  expect((await ledger.pay(contract, 1)).status).toBe(200);
});
afterAll(() => ledger.services.stop());

const receipt = (kind: 'debit' | 'credit', doc: Doc, index: number, token = ledger.admin) =>
  ledger.services.app.inject({
    method: 'GET',
    url: ledger.path(kind, `/${doc.id}/installment/${doc.transactionRecordList[index].id}/receipt`),
    headers: { authorization: `Bearer ${token}` },
  });

const textOf = (pdf: Buffer): string =>
  readPdf(pdf)
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ');

test('The receipt of a payment says who paid what to whom, in figures and in words', async () => {
  const answer = await receipt('debit', bill, 0);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
  expect(answer.headers['content-disposition']).toContain('Comprovante NF 20.001-1');
  const text = textOf(answer.rawPayload);
  for (const part of [
    'Comprovante de pagamento',
    'Cerâmica Boa Vista (CNPJ 11.222.333/0001-81)',
    // 1.234,50 + 10,00, counted by hand.
    'R$ 1.244,50 (mil duzentos e quarenta e quatro reais e cinquenta centavos)',
    'Blocos cerâmicos, documento NF 20.001/1, parcela 1/2',
    '18/11/2026',
    '15/11/2026',
    'R$ 1.234,50',
    'R$ 10,00',
    'Pix',
  ])
    expect(text).toContain(part);
});

test('The receipt of an income is the company’s', async () => {
  const answer = await receipt('credit', contract, 0);
  const text = textOf(answer.rawPayload);
  expect(text).toContain('Recibo');
  expect(text).toContain('R$ 100,00 (cem reais)');
});

test.each([
  [
    'that is not paid',
    () => receipt('debit', bill, 1),
    422,
    'Esta parcela ainda não foi paga: registre o pagamento antes.',
  ],
  [
    'to who sees a part of the document',
    () => receipt('debit', bill, 0, ledger.engenheiro),
    403,
    'O comprovante mostra o valor inteiro, e há obras neste lançamento em que você não tem permissão.',
  ],
  ['of another document', () => receipt('debit', { ...bill, id: contract.id }, 0), 404, 'Despesa não encontrada.'],
  ['to whom incomes are closed', () => receipt('credit', contract, 0, ledger.engenheiro), 403, null],
] as const)('No receipt is given of an installment %s', async (_why, asked, status, message) => {
  const { statusCode, body } = await asked();
  expect(statusCode).toBe(status);
  if (message !== null) expect(JSON.parse(body).message).toBe(message);
});
