import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema } from '#gateway/platform/schema.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { ownDocuments } from '../gateway/costly/documents.ts';
import { attemptsOn, seed, sendAll } from './hostile.ts';
import { brokenDocuments, frames, sample, sendFrames } from './hostileFrames.ts';
import { mayBeMutated, tryHostileKeys } from './hostileKeys.ts';
import { judgeGraphql, judgeRest } from './judge.ts';
import { findRoutes, type Route } from './twinTenants/endpoints.ts';
import { fieldTargets } from './twinTenants/fields.ts';
import { ownDraft } from './twinTenants/probe.ts';
import { routeTarget } from './twinTenants/requests.ts';
import type { Draft, Target } from './twinTenants/target.ts';
import { openWorld, type World } from './twinTenants/world.ts';

/** The long form of fuzz.test.ts: twenty thousand inputs over REST, GraphQL and sockets. FUZZ_SEED selects others. */
const EACH = { rest: 40, otherRole: 20, fields: 50 };
const DOCUMENTS = 3_500;
const FRAMES = 4_000;

let world: World;
let gateway: TestGateway;
let routes: (Target & Route)[];
let fields: Target[];
let count = 0;
const drafts = new Map<Target, Draft>();
const draftOf = (target: Target): Draft => drafts.get(target) ?? { params: {}, query: {}, body: undefined };

beforeAll(async () => {
  world = await openWorld();
  gateway = await startGateway({ services: await world.services.listen(), invalidDocumentsPerMinute: 1_000_000 });
  const found = await findRoutes();
  // Leaves out logout, which would end the session under test, and logins, which are rate-limited and fail as OAuth does.
  const tried = found.filter(
    ({ key }) => !/ \/(oauth\/token|callback\/prumoid)$|^DELETE .*\/security\/token$/.test(key),
  );
  routes = tried.map((route) => ({ ...routeTarget(world.services, route), ...route }));
  fields = fieldTargets(gateway, buildSchema()).filter(({ key }) => !/ (login|logout)$/.test(key));
  for (const target of [...routes, ...fields]) drafts.set(target, await ownDraft(world, target));
}, 60_000);
afterAll(async () => {
  process.stdout.write(`fuzz: seed ${seed}, ${count} inputs\n`);
  await gateway.stop();
  await world.services.stop();
});

const token = () => world.tokens.admin ?? '';

describe('Twenty thousand hostile inputs', () => {
  test.each([
    ['admin', EACH.rest],
    ['financeiro', EACH.otherRole],
  ] as const)(
    'are sent to REST as %s',
    async (role, each) => {
      const attempts = attemptsOn(routes, draftOf, each);
      count += attempts.length;
      expect(await sendAll(attempts, world.tokens[role], judgeRest)).toEqual([]);
    },
    600_000,
  );

  test('are sent as filters and sorts to every list', async () => {
    const tried = await tryHostileKeys(routes, draftOf, token());
    count += tried.count;
    expect(tried.lists).toBeGreaterThan(10);
    expect(tried.complaints).toEqual([]);
  }, 300_000);

  test('are sent to every field of GraphQL', async () => {
    const attempts = attemptsOn(fields, draftOf, EACH.fields);
    count += attempts.length;
    expect(await sendAll(attempts, token(), judgeGraphql)).toEqual([]);
  }, 600_000);

  test('are sent as broken GraphQL documents', async () => {
    const complaints = new Set<string>();
    const documents = ownDocuments()
      .map(({ text }) => text)
      .filter(mayBeMutated);
    for (const query of sample(brokenDocuments(documents), DOCUMENTS)) {
      const { status, headers, data, errors } = await gateway.ask(query, {
        token: token(),
        variables: { companyId: '1', id: '1' },
      });
      count += 1;
      const response = { status, headers, text: JSON.stringify({ data, errors }) };
      const complaint = judgeGraphql(response, { sent: query.split(/\W+/) });
      if (complaint) complaints.add(complaint);
    }
    expect([...complaints]).toEqual([]);
  }, 300_000);

  test('are sent over sockets', async () => {
    const subscriptions = ownDocuments()
      .map(({ text }) => text)
      .filter((text) => text.startsWith('subscription'));
    const all = sample(frames([...subscriptions, 'subscription { assistantMessageAdded { id text } }']), FRAMES);
    count += all.length;
    expect(await sendFrames(gateway.url, token(), all)).toEqual([]);
  }, 300_000);

  test('leave a process that answers', async () => {
    expect(count).toBeGreaterThanOrEqual(20_000);
    expect((await world.services.api.get('/readyz')).status).toBe(200);
    expect((await gateway.ask('{ __typename }', { token: token() })).status).toBe(200);
  });
});
