import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Ledger, startLedger } from '#tests/financial/ledgerKit.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';

let ledger: Ledger;
let gateway: TestGateway;

/** Rows of every kind, each list long enough for pages of 50. */
const ROWS = 51;

const many = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: ROWS }, (_, index) => make(index)));

beforeAll(async () => {
  ledger = await startLedger();
  const { seed } = ledger.services;
  const owner = { account_id: ledger.accountId, company_id: ledger.companyId };
  const partners = await many((i) =>
    seed.insert('partners', { account_id: ledger.accountId, type: 'SUPPLIER', name: `Fornecedor ${i}` }),
  );
  const categories = await many((i) =>
    seed.insert('categories', { account_id: ledger.accountId, type: 'DEBIT', name: `Categoria ${i}` }),
  );
  const wallets = await many((i) =>
    seed.insert('wallets', {
      ...owner,
      identifier: `Carteira ${i}`,
      initial_balance: '100.00',
      balance_date: '2026-01-01',
    }),
  );
  const buildings = await many((i) => seed.building(ledger, { name: `Obra ${i}` }));
  await many((i) => seed.company(ledger.accountId, { name: `Empresa ${i}` }));
  await many((i) =>
    seed.insert('transfers', {
      ...owner,
      amount: '1.00',
      date: '2026-03-02',
      source_wallet_id: wallets[i],
      target_wallet_id: ledger.itau,
    }),
  );
  await many((i) =>
    seed.insert('assistant_messages', { account_id: ledger.accountId, kind: 'INFO', text: `${i}`, at: new Date() }),
  );
  // Every document has a partner, category, wallets and a building of its own: nothing is saved by being shared.
  await many((i) =>
    ledger.post(
      'debit',
      {
        documentNumber: `NF-${i}`,
        grossValue: '90.00',
        emissionDate: '2026-03-01',
        bank: { id: wallets[i] },
        partner: { id: partners[i] },
        category: { id: categories[i] },
        transactionRecordList: [
          {
            dueDate: '2026-03-10',
            grossValue: '50.00',
            forecast: false,
            paymentDate: '2026-03-10',
            bank: { id: wallets[i] },
            paymentMethod: 'PIX',
          },
          { dueDate: '2026-04-10', grossValue: '40.00', forecast: true },
        ],
        apportionments: [
          { building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao }, grossValue: '30.00' },
          { building: { id: buildings[i] }, grossValue: '60.00' },
        ],
      },
      { token: ledger.admin },
    ),
  );
  gateway = await startGateway({ services: await ledger.services.listen() });
}, 120_000);
afterAll(async () => {
  await gateway.stop();
  await ledger.services.stop();
});

/** What can be asked of each list, with everything below its rows; SIZE rows of it. */
const LISTS: Record<string, string> = {
  expenses: `transactions(companyId: COMPANY, type: DEBIT, size: SIZE) {
    totalElements
    totals { count value counts { overdue } }
    content {
      id value
      partner { id name taxId }
      category { id name type }
      company { id name taxId }
      expectedWallet { id identifier description balance { balance } }
      installments {
        number value
        wallet { id identifier description balance { balance } }
        shares { value building { id name active stages { name } } stage { id name } }
      }
      apportionments { value building { id name active stages { name } company { name } } stage { id name } }
      attachments { name }
    }
  }`,
  wallets: `wallets(companyId: COMPANY, size: SIZE) { totalElements content { identifier balance { balance at } } }`,
  buildings: `buildings(companyId: COMPANY, size: SIZE) { content { name company { name taxId } stages { code name } } }`,
  transfers: `transfers(companyId: COMPANY, size: SIZE) { content {
    amount sourceWallet { description balance { balance } } targetWallet { description balance { balance } } } }`,
  partners: `partners(size: SIZE) { totalElements content { name taxId } }`,
  categories: `categories(size: SIZE) { totalElements content { name type } }`,
  companies: `companies(size: SIZE) { totalElements content { name taxId } }`,
  messages: `assistantMessages(size: SIZE) { unacknowledged content { text acknowledged } }`,
};

const ask = (selection: string, token = ledger.admin) =>
  gateway.ask(`{ ${selection.replaceAll('COMPANY', `"${ledger.companyId}"`)} }`, { token });
const page = (list = '', size: number) => ask(list.replaceAll('SIZE', String(size)));
type Reply = Awaited<ReturnType<typeof ask>>;

const costOf = ({ restCalls, sqlQueries, errors }: Reply) => {
  expect(errors).toBeUndefined();
  return { restCalls, sqlQueries };
};

const rowsIn = ({ data }: Reply): number => (Object.values(data)[0] as { content: unknown[] }).content.length;

describe('The cost of a list', () => {
  test.each(Object.keys(LISTS))('of %s is the same for 5 rows as for 50', async (list) => {
    const [five, fifty] = [await page(LISTS[list], 5), await page(LISTS[list], 50)];
    expect([rowsIn(five), rowsIn(fifty)]).toEqual([5, 50]);
    expect(costOf(fifty)).toEqual(costOf(five));
    expect(costOf(fifty)).toMatchSnapshot();
  });

  test('of expenses, as the screen asks for it, is the same for 5 rows as for 50', async () => {
    const document = readFileSync('web/financial/transactions/transactions.graphql', 'utf8');
    const screen = (size: number) =>
      gateway.ask(document, {
        token: ledger.admin,
        operationName: 'Transactions',
        variables: { companyId: ledger.companyId, type: 'DEBIT', page: 0, size },
      });
    const [five, fifty] = [await screen(5), await screen(50)];
    expect([rowsIn(five), rowsIn(fifty)]).toEqual([5, 50]);
    expect(costOf(fifty)).toEqual(costOf(five));
    expect(costOf(fifty)).toMatchSnapshot();
  });

  test('of movements of a wallet is the same for 5 as for 50', async () => {
    const statement = `walletStatement(companyId: COMPANY, walletId: "${ledger.itau}", from: "2026-01-01", to: "2026-12-31", size: SIZE) {
      openingBalance closingBalance content { amount balance otherWalletName documentNumber } }`;
    const [five, fifty] = [await page(statement, 5), await page(statement, 50)];
    expect([rowsIn(five), rowsIn(fifty)]).toEqual([5, 50]);
    expect(costOf(fifty)).toEqual(costOf(five));
    expect(costOf(fifty)).toMatchSnapshot();
  });

  test('of a cash flow is the same for a week as for a year', async () => {
    const until = (end: string) =>
      ask(`cashFlow(companyId: COMPANY, startDate: "2026-01-01", endDate: "${end}") { date paid }`);
    const [week, year] = [await until('2026-01-07'), await until('2026-12-31')];
    expect([week.data.cashFlow.length, year.data.cashFlow.length]).toEqual([7, 365]);
    expect(costOf(year)).toEqual(costOf(week));
    expect(costOf(year)).toMatchSnapshot();
  });

  test('of a session is the same in one company as in fifty', async () => {
    const { seed } = ledger.services;
    const accountId = await seed.account();
    await seed.company(accountId);
    const small = await seed.tokenOf(await seed.user(accountId, { admin: true }));
    const session = 'session { companies { name buildings { name } } permissions { permissions } }';
    const [one, fifty] = [await ask(session, small), await ask(session)];
    expect([one, fifty].map(({ data }) => data.session.companies.length)).toEqual([1, ROWS + 1]);
    expect(costOf(fifty)).toEqual(costOf(one));
    expect(costOf(fifty)).toMatchSnapshot();
  });
});
