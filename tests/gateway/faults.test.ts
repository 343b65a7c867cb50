import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { request } from 'node:http';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { routeOf } from '#gateway/rest/services.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { slowness } from '../support/pace.ts';
import {
  HANDLED,
  type ReceivedCall,
  type ScriptedServices,
  startScriptedServices,
} from '../support/scriptedServices.ts';

let services: ScriptedServices;
let gateway: TestGateway;

const COMPANY = 'GET /api/v1/financial/account/1/company/5';
const CREATE = 'POST /api/v1/financial/account/1/company';
const READ = '{ company(id: "5") { name } session { admin } }';
const WRITE = 'mutation { createCompany(input: { name: "A" }) { company { id } } }';
const TIMEOUT = 400;

beforeEach(async () => {
  services = await startScriptedServices();
  gateway = await startGateway({ services: services.url, timeouts: { total: TIMEOUT } });
});
afterEach(async () => {
  await gateway.stop();
  await services.stop();
});

const timesCalled = (call: string) => services.calls.filter((made) => made === call).length;

/** Sends a response head without ever finishing the body, or breaks the connection. */
const half = (response: ServerResponse, breaks: boolean): typeof HANDLED => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"ok":true,"data":{"id":5,');
  if (breaks) setTimeout(() => response.destroy(), 20);
  return HANDLED;
};

describe('A service that fails during an answer', () => {
  test('that never ends is aborted at its timeout, and the other fields are answered', async () => {
    services.on(COMPANY, (_call: ReceivedCall, response: ServerResponse) => half(response, false));
    const started = Date.now();
    const { data, errors } = await gateway.ask(READ);
    expect(Date.now() - started).toBeLessThan((TIMEOUT + 500) * slowness());
    expect(data).toEqual({ company: null, session: { admin: true } });
    expect(errors).toMatchObject([
      { message: 'Falha para buscar empresa', path: ['company'], extensions: { code: 'UNAVAILABLE', status: 504 } },
    ]);
    expect(timesCalled(COMPANY)).toBe(1);
  });

  test('with a broken answer gets a second call for a read', async () => {
    services.on(COMPANY, (_call: ReceivedCall, response: ServerResponse) =>
      timesCalled(COMPANY) === 1 ? half(response, true) : { id: 5, name: 'Ipê' },
    );
    const { data } = await gateway.ask(READ);
    expect(data.company).toEqual({ name: 'Ipê' });
    expect(timesCalled(COMPANY)).toBe(2);
  });

  test.each([
    ['breaks', true, 503],
    ['never ends', false, 504],
  ])('gets one call for a write, even if its answer %s', async (_, breaks, status) => {
    services.on(CREATE, (_call: ReceivedCall, response: ServerResponse) => half(response, breaks));
    const { errors } = await gateway.ask(WRITE);
    expect(errors).toMatchObject([
      {
        message: 'O serviço está indisponível no momento. Tente novamente em instantes.',
        extensions: { code: 'UNAVAILABLE', status },
      },
    ]);
    expect(timesCalled(CREATE)).toBe(1);
  });

  test('has its own timeout: ten seconds, five for a postal code', () => {
    expect(routeOf('/api/v1/financial/company/1/debit').timeout).toBe(10_000);
    expect(routeOf('/api/v1/location/cep/01310100').timeout).toBe(5_000);
  });
});

describe('A client gets the error of a faulty service within its timeout and half a second', () => {
  type Trouble = (call: ReceivedCall, response: ServerResponse) => typeof HANDLED;
  const troubles: [string, Trouble][] = [
    ['says nothing', () => HANDLED],
    ['stops in its answer', (_call, response) => half(response, false)],
    ['breaks its answer off', (_call, response) => half(response, true)],
    ['hangs up', (_call, response) => (response.destroy(), HANDLED)],
  ];
  /**
   * Returns the answer and its duration in milliseconds: the best of three, because a busy machine delays single
   * requests.
   */
  const timed = async <T>(ask: () => Promise<T>): Promise<{ answer: T; took: number }> => {
    let best = Number.POSITIVE_INFINITY;
    for (let attempt = 1; ; attempt += 1) {
      const started = Date.now();
      const answer = await ask();
      best = Math.min(best, Date.now() - started);
      if (best < TIMEOUT + 500 || attempt === 3) return { answer, took: best };
    }
  };

  test.each(troubles)('when it %s: queries, mutations and REST alike', async (_, trouble) => {
    services.on(COMPANY, trouble);
    services.on(CREATE, trouble);
    for (const document of [READ, WRITE]) {
      const { answer, took } = await timed(() => gateway.ask(document));
      expect(answer.errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE' } }]);
      expect(answer.errors?.[0]?.message).toMatch(/^(Falha|O serviço)/);
      expect(took).toBeLessThan(TIMEOUT + 500);
    }
    const path = COMPANY.replace('GET ', '');
    const { answer, took } = await timed(async () => {
      const response = await fetch(gateway.url + path, { headers: { authorization: 'Bearer token' } });
      return response.text().then(
        (text) => [response.status, text] as const,
        () => ['cut off', ''] as const,
      );
    });
    // Once the head has been sent, the gateway can only cut the connection.
    expect(['cut off', 503, 504]).toContain(answer[0]);
    if (answer[0] !== 'cut off') expect(JSON.parse(answer[1]).message).toMatch(/^O serviço/);
    // undici times proxied calls (files) in steps of half a second.
    expect(took).toBeLessThan(TIMEOUT + 1_500);
  });

  test('when it is not running', async () => {
    const own = await startGateway({ services: 'http://127.0.0.1:1', timeouts: { total: TIMEOUT } });
    for (const document of [READ, WRITE]) {
      const { answer, took } = await timed(() => own.ask(document));
      expect(answer.errors?.every(({ extensions }) => extensions.code === 'UNAVAILABLE')).toBe(true);
      expect(took).toBeLessThan(TIMEOUT + 500);
    }
    await own.stop();
  });
});

test('A service that was down is used again as soon as it is back', async () => {
  services.on(COMPANY, { id: 5, name: 'Ipê' });
  expect((await gateway.ask(READ)).errors).toBeUndefined();
  const { url } = services;
  await services.stop();
  const { data, errors } = await gateway.ask(READ);
  expect(data).toEqual({ company: null, session: null });
  expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(new Set(['UNAVAILABLE']));

  services = await startScriptedServices(Number(new URL(url).port));
  services.on(COMPANY, { id: 5, name: 'Ipê' });
  expect((await gateway.ask(READ)).data).toEqual({ company: { name: 'Ipê' }, session: { admin: true } });
});

test('A service that is down for some children does not affect the rest of the list', async () => {
  const building = { id: 7, name: 'Casa', active: true, version: 1, company: { id: 1, name: 'Ipê' } };
  const page = { content: [building], number: 0, size: 50, last: true, totalElements: 1 };
  services.on('GET /api/v1/financial/company/1/building', page);
  const own = await startGateway({ services: services.url, serviceUrls: { engineering: 'http://127.0.0.1:1' } });
  const { data, errors } = await own.ask('{ buildings(companyId: "1") { content { name stages { name } } } }');
  await own.stop();
  expect(data.buildings.content).toEqual([{ name: 'Casa', stages: null }]);
  expect(errors).toMatchObject([
    {
      message: 'Falha para buscar etapas em obras',
      path: ['buildings', 'content', 0, 'stages'],
      extensions: { code: 'UNAVAILABLE' },
    },
  ]);
});

describe('A client that disconnects before the answer', () => {
  /**
   * Sends an operation and disconnects when the call reaches the services. Resolves to whether the gateway dropped that
   * call.
   */
  const hangUp = async (query: string, call: string): Promise<'left' | 'waited'> => {
    let outcome: (how: 'left' | 'waited') => void;
    const result = new Promise<'left' | 'waited'>((resolve) => (outcome = resolve));
    const asking = request(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
    });
    asking.on('error', () => undefined);
    services.on(call, async (_call: ReceivedCall, response: ServerResponse) => {
      response.on('close', () => outcome(response.writableFinished ? 'waited' : 'left'));
      asking.destroy();
      await wait(200);
      return { id: 5, name: 'Ipê' };
    });
    asking.end(JSON.stringify({ query }));
    return result;
  };

  test('causes no further reads', async () => {
    expect(await hangUp(READ, COMPANY)).toBe('left');
  });

  test('does not stop its write', async () => {
    expect(await hangUp(WRITE, CREATE)).toBe('waited');
  });
});
