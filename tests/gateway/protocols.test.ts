/** The gateway's own refusals of calls whose clients read another form than the product's: OAuth's and SCIM's. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { startScriptedServices, type ScriptedServices } from '../support/scriptedServices.ts';

let services: ScriptedServices;
let gateway: TestGateway;
/** Of services that are not there. */
let alone: TestGateway;

beforeAll(async () => {
  services = await startScriptedServices();
  gateway = await startGateway({ services: services.url, restRates: { token: 2, address: 1e6, anonymous: 2 } });
  alone = await startGateway({ services: 'http://127.0.0.1:9' });
});
afterAll(async () => {
  await Promise.all([gateway.stop(), alone.stop()]);
  await services.stop();
});

interface Door {
  method: 'GET' | 'POST';
  url: string;
  type: string;
  /** The body of a failure, by status, code of RFC 6749 and words. */
  failure: (status: number, code: string, words: RegExp) => object;
}

const oauth = (method: Door['method'], url: string): Door => ({
  ...{ method, url, type: 'application/json; charset=utf-8' },
  failure: (_status, code, words) => ({ error: code, error_description: expect.stringMatching(words) }),
});
const scim: Door = {
  ...{ method: 'POST', url: '/scim/v2/Users', type: 'application/scim+json; charset=utf-8' },
  failure: (status, _code, words) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail: expect.stringMatching(words),
  }),
};

let serial = 0;
const send = async ({ app }: TestGateway, { method, url }: Door, { token = '', bytes = 3 } = {}) => {
  const response = await app.inject({
    ...{ method, url, remoteAddress: `10.7.0.${(serial += 1)}` },
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(method === 'POST' ? { payload: 'a'.repeat(bytes) } : {}),
  });
  const { statusCode: status, headers } = response;
  return { status, type: headers['content-type'], wait: headers['retry-after'], body: response.json<unknown>() };
};

describe.each([
  ['The token endpoint', oauth('POST', '/oauth/token')],
  ['The way back from a provider', oauth('GET', '/callback/prumoid?state=x')],
  ['A directory', scim],
] as const)('%s is told in its own form', (_what, door) => {
  test('that no service answers', async () => {
    expect(await send(alone, door)).toEqual({
      ...{ status: 503, type: door.type, wait: undefined },
      body: door.failure(503, 'temporarily_unavailable', /^O serviço está indisponível/),
    });
  });

  test('that it has called too often, and for how long to wait', async () => {
    const token = door.url.replaceAll(/\W/g, '');
    const replies = [];
    for (let times = 0; times < 3; times += 1) replies.push(await send(gateway, door, { token }));
    expect(replies[2]).toEqual({
      ...{ status: 429, type: door.type, wait: expect.stringMatching(/^\d+$/) },
      body: door.failure(429, 'temporarily_unavailable', /^Muitas requisições/),
    });
  });
});

test('A directory is told in its own form that a body is too large', async () => {
  expect(await send(alone, scim, { bytes: 300 * 1024 })).toEqual({
    ...{ status: 413, type: scim.type, wait: undefined },
    body: scim.failure(413, 'invalid_request', /grande demais/),
  });
});

test('Other calls are told in the product’s form', async () => {
  const response = await alone.app.inject({ url: '/api/v1/purchase/brand' });
  expect([response.statusCode, response.json()]).toEqual([
    503,
    expect.objectContaining({ status: 503, error: 'UNAVAILABLE', path: '/api/v1/purchase/brand' }),
  ]);
});
