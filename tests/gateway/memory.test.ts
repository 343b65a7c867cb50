import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { type ScriptedServices, startScriptedServices } from '../support/scriptedServices.ts';

const MB = 1e6;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

/** Heap bytes in use after garbage collection. */
const held = (): number => {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
};

let services: ScriptedServices;
let gateway: TestGateway;
beforeAll(async () => {
  services = await startScriptedServices();
  services.on('GET /api/v1/financial/account/1/company', {
    content: [],
    number: 0,
    size: 1,
    last: true,
    totalElements: 0,
  });
  gateway = await startGateway({ services: services.url, exposeCosts: false });
});
beforeEach(() => services.forget());
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

/** Heap growth in MB after `count` finished requests. */
const keptOf = async (
  count: number,
  requestOf: (index: number) => { query: string; operationName: string; variables?: Record<string, unknown> },
): Promise<number> => {
  // The first requests of a kind fill caches, which is not a leak.
  const ask = async (index: number): Promise<void> => {
    const { query, ...options } = requestOf(index);
    const { status, errors } = await gateway.ask(query, options);
    expect([status, errors]).toEqual([200, undefined]);
    services.forget();
  };
  await ask(0);
  const before = held();
  for (let index = 1; index <= count; index += 1) await ask(index);
  return Math.round((held() - before) / MB);
};

const COMMENT = 'x'.repeat(240_000);

test('The gateway keeps little memory of distinct queries, however long their comments are', async () => {
  const kept = await keptOf(300, (index) => ({
    query: `query Long${index} { session { id } } # ${COMMENT}`,
    operationName: `Long${index}`,
  }));
  expect(kept).toBeLessThan(30);
}, 60_000);

test('The gateway keeps little memory of distinct queries, however large they are', async () => {
  const wide = '... { name } '.repeat(235);
  const kept = await keptOf(160, (index) => ({
    query: `query Big${index} { companies(size: 5) { content { ...A } } } fragment A on Company { ${wide} }`,
    operationName: `Big${index}`,
  }));
  expect(kept).toBeLessThan(60);
}, 60_000);

test('The gateway keeps little memory of undeclared variables', async () => {
  const kept = await keptOf(300, (index) => ({
    query: `query Loose${index % 8} { session { id } }`,
    operationName: `Loose${index % 8}`,
    variables: { [`${COMMENT}${index}`]: index },
  }));
  expect(kept).toBeLessThan(30);
}, 60_000);

/** Those in progress survive every collection: more of them would hide what outlives its request. */
const AT_ONCE = 4;
const OLD = new Set(['old_space', 'large_object_space']);

/** Bytes that have survived collections of the young generation; those that nothing refers to any more count until a full collection. */
const old = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => OLD.has(name))
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);

/** Sends requests over HTTP, several at once, and collects young objects while they are in progress. */
const askMany = async (count: number): Promise<void> => {
  let asked = 0;
  const worker = async (): Promise<void> => {
    while (asked < count) {
      asked += 1;
      if (asked % 60 === 0) collect({ type: 'minor' });
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
        body: JSON.stringify({ query: 'query Names { categories(size: 1) { totalElements } }' }),
      });
      expect(await response.json()).toEqual({ data: { categories: { totalElements: 0 } } });
      services.forget();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

test('What a request has read does not outlive it until a full collection', async () => {
  const page = { content: [], number: 0, size: 1, last: true, totalElements: 0 };
  services.on('GET /api/v1/financial/account/1/category', { ...page, unread: 'x'.repeat(50_000) });
  await askMany(300);
  collect();
  const before = old();
  await askMany(900);
  // Client and services of this test are in the same process, and keep half of this.
  expect((old() - before) / 900).toBeLessThan(50_000);
}, 60_000);
