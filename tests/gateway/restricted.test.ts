import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RawData, WebSocket } from 'ws';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import {
  ADMIN_SESSION,
  HANDLED,
  Raw,
  refusal,
  type ReceivedCall,
  type ScriptedServices,
  startScriptedServices,
} from '../support/scriptedServices.ts';

// Copied by hand from §8 instead of imported from the code under test.
const LEGAL =
  'Parece que ocorreu um problema ao processar sua solicitação. Se você acha que isso pode ter sido um erro, por favor, entre em contato com o Suporte.';
const SESSION = 'GET /api/v1/security/session';
const STREAM = 'GET /api/v1/assistant/stream';

let services: ScriptedServices;
let gateway: TestGateway;

beforeAll(async () => {
  services = await startScriptedServices();
  gateway = await startGateway({ services: services.url });
});
beforeEach(() => {
  services.forget();
  services.on(SESSION, ADMIN_SESSION);
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

describe('HTTP 451 of a service passes the public port unchanged', () => {
  test.each([
    ['an attachment', '/api/v1/financial/company/1/debit/7/attachments/3'],
    ['a logo', '/api/v1/financial/account/1/company/5/logo'],
    ['a stream of messages', '/api/v1/assistant/stream'],
    ['the session', '/api/v1/security/session'],
  ])('for %s: with its body, after one call', async (_what, url) => {
    const body = {
      timestamp: '2026-11-20T15:00:00Z',
      status: 451,
      error: 'LEGAL_RESTRICTION',
      message: LEGAL,
      path: url,
    };
    services.on(`GET ${url}`, new Raw(451, body));
    const answer = await gateway.app.inject({ url, headers: { authorization: 'Bearer token' } });
    expect([answer.statusCode, answer.json()]).toEqual([451, body]);
    expect(services.calls).toEqual([`GET ${url}`]);
  });
});

interface GraphQLProblem {
  message: string;
  extensions: object;
}

/** Opens an authenticated socket and records its messages, close code and reason. */
const connect = async () => {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const closed = once(socket, 'close').then(([code, reason]: unknown[]) => [code, String(reason)]);
  const messages: string[] = [];
  socket.on('message', (data: RawData) => messages.push(String(data)));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer token' } }));
  /** Returns what ends the subscription: an error before its first event is a result, a later one an error message. */
  const subscribe = async (): Promise<GraphQLProblem[]> => {
    if (messages.length === 0) await once(socket, 'message');
    const payload = { query: 'subscription { assistantMessageAdded(after: "1") { id } }' };
    socket.send(JSON.stringify({ type: 'subscribe', id: 'one', payload }));
    while (messages.length < 2) await once(socket, 'message', { signal: AbortSignal.timeout(5_000) });
    const answer: { payload: GraphQLProblem[] | { errors: GraphQLProblem[] } } = JSON.parse(messages[1] ?? '');
    return 'errors' in answer.payload ? answer.payload.errors : answer.payload;
  };
  return { socket, closed, subscribe };
};

describe('HTTP 451 on a socket', () => {
  test('of the session closes it with 4451 and the reason', async () => {
    services.on(SESSION, refusal(451, 'Blocked'));
    const { closed } = await connect();
    expect(await closed).toEqual([
      4451,
      'Parece que ocorreu um problema ao processar sua solicitação. Fale com o Suporte.',
    ]);
  });

  test.each(['the session', 'the stream'])(
    'of %s ends the subscription with the text of §8, and the socket stays open',
    async (of) => {
      const calls = { [SESSION]: 0, [STREAM]: 0 };
      services.on(SESSION, () => {
        calls[SESSION] += 1;
        return of === 'the session' && calls[SESSION] > 1 ? refusal(451, 'Blocked') : ADMIN_SESSION;
      });
      services.on(STREAM, () => {
        calls[STREAM] += 1;
        return refusal(451, 'Blocked', { fields: [{ path: 'id', message: 'Blocked' }] });
      });
      const { socket, subscribe } = await connect();
      const errors = await subscribe();
      expect(errors).toMatchObject([{ message: LEGAL, extensions: { code: 'LEGAL_RESTRICTION', status: 451 } }]);
      expect(errors[0]?.extensions).not.toHaveProperty('fields');
      expect([socket.readyState, calls[STREAM]]).toEqual([socket.OPEN, of === 'the stream' ? 1 : 0]);
      socket.terminate();
    },
  );

  test('of a running stream ends the subscription, without another call', async () => {
    let calls = 0;
    services.on(STREAM, (_call: ReceivedCall, response: ServerResponse) => {
      calls += 1;
      if (calls > 1) return refusal(451, 'Blocked');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(': open\n\n');
      return HANDLED;
    });
    const { socket, subscribe } = await connect();
    expect(await subscribe()).toMatchObject([
      { message: LEGAL, extensions: { code: 'LEGAL_RESTRICTION', status: 451 } },
    ]);
    expect(calls).toBe(2);
    socket.terminate();
  });
});
