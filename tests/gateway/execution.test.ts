import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defaultFieldResolver, isObjectType } from 'graphql';
import { Type, type TObject } from 'typebox';
import { buildSchema } from '#gateway/platform/schema.ts';
import { Balance } from '#schema/financial/cashFlows/cashFlows.rest.ts';
import { Transaction } from '#schema/financial/transactions/transactions.rest.ts';
import { Statement } from '#schema/financial/wallets.rest.ts';
import { SessionUser } from '#schema/security/session.rest.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { refusal, type ScriptedServices, startScriptedServices } from '../support/scriptedServices.ts';

let services: ScriptedServices;
let compiled: TestGateway;
let interpreted: TestGateway;

const company = { id: 1, name: 'Ipê' };
const transaction = (id: number, more: Record<string, unknown> = {}) => ({
  id,
  type: 'DEBIT',
  status: 'OPEN',
  overdue: false,
  forecast: true,
  documentNumber: `NF-${id}`,
  description: null,
  value: '10.10',
  version: 1,
  company,
  partner: { id: 4, name: 'Cimento Forte' },
  category: null,
  expectedBank: { id: 2, text: 'Itaú' },
  transactionRecordList: [
    {
      id: id * 10,
      number: 1,
      forecast: true,
      dueDate: '2026-11-20',
      grossValue: '10.10',
      value: '10.10',
      bank: null,
      transactionRecordBuildings: [
        { apportionmentId: 1, building: { id: -1, name: '' }, costEstimateGroup: null, value: '10.10' },
        {
          apportionmentId: 2,
          building: { id: 7, name: 'Casa' },
          costEstimateGroup: { id: 8, name: 'Pintura' },
          value: '0.00',
        },
      ],
    },
  ],
  transactionRecordBuildings: [],
  attachments: [],
  ...more,
});
const list = (...content: unknown[]) => ({ content, number: 0, size: 50, last: true, totalElements: content.length });

beforeAll(async () => {
  services = await startScriptedServices();
  services.on('GET /api/v1/financial/company/1/debit/summaries', list(transaction(1), transaction(2)));
  services.on('GET /api/v1/financial/company/1/debit/totals', refusal(503, 'Fora do ar'));
  // A service that breaks its contract: a transaction without a non-null field, and a null row.
  services.on('GET /api/v1/financial/company/2/debit/summaries', list(transaction(1), transaction(2, { value: null })));
  services.on('GET /api/v1/financial/company/3/debit/summaries', list(transaction(1), null));
  services.on('GET /api/v1/financial/company/1/debit/1', transaction(1));
  const embedding = { partner: { id: 4, name: 'Cimento Forte', taxId: '999' } };
  services.on('GET /api/v1/financial/company/4/debit/1', transaction(1, embedding));
  services.on(
    'GET /api/v1/financial/account/1/partner',
    list({ id: 4, name: 'Cimento Forte', taxId: '123', type: 'SUPPLIER' }),
  );
  services.on('POST /api/v1/financial/account/1/company', ({ body }: { body: string }) => ({
    id: 9,
    ...JSON.parse(body),
  }));
  services.on('GET /api/v1/financial/account/1/company/404', refusal(404, 'Não encontrado'));
  compiled = await startGateway({ services: services.url, execution: 'compiled' });
  interpreted = await startGateway({ services: services.url, execution: 'interpreted' });
});
afterAll(async () => {
  await compiled.stop();
  await interpreted.stop();
  await services.stop();
});

const transactions = (companyId: number, selection: string) =>
  `{ transactions(companyId: "${companyId}", type: DEBIT) { content { ${selection} } } }`;

/** Operations that compiled and interpreted execution must answer alike: name, operation, variables. */
const CASES: [string, string, Record<string, unknown>?][] = [
  [
    'lists, lists in lists and embedded rows',
    transactions(
      1,
      'id value partner { id name } expectedWallet { id identifier } installments { id shares { value building { id name } stage { id name code } } }',
    ),
  ],
  ['ids as text, null for no building', transactions(1, 'id installments { shares { building { id } } }')],
  ['children loaded in a batch', transactions(1, 'partner { id taxId }')],
  ['a null where there must be none empties the nearest list that may be null', transactions(2, 'id value')],
  ['a null row where there must be none', transactions(3, 'id')],
  [
    'an error of a nullable field leaves the rest',
    '{ transactions(companyId: "1", type: DEBIT) { totalElements totals { count } } }',
  ],
  ['an error of a root field leaves the others', '{ company(id: "404") { id } session { id admin } }'],
  ['aliases and the same field twice', '{ a: session { id user { name } user { login } } b: session { admin } }'],
  [
    'fragments on fields asked twice with different children',
    `{ transactions(companyId: "1", type: DEBIT) { ...A content { partner { taxId } } } } fragment A on TransactionPage { content { id partner { name } } size }`,
  ],
  [
    'inline fragments with and without a type',
    '{ session { ... on Session { id ... { admin } } ... @include(if: true) { accountId } } }',
  ],
  ['__typename everywhere', '{ __typename session { __typename user { __typename } } }'],
  [
    '@skip and @include with variables that say yes',
    'query ($on: Boolean!) { session { id admin @include(if: $on) accountId @skip(if: $on) } }',
    { on: true },
  ],
  [
    '@skip and @include with variables that say no',
    'query ($on: Boolean!) { session { id admin @include(if: $on) accountId @skip(if: $on) } }',
    { on: false },
  ],
  [
    '@include on a spread and on a whole object',
    'query ($on: Boolean!) { session { id ...F @include(if: $on) user @skip(if: $on) { name } } } fragment F on Session { admin user { login } }',
    { on: false },
  ],
  [
    'both @skip and @include on one field',
    'query ($a: Boolean!, $b: Boolean!) { session { id admin @skip(if: $a) @include(if: $b) } }',
    { a: false, b: true },
  ],
  [
    'defaults of variables and of arguments',
    'query ($size: Int = 7) { transactions(companyId: "1", type: DEBIT, size: $size) { totalElements } }',
  ],
  [
    'a variable of null where null is allowed',
    'query ($filter: TransactionFilter) { transactions(companyId: "1", type: DEBIT, filter: $filter) { totalElements } }',
    { filter: null },
  ],
  [
    'input objects with enums, lists and null',
    'query ($filter: TransactionFilter, $sort: [SortInput!]) { transactions(companyId: "1", type: DEBIT, filter: $filter, sort: $sort) { totalElements } }',
    {
      filter: { status: 'OVERDUE', buildingId: null, dueDate: { start: '2026-11-01', end: '2026-12-01' } },
      sort: { id: 'value', desc: true },
    },
  ],
  ['a missing variable', 'query ($id: ID!) { company(id: $id) { id } }', {}],
  ['a variable of the wrong type', 'query ($id: ID!) { company(id: $id) { id } }', { id: { a: 1 } }],
  [
    'a scalar that does not fit',
    'query ($d: Date!) { companyBalance(companyId: "1", endDate: $d) { value } }',
    { d: '2026-02-30' },
  ],
  [
    'an enum that is not there',
    'query ($t: TransactionType!) { transactions(companyId: "1", type: $t) { size } }',
    { t: 'LOAN' },
  ],
  [
    'an id given as a number',
    'query ($id: ID!) { transaction(companyId: "1", type: DEBIT, id: $id) { id } }',
    { id: 1 },
  ],
  ['an id that cannot be one', '{ company(id: "x") { id } }'],
  [
    'mutations in their order',
    'mutation { a: createCompany(input: { name: "A" }) { company { id name } } b: createCompany(input: { name: "B", taxId: null }) { company { name } } }',
  ],
  [
    'a mutation that fails between two that do not',
    'mutation { a: createCompany(input: { name: "A" }) { company { name } } b: deleteCompany(id: "x") { id } c: createCompany(input: { name: "C" }) { company { name } } }',
  ],
  [
    'introspection',
    '{ __schema { queryType { name } } __type(name: "Wallet") { fields { name type { kind ofType { name } } } } }',
  ],
  [
    'a variable inside a literal that is left out: the key is not there, and not null',
    'query ($search: String, $status: TransactionStatusFilter) { transactions(companyId: "1", type: DEBIT, filter: { search: $search, status: $status }) { totalElements } }',
    { search: 'x' },
  ],
  [
    'a fragment that is spread twice, once under a condition that says no',
    'query ($x: Boolean!) { session { ...F @include(if: $x) ...F } } fragment F on Session { id admin user { login } }',
    { x: false },
  ],
  [
    'a child under a condition that says no, and its parent once more without it',
    'query ($x: Boolean!) { session { user @include(if: $x) { login } user { name } } }',
    { x: false },
  ],
  [
    'a child that is left out of a parent that is asked for twice',
    'query ($x: Boolean!) { session { user { login @include(if: $x) } ...F } } fragment F on Session { user { name } }',
    { x: false },
  ],
  [
    'keys in the order in which they are kept',
    'query ($x: Boolean!) { session { admin @include(if: $x) id ...F } } fragment F on Session { accountId admin }',
    { x: false },
  ],
  [
    'a list where an object is declared',
    'query ($filter: TransactionFilter) { transactions(companyId: "1", type: DEBIT, filter: $filter) { totalElements } }',
    { filter: [] },
  ],
  [
    'null for a variable with a default, where null may not be',
    'query ($id: ID = "1") { transaction(companyId: $id, type: DEBIT, id: "1") { id } session { id } }',
    { id: null },
  ],
  [
    'aliases that only an underscore tells apart',
    '{ a: session { b_c: user { login } } a_b: session { c: user { name } } }',
  ],
  ['aliases that JavaScript knows', '{ session { __proto__: id constructor: admin } }'],
  ['introspection beside data', '{ __type(name: "Wallet") { name } session { id } }'],
];

const comparable = ({ status, data, errors }: Awaited<ReturnType<TestGateway['ask']>>) => ({
  status,
  // As text, because the order of keys counts.
  data: JSON.stringify(data),
  errors: errors
    ?.map(({ extensions: { requestId: _, ...extensions }, ...error }) => ({ ...error, extensions }))
    .sort((a, b) => JSON.stringify(a.path).localeCompare(JSON.stringify(b.path))),
});

describe('Compiled execution answers as graphql-js does:', () => {
  test.each(CASES)('%s', async (_, query, variables = {}) => {
    services.forget();
    const expected = comparable(await interpreted.ask(query, { variables }));
    const calls = [...services.calls].sort();
    services.forget();
    expect(comparable(await compiled.ask(query, { variables }))).toEqual(expected);
    expect([...services.calls].sort()).toEqual(calls);
    // The second request uses the compiled operation from the cache.
    expect(comparable(await compiled.ask(query, { variables }))).toEqual(expected);
  });

  test('the named operation of a document with several', async () => {
    const query = 'query A { session { id } } query B { session { admin } }';
    for (const gateway of [compiled, interpreted]) {
      expect((await gateway.ask(query, { operationName: 'A' })).data).toEqual({ session: { id: '3' } });
      expect((await gateway.ask(query, { operationName: 'B' })).data).toEqual({ session: { admin: true } });
      expect((await gateway.ask(query)).status).toBe(400);
    }
  });

  test('mutations run sequentially', async () => {
    for (const gateway of [compiled, interpreted]) {
      services.forget();
      await gateway.ask(
        `mutation { ${['A', 'B', 'C', 'D'].map((name) => `${name}: createCompany(input: { name: "${name}" }) { company { id } }`).join(' ')} }`,
      );
      const bodies = services.received
        .filter(({ method }) => method === 'POST')
        .map(({ body }) => JSON.parse(body).name);
      expect(bodies).toEqual(['A', 'B', 'C', 'D']);
    }
  });
});

test('GRAPHQL_INTROSPECTION=off disables introspection', async () => {
  const hidden = await startGateway({ services: services.url, introspection: false });
  const { status, errors } = await hidden.ask('{ __schema { queryType { name } } }');
  await hidden.stop();
  expect(status).toBe(400);
  expect(errors?.[0]?.message).toMatch(/^A consulta não serve para este esquema/);
});

/** Types whose REST row has another name, or another shape until the gateway has taken it in. */
const OTHERWISE: Record<string, TObject> = {
  CompanyBalance: Balance,
  Session: SessionUser,
  // The gateway names the apportionment as the schema does when it takes the row in (transactions/rows.ts).
  Transaction: Type.Object({
    ...Transaction.properties,
    apportionments: Transaction.properties.transactionRecordBuildings,
  }),
  WalletStatement: Statement,
};

/** Types that a resolver makes out of the row of the same name. */
const MADE = new Set([
  'BulkResult',
  'ClientWorkbook',
  'InstallmentMatch',
  'PartnerTotals',
  'SessionBuilding',
  'SessionCompany',
  'SessionUser',
  'TransactionMatch',
  'TransactionModel',
]);

const isRow = (value: unknown): value is TObject =>
  typeof value === 'object' && value !== null && 'properties' in value && typeof value.properties === 'object';

/** REST rows by the name of the GraphQL type that they stand behind, found in schema/: one of the same name. */
const findRows = async (): Promise<Map<string, TObject>> => {
  const schema = buildSchema();
  const files = readdirSync('schema', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.rest.ts'),
  );
  const rows = new Map<string, TObject>();
  for (const file of files) {
    const module: object = await import(pathToFileURL(resolve('schema', file)).href);
    for (const [name, value] of Object.entries(module)) {
      if (isRow(value) && !MADE.has(name) && isObjectType(schema.getType(name))) rows.set(name, value);
    }
  }
  return new Map([...rows, ...Object.entries(OTHERWISE)]);
};

test.each([
  ['is not asked for again', '4', '{ id name taxId }', '999', 0],
  ['is asked for where another field is selected', '4', '{ id type taxId }', '123', 1],
  ['is asked for where the service does not bring it', '1', '{ id name taxId }', '123', 1],
])('The tax id that a document brings of its partner %s', async (_, companyId, selection, taxId, calls) => {
  const query = `{ transaction(companyId: "${companyId}", type: DEBIT, id: "1") { partner ${selection} } }`;
  const { data, restCalls } = await compiled.ask(query);
  expect(data.transaction.partner).toMatchObject({ id: '4', taxId });
  expect(restCalls.filter((call) => call.endsWith('/partner'))).toHaveLength(calls);
});

test('Every field of a type is in its REST row or has a resolver', async () => {
  const rows = await findRows();
  const schema = buildSchema();
  const lost = [...rows].flatMap(([name, row]) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new Error(`${name} is no object type`);
    const answered = new Set(Object.keys(row.properties));
    return Object.values(type.getFields())
      .filter(({ name: field, resolve: own }) => !answered.has(field) && (!own || own === defaultFieldResolver))
      .map((field) => `${name}.${field.name}`);
  });
  expect(lost).toEqual([]);
  // Found by their names: a folder that is not read any more would make the test empty.
  expect([...rows.keys()]).toEqual(
    expect.arrayContaining(['Brand', 'Building', 'InstallmentShare', 'Stage', 'Wallet']),
  );
});
