import { randomBytes } from 'node:crypto';
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

/** A service account with every permission in every place. */
const serviceAccount = async (responsible_id: number): Promise<number> => {
  const { seed } = world.services;
  const login = `servico-${randomBytes(6).toString('hex')}`;
  const id = await seed.insert('users', {
    ...{ account_id: world.accountId, login, name: 'Sistema', service: true, responsible_id },
  });
  await seed.sql(
    `insert into user_permissions (account_id, user_id, company_id, building_id, permission)
     select c.account_id, $2, c.id, b.id, p.name from companies c
       left join lateral (select null::bigint as id union all select b.id from buildings b where b.company_id = c.id) b on true
       cross join unnest(array['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING']) p (name)
      where c.account_id = $1`,
    [world.accountId, id],
  );
  return id;
};

interface Case {
  scope: Scope;
  /** For the obra that is not asked for. */
  elsewhere: boolean;
  /** It acts for a service account, not for the administrator who made it. */
  service: boolean;
}

/** A token that an administrator made, for all places or one building. */
const tokenFor = async ({ scope: { access, areas }, elsewhere, service }: Case): Promise<string> => {
  const { seed } = world.services;
  const buildingId = elsewhere ? world.hiddenBuilding.get('building') : undefined;
  const maker = await seed.user(world.accountId, { admin: true });
  const token = `prm_${newToken()}`;
  const id = await seed.insert('api_tokens', {
    account_id: world.accountId,
    user_id: service ? await serviceAccount(maker.id) : maker.id,
    made_by: maker.id,
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

const compare = async (protocol: 'REST' | 'GraphQL', one: Case) => {
  const { scope, elsewhere } = one;
  await world.services.seed.sql('delete from allowances');
  const token = await tokenFor(one);
  const [expected, found]: [string[], string[]] = [[], []];
  for (const { key, ofBuilding, verdict, ask } of questions[protocol]) {
    const allowed = expectedOfToken(key, scope);
    const hidden = (elsewhere && ofBuilding) || hidesRow(key, heldBy(scope));
    const wanted = hidden && allowed === 'lets in' ? 'knows no such row' : allowed;
    expected.push(`${key}: ${wanted}`);
    found.push(`${key}: ${verdict(await ask(token, wanted), wanted)}`);
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
}, 300_000);
afterAll(async () => {
  await gateway.stop();
  await world.services.stop();
});

const scopes = [...AREAS.map((area) => [area]), [...AREAS]].flatMap((areas) =>
  (['READ', 'READ_WRITE'] as const).map((access): Scope => ({ access, areas })),
);
const cases = [
  ...scopes.map((scope, index): Case => ({ scope, elsewhere: index % 3 === 2, service: false })),
  ...scopes.slice(-2).map((scope): Case => ({ scope, elsewhere: false, service: true })),
].map((one) => {
  const where = one.elsewhere ? ', of another building' : '';
  const whose = one.service ? ', for a service account' : '';
  return { one, title: `${one.scope.access} of ${one.scope.areas.join(', ')}${where}${whose}` };
});

describe('The matrix of tokens', () => {
  test.each(cases)('lets a token do what its scope names, on each route and field: $title', async ({ one }) => {
    const before = one.scope.access === 'READ' ? await rowsWithMaker() : null;
    for (const protocol of ['REST', 'GraphQL'] as const) {
      const { expected, found } = await compare(protocol, one);
      expect(found).toEqual(expected);
    }
    if (before) expect(await rowsWithMaker()).toEqual(before);
  });
});

/** Rows of every table; the makers of the tokens are the test's own, and noted as changes. */
const rowsWithMaker = async (): Promise<string[]> =>
  (await rows()).filter((line) => !/^(users|user_\w+|row_changes) /.test(line));
