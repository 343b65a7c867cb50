import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema } from '#gateway/platform/schema.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { fieldTargets } from './twinTenants/fields.ts';
import { ownDraft, Prober, state } from './twinTenants/probe.ts';
import type { Target } from './twinTenants/target.ts';
import { leakIn, openWorld, ROLES, type World } from './twinTenants/world.ts';

/** Does for every root field of the schema what twinTenants.test.ts does for routes. */
let world: World;
let gateway: TestGateway;
let fields: Target[];
let prober: Prober;

beforeAll(async () => {
  world = await openWorld();
  gateway = await startGateway({ services: await world.services.listen() });
  fields = fieldTargets(gateway, buildSchema());
  prober = new Prober(world);
}, 300_000);
afterAll(async () => {
  await gateway.stop();
  await world.services.stop();
});

const isMutation = ({ key }: Target): boolean => key.startsWith('mutation');

test('Every root field with an id of the other account answers as for an unknown id, and writes nothing', async () => {
  const before = await state(world);
  for (const field of fields) {
    expect(await prober.tryIds(field, world.other)).toEqual([]);
    if (isMutation(field)) expect([field.key, await state(world)]).toEqual([field.key, before]);
  }
  expect(prober.count).toBeGreaterThan(1_000);
}, 300_000);

test('Every root field with an id that the role has no grant for answers as for an unknown id', async () => {
  const before = await state(world);
  const roles = ROLES.filter((role) => role !== 'admin');
  for (const field of fields) {
    for (const rows of [world.hiddenCompany, world.hiddenBuilding]) {
      const complaints = await prober.tryIds(field, rows, {
        roles,
        refusalWillDo: ({ path }) => path.join('.') === 'body.input.apportionments.0.buildingId',
      });
      expect(complaints).toEqual([]);
    }
    if (isMutation(field)) expect([field.key, await state(world)]).toEqual([field.key, before]);
  }
}, 300_000);

test('The data that a role reads has nothing of the other account, and nothing that it has no grant for', async () => {
  for (const field of fields.filter((one) => !isMutation(one))) {
    for (const role of ROLES) {
      const { text } = await prober.ask(field, await ownDraft(world, field), role);
      expect([field.key, role, leakIn(role, text)]).toEqual([field.key, role, null]);
    }
  }
}, 300_000);

describe('The requests of the isolation tests', () => {
  test('are valid except for the id: with their own ids, an administrator’s all succeed', async () => {
    const refused: string[] = [];
    const isDelete = ({ key }: Target): number => (/ (delete|undo)/.test(key) ? 1 : 0);
    const inOrder = [...fields].sort((a, b) => isDelete(a) - isDelete(b));
    for (const field of inOrder.filter(({ positions }) => positions.length > 0)) {
      const draft = await ownDraft(world, field);
      const { text } = await prober.ask(field, draft, 'admin');
      if (text.includes('"errors"')) refused.push(`${field.key} ${JSON.stringify(draft.body)}: ${text}`);
    }
    expect(refused).toEqual([]);
  }, 300_000);
});
