import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
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
afterEach(async () => {
  // The gateway still answers the next operation.
  expect((await gateway.ask('{ session { admin } }')).data).toEqual({ session: { admin: true } });
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

/** Sends a raw body and returns the response with its content type. */
const send = async (payload: string, headers: Record<string, string> = {}) => {
  const response = await gateway.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', authorization: 'Bearer token', ...headers },
    payload,
  });
  return { status: response.statusCode, text: response.payload };
};

/** Expects Portuguese text without a stack, a file path or a library's message of its own. */
const expectPortuguese = (text: string) => {
  expect(text).not.toMatch(/node_modules|\bat .+:\d+:\d+|\.ts:|SyntaxError|TypeError/);
  expect(text).toMatch(/A (requisição|consulta)|Algo deu errado|conteúdo|Identificador|obrigatóri/);
};

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

describe('A body that is not a GraphQL request gets a 4xx in Portuguese, and nothing runs:', () => {
  test.each([
    ['JSON that breaks off', '{"query": "{ session'],
    ['nothing', ''],
    ['JSON of another kind', '"{ session { id } }"'],
    ['null', 'null'],
    ['a number', '7'],
    ['no query', '{"variables": {}}'],
    ['a query that is no text', '{"query": {"a": 1}}'],
    ['variables that are a list', '{"query": "{ session { id } }", "variables": [1]}'],
    ['variables that are text', '{"query": "{ session { id } }", "variables": "{}"}'],
    ['extensions that are text', '{"query": "{ session { id } }", "extensions": "x"}'],
    ['an operation name that is a number', '{"query": "{ session { id } }", "operationName": 1}'],
    ['an operation that is not there', '{"query": "{ session { id } }", "operationName": "Other"}'],
    ['lists in lists in lists', nested(50_000)],
    ['a batch of one', '[{"query": "{ session { id } }"}]'],
    ['a key that every object has', '{"query": "{ session { id } }", "__proto__": {"admin": true}}'],
    ['a constructor of its own', '{"query": "{ session { id } }", "constructor": {"prototype": {"admin": true}}}'],
  ])('%s', async (_, payload) => {
    const { status, text } = await send(payload);
    expect([status, text.slice(0, 80)]).toEqual([400, expect.stringContaining('"errors"')]);
    expectPortuguese(text);
    expect(services.calls).toEqual([]);
    expect({}).not.toHaveProperty('admin');
  });
});

describe('A page of another origin', () => {
  const login = 'query={session{id}}';
  test.each([
    ['a form', 'application/x-www-form-urlencoded', login],
    ['plain text', 'text/plain', '{"query": "{ session { id } }"}'],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x--'],
    ['no content type', '', '{"query": "{ session { id } }"}'],
  ])('cannot send %s, which browsers send without a preflight', async (_, type, payload) => {
    const { status } = await send(payload, { 'content-type': type, origin: 'https://mal.example' });
    expect([400, 415]).toContain(status);
    expect(services.calls).toEqual([]);
  });

  test('is rejected when its browser sends a preflight', async () => {
    const { headers } = await gateway.app.inject({
      method: 'OPTIONS',
      url: '/graphql',
      headers: { origin: 'https://mal.example', 'access-control-request-method': 'POST' },
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test.each(['https://mal.example', 'null', 'http://127.0.0.1', 'file://', 'http://127.0.0.1.mal.example'])(
    'cannot open a socket from %s',
    async (origin) => {
      const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { origin });
      const [error] = (await once(socket, 'error')) as [Error];
      expect(error.message).toContain('403');
    },
  );

  test('is distinguished from ours, which can open one', async () => {
    const address = gateway.url.replace('http', 'ws');
    const socket = new WebSocket(`${address}/graphql`, 'graphql-transport-ws', { origin: gateway.url });
    await once(socket, 'open');
    socket.close();
  });
});

describe('Untrusted text', () => {
  test.each(['1/../2', '..', '1?admin=true', '1#x', '1%2f..', '1\r\nX-Evil: 1', '-1', '0', '1e3', '٣', '9'.repeat(30)])(
    'cannot change the path of a service call as an id: %j',
    async (id) => {
      const query = 'query ($id: ID!) { wallet(companyId: "1", id: $id) { id } }';
      const { errors } = await gateway.ask(query, { variables: { id } });
      expect(errors?.[0]).toMatchObject({ message: 'Identificador inválido.', extensions: { code: 'INVALID' } });
      expect(services.calls.filter((call) => !call.includes('/session'))).toEqual([]);
    },
  );

  test('that looks like a query string stays the value of its own key', async () => {
    const partners = 'GET /api/v1/financial/account/1/partner';
    services.on(partners, { content: [], number: 0, size: 50, last: true, totalElements: 0 });
    const search = 'a&size=2000000&ids=1#x\r\nX-Evil: 1';
    await gateway.ask('query ($s: String) { partners(filter: { search: $s }) { totalElements } }', {
      variables: { s: search },
    });
    expect(services.received.at(-1)?.query).toEqual({ page: '0', size: '50', search });
    expect(services.received.at(-1)?.headers).not.toHaveProperty('x-evil');
  });

  test('in a sort can name only fields', async () => {
    const query = 'query ($s: [SortInput!]) { partners(sort: $s) { size } }';
    const { errors } = await gateway.ask(query, { variables: { s: [{ id: 'name:desc,id; drop table' }] } });
    expect(errors?.[0]?.message).toBe('Ordenação inválida.');
  });

  test.each(['a\r\nx-evil: 1', 'á'.repeat(10), 'x'.repeat(600)])('is not accepted as a token: %j', async (token) => {
    const { errors } = await gateway.ask('{ session { id } }', { token: null, headers: { authorization: token } });
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect(services.calls).toEqual([]);
  });

  test.each(['__proto__', 'constructor', 'hasOwnProperty'])(
    'with the name %s is rejected as a field of an input',
    async (name) => {
      const payload = `{"query":"query ($f: PartnerFilter) { partners(filter: $f) { size } }","variables":{"f":{"${name}":{"admin":true}}}}`;
      const { status, text } = await send(payload);
      expect(status).toBe(400);
      expectPortuguese(text);
      expect({}).not.toHaveProperty('admin');
    },
  );
});

describe('Costly requests are rejected in less than half a second, and nothing runs:', () => {
  const times = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => text(index)).join(' ');

  test.each([
    ['directives by the hundred on one field', `{ session { admin ${times(400, () => '@skip(if: false)')} } }`],
    ['directives that nobody knows', `{ session { admin ${times(400, (i) => `@d${i}`)} } }`],
    ['a fragment that spreads itself', '{ session { ...A } } fragment A on Session { id ...A }'],
    ['fragments by the hundred', `{ session { id } } ${times(300, (i) => `fragment F${i} on Session { id }`)}`],
    ['fields that overlap by the hundred', `{ session { ${times(900, () => 'user { id }')} } }`],
    [
      'introspection of types of types of types',
      `{ __schema { types { fields { type { ${'fields { type { '.repeat(8)} name ${'} }'.repeat(8)} } } } } }`,
    ],
    ['variables by the hundred', `query (${times(300, (i) => `$v${i}: Int`)}) { session { id } }`],
    ['a list of thousands in a literal', `{ partners(sort: [${times(900, (i) => `{ id: "f${i}" }`)}]) { size } }`],
    ['a name of 100 kB', `{ session { ${'a'.repeat(100_000)} } }`],
    ['strings that never end', `{ partners(filter: { search: "${'\\u0041'.repeat(20_000)} }`],
  ])('%s', async (_, query) => {
    const started = performance.now();
    const { status, errors } = await gateway.ask(query);
    expect(performance.now() - started).toBeLessThan(500 * slowness());
    expect(status).toBe(400);
    expectPortuguese(errors?.map(({ message }) => message).join() ?? '');
    expect(services.calls).toEqual([]);
  });
});

/** Sends raw bytes to the gateway's port and returns the response. */
const raw = async (bytes: string): Promise<{ status: number; body: string }> => {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), body: text.slice(text.indexOf('\r\n\r\n') + 4) };
};

describe('An invalid HTTP request', () => {
  const close = 'Host: x\r\nConnection: close\r\n\r\n';
  test.each([
    ['words', 'OLA MUNDO\r\n\r\n', 400],
    ['a method that does not exist', `FOO / HTTP/1.1\r\n${close}`, 400],
    ['two lengths', `POST /graphql HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${close}`, 400],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}\r\n${close}`, 431],
    ['an address that cannot be read', `GET /%zz HTTP/1.1\r\n${close}`, 400],
    ['an address of a service that cannot be read', `GET /api/v1/%E0%A4%A HTTP/1.1\r\n${close}`, 400],
    ['a method of nobody here', `PROPFIND /graphql HTTP/1.1\r\n${close}`, 404],
  ])('(%s) gets an answer in the format and language of the product', async (_, bytes, status) => {
    const answer = await raw(bytes);
    expect(answer.status).toBe(status);
    const { message, errors }: { message?: string; errors?: { message: string }[] } = JSON.parse(answer.body);
    expect(message ?? errors?.[0]?.message).toMatch(/^(A requisição|Os cabeçalhos|Registro não)/);
    expect(answer.body).not.toMatch(/FST_|Client Error|not a valid|Exceeded/);
  });
});

describe('Literals in a GraphQL document are not executed:', () => {
  // graphql-jit turns a text with this prefix into `new Date(…)` and copies the rest unescaped.
  const text = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.ranByGraphql=true';
  const literal = JSON.stringify(text);

  test.each([
    ['in an argument', `{ partners(filter: { search: ${literal} }) { size } }`],
    ['in a list', `{ partners(sort: [{ id: ${literal} }]) { size } }`],
    ['as an id', `{ company(id: ${literal}) { id } }`],
    ['as a default', `query ($search: String = ${literal}) { partners(filter: { search: $search }) { size } }`],
    ['in a default', `query ($filter: PartnerFilter = { search: ${literal} }) { partners(filter: $filter) { size } }`],
    ['as a block', `{ partners(filter: { search: """${text}""" }) { size } }`],
  ])('%s, on either execution path', async (_, query) => {
    for (const token of [null, 'token', 'token']) await gateway.ask(query, { token });
    // Code would run in the product's world (tests/support/environment.mjs).
    const outside: unknown = Reflect.get(globalThis, 'outside')();
    expect(outside).toHaveProperty('process');
    expect(outside).not.toHaveProperty('ranByGraphql');
    expect(globalThis).not.toHaveProperty('ranByGraphql');
  });
});
