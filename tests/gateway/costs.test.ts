import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Kind, parse, print, visit, type DefinitionNode } from 'graphql';
import { dashboardDays } from '#web/home/dashboard/figures.ts';
import { openCatalogue, product } from '#tests/engineering/tasksKit.ts';
import { type Ledger, startLedger } from '#tests/financial/ledger/kit.ts';
import { boletoLine } from '../support/paymentCodes.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';

let ledger: Ledger;
let gateway: TestGateway;

const boletoOf = (i: number): string =>
  boletoLine({ bank: '237', amount: '40.00', dueDate: '2026-04-10', free: String(i).padStart(25, '0') });

/** Rows of every kind, more than a page of 50. */
const ROWS = 51;
const FEW = 5;

/**
 * Creates a transaction with a partner, category, wallets and building of its own, so that batching cannot profit from
 * shared rows.
 */
const post = async (kind: 'debit' | 'credit', i: number): Promise<void> => {
  const { seed } = ledger.services;
  const owner = { account_id: ledger.accountId, company_id: ledger.companyId };
  const debit = kind === 'debit';
  const [partner, category, wallet, building] = [
    await seed.insert('partners', {
      account_id: ledger.accountId,
      type: debit ? 'SUPPLIER' : 'CUSTOMER',
      name: `Parceiro ${i}`,
    }),
    await seed.insert('categories', {
      account_id: ledger.accountId,
      type: debit ? 'DEBIT' : 'CREDIT',
      name: `Categoria ${i}`,
    }),
    await seed.insert('wallets', {
      ...owner,
      identifier: `Carteira ${kind} ${i}`,
      initial_balance: '100.00',
      balance_date: '2026-01-01',
    }),
    await seed.building(ledger, { name: `Obra ${kind} ${i}` }),
  ];
  await seed.insert('transfers', {
    ...{ ...owner, amount: '1.00', date: '2026-03-02', source_wallet_id: wallet, target_wallet_id: ledger.itau },
  });
  const body = {
    documentNumber: `NF-${i}`,
    grossValue: '90.00',
    emissionDate: '2026-03-01',
    bank: { id: wallet },
    partner: { id: partner },
    category: { id: category },
    transactionRecordList: [
      {
        dueDate: '2026-03-10',
        grossValue: '50.00',
        forecast: false,
        paymentDate: '2026-03-10',
        bank: { id: wallet },
        paymentMethod: 'PIX',
      },
      { dueDate: '2026-04-10', grossValue: '40.00', forecast: true, ...(debit && { paymentCode: boletoOf(i) }) },
    ],
    transactionRecordBuildings: [
      { building: { id: ledger.casa }, costEstimateGroup: { id: ledger.fundacao }, grossValue: '30.00' },
      { building: { id: building }, grossValue: '60.00' },
    ],
  };
  expect((await ledger.post(kind, body, { token: ledger.admin })).status).toBe(200);
};

/** An invoice of which ISS is withheld, by a collector of its own; due after all others. */
const withhold = async (i: number): Promise<void> => {
  const partner = await ledger.services.seed.insert('partners', {
    ...{ account_id: ledger.accountId, type: 'SUPPLIER', name: `Prefeitura ${i}` },
  });
  const body = {
    ...{ documentNumber: `NFS-${i}`, invoiceValue: '100.00', emissionDate: '2026-11-01', dueDate: '2026-12-20' },
    ...{ partner: { id: ledger.concreteira }, installmentCount: 1 },
    retentions: [{ tax: 'ISS', base: '100.00', rate: '5', partner: { id: partner } }],
  };
  expect((await ledger.post('debit', body, { token: ledger.admin })).status).toBe(200);
};

/** What compositions are made of. */
let materials: { unitId: number; tableId: number; productId: number };

/** Creates a composition of a product. */
const makeTask = async (i: number): Promise<void> => {
  const { unitId, tableId, productId } = materials;
  const body = {
    code: `CP-${i}`,
    description: `Serviço ${i}`,
    unit: { id: unitId },
    costDatabase: { id: tableId },
    items: [{ resourceId: productId, quantity: '2' }],
  };
  const { status } = await ledger.services.api.post('/api/v1/engineering/tasks', { token: ledger.admin, body });
  expect(status).toBe(200);
};

/** Creates rows from number `from` up to, but not including, `to`. */
const furnish = async (from: number, to: number): Promise<void> => {
  const { seed } = ledger.services;
  const { id: author } = await seed.user(ledger.accountId);
  const make = async (i: number) => {
    await seed.company(ledger.accountId, { name: `Empresa ${i}` });
    await seed.insert('assistant_messages', {
      account_id: ledger.accountId,
      kind: 'INFO',
      text: `${i}`,
      at: new Date(),
    });
    await seed.insert('fiscal_documents', {
      ...{ account_id: ledger.accountId, company_id: ledger.companyId, kind: 'NFE', number: `${i + 1}`, series: '1' },
      ...{ access_key: String(i).padStart(44, '0'), issuer_name: `Emitente ${i}`, issuer_tax_id: '54000128000184' },
      ...{ receiver_tax_id: '25310016000121', emission_date: '2026-11-18', value: '10.00', name: 'nota.xml', size: 1 },
      ...{ sha256: Buffer.alloc(32, i), uploaded_by: author, uploaded_at: new Date() },
    });
    await seed.insert('jobs', {
      account_id: ledger.accountId,
      kind: 'EXAMPLE',
      permission: 'ENGINEERING',
      state: 'DONE',
      created_by: author,
      created_at: new Date(),
      finished_at: new Date(),
      input: '{}',
    });
    const brand = await seed.insert('brands', { account_id: ledger.accountId, name: `Marca ${i}` });
    const unit = await seed.insert('units', {
      account_id: ledger.accountId,
      acronyms: `u${i}`,
      description: `Unidade ${i}`,
    });
    const owned = { account_id: ledger.accountId };
    const type = await seed.insert('product_types', { ...owned, name: `Tipo ${i}` });
    await seed.insert('product_groups', { ...owned, name: `Grupo ${i}`, place: `{${i + 1}}` });
    const catalogue = await seed.insert('catalogues', { ...owned, source: 'GO' });
    const named = { catalogue_id: catalogue, name: `Tabela ${i}`, source: 'GO' };
    const table = await seed.insert('product_tables', { ...owned, ...named });
    const text = { catalogue_id: catalogue, code: `${i}`, name: `Insumo ${i}`, unit_id: unit, product_type_id: type };
    const definition = await seed.insert('product_definitions', { ...owned, ...text });
    await seed.sql('insert into product_brands (account_id, definition_id, brand_id) values ($1, $2, $3)', [
      ledger.accountId,
      definition,
      brand,
    ]);
    await seed.insert('products', { ...owned, product_table_id: table, definition_id: definition, price: '1' });
    const again = await seed.insert('product_definitions', { ...owned, ...text, code: `${i}-B` });
    await seed.insert('products', { ...owned, product_table_id: table, definition_id: again, price: '1' });
    const told = { survivor: { id: 1, code: '1', name: 'A', unit: 'u' }, merged: [], compositions: 0 };
    const merge = {
      product_table_id: table,
      survivor_id: 1,
      user_id: author,
      merged_at: new Date(),
      told,
      restore: {},
    };
    await seed.insert('product_merges', { ...owned, ...merge });
    await makeTask(i);
    const site = await seed.building(ledger, { name: `Obra orçada ${i}` });
    const customer = await seed.insert('partners', { ...owned, type: 'CUSTOMER', name: `Cliente ${i}` });
    const placed = { ...owned, company_id: ledger.companyId, building_id: site, customer_id: customer };
    const estimate = await seed.insert('cost_estimates', {
      ...placed,
      code: `ORC-${i}`,
      description: `Orçamento ${i}`,
    });
    const bdi = { cost_estimate_id: estimate, position: 1, name: 'BDI', percentage: '10' };
    await seed.insert('cost_estimate_bdis', { ...owned, ...bdi });
    await post('debit', i);
    await post('credit', i);
    await withhold(i);
  };
  await Promise.all(Array.from({ length: to - from }, (_, index) => make(from + index)));
};

/** Costs of the dashboard's parts, by number of rows. */
const dashboards: Record<string, object> = {};

beforeAll(async () => {
  ledger = await startLedger();
  gateway = await startGateway({ services: await ledger.services.listen() });
  const catalogue = await openCatalogue(ledger.services, ledger);
  const cement = { code: '1', name: 'Cimento', price: '36.80' };
  materials = { ...catalogue, productId: await product(ledger.services, catalogue, cement) };
  await furnish(0, FEW);
  dashboards.few = await dashboard();
  await furnish(FEW, ROWS);
  dashboards.many = await dashboard();
}, 120_000);
afterAll(async () => {
  await gateway.stop();
  await ledger.services.stop();
});

/** A query of each list with all fields of its rows; SIZE is the page size. */
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
        number value paymentCode
        wallet { id identifier description balance { balance } }
        shares { value building { id name active stages { name } } stage { id name } }
      }
      apportionments { value building { id name active stages { name } company { name } } stage { id name } }
      attachments { name }
    }
  }`,
  notas: `fiscalDocuments(companyId: COMPANY, size: SIZE) { totalElements content { number issuerName value refusal } }`,
  wallets: `wallets(companyId: COMPANY, size: SIZE) { totalElements content { identifier balance { balance at } } }`,
  retentions: `retentions(companyId: COMPANY, size: SIZE) { totalElements totals { count retained } months { tax month retained }
    content { tax status value collectorName supplierName documentNumber invoiceValue } }`,
  'wallets without their balances': `wallets(companyId: COMPANY, size: SIZE) {
    content { id identifier description initialBalance balanceDate active version } }`,
  buildings: `buildings(companyId: COMPANY, size: SIZE) { content { name company { name taxId } stages { code name } } }`,
  transfers: `transfers(companyId: COMPANY, size: SIZE) { content {
    amount sourceWallet { description balance { balance } } targetWallet { description balance { balance } } } }`,
  partners: `partners(size: SIZE) { totalElements content { name taxId pixKeys { key } bankAccounts { bank } } }`,
  categories: `categories(size: SIZE) { totalElements content { name type } }`,
  brands: `brands(size: SIZE) { totalElements content { name active } }`,
  tasks: `tasks(size: SIZE) { totalElements content { code unit { acronyms version } unitPrice
    items { name quantity totalPrice pricesByType { price } } pricesByType { price productType { name } } } }`,
  'tasks without their lines': `tasks(size: SIZE) { content { code unit { acronyms } unitPrice itemCount } }`,
  'cost estimates': `costEstimates(companyId: COMPANY, size: SIZE) { totalElements content { code total
    bdis { name percentage } lock { user { name } } company { name taxId } building { name active stages { name } }
    customer { name taxId } approvedBy { name } } }`,
  'cost estimates without more of what they name': `costEstimates(companyId: COMPANY, size: SIZE) { content {
    code company { name } building { name } customer { name } } }`,
  'what tasks are made of': `resources(search: "servico", size: SIZE) { totalElements content { code price } }`,
  units: `units(size: SIZE) { totalElements content { acronyms description } }`,
  'product types': `productTypes(size: SIZE) { totalElements content { name active } }`,
  'product groups': `productGroups(size: SIZE) { totalElements content { code name parent { name } leaf } }`,
  'cost databases': `productTables(size: SIZE) { totalElements content { name source month productCount } }`,
  jobs: `jobs(size: SIZE) { totalElements content { kind state createdBy { name } } }`,
  products: `products(size: SIZE) { totalElements content {
    code name price aliases
    unit { acronyms description active } productType { name active } productGroup { code name }
    productTable { name source month } brands { name active }
    figures { priceDay uses suggested prices { day price } }
  } }`,
  'pairs of products': `productPairs(size: SIZE) { totalElements content {
    first { code unit { acronyms description active } brands { name active } figures { uses } } second { code } } }`,
  'merges of products': `productMerges(size: SIZE) { totalElements content {
    survivor { code } merged { code } mergedBy { name } undoneBy { name } } }`,
  'products without their figures': `products(size: SIZE) { content {
    code name price active unit { acronyms } productType { name } productTable { name source } brands { name } } }`,
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

/** Reads a screen's operation with its fragments from the given files. */
const operationOf = (name: string, ...files: string[]): string => {
  const { definitions } = parse(files.map((file) => readFileSync(file, 'utf8')).join('\n'));
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
  const needed = new Set<DefinitionNode>();
  const take = (definition: DefinitionNode | undefined): void => {
    if (!definition || needed.has(definition)) return;
    needed.add(definition);
    visit(definition, { FragmentSpread: ({ name: spread }) => take(fragments.get(spread.value)) });
  };
  take(definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION && one.name?.value === name));
  return print({ kind: Kind.DOCUMENT, definitions: [...needed] });
};

const DASHBOARD = readFileSync('web/home/dashboard.graphql', 'utf8');

/** Sends every operation of the dashboard as its screen does. */
const dashboard = async () => {
  const variables = { companyId: ledger.companyId, ...dashboardDays('2026-11-20') };
  const costs: Record<string, object> = {};
  for (const [, operationName = ''] of DASHBOARD.matchAll(/^query (\w+)/gm)) {
    costs[operationName] = costOf(await gateway.ask(DASHBOARD, { token: ledger.admin, operationName, variables }));
  }
  return costs;
};

const screens = [
  ['expenses', 'Transactions', 'DEBIT', 'web/financial/transactions/transactions.graphql'],
  ['income', 'Transactions', 'CREDIT', 'web/financial/transactions/transactions.graphql'],
  ['installments to pay', 'Installments', 'DEBIT', 'web/financial/installments/installments.graphql'],
  ['installments to receive', 'Installments', 'CREDIT', 'web/financial/installments/installments.graphql'],
  // These lists do not depend on the type of transaction.
  ['obras', 'Buildings', undefined, 'web/financial/buildings/buildings.graphql'],
  ['companies', 'Companies', undefined, 'web/financial/companies/companies.graphql'],
] as const;

describe('The number of service calls and SQL statements', () => {
  test.each(Object.keys(LISTS))('of %s is the same for 5 rows as for 50', async (list) => {
    const [five, fifty] = [await page(LISTS[list], 5), await page(LISTS[list], 50)];
    expect([rowsIn(five), rowsIn(fifty)]).toEqual([5, 50]);
    expect(costOf(fifty)).toEqual(costOf(five));
    expect(costOf(fifty)).toMatchSnapshot();
  });

  test.each(screens)(
    'of %s, with the screen’s query, is the same for 5 rows as for 50',
    async (_name, operation, type, file) => {
      const document = operationOf(operation, file, 'web/financial/transactions/transactions.graphql');
      const sendQuery = (size: number) => {
        const variables = { companyId: ledger.companyId, type, page: 0, size };
        return gateway.ask(document, { token: ledger.admin, variables });
      };
      const [five, fifty] = [await sendQuery(5), await sendQuery(50)];
      expect([rowsIn(five), rowsIn(fifty)]).toEqual([5, 50]);
      expect(costOf(fifty)).toEqual(costOf(five));
      expect(costOf(fifty)).toMatchSnapshot();
    },
  );

  test('of the dashboard is the same with 5 transactions, wallets and buildings as with 51', () => {
    expect(dashboards.many).toEqual(dashboards.few);
    expect(dashboards.many).toMatchSnapshot();
  });

  test('of movements of a wallet is the same for 5 as for 50', async () => {
    const statement = `walletStatement(companyId: COMPANY, walletId: "${ledger.itau}", from: "2026-01-01", to: "2026-12-31", size: SIZE) {
      openingBalance closingBalance content { amount balance otherWalletName documentNumber } }`;
    const [five, fifty] = [await page(statement, 5), await page(statement, 50)];
    expect([rowsIn(five), rowsIn(fifty)]).toEqual([5, 50]);
    expect(costOf(fifty)).toEqual(costOf(five));
    expect(costOf(fifty)).toMatchSnapshot();
  });

  test('of an income statement is the same for a month as for 24, with and without the documents behind a figure', async () => {
    const from = (month: string) =>
      ask(`financialStatement(companyId: COMPANY, regime: CASH, from: "${month}", to: "2026-12") {
        months lines { line total } rows { figure total } wallets { difference } notes { text } }`);
    const [month, years] = [await from('2026-12'), await from('2025-01')];
    expect([month, years].map(({ data }) => data.financialStatement.months.length)).toEqual([1, 24]);
    expect(costOf(years)).toEqual(costOf(month));
    expect(costOf(years)).toMatchSnapshot();
    const documents = `financialStatementDocuments(companyId: COMPANY, regime: ACCRUAL, from: "2025-01", to: "2026-12",
      figure: "UNCLASSIFIED", size: SIZE) { content { partnerName categoryName value } total }`;
    const [five, fifty] = [await page(documents, 5), await page(documents, 50)];
    expect([rowsIn(five), rowsIn(fifty)]).toEqual([5, 50]);
    expect(costOf(fifty)).toEqual(costOf(five));
    expect(costOf(fifty)).toMatchSnapshot();
  });

  test('of stages by category is the same for a building with many expenses as for one with few', async () => {
    const of = (building: number) =>
      ask(
        `costBreakdown(companyId: COMPANY, buildingId: "${building}") { total { actual } stages { name } columns { name } }`,
      );
    const [many, few] = [await of(ledger.casa), await of(ledger.clinica)];
    expect(costOf(many)).toEqual(costOf(few));
    expect(costOf(many)).toMatchSnapshot();
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
