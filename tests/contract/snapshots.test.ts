import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isEnumType, isInputObjectType, isIntrospectionType, isObjectType } from 'graphql';
import { printedSdl } from '#gateway/platform/printedSdl.ts';
import { buildSchema } from '#gateway/platform/schema.ts';
import { DOMAINS } from '#services/policy.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

let services: TestServices;
let gateway: TestGateway;

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const RENEW = 'The contract has changed. Look at it, then write it anew with `npm run contract`.';

/** Returns the content of a file in schema/; `npm run contract` writes the file first. */
const kept = (file: string, now: string): string => {
  const path = join(process.cwd(), 'schema', file);
  if (process.env['WRITE_CONTRACT']) writeFileSync(path, now);
  return readFileSync(path, 'utf8');
};

const requireKept = (file: string, now: string): void => {
  if (kept(file, now) === now) return;
  // The diff shows the change; its first line shows the command that renews the file.
  expect(`${RENEW}\n${now}`).toBe(kept(file, now));
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(Reflect.get(value, key))]));
};

describe('The contract', () => {
  test('of GraphQL equals schema/contract.graphqls', () => {
    requireKept('contract.graphqls', printedSdl());
  });

  test('of REST equals schema/openapi.json', async () => {
    const { body } = await services.api.get('/api/v1/openapi.json');
    requireKept('openapi.json', `${JSON.stringify(sorted(body), null, 1)}\n`);
  });

  test('of GraphQL is served on the public port without a login, as text', async () => {
    const reply = await gateway.app.inject({ url: '/api/v1/schema.graphql' });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(reply.body).toBe(printedSdl());
  });

  test('of REST is valid OpenAPI 3.1, and each call has a summary, a tag and what it is to tokens', async () => {
    const { body } = await services.api.get('/api/v1/openapi.json');
    const result = await new Validator().validate(structuredClone(body));
    expect([result.errors, result.valid]).toEqual([undefined, true]);
    const operations = Object.values<Record<string, Record<string, unknown>>>(body.paths).flatMap(Object.values);
    const tags = body.tags.map(({ name }: { name: string }) => name);
    const bare = operations.filter(
      (one) =>
        !one['summary'] ||
        !tags.includes(String(one['tags'])) ||
        !/^(read|write|none)$/.test(String(one['x-prumo-tokens'])),
    );
    expect([operations.length > 400, bare]).toEqual([true, []]);
  });

  test('of REST is served on the public port without a login', async () => {
    const reply = await gateway.app.inject({ url: '/api/v1/openapi.json' });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual((await services.api.get('/api/v1/openapi.json')).body);
  });

  test('of REST is merged from the processes of all domains, and names those that do not answer', async () => {
    const others = DOMAINS.filter((domain) => domain !== 'location');
    const [rest, location] = [await startServices({ domains: others }), await startServices({ domains: ['location'] })];
    const [first, second] = [await rest.listen(), await location.listen()];
    const separate = await startGateway({ services: first, serviceUrls: { location: second } });
    const whole = (await services.api.get('/api/v1/openapi.json')).body;
    const merged = (await separate.app.inject({ url: '/api/v1/openapi.json' })).json();
    expect(Object.keys(merged.paths).sort()).toEqual(Object.keys(whole.paths).sort());
    expect(merged.info).toEqual(whole.info);
    await location.stop();
    const part = (await separate.app.inject({ url: '/api/v1/openapi.json' })).json();
    expect(part.info['x-unanswered']).toEqual(['location']);
    expect(Object.keys(part.paths).some((path) => path.startsWith('/api/v1/location'))).toBe(false);
    await separate.stop();
    await rest.stop();
  });

  test('of GraphQL describes queries, mutations and subscriptions by introspection', async () => {
    const roots = ['queryType', 'mutationType', 'subscriptionType'];
    const { data } = await gateway.ask(
      `{ __schema { ${roots.map((root) => `${root} { name description }`).join(' ')} } }`,
    );
    expect(roots.map((root) => data.__schema[root])).toEqual([
      { name: 'Query', description: expect.stringMatching(/^Reads: .+ pages\.$/) },
      { name: 'Mutation', description: expect.stringMatching(/^Commands: .+ Idempotency-Key header\.$/) },
      { name: 'Subscription', description: expect.stringMatching(/^Events .+ connection_init\.$/) },
    ]);
  });

  test('of GraphQL describes every type, input, enumeration and root field', () => {
    const schema = buildSchema();
    const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
    const types = Object.values(schema.getTypeMap()).filter(
      (type) => !isIntrospectionType(type) && (isObjectType(type) || isInputObjectType(type) || isEnumType(type)),
    );
    const silent = types.flatMap((type) => {
      const itself = type.description ? [] : [type.name];
      if (!isObjectType(type) || !roots.has(type)) return itself;
      const fields = Object.values(type.getFields()).filter(({ description }) => !description);
      return [...itself, ...fields.map(({ name }) => `${type.name}.${name}`)];
    });
    expect(silent).toEqual([]);
  });
});
