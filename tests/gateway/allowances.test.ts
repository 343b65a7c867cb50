import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery, getOperationAST, parse } from 'graphql';
import { WebSocket } from 'ws';
import { coerce } from '#gateway/graphql/variables.ts';
import { type Allowances, ALLOWANCES } from '#gateway/limits/admission.ts';
import { costOf } from '#gateway/limits/cost.ts';
import { LIMITS } from '#gateway/limits/settings.ts';
import { buildSchema } from '#gateway/platform/schema.ts';
import { gatewaySettings } from '#gateway/config.ts';
import { SESSION_EXPIRED } from '#domain/messages.ts';
import { startGateway, type TestGateway, UNLIMITED } from '../support/gateway.ts';
import {
  ADMIN_SESSION,
  HANDLED,
  type ReceivedCall,
  refusal,
  type ScriptedServices,
  startScriptedServices,
} from '../support/scriptedServices.ts';
import { ownDocuments } from './costly/documents.ts';
import { samplesFor } from './costly/samples.ts';

const TOO_MANY = 'Muitas consultas em pouco tempo. Aguarde um pouco e tente novamente.';
/** Costs 501 points: one object. */
const SMALL = '{ session { id } }';

let services: ScriptedServices;
let gateway: TestGateway | undefined;

/** Token "7-a" belongs to user 7; token "nobody" is invalid. */
const sessionOf = ({ headers }: ReceivedCall) => {
  const [user] = String(headers.authorization).replace('Bearer ', '').split('-');
  return user === 'nobody'
    ? refusal(401, SESSION_EXPIRED)
    : { ...ADMIN_SESSION, user: { ...ADMIN_SESSION.user, id: Number(user) } };
};

beforeAll(async () => {
  services = await startScriptedServices();
  services.on('GET /api/v1/security/session', sessionOf);
  services.on('GET /api/v1/assistant/stream', (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    return HANDLED;
  });
});
beforeEach(() => services.forget());
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});
afterAll(() => services.stop());

const start = async (allowances: Partial<Allowances>): Promise<TestGateway> =>
  (gateway = await startGateway({ services: services.url, allowances: { ...UNLIMITED, ...allowances } }));

const ask = async (on: TestGateway, token: string | null, query = SMALL, remoteAddress = '192.0.2.1') => {
  const response = await on.app.inject({
    method: 'POST',
    url: '/graphql',
    remoteAddress,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    payload: { query },
  });
  return { status: response.statusCode, headers: response.headers, ...response.json() };
};
const statuses = async (on: TestGateway, tokens: (string | null)[], address?: string): Promise<number[]> => {
  const all: number[] = [];
  for (const token of tokens) all.push((await ask(on, token, SMALL, address)).status);
  return all;
};

describe('The points per minute', () => {
  test('are counted per user, whatever token is used; beyond them it is 429 with the seconds to wait, and nothing runs', async () => {
    const on = await start({ user: 4 * 501 });
    // The first operation with a token counts as anonymous: the gateway learns the user from it.
    expect(await statuses(on, ['7-a', '7-a', '7-a', '7-b', '7-b', '7-b'])).toEqual([200, 200, 200, 200, 200, 200]);
    services.forget();
    const { status, headers, errors, data } = await ask(on, '7-a');
    expect([status, data, services.calls]).toEqual([429, undefined, []]);
    expect(errors).toMatchObject([{ message: TOO_MANY, extensions: { code: 'RATE_LIMITED', status: 429 } }]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(await statuses(on, ['8-a', '8-a'])).toEqual([200, 200]);
  });

  test('are counted per address, for all its users', async () => {
    // A new document costs four points per character in addition.
    const on = await start({ address: 3 * 501 + 4 * SMALL.length });
    expect(await statuses(on, ['7-a', '8-a', '9-a', '7-a', '1-a'])).toEqual([200, 200, 200, 429, 429]);
    expect(await statuses(on, ['7-a'], '192.0.2.2')).toEqual([200]);
  });

  test('depend on the requested rows: a page of 500 costs as much as ten of 50', async () => {
    const pages = (size: number) => `{ wallets(companyId: "1", size: ${size}) { content { id } } }`;
    services.on('GET /api/v1/financial/company/1/bank', {
      content: [],
      number: 0,
      size: 1,
      last: true,
      totalElements: 0,
    });
    const on = await start({ user: 2_000 });
    await ask(on, '7-a');
    expect((await ask(on, '7-a', pages(500))).status).toBe(200);
    expect((await ask(on, '7-a', pages(500))).status).toBe(429);
  });

  test('of clients without a login are few, and a logged-in user does not wait for them', async () => {
    const on = await start({ anonymous: 2 * 501 + 4 * SMALL.length });
    expect(await statuses(on, ['7-a', null, null, null, null])).toEqual([200, 200, 429, 429, 429]);
    services.forget();
    expect(await statuses(on, ['7-a', '8-a'])).toEqual([200, 200]);
    // Each session was requested once: by the operation `session` with its places, by the check of the token without
    // them.
    expect(services.calls).toEqual([
      'GET /api/v1/security/session',
      'GET /api/v1/security/session?places=false',
      'GET /api/v1/security/session',
    ]);
    const { status, errors } = await ask(on, 'nobody');
    expect([status, errors[0].message, errors[0].extensions.code]).toEqual([401, SESSION_EXPIRED, 'UNAUTHENTICATED']);
  });
});

describe('Without a valid login', () => {
  const rows =
    '{ companies(size: 500) { content { id } } partners(size: 500) { content { id } } more: partners(size: 500) { content { id } } }';
  const long = `{ session { ${'id '.repeat(500)} } }`;
  const page = { content: [], number: 0, size: 1, last: true, totalElements: 0 };

  beforeEach(() => {
    for (const path of ['financial/account/1/company', 'financial/account/1/partner']) {
      services.on(`GET /api/v1/${path}`, page);
    }
  });

  test.each([
    ['many rows', rows],
    ['a long document', long],
  ])('%s are rejected, after a call for the session only', async (_, query) => {
    const on = await start({});
    for (const token of [null, 'nobody']) {
      services.forget();
      const { status, errors, data } = await ask(on, token, query);
      expect([status, data, errors[0].message, errors[0].extensions.code]).toEqual([
        401,
        undefined,
        SESSION_EXPIRED,
        'UNAUTHENTICATED',
      ]);
      expect(services.calls).toEqual(token === null ? [] : ['GET /api/v1/security/session?places=false']);
    }
    const { status, errors } = await ask(on, '7-a', query);
    expect([status, errors]).toEqual([200, undefined]);
  });

  test('the schema can be read, and a user can log in', async () => {
    const on = await start({ anonymous: ALLOWANCES.anonymous });
    expect((await ask(on, null, getIntrospectionQuery())).data.__schema.queryType.name).toBe('Query');
    services.on('POST /oauth/token', refusal(400, 'Não'));
    const { status, errors } = await ask(on, null, 'mutation { login(login: "a", password: "b") { accessToken } }');
    expect([status, errors[0].message]).toEqual([200, 'Não']);
  });
});

describe('Sockets', () => {
  const open = async (on: TestGateway, token: string) => {
    const socket = new WebSocket(`${on.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    socket.on('error', () => undefined);
    const end = once(socket, 'close').then(([code, reason]) => [code, String(reason)] as const);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
    const firstEvent = await Promise.race([once(socket, 'message').then(() => 'open' as const), end]);
    return { socket, said: firstEvent, end };
  };
  const REASON = 'Há conexões ou tentativas demais. Aguarde um minuto.';

  test('are limited per user, whatever the token; one more is closed with 4429 and a reason, until another is closed', async () => {
    const on = await start({ socketsPerUser: 2 });
    const [first, second, third] = [await open(on, '7-a'), await open(on, '7-b'), await open(on, '7-c')];
    expect([first.said, second.said, third.said]).toEqual(['open', 'open', [4429, REASON]]);
    expect((await open(on, '8-a')).said).toBe('open');
    first.socket.close();
    await first.end;
    expect((await open(on, '7-c')).said).toBe('open');
  });

  test('are limited per address: the handshake of one more gets 429', async () => {
    const on = await start({ socketsPerAddress: 2 });
    await open(on, '7-a');
    const second = await open(on, '8-a');
    const refused = new WebSocket(`${on.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const [error] = (await once(refused, 'error')) as [Error];
    expect(error.message).toBe('Unexpected server response: 429');
    second.socket.close();
    await second.end;
    expect((await open(on, '8-a')).said).toBe('open');
  });

  test('are limited in subscriptions per minute', async () => {
    const { socket, end } = await open(await start({}), '7-a');
    for (let id = 0; id <= LIMITS.subscribesPerMinute; id += 1) {
      socket.send(
        JSON.stringify({
          type: 'subscribe',
          id: String(id),
          payload: { query: 'subscription { assistantMessageAdded { id } }' },
        }),
      );
      socket.send(JSON.stringify({ type: 'complete', id: String(id) }));
    }
    expect(await end).toEqual([4429, REASON]);
  });
});

test('Fifty users of one address open every screen three times in a minute, with the longest pages, without a 429', () => {
  const schema = buildSchema();
  const points = ownDocuments().map(({ text }) => {
    const document = parse(text);
    const operation = getOperationAST(document);
    const variables = operation && coerce(schema, operation, samplesFor(schema, operation));
    if (!variables) throw new Error('The samples do not fit');
    return LIMITS.operationPoints + costOf(schema, document, operation, variables);
  });
  const once = points.reduce((sum, more) => sum + more, 0);
  // Two thirds are left for what is done on the screens.
  expect(once * 3).toBeLessThan(ALLOWANCES.user / 3);
  expect(once * 3 * 50).toBeLessThan(ALLOWANCES.address);
});

test('The limits are settings, and an invalid number prevents the start', () => {
  const names = {
    GRAPHQL_POINTS_PER_USER: 'user',
    GRAPHQL_POINTS_PER_ADDRESS: 'address',
    GRAPHQL_POINTS_ANONYMOUS: 'anonymous',
    SOCKETS_PER_USER: 'socketsPerUser',
    SOCKETS_PER_ADDRESS: 'socketsPerAddress',
  };
  for (const [name, key] of Object.entries(names)) {
    expect(gatewaySettings({ [name]: '70' }).allowances).toEqual({ [key]: 70 });
    expect(() => gatewaySettings({ [name]: '0' })).toThrow(
      `${name}=0 não serve: informe um número inteiro acima de zero.`,
    );
  }
});
