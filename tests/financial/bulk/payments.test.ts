import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { faults, startLedger, type Doc, type Ledger } from '../ledger/kit.ts';
import { bulkOf } from './kit.ts';

let ledger: Ledger;
const bulk = bulkOf(() => ledger);
const { create, read, call, partOf } = bulk;

beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.services.stop());

const pay = (docs: readonly Doc[], more: object) =>
  call(
    '/installments/payments',
    docs.map((doc) => partOf(doc)),
    ledger.financeiro,
    { paymentDate: '2026-11-20', ...more },
  );
const planned = () => create({ expectedBank: { id: ledger.caixa }, preferredPaymentMethod: 'BOLETO' });
const paidWith = async ({ id }: Doc) => {
  const [{ bank, paymentMethod }] = (await read(id)).transactionRecordList;
  return [bank?.id ?? null, paymentMethod];
};

test('each is paid from its expected wallet and by its method; the others by those of the call', async () => {
  const docs = [await planned(), await create(), await create({ expectedBank: { id: ledger.caixa } })];
  const asExpected = { asExpected: true, bank: { id: ledger.itau }, paymentMethod: 'PIX' };
  const reply = await pay(docs, asExpected);
  expect(reply.body.data.results.map(({ ok }: Doc) => ok)).toEqual([true, true, true]);
  expect(await Promise.all(docs.map(paidWith))).toEqual([
    [ledger.caixa, 'BOLETO'],
    [ledger.itau, 'PIX'],
    [ledger.caixa, 'PIX'],
  ]);
  expect(reply.body.data.walletBalance).toBeNull();
  const again = await pay(docs, asExpected);
  expect(again.body.data.results.every(({ error }: Doc) => error === 'CONFLICT')).toBe(true);
});

test('without the choice, all are paid as the call says', async () => {
  const docs = [await planned(), await create()];
  await pay(docs, { bank: { id: ledger.itau }, paymentMethod: 'PIX' });
  expect(await Promise.all(docs.map(paidWith))).toEqual([
    [ledger.itau, 'PIX'],
    [ledger.itau, 'PIX'],
  ]);
});

test('where each one has its own, none has to be sent; one without is refused by itself', async () => {
  const docs = [await planned(), await create()];
  const { results } = (await pay(docs, { asExpected: true })).body.data;
  expect(results.map(({ ok, message }: Doc) => [ok, message])).toEqual([
    [true, null],
    [false, 'Escolha a carteira.'],
  ]);
});

test('an expected wallet that is off is refused with its own document', async () => {
  const doc = await planned();
  await ledger.services.seed.sql('update wallets set active = false where id = $1', [ledger.caixa]);
  const { results } = (await pay([doc], { asExpected: true })).body.data;
  await ledger.services.seed.sql('update wallets set active = true where id = $1', [ledger.caixa]);
  expect(results[0].message).toBe('Esta carteira está inativa.');
});

const PIX = { paymentMethod: 'PIX' };
test.each<[string, () => object, number, string]>([
  [
    'a wallet that none would use',
    () => ({ asExpected: true, bank: { id: ledger.itau } }),
    422,
    'bank: Todas as parcelas têm carteira prevista: nenhuma usaria esta.',
  ],
  [
    'a method that none would use',
    () => ({ asExpected: true, ...PIX }),
    422,
    'paymentMethod: Todas as parcelas têm forma de pagamento prevista: nenhuma usaria esta.',
  ],
  ['an unknown wallet', () => ({ bank: { id: 99_999 }, ...PIX }), 422, 'bank: Carteira não encontrada.'],
  [
    'an unknown wallet that none needs',
    () => ({ asExpected: true, bank: { id: 99_999 } }),
    422,
    'bank: Carteira não encontrada.',
  ],
  [
    'a method that is none',
    () => ({ asExpected: true, paymentMethod: 'PIXX' }),
    422,
    'paymentMethod: Escolha uma forma de pagamento da lista.',
  ],
  ['no wallet', () => PIX, 400, 'bank: Escolha a carteira.'],
  ['no method', () => ({ bank: { id: ledger.itau } }), 400, 'paymentMethod: Escolha a forma de pagamento.'],
])('%s is refused at its field, and nothing is paid', async (_, more, status, fault) => {
  const doc = await planned();
  const reply = await pay([doc], more());
  expect([reply.status, faults(reply)]).toEqual([status, [fault]]);
  expect((await read(doc.id)).version).toBe(1);
});

test('the wallet of another account is refused as one that is not there', async () => {
  const { seed } = ledger.services;
  const accountId = await seed.account();
  const companyId = await seed.company(accountId);
  const foreign = await seed.insert('wallets', {
    ...{ account_id: accountId, company_id: companyId, identifier: 'Alheia', initial_balance: '0.00' },
    balance_date: '2026-01-01',
  });
  const reply = await pay([await planned()], { asExpected: true, bank: { id: foreign } });
  expect(faults(reply)).toEqual(['bank: Carteira não encontrada.']);
});
