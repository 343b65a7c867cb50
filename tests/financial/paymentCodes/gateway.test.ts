import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { boletoLine } from '#tests/support/paymentCodes.ts';
import { startLedger, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
let gateway: TestGateway;
beforeAll(async () => {
  ledger = await startLedger();
  gateway = await startGateway({ services: await ledger.services.listen() });
});
afterAll(async () => {
  await gateway.stop();
  await ledger.services.stop();
});

const LINE = boletoLine({ bank: '237', amount: '450.00', dueDate: '2026-12-01', free: '7'.repeat(25) });

const ask = (query: string, variables: Record<string, unknown>) =>
  gateway.ask(query, { token: ledger.financeiro, variables: { companyId: String(ledger.companyId), ...variables } });

test('A code is created with its installment, read, proposed, set, refused at its field, and removed', async () => {
  const create = `mutation ($companyId: ID!, $input: TransactionInput!) {
    createTransaction(companyId: $companyId, type: DEBIT, input: $input) {
      transaction { id version installments { id paymentCode } } } }`;
  const input = (paymentCode: string | null) => ({
    ...{
      documentNumber: 'NF 9',
      grossValue: '900.00',
      emissionDate: '2026-11-10',
      partnerId: String(ledger.concreteira),
    },
    installments: [
      { dueDate: '2026-12-01', grossValue: '450.00' },
      { dueDate: '2027-01-01', grossValue: '450.00', paymentCode },
    ],
    apportionments: [],
  });
  const wrong = await ask(create, { input: input('123') });
  expect(wrong.errors?.[0]?.extensions).toMatchObject({
    code: 'INVALID',
    fields: [{ path: 'installments.1.paymentCode' }],
  });
  const { data } = await ask(create, { input: input(null) });
  const { id, version, installments } = data.createTransaction.transaction;
  expect(installments.map((one: { paymentCode: string | null }) => one.paymentCode)).toEqual([null, null]);

  const read = `query ($companyId: ID!, $text: String!) { readPaymentCode(companyId: $companyId, text: $text) {
    code { kind receiver amount dueDate printed }
    installments { installmentId transactionId version number installmentCount partnerName exact reasons }
    usedBy { installmentId companyId companyName partnerName } usedElsewhere } }`;
  const found = (await ask(read, { text: `boleto: ${LINE}` })).data.readPaymentCode;
  expect(found.code).toMatchObject({ kind: 'BOLETO', receiver: 'Bradesco', amount: '450.00', dueDate: '2026-12-01' });
  expect(found.installments).toMatchObject([
    {
      installmentId: installments[0].id,
      transactionId: id,
      version,
      number: 1,
      partnerName: 'Concreteira Paulista',
      exact: true,
    },
    { installmentId: installments[1].id, exact: false, reasons: ['mesmo valor'] },
  ]);
  const bad = await ask(read, { text: 'nada' });
  expect(bad.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID', fields: [{ path: 'text' }] });

  const set = `mutation ($companyId: ID!, $installmentId: ID!, $version: Int!, $paymentCode: String) {
    setInstallmentPaymentCode(companyId: $companyId, installmentId: $installmentId, version: $version, paymentCode: $paymentCode) {
      transaction { id version installments { id paymentCode } } message } }`;
  const installmentId = installments[1].id;
  const done = (await ask(set, { installmentId, version, paymentCode: LINE })).data.setInstallmentPaymentCode;
  expect(done.message).toMatch(/vence em 01\/12\/2026/);
  expect(done.transaction.installments[1]).toEqual({ id: installmentId, paymentCode: LINE });
  expect((await ask(read, { text: LINE })).data.readPaymentCode.usedBy).toEqual([
    {
      installmentId,
      companyId: String(ledger.companyId),
      companyName: 'Construtora Ipê',
      partnerName: 'Concreteira Paulista',
    },
  ]);
  const stale = await ask(set, { installmentId, version, paymentCode: null });
  expect(stale.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' });
  const removed = await ask(set, { installmentId, version: done.transaction.version, paymentCode: null });
  expect(removed.data.setInstallmentPaymentCode).toMatchObject({ message: null });
  expect(removed.data.setInstallmentPaymentCode.transaction.installments[1].paymentCode).toBeNull();
});
