import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PERMISSIONS, type Permission } from '#domain/permissions.ts';
import { findRoutes, type Route } from './twinTenants/endpoints.ts';
import { routeTarget } from './twinTenants/requests.ts';
import { replaced, type Draft, type Target } from './twinTenants/target.ts';
import { MISSING_ID, versions } from './twinTenants/tables.ts';
import { openWorld, type World } from './twinTenants/world.ts';

type Held = readonly Permission[];
type Rule = 'everybody' | 'logged in' | 'admin' | ((held: Held) => boolean);

const any =
  (...wanted: Permission[]): Rule =>
  (held) =>
    wanted.some((permission) => held.includes(permission));
const all =
  (...wanted: Permission[]): Rule =>
  (held) =>
    wanted.every((permission) => held.includes(permission));

/**
 * §6 of the specification and docs/decisions/0003 once more, by hand and without a look at services/policy.ts: the first
 * line that fits a route counts. A route that none fits fails the test until somebody says who may call it.
 */
const EXPECTED: readonly [RegExp, Rule][] = [
  [/ \/(oauth\/token|healthz|readyz|api\/v1\/openapi.json)$/, 'everybody'],
  // What comes before a session: how to log in, a new account, a forgotten password, a confirmed address (§7).
  [/ .*\/security\/(login-status|accounts|recover-password.*|first-password.*|user\/confirm)$/, 'everybody'],
  // To anybody else it would tell which addresses have a login.
  [/ .*\/security\/user\/check-email\/:email$/, 'admin'],
  [/ \/api\/v1\/(security|assistant|location)\//, 'logged in'],
  // Outcome needs DEBIT, income CREDIT, engineering ENGINEERING.
  [/ .*\/company\/:companyId\/debit(\/|$)/, any('DEBIT')],
  [/ .*\/company\/:companyId\/credit(\/|$)/, any('CREDIT')],
  [/ .*estimated-vs-actual$/, any('ENGINEERING')],
  // The names of wallets are for whoever pays or receives; everything else about them needs both.
  [/^GET .*\/bank(\/:id)?$/, any('DEBIT', 'CREDIT')],
  [/ .*\/(bank(\/:id)?|wallets-summary|transfers(\/:id)?|paid\/bank\/:bankId\/\w+)$/, all('DEBIT', 'CREDIT')],
  // Cash flow, balances, settings (users, companies): administrators.
  [/ .*\/financial\/(account\/:accountId\/)?user(-totals)?(\/|$)/, 'admin'],
  [/ .*\/(cashflow\/.*|cash-flows.*|balances)$/, 'admin'],
  [/^(POST|PUT|DELETE) .*\/account\/:accountId\/company(\/|$)/, 'admin'],
  // Registers are read by everybody in the account, and written by whose work needs them.
  [/^(POST|PUT|DELETE) .*\/building(\/:id)?$/, any('ENGINEERING')],
  [/^(POST|PUT|DELETE) .*\/category(\/:id)?$/, any('DEBIT', 'CREDIT')],
  [/^(POST|PUT|DELETE) .*\/partner(\/:id)?$/, any(...PERMISSIONS)],
  [/^GET .*\/(company|building|category|partner)(\/|$)/, 'logged in'],
  [/^GET .*\/groups$/, 'logged in'],
];

const ruleOf = (key: string): Rule => {
  const line = EXPECTED.find(([pattern]) => pattern.test(key));
  if (!line) throw new Error(`${key}: who may call it? Add a line to EXPECTED in this file.`);
  return line[1];
};

/** All sixteen sets of permissions. */
const SUBSETS: Held[] = Array.from({ length: 2 ** PERMISSIONS.length }, (_, bits) =>
  PERMISSIONS.filter((_permission, index) => (bits >> index) % 2 === 1),
);

let world: World;
let routes: (Target & Route)[];

beforeAll(async () => {
  world = await openWorld();
  // Logging out comes last: it ends the token that the others need.
  const found = (await findRoutes()).map((route) => ({ ...routeTarget(world.services, route), ...route }));
  routes = found.sort((a, b) => Number(a.key.endsWith('/security/token')) - Number(b.key.endsWith('/security/token')));
}, 60_000);
afterAll(() => world.services.stop());

/**
 * A request that tells who is let in and leaves everything as it is: reading asks for own rows, a change has an empty
 * body, or is of a row that is not there.
 */
const harmless = async (route: Target & Route): Promise<Draft> => {
  const { seed } = world.services;
  const draft = route.draft(world.own, await versions(seed, world.tables));
  if (route.endpoint.method === 'GET') return draft;
  if (draft.body !== undefined) return { ...draft, body: {} };
  const last = route.positions.filter(({ path }) => path[0] === 'params').at(-1);
  return last ? replaced(draft, last, MISSING_ID) : draft;
};

type Verdict = 'lets in' | 'refuses' | 'knows no such company' | 'asks to log in';

const verdictOf = ({ key, positions }: Target, status: number, expected: Verdict): Verdict | number => {
  if (status === 401) return 'asks to log in';
  if (status === 403) return 'refuses';
  const reads = key.startsWith('GET') && positions.length > 0;
  if (status === 404 && (reads || expected === 'knows no such company')) return 'knows no such company';
  // Own rows are answered; a harmless change, and a link or a code that leads nowhere, may be refused for what it says.
  return status < 300 || (!reads && status < 500) || status === 503 ? 'lets in' : status;
};

const expectedOf = (route: Route, held: Held | 'admin' | 'visitor'): Verdict => {
  const rule = ruleOf(route.key);
  if (rule === 'everybody') return 'lets in';
  if (held === 'visitor') return 'asks to log in';
  if (held === 'admin') return 'lets in';
  const namesCompany =
    /:companyId|^GET .*\/company\/:id/.test(route.key) || (route.endpoint.query.required ?? []).includes('companyId');
  if (held.length === 0 && namesCompany) return 'knows no such company';
  if (rule === 'logged in') return 'lets in';
  return rule !== 'admin' && rule(held) ? 'lets in' : 'refuses';
};

const matrixOf = async (held: Held | 'admin' | 'visitor', token: string | undefined) => {
  const [expected, found]: string[][] = [[], []];
  for (const route of routes) {
    const wanted = expectedOf(route, held);
    const { status } = await route.send(await harmless(route), token);
    // Tokens and passwords are no matter of permissions.
    const said = route.key === 'POST /oauth/token' ? wanted : verdictOf(route, status, wanted);
    expected?.push(`${route.key}: ${wanted}`);
    found?.push(`${route.key}: ${said}`);
  }
  return { expected, found };
};

describe('Every route, over HTTP,', () => {
  test.each(SUBSETS.map((held) => [held.join(' and ') || 'nothing', held] as const))(
    'lets in whom §6 lets in who holds %s on one building',
    async (_name, held) => {
      const { services, accountId, own } = world;
      const [companyId, buildingId] = [own.get('company') ?? 0, own.get('building') ?? 0];
      const grants = held.length > 0 ? [{ companyId, buildingId, permissions: [...held] }] : [];
      const token = await services.seed.tokenOf(await services.seed.user(accountId, { grants }));
      const { expected, found } = await matrixOf(held, token);
      expect(found).toEqual(expected);
    },
  );

  test('lets in administrators, and asks everybody else to log in', async () => {
    const token = await world.services.seed.tokenOf(await world.services.seed.user(world.accountId, { admin: true }));
    const visitor = await matrixOf('visitor', undefined);
    expect(visitor.found).toEqual(visitor.expected);
    const admin = await matrixOf('admin', token);
    expect(admin.found).toEqual(admin.expected);
  });
});
