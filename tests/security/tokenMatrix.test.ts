import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema } from '#gateway/platform/schema.ts';
import { hashToken, newToken } from '#services/platform/session.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { fieldQuestions, routeQuestions, type Question } from './matrix/ask.ts';
import { hidesRow } from './matrix/oracle.ts';
import { expectedOfToken, heldBy, type Scope } from './matrix/tokens.ts';
import { state } from './twinTenants/probe.ts';
import { openWorld, type World } from './twinTenants/world.ts';

let world: World;
let gateway: TestGateway;
let questions: Record<'REST' | 'GraphQL', Question[]>;

/** What reading notes: the use of a token, and who looked at a partner. Attempts are counted by address. */
const NOTES = /^(api_tokens|api_token_places|api_usage|data_views) /;
const rows = async (): Promise<string[]> => (await state(world)).filter((line) => !NOTES.test(line));

const AREAS = ['FINANCIAL', 'PURCHASE', 'ENGINEERING'] as const;

/** A token of an administrator, for all places or one building. */
const tokenFor = async ({ access, areas }: Scope, buildingId?: number): Promise<string> => {
  const { seed } = world.services;
  const maker = await seed.user(world.accountId, { admin: true });
  const token = `prm_${newToken()}`;
  const id = await seed.insert('api_tokens', {
    account_id: world.accountId,
    user_id: maker.id,
    name: 'Programa',
    token_hash: hashToken(token),
    last_four: token.slice(-4),
    access,
    areas: [...areas],
    everywhere: buildingId === undefined,
    created_at: '2026-11-20T12:00:00Z',
    expires_at: '2026-12-20T12:00:00Z',
  });
  if (buildingId !== undefined) {
    const place = [world.accountId, id, world.own.get('company'), buildingId];
    await seed.sql('insert into api_token_places values ($1, $2, $3, $4)', place);
  }
  return token;
};

const compare = async (protocol: 'REST' | 'GraphQL', scope: Scope, elsewhere: boolean) => {
  await world.services.seed.sql('delete from allowances');
  const token = await tokenFor(scope, elsewhere ? world.hiddenBuilding.get('building') : undefined);
  const [expected, found]: [string[], string[]] = [[], []];
  for (const { key, ofBuilding, verdict, ask } of questions[protocol]) {
    const allowed = expectedOfToken(key, scope);
    const hidden = (elsewhere && ofBuilding) || hidesRow(key, heldBy(scope));
    const wanted = hidden && allowed === 'lets in' ? 'knows no such row' : allowed;
    expected.push(`${key}: ${wanted}`);
    found.push(`${key}: ${verdict(await ask(token), wanted)}`);
  }
  return { expected, found };
};

beforeAll(async () => {
  world = await openWorld();
  gateway = await startGateway({
    services: await world.services.listen(),
    tokenPointsPerMinute: Number.MAX_SAFE_INTEGER,
  });
  questions = { REST: await routeQuestions(world), GraphQL: await fieldQuestions(world, gateway, buildSchema()) };
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await world.services.stop();
});

const scopes = [...AREAS.map((area) => [area]), [...AREAS]].flatMap((areas) =>
  (['READ', 'READ_WRITE'] as const).map((access): Scope => ({ access, areas })),
);
const cases = scopes.map((scope, index) => ({
  scope,
  elsewhere: index % 3 === 2,
  title: `${scope.access} of ${scope.areas.join(', ')}${index % 3 === 2 ? ', of another building' : ''}`,
}));

describe('The matrix of tokens', () => {
  test.each(cases)(
    'lets a token do what its scope names, on each route and field: $title',
    async ({ scope, elsewhere }) => {
      const before = scope.access === 'READ' ? await rowsWithMaker() : null;
      for (const protocol of ['REST', 'GraphQL'] as const) {
        const { expected, found } = await compare(protocol, scope, elsewhere);
        expect(found).toEqual(expected);
      }
      if (before) expect(await rowsWithMaker()).toEqual(before);
    },
  );
});

/** Rows of every table; the makers of the tokens are the test's own, and noted as changes. */
const rowsWithMaker = async (): Promise<string[]> =>
  (await rows()).filter((line) => !/^(users|user_\w+|row_changes) /.test(line));
