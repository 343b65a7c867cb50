import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DocumentCache } from '#gateway/graphql/documents.ts';
import { buildSchema } from '#gateway/platform/schema.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { captureLogs } from '../support/logLines.ts';
import {
  ADMIN_SESSION,
  type ReceivedCall,
  refusal,
  type ScriptedServices,
  startScriptedServices,
} from '../support/scriptedServices.ts';

let services: ScriptedServices;
let gateway: TestGateway;

const SESSION = 'GET /api/v1/security/session';
const COMPANY = 'GET /api/v1/financial/account/1/company/5';
const READ = 'query Read($id: ID!) { company(id: $id) { name } }';
const PAYLOAD = JSON.stringify({ query: READ, operationName: 'Read', variables: { id: '5' } });

beforeAll(async () => {
  services = await startScriptedServices();
  gateway = await startGateway({ services: services.url });
});
beforeEach(() => {
  services.on(COMPANY, { id: 5, name: 'Ipê' });
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const read = (id = '5') => gateway.ask(READ, { operationName: 'Read', variables: { id } });

const send = (headers: Record<string, string>, payload = PAYLOAD) =>
  gateway.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json', ...headers },
    payload,
  });

describe('A repeated query is answered', () => {
  test('as the first time, with the same calls, including the one for the session', async () => {
    const first = await read();
    const second = await read();
    expect(first.data).toEqual({ company: { name: 'Ipê' } });
    expect([second.status, second.data, second.restCalls]).toEqual([200, first.data, first.restCalls]);
    expect(second.restCalls).toContain('GET /api/v1/security/session');
  });

  test('for each user with their own token and data', async () => {
    const tokenIn = ({ headers }: ReceivedCall): string => String(headers.authorization).replace('Bearer ', '');
    services.on(COMPANY, (call) => ({ id: 5, name: `de ${tokenIn(call)}` }));
    services.on(SESSION, (call) =>
      tokenIn(call) === 'ninguem' ? refusal(401, 'Sua sessão expirou. Acesse novamente') : ADMIN_SESSION,
    );
    const as = async (token: string) => {
      services.forget();
      const { data, errors } = await gateway.ask(READ, { token, operationName: 'Read', variables: { id: '5' } });
      return [data?.company?.name ?? errors?.[0]?.extensions.code, services.received.map(tokenIn)];
    };
    for (const token of ['ana', 'bia', 'ana']) expect(await as(token)).toEqual([`de ${token}`, [token, token]]);
    expect(await as('ninguem')).toEqual(['UNAUTHENTICATED', ['ninguem']]);
    expect(await as('bia')).toEqual(['de bia', ['bia', 'bia']]);
    services.on(SESSION, ADMIN_SESSION);
  });

  test('with the current data of the services', async () => {
    await read();
    services.on(COMPANY, refusal(404, 'Não encontrada'));
    const { status, data, errors, headers } = await read();
    expect([status, data]).toEqual([200, { company: null }]);
    expect(errors).toMatchObject([
      { message: 'Não encontrada', extensions: { code: 'NOT_FOUND', requestId: headers['x-request-id'] } },
    ]);
  });

  test('for the named operation of a document with several', async () => {
    const several = `${READ} query Who { session { accountId } }`;
    const ask = (operationName: string) => gateway.ask(several, { operationName, variables: { id: '5' } });
    const [company, session] = [{ company: { name: 'Ipê' } }, { session: { accountId: '1' } }];
    expect((await ask('Read')).data).toEqual(company);
    for (const _time of [1, 2]) expect((await ask('Who')).data).toEqual(session);
    expect((await ask('Read')).data).toEqual(company);
    expect((await ask('Nobody')).status).toBe(400);
    expect((await gateway.ask(several)).status).toBe(400);
  });

  test('with the codes of its errors in the request’s log line, as the first time', async () => {
    const log = captureLogs();
    const logged = await startGateway({ services: services.url, logger: log.logger });
    services.on(COMPANY, refusal(404, 'Não encontrada'));
    for (const _time of [1, 2]) await logged.ask(READ, { operationName: 'Read', variables: { id: '5' } });
    const lines = await log.find(({ operation, codes }) => operation === 'Read' && codes !== undefined, 2);
    expect(lines.map(({ codes }) => codes)).toEqual([['NOT_FOUND'], ['NOT_FOUND']]);
    await logged.stop();
  });

  test('with an error when its variables are invalid', async () => {
    await read();
    const { status, data, errors } = await gateway.ask(READ, { operationName: 'Read', variables: { id: { a: 1 } } });
    expect([status, data]).toEqual([400, undefined]);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID' } }]);
  });

  test('with an error when its lists are too long', async () => {
    const list = 'query L($size: Int!) { transactions(companyId: "1", type: DEBIT, size: $size) { totalElements } }';
    const sendList = (size: number) => gateway.ask(list, { operationName: 'L', variables: { size } });
    services.on('GET /api/v1/financial/company/1/debit/summaries', {
      content: [],
      number: 0,
      size: 1,
      last: true,
      totalElements: 0,
    });
    expect((await sendList(1)).data).toEqual({ transactions: { totalElements: 0 } });
    expect((await sendList(501)).status).toBe(400);
    expect((await sendList(1)).status).toBe(200);
  });

  test.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/graphql-response+json,application/json;q=0.9', 'application/graphql-response+json; charset=utf-8'],
    ['application/json;q=0.5, application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
  ])('in the accepted media type: %s', async (accept, type) => {
    const fresh = await startGateway({ services: services.url });
    const types: unknown[] = [];
    for (let time = 0; time < 2; time += 1) {
      const { headers } = await fresh.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: 'Bearer token', 'content-type': 'application/json', accept },
        payload: PAYLOAD,
      });
      types.push(headers['content-type']);
    }
    await fresh.stop();
    expect(types).toEqual([type, type]);
  });

  test('by the normal path when it has extensions, is a batch or comes from another origin', async () => {
    await read();
    const persisted = {
      query: READ,
      operationName: 'Read',
      variables: { id: '5' },
      extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } },
    };
    const [refused] = (await send({}, JSON.stringify(persisted))).json().errors;
    expect(refused.message).toBe(
      'A requisição não é válida: envie a consulta inteira em "query", sem "persistedQuery".',
    );
    expect((await send({}, `[${PAYLOAD}]`)).statusCode).toBe(400);
    expect((await send({ 'content-type': 'text/plain' })).statusCode).toBe(400);
    expect((await send({ accept: 'image/png' })).statusCode).toBe(406);
  });
});

test('The newest documents are cached, up to their total size', () => {
  const documents = new DocumentCache(buildSchema());
  const sourceOf = (number: number) => `query Q${number} { session { id } } # ${'x'.repeat(9_000)}`;
  for (let number = 0; number < 40; number += 1) expect(documents.read(sourceOf(number))).toHaveProperty('kind');
  const kept = Array.from({ length: 40 }, (_, number) => documents.known(sourceOf(number)) !== undefined);
  expect(kept.indexOf(true)).toBe(40 - Math.floor(250_000 / sourceOf(39).length));
  expect(kept.lastIndexOf(false)).toBe(kept.indexOf(true) - 1);
});

test('Every answer has the headers that forbid browsers to interpret it', async () => {
  for (const url of ['/graphql', '/healthz', '/api/v1/nothing', '/nothing.js']) {
    const { headers } = await gateway.app.inject({ url });
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
  }
});
