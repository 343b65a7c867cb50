import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { buildSchema, getOperationAST, parse, specifiedRules, validate } from 'graphql';
import { type RawData, WebSocket } from 'ws';
import { costOf } from '#gateway/limits/cost.ts';
import { limitRules } from '#gateway/limits/rules.ts';
import { LIMITS } from '#gateway/limits/settings.ts';
import { buildSchema as buildGatewaySchema } from '#gateway/platform/schema.ts';
import { slowness } from '#tests/support/pace.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { type ScriptedServices, startScriptedServices } from '../support/scriptedServices.ts';

let services: ScriptedServices;
let gateway: TestGateway;

beforeAll(async () => {
  services = await startScriptedServices();
  gateway = await startGateway({ services: services.url });
});
beforeEach(() => services.forget());
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');
const deep = (levels: number): string => (levels === 0 ? 'name' : `company { ${deep(levels - 1)} }`);

/** Documents that exceed one limit each, as a query or a subscription. */
const BROKEN: [string, (root: 'query' | 'subscription') => string, RegExp][] = [
  [
    'too many aliases',
    (root) =>
      root === 'query'
        ? `{ session { ${times(21, (i) => `a${i}: admin`)} } }`
        : `subscription { assistantMessageAdded { ${times(21, (i) => `a${i}: id`)} } }`,
    /apelidos/,
  ],
  [
    'too many directives',
    (root) =>
      root === 'query'
        ? `{ session { admin ${times(9, () => '@include(if: true)')} } }`
        : `subscription { assistantMessageAdded { ${times(9, (i) => `a${i}: id @include(if: true)`)} } }`,
    /diretivas/,
  ],
  [
    'too many root fields',
    (root) =>
      root === 'query'
        ? `{ ${times(11, (i) => `a${i}: session { id }`)} }`
        : `subscription { ${times(11, (i) => `a${i}: assistantMessageAdded { id }`)} }`,
    /no máximo 10 campos/,
  ],
  ['too many tokens', (root) => `${root} { ${times(2_001, () => 'x')} }`, /GraphQL válido/],
  [
    'fragments in a circle',
    (root) =>
      root === 'query'
        ? '{ session { ...A } } fragment A on Session { ...B } fragment B on Session { ...A }'
        : 'subscription { assistantMessageAdded { ...A } } fragment A on AssistantMessage { ...B } fragment B on AssistantMessage { ...A }',
    /não serve para este esquema/,
  ],
  [
    'a field that is not there',
    (root) => (root === 'query' ? '{ nothing }' : 'subscription { nothing }'),
    /não serve para este esquema/,
  ],
];

const PERIODS = (group: string) =>
  `cashFlowPeriods(companyId: "1", startDate: $from, endDate: $to, group: ${group}) { start categories { name } }`;

describe('Over HTTP', () => {
  const refused = async (query: string, variables?: Record<string, unknown>) => {
    const { status, errors } = await gateway.ask(query, variables ? { variables } : {});
    expect(services.calls).toEqual([]);
    return { status, message: errors?.map(({ message }) => message).join(' | ') ?? '' };
  };

  test.each(BROKEN)('%s is answered with 400 in Portuguese, and nothing runs', async (_, document, message) => {
    expect(await refused(document('query'))).toEqual({ status: 400, message: expect.stringMatching(message) });
  });

  test('a document that is too deep gets 400 in Portuguese', async () => {
    const query = `{ building(companyId: "1", id: "7") { ${deep(13)} } }`;
    expect(await refused(query)).toEqual({ status: 400, message: expect.stringMatching(/12 níveis/) });
  });

  const rows = `content { partner { taxId } category { type } expectedWallet { balance { balance } }
    installments { wallet { description } shares { building { active } stage { id } } }
    apportionments { building { active } stage { id } } attachments { id } }`;
  const expensive = `query ($size: Int!) {
    a: transactions(companyId: "1", type: DEBIT, size: $size) { ${rows} }
    b: transactions(companyId: "1", type: CREDIT, size: $size) { ${rows} } }`;

  test('an operation with too large an answer is rejected by the sizes of its lists, also in variables', async () => {
    expect(await refused(expensive, { size: 500 })).toEqual({
      status: 400,
      message: expect.stringMatching(/cara demais/),
    });
    const page = { content: [], number: 0, size: 50, last: true, totalElements: 0 };
    services.on('GET /api/v1/financial/company/1/debit', page);
    services.on('GET /api/v1/financial/company/1/credit', page);
    expect((await gateway.ask(expensive, { variables: { size: 50 } })).errors).toBeUndefined();
  });

  describe('The cost of an operation follows the coerced variables:', () => {
    const page = { content: [], number: 0, size: 50, last: true, totalElements: 0 };
    const lists = (size: string) => `
      a: transactions(companyId: "1", type: DEBIT, size: ${size}, filter: $filter) { ${rows} }
      b: transactions(companyId: "1", type: CREDIT, size: ${size}, filter: $filter) { ${rows} }`;
    // Objects of a row: transaction, partner, category, wallet and balance; 4 installments of 1 + 1 + 4 shares of 3; 4
    // apportionments of 3; 4 files: 1 + 1 + 1 + 2 + 56 + 12 + 4 = 77. With its page 78, times 500 rows, twice.
    const costly = (more = 0) => ({
      status: 400,
      message: `A consulta é cara demais (${78_000 + more} de 50000): peça páginas menores ou menos campos.`,
    });

    beforeEach(() => {
      services.on('GET /api/v1/financial/company/1/debit', page);
      services.on('GET /api/v1/financial/company/1/credit', page);
    });

    test('a list where an object is declared is rejected, the first time and the second', async () => {
      const query = `query ($filter: TransactionFilter) { ${lists('500')} }`;
      for (const _time of [1, 2]) {
        const { status, message } = await refused(query, { filter: [] });
        expect([status, message]).toEqual([
          400,
          'A requisição não é válida: confira a variável "$filter" (linha 1, coluna 8).',
        ]);
      }
      expect(await refused(query, {})).toEqual(costly());
    });

    test('null for a variable with a default counts as a page without a size, and a missing one as the default', async () => {
      const query = `query ($size: Int = 500, $filter: TransactionFilter) { ${lists('$size')} }`;
      for (const _time of [1, 2]) {
        const { status, errors } = await gateway.ask(query, { variables: { size: null } });
        expect([status, errors]).toEqual([200, undefined]);
      }
      services.forget();
      expect(await refused(query, {})).toEqual(costly());
      expect(await refused(query, { size: 500 })).toEqual(costly());
      expect((await gateway.ask(query, { variables: { size: 50 } })).status).toBe(200);
    });

    test('null for a size counts as the rows that are answered for it', async () => {
      const query = `query ($size: Int) { a: wallets(companyId: "1", size: $size) { content { id } } }`;
      const [schema, document] = [buildGatewaySchema(), parse(query)];
      const operation = getOperationAST(document);
      if (!operation) throw new Error('No operation');
      const cost = (variables: Record<string, unknown>) => costOf(schema, document, operation, variables);
      // 50 or 100 rows, each counted with its page.
      expect([cost({ size: null }), cost({}), cost({ size: 100 })]).toEqual([100, 100, 200]);
    });

    test.each([
      // Counts each row and, for periods, ten categories; without an end, the longest series.
      ['cashFlow(companyId: "1", startDate: $from, endDate: $to) { date }', '2026-01-01', '2026-12-31', 365],
      ['cashFlow(companyId: "1", startDate: $from, endDate: $to) { date }', '2026-12-31', '2026-01-01', 1],
      ['cashFlow(companyId: "1", startDate: $from, endDate: $to) { date }', '0001-01-01', '9999-12-31', 1_500],
      [PERIODS('DAY'), '2026-01-01', '2026-12-31', 365 * 11],
      [PERIODS('WEEK'), '2026-01-01', '2026-12-31', (53 + 1) * 11],
      [PERIODS('MONTH'), '2026-01-01', '2026-12-31', (14 + 1) * 11],
      [PERIODS('WHOLE'), '2026-01-01', '2026-12-31', (1 + 1) * 11],
      ['paidBalances(companyId: "1", startDate: $from, endDate: $to) { date }', '2026-01-01', '2026-01-31', 31],
      ['projectedBalances(companyId: "1", startDate: $from, endDate: $to) { date }', '2026-01-01', null, 1_500],
    ])('a series counts as its days: %s from %s to %s', (field, from, to, expected) => {
      const document = parse(`query ($from: Date!, $to: Date${to === null ? '' : '!'}) { ${field} }`);
      const operation = getOperationAST(document);
      if (!operation) throw new Error('No operation');
      const cost = (variables: Record<string, unknown>) => costOf(buildGatewaySchema(), document, operation, variables);
      // Computes another period first: the remembered cost applies to its days only.
      expect(cost({ from: '2026-11-20', to: '2026-11-20' })).toBeLessThan(23);
      expect(cost({ from, to })).toBe(expected);
    });

    test('a missing condition counts as its default', async () => {
      const query = `query ($on: Boolean! = true, $filter: TransactionFilter) { session { id } ...Q @include(if: $on) } fragment Q on Query { ${lists('500')} }`;
      expect((await gateway.ask(query, { variables: { on: false } })).data).toEqual({ session: { id: '3' } });
      services.forget();
      expect(await refused(query, {})).toEqual(costly(1));
      expect((await refused(query, { on: null })).status).toBe(400);
    });

    test('a field with invalid arguments costs nothing, and its siblings cost the same', async () => {
      const query = `query ($id: ID = "1", $filter: TransactionFilter) { company(id: $id) { id } ${lists('500')} }`;
      expect(await refused(query, { id: null })).toEqual(costly());
    });
  });

  test('fragments that multiply each other are rejected before compilation', async () => {
    const bomb = times(
      14,
      (i) =>
        `fragment F${i} on Building { company { id } ...F${i + 1} ...G${i + 1} } fragment G${i} on Building { id ...F${i + 1} ...G${i + 1} }`,
    );
    const query = `{ building(companyId: "1", id: "7") { ...F0 } } ${bomb} fragment F14 on Building { name } fragment G14 on Building { name }`;
    const started = Date.now();
    expect((await refused(query)).status).toBe(400);
    expect(Date.now() - started).toBeLessThan(2_000 * slowness());
  });

  test('a body over 256 KiB gets 413 in Portuguese', async () => {
    const { status, errors } = await gateway.ask(`{ session { id } } # ${'x'.repeat(256 * 1024)}`);
    expect(status).toBe(413);
    expect(errors?.[0]?.message).toBe('O conteúdo enviado é grande demais.');
  });

  test.each([501, 2_000_000, 0, -1])('a page of %d rows is rejected, and nothing runs', async (size) => {
    const message = 'O tamanho da página deve ficar entre 1 e 500.';
    expect(await refused(`{ companies(size: ${size}) { size } }`)).toEqual({ status: 400, message });
    const query = 'query ($size: Int!) { companies(size: $size) { size } }';
    expect(await refused(query, { size })).toEqual({ status: 400, message });
  });

  test.each([
    ['an alias', 'mutation { other: login(login: "a", password: "b") { accessToken } }'],
    [
      'a second login',
      'mutation { login(login: "a", password: "b") { accessToken } b: login(login: "a", password: "c") { accessToken } }',
    ],
    ['another field', 'mutation { login(login: "a", password: "b") { accessToken } logout { ok } }'],
    [
      'a second login inside a fragment',
      'mutation { ...M } fragment M on Mutation { login(login: "a", password: "b") { accessToken } c: login(login: "a", password: "c") { accessToken } }',
    ],
  ])('a login with %s is rejected', async (_, mutation) => {
    const { status, message } = await refused(mutation);
    expect(status).toBe(400);
    expect(message).toContain('O campo login deve vir sozinho na operação, sem apelido (alias).');
  });

  test('a batch of operations is rejected', async () => {
    const login = { query: 'mutation { login(login: "a", password: "b") { accessToken } }' };
    const response = await gateway.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify([login, login]),
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0].message).toMatch(/^A requisição não é válida/);
    expect(services.calls).toEqual([]);
  });

  test('a form of another origin is rejected', async () => {
    const response = await gateway.app.inject({ method: 'GET', url: '/graphql?query={session{id}}' });
    expect(response.statusCode).toBe(400);
    expect(services.calls).toEqual([]);
  });

  test('an invalid scalar gets 400 with its field', async () => {
    const query = `mutation ($input: WalletInput!) { createWallet(companyId: "1", input: $input) { wallet { id } } }`;
    const input = { identifier: 'Itaú', initialBalance: 'muito', balanceDate: '2026-11-20' };
    const { status, errors } = await gateway.ask(query, { variables: { input } });
    expect(status).toBe(400);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID',
      fields: [{ path: 'initialBalance', message: 'Informe um número decimal como texto, por exemplo "1234.50".' }],
    });
  });
});

test('An address that sends only invalid documents is blocked for a while, others are not', async () => {
  const strict = await startGateway({ services: services.url, invalidDocumentsPerMinute: 3 });
  const statuses: number[] = [];
  for (let i = 0; i < 5; i += 1) statuses.push((await strict.ask(`{ nothing${i} }`)).status);
  const other = await strict.app.inject({
    method: 'POST',
    url: '/graphql',
    remoteAddress: '10.1.1.1',
    headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
    payload: { query: '{ session { id } }' },
  });
  await strict.stop();
  expect(statuses).toEqual([400, 400, 400, 429, 429]);
  expect(other.statusCode).toBe(200);
});

test('An address that sends only invalid documents over a socket is disconnected, and blocked over HTTP too', async () => {
  const strict = await startGateway({ services: services.url, invalidDocumentsPerMinute: 3 });
  const socket = new WebSocket(`${strict.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const closed = once(socket, 'close');
  await once(socket, 'open');
  const send = (message: object) => socket.send(JSON.stringify(message));
  send({ type: 'connection_init', payload: { authorization: 'Bearer token' } });
  await once(socket, 'message');
  for (let i = 0; i < 3; i += 1) {
    send({ type: 'subscribe', id: String(i), payload: { query: `subscription { nothing${i} }` } });
    const [data] = (await once(socket, 'message')) as [RawData];
    expect(JSON.parse(String(data))).toMatchObject({ type: 'error', id: String(i) });
  }
  send({ type: 'subscribe', id: '3', payload: { query: 'subscription { assistantMessageAdded { id } }' } });
  expect((await closed)[0]).toBe(4429);
  const { status } = await fetch(`${strict.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
    body: '{ "query": "{ session { id } }" }',
  });
  await strict.stop();
  expect(status).toBe(429);
}, 10_000);

test('Of a document with hundreds of errors twenty are reported: each costs more than finding it', async () => {
  const { status, errors } = await gateway.ask(`{ session { ${times(300, (i) => `nothing${i}`)} } }`);
  expect(status).toBe(400);
  expect(errors?.length).toBeLessThanOrEqual(LIMITS.errors + 1);
  expect(LIMITS.errors).toBe(20);
});

describe('The depth of a document', () => {
  // The product's schema has no cycle, so no valid document reaches the depth limit; a new type might create one.
  const round = buildSchema('type Query { company: Company } type Company { company: Company, name: String }');
  const limitsOf = (text: string) =>
    validate(round, parse(text), [...specifiedRules, ...limitRules]).map(({ extensions }) => extensions.limit);
  const { depth } = LIMITS;

  test.each([
    ['written out', (levels: number) => `{ ${deep(levels - 1)} }`],
    [
      'through fragments',
      (levels: number) =>
        `{ company { ...A } } fragment A on Company { ${deep(5)} company { ...B } } fragment B on Company { ${deep(levels - 3)} }`,
    ],
    ['through fragments without a name', (levels: number) => `{ company { ... { ${deep(levels - 2)} } } }`],
  ])('is limited: %s', (_what, document) => {
    expect(limitsOf(document(depth))).toEqual([]);
    expect(limitsOf(document(depth + 1))).toContain('depth');
    expect(limitsOf(document(depth + 100))).toContain('depth');
  });
});

describe('Over a socket', () => {
  const subscribe = (query: string) =>
    new Promise<{ errors: { message: string }[] }>((resolve) => {
      const client = gateway.socket();
      const finish = (errors: unknown) => {
        void client.dispose();
        resolve({ errors: errors as { message: string }[] });
      };
      client.subscribe({ query }, { next: ({ errors }) => finish(errors), error: finish, complete: () => finish([]) });
    });

  test.each(BROKEN)('%s is rejected in Portuguese, and nothing runs', async (_, document, message) => {
    const { errors } = await subscribe(document('subscription'));
    expect(errors.map((error) => error.message).join(' | ')).toMatch(message);
    expect(services.calls).toEqual(['GET /api/v1/security/session?places=false']);
  });

  test.each([
    '{ session { id } }',
    'mutation { logout { ok } }',
    'mutation { login(login: "a", password: "b") { accessToken } }',
  ])('only subscriptions run: %s', async (query) => {
    const { errors } = await subscribe(query);
    expect(errors[0]?.message).toBe('Por esta conexão passam apenas assinaturas (subscription).');
  });

  test('a message over 64 KiB closes it', async () => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { x: 'y'.repeat(65 * 1024) } }));
    const [code] = await once(socket, 'close');
    expect(code).toBe(1009);
  });
});
