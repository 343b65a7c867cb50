import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, transfer, wallet, type Office } from './officeKit.ts';

let services: TestServices;
let gateway: TestGateway;
let office: Office;
let itau: number;
let caixa: number;

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
  office = await openOffice(services.seed);
  itau = await wallet(services.seed, office, 'Itaú', '1000.00');
  caixa = await wallet(services.seed, office, 'Caixa', '50.00');
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const ask = (query: string, variables: Record<string, unknown> = {}, token = office.admin) =>
  gateway.ask(query, { token, variables: { companyId: String(office.companyId), ...variables } });

const WITH_BALANCE = '{ id identifier balance { id balance } }';
const SEND = `mutation ($companyId: ID!, $input: TransferInput!) { createTransfer(companyId: $companyId, input: $input) {
  transfer { id amount sourceWallet ${WITH_BALANCE} targetWallet ${WITH_BALANCE} } } }`;
const TRANSFER = `query ($companyId: ID!, $id: ID!) { transfer(companyId: $companyId, id: $id) {
  amount date description sourceWallet { identifier } targetWallet { identifier } } }`;
const UNDO = `mutation ($companyId: ID!, $id: ID!) { deleteTransfer(companyId: $companyId, id: $id) {
  id wallets ${WITH_BALANCE} } }`;
const sending = (more: Record<string, unknown> = {}) => ({
  input: {
    amount: '250.40',
    date: '2026-05-10',
    sourceWalletId: String(itau),
    targetWalletId: String(caixa),
    ...more,
  },
});

describe('A transfer over GraphQL', () => {
  test('returns both wallets with their new balances, is found by its id, and restores them when undone', async () => {
    const { data } = await ask(SEND, sending({ description: 'Suprimento' }));
    const { id, ...sent } = data.createTransfer.transfer;
    expect(sent).toEqual({
      amount: '250.40',
      sourceWallet: { id: `${itau}`, identifier: 'Itaú', balance: { id: `${itau}`, balance: '749.60' } },
      targetWallet: { id: `${caixa}`, identifier: 'Caixa', balance: { id: `${caixa}`, balance: '300.40' } },
    });
    expect((await ask(TRANSFER, { id })).data.transfer).toEqual({
      amount: '250.40',
      date: '2026-05-10',
      description: 'Suprimento',
      sourceWallet: { identifier: 'Itaú' },
      targetWallet: { identifier: 'Caixa' },
    });
    expect((await ask(UNDO, { id })).data.deleteTransfer).toEqual({
      id,
      wallets: [
        { id: `${itau}`, identifier: 'Itaú', balance: { id: `${itau}`, balance: '1000.00' } },
        { id: `${caixa}`, identifier: 'Caixa', balance: { id: `${caixa}`, balance: '50.00' } },
      ],
    });
    expect((await ask(TRANSFER, { id })).data.transfer).toBeNull();
  });

  test('that is rejected names the field of its input', async () => {
    const { errors } = await ask(SEND, sending({ targetWalletId: String(itau) }));
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID',
      fields: [{ path: 'targetWalletId', message: 'Escolha duas carteiras diferentes.' }],
    });
  });

  test('of another account is not found', async () => {
    const stranger = await openOffice(services.seed, 'CANARIO');
    const ends = [
      await wallet(services.seed, stranger, 'CANARIO a'),
      await wallet(services.seed, stranger, 'CANARIO b'),
    ];
    const [from = 0, to = 0] = ends;
    const id = await transfer(services.seed, stranger, { from, to, amount: '6.66', date: '2026-01-01' });
    expect((await ask(TRANSFER, { id: String(id) })).data.transfer).toBeNull();
    const undone = await ask(UNDO, { id: String(id) });
    expect(undone.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});

describe('Wallets over GraphQL', () => {
  const LIST = `query ($companyId: ID!) { wallets(companyId: $companyId, size: 200) {
    totalElements content { id initialBalance balance { balance ignoredMovements } } } }`;

  test('need two calls to the services, whatever their number', async () => {
    const big = { ...office, companyId: await services.seed.company(office.accountId) };
    const costOf = async (count: number) => {
      const { data, restCalls } = await ask(LIST, { companyId: String(big.companyId) });
      expect(data.wallets.content).toHaveLength(count);
      return restCalls;
    };
    const add = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        await wallet(services.seed, big, `Carteira ${count}.${index}`);
      }
    };
    await add(5);
    const five = await costOf(5);
    expect(five).toEqual([
      'GET /api/v1/financial/company/:companyId/bank',
      'GET /api/v1/financial/company/:companyId/wallets-summary',
    ]);
    await add(45);
    expect(await costOf(50)).toEqual(five);
  });

  test('hide their figures from a user with DEBIT alone', async () => {
    const { data, errors } = await ask(LIST, {}, await office.as(['DEBIT']));
    expect(errors).toBeUndefined();
    expect(data.wallets.content).toContainEqual({ id: `${itau}`, initialBalance: null, balance: null });
  });

  test('return a statement with its lines and sums', async () => {
    const id = await wallet(services.seed, office, 'Extrato', '100.00');
    await enter(services.seed, office, { type: 'CREDIT', value: '40.00', paid: '2026-06-01', walletId: id });
    await enter(services.seed, office, { type: 'DEBIT', value: '15.50', paid: '2026-06-02', walletId: id });
    const { data } = await ask(
      `query ($companyId: ID!, $id: ID!) { walletStatement(companyId: $companyId, walletId: $id, from: "2026-06-01", to: "2026-06-30") {
        openingBalance moneyIn moneyOut closingBalance content { kind amount balance transactionId transferId } } }`,
      { id: String(id) },
    );
    expect(data.walletStatement).toEqual({
      openingBalance: '100.00',
      moneyIn: '40.00',
      moneyOut: '15.50',
      closingBalance: '124.50',
      content: [
        { kind: 'CREDIT', amount: '40.00', balance: '140.00', transactionId: expect.any(String), transferId: null },
        { kind: 'DEBIT', amount: '-15.50', balance: '124.50', transactionId: expect.any(String), transferId: null },
      ],
    });
    const newest = await ask(
      `query ($companyId: ID!, $id: ID!) { walletStatement(companyId: $companyId, walletId: $id, from: "2026-06-01", to: "2026-06-30",
        sort: [{ id: "date", desc: true }]) { content { amount balance } } }`,
      { id: String(id) },
    );
    expect(newest.data.walletStatement.content).toEqual([
      { amount: '-15.50', balance: '124.50' },
      { amount: '40.00', balance: '140.00' },
    ]);
  });
});
