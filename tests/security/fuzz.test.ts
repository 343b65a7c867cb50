import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema } from '#gateway/platform/schema.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { attemptsOn, seed, sendAll } from './hostile.ts';
import { frames, sample, sendFrames } from './hostileFrames.ts';
import { tryHostileKeys } from './hostileKeys.ts';
import { judgeGraphql, judgeRest } from './judge.ts';
import { findRoutes, type Route } from './twinTenants/endpoints.ts';
import { fieldTargets } from './twinTenants/fields.ts';
import { ownDraft } from './twinTenants/probe.ts';
import { routeTarget } from './twinTenants/requests.ts';
import type { Draft, Target } from './twinTenants/target.ts';
import { openWorld, type World } from './twinTenants/world.ts';

/**
 * Puts malicious values in every place of every request. Expects no 5xx, no technical or English text, and always the
 * format of domain.md §7. FUZZ_RUNS=10 sends ten times as many, FUZZ_SEED selects others.
 */
let world: World;
let gateway: TestGateway;
let routes: (Target & Route)[];
let fields: Target[];

const drafts = new Map<Target, Draft>();
const draftOf = (target: Target): Draft => drafts.get(target) ?? { params: {}, query: {}, body: undefined };

beforeAll(async () => {
  world = await openWorld();
  gateway = await startGateway({ services: await world.services.listen() });
  // Leaves out logout, which would end the session under test, and logins, which fail as OAuth does (doors.test.ts).
  const found = await findRoutes();
  const tried = found.filter(
    ({ key }) => !/ \/(oauth\/token|callback\/prumoid)$|^DELETE .*\/security\/token$/.test(key),
  );
  routes = tried.map((route) => ({ ...routeTarget(world.services, route), ...route }));
  fields = fieldTargets(gateway, buildSchema()).filter(({ key }) => !/ (login|logout)$/.test(key));
  for (const target of [...routes, ...fields]) drafts.set(target, await ownDraft(world, target));
  process.stdout.write(`fuzz seed ${seed}\n`);
}, 300_000);
afterAll(async () => {
  await gateway.stop();
  await world.services.stop();
});

describe('Hostile input', () => {
  test.each(['admin', 'financeiro'] as const)(
    'to every REST route is rejected in Portuguese, as %s',
    async (role) => {
      const attempts = attemptsOn(routes, draftOf, 15);
      expect(attempts.length).toBeGreaterThan(1_000);
      expect(await sendAll(attempts, world.tokens[role], judgeRest)).toEqual([]);
    },
    120_000,
  );

  test('in the names of filters and sorts of every list is rejected in Portuguese', async () => {
    const { lists, complaints } = await tryHostileKeys(routes, draftOf, world.tokens.admin ?? '');
    expect(lists).toBeGreaterThan(10);
    expect(complaints).toEqual([]);
  }, 300_000);

  test('to every field of GraphQL is rejected in Portuguese', async () => {
    const attempts = attemptsOn(fields, draftOf, 15);
    expect(await sendAll(attempts, world.tokens.admin, judgeGraphql)).toEqual([]);
  }, 300_000);

  test('that is not JSON, too deep, too long or of another type is rejected in Portuguese', async () => {
    const bodies = [
      ...['', '{', '[', '"', 'null', '0', '[]', '"x"', '\ufeff{}', '{"a":1,"a":2}', '{"__proto__":{"admin":true}}'],
      ...['['.repeat(20_000), '{"a":'.repeat(20_000), `{"name":"${'x'.repeat(300_000)}"}`, `[${'9'.repeat(5_000)}]`],
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    ];
    const types = ['application/json', 'text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'x', ''];
    const complaints: string[] = [];
    for (const { key } of routes.filter((route) => /^(POST|PUT) /.test(route.key))) {
      const [method = '', path = ''] = key.split(' ');
      const url = path.replace(/:\w+/g, (name) => String(world.own.get(name === ':companyId' ? 'company' : 'account')));
      for (const body of bodies) {
        for (const type of body === bodies[0] ? types : types.slice(0, 1)) {
          const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
          const token = world.tokens.admin ?? '';
          const response = await world.services.api.call(method as 'POST', url, { token, body, headers });
          const complaint = judgeRest(response);
          if (complaint) complaints.push(`${key} ${type} ${String(body).slice(0, 30)}: ${complaint}`);
        }
      }
    }
    expect(complaints).toEqual([]);
  }, 300_000);

  test('in an address or a header is rejected in Portuguese', async () => {
    const { api } = world.services;
    const token = world.tokens.admin ?? '';
    const collection = `/api/v1/financial/account/${world.accountId}/category`;
    const addresses = [
      '/%zz',
      '/%00',
      '/%E0%A4%A',
      '/..%2f..%2fetc',
      '//',
      '/;',
      `/${'9'.repeat(400)}`,
      '?sort=%00',
      '?ids=1,,2',
    ];
    const sorts = [
      'id',
      '__proto__',
      'constructor',
      'name;drop',
      "name'--",
      '(select 1)',
      'name:desc:asc',
      ':',
      ',,,',
      '-name',
    ];
    const headers: Record<string, string>[] = [
      { 'idempotency-key': 'a b' },
      { 'idempotency-key': 'x'.repeat(300) },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${'a'.repeat(5_000)}` },
      { authorization: 'Basic YTpi' },
    ];
    const complaints = await Promise.all([
      ...addresses.map(async (address) => judgeRest(await api.get(`${collection}${address}`, { token }))),
      ...sorts.map(async (sort) => judgeRest(await api.get(collection, { token, query: { sort } }), { sent: sort })),
      ...headers.map(async (one) => judgeRest(await api.post(collection, { token, body: {}, headers: one }))),
    ]);
    expect(complaints.filter((complaint) => complaint !== null)).toEqual([]);
  });

  test('over sockets is rejected in Portuguese', async () => {
    const all = sample(frames(['subscription { assistantMessageAdded { id text } }']), 200);
    expect(await sendFrames(gateway.url, world.tokens.admin ?? '', all)).toEqual([]);
  }, 300_000);

  test('leaves a server that answers', async () => {
    expect((await world.services.api.get('/readyz')).status).toBe(200);
  });
});
