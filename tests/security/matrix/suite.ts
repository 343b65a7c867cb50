import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildSchema } from '#gateway/platform/schema.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { fieldQuestions, matrixOf, routeQuestions, type Question } from './ask.ts';
import { nameOf, type Asker, type Held } from './oracle.ts';
import { visibleTo, whatShows } from './visible.ts';
import { state } from '../twinTenants/probe.ts';
import { openWorld, type World } from '../twinTenants/world.ts';

let world: World;
let gateway: TestGateway;
let fields: Question[];
let routes: Question[];
let before: string[];
let requests = 0;

/**
 * Tables that the requests may change: the test itself adds and removes users, tokens and messages, which are noted as changes, a look is noted, and every user
 * may begin the file of their own data, and arrange the columns of their lists.
 */
const SESSION_OPERATIONS =
  /^(access_tokens|audit_log|row_changes|data_views|list_columns|personal_exports|jobs|assistant_\w+|users|user_\w+|link_tokens|login_challenges|passkey\w*|recovery_codes|outgoing_mail) /;
const documents = async (): Promise<string[]> => (await state(world)).filter((line) => !SESSION_OPERATIONS.test(line));

const open = async (): Promise<void> => {
  world = await openWorld();
  gateway = await startGateway({ services: await world.services.listen() });
  [fields, routes] = [await fieldQuestions(world, gateway, buildSchema()), await routeQuestions(world)];
  before = await documents();
};

const close = async (): Promise<void> => {
  process.stdout.write(`permission matrix: ${fields.length} fields, ${routes.length} routes, ${requests} requests\n`);
  await gateway.stop();
  await world.services.stop();
};

/** Sends everything as one user, over GraphQL and REST with a session each, because logout ends the session. */
const expectAsOracle = async (
  asker: Asker,
  token: () => Promise<string | undefined>,
  { elsewhere = false, protocols = ['GraphQL', 'REST'] }: Partial<Pick<Case, 'elsewhere' | 'protocols'>> = {},
) => {
  for (const protocol of protocols) {
    const questions = protocol === 'REST' ? routes : fields;
    // Resets the limit by address on mailed links, because the test's users share an address.
    await world.services.seed.sql('delete from allowances');
    const { expected, found } = await matrixOf(questions, asker, await token(), elsewhere);
    requests += found.length;
    expect(found).toEqual(expected);
  }
};

type Protocol = 'REST' | 'GraphQL';

export interface Case {
  held: Held;
  /** Whether the grant is on another building than the requested rows. */
  elsewhere: boolean;
  /** Both by default. */
  protocols?: readonly Protocol[] | undefined;
}

const titleOf = ({ held, elsewhere }: Case): string =>
  `${nameOf(held)} on ${elsewhere ? 'another building' : 'the building that is asked for'}`;

/** Checks every route, root field and list against §6, for each case, administrators and visitors. */
export const describeMatrix = (cases: readonly Case[]): void => {
  beforeAll(open, 300_000);
  afterAll(close);

  test.each(cases.map((one) => [titleOf(one), one] as const))(
    'allows and shows what §6 says, to each combination of permissions: %s',
    async (_title, { held, elsewhere, protocols }) => {
      const { seed } = world.services;
      const companyId = world.own.get('company') ?? 0;
      const buildingId = (elsewhere ? world.hiddenBuilding : world.own).get('building') ?? 0;
      const grants = held.length > 0 ? [{ companyId, buildingId, permissions: [...held] }] : [];
      const user = await seed.user(world.accountId, { grants });
      await expectAsOracle(held, () => seed.tokenOf(user), { elsewhere, protocols });
      const shown = await whatShows(world, gateway, await seed.tokenOf(user));
      requests += shown.requests;
      const expected = visibleTo(world, held, elsewhere ? 'hidden' : 'own');
      expect(shown.rest).toEqual(expected);
      expect(shown.graphql).toEqual(expected);
    },
  );

  test('allows administrators everything, and requires a login', async () => {
    const { seed } = world.services;
    const admin = await seed.user(world.accountId, { admin: true });
    await expectAsOracle('visitor', () => Promise.resolve(undefined));
    await expectAsOracle('admin', () => seed.tokenOf(admin));
  });

  test('changes nothing by its requests', async () => {
    expect(await documents()).toEqual(before);
  });
};
