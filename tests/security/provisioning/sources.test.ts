import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PERMISSIONS, type Permission } from '#domain/permissions.ts';
import {
  startScriptedProvider,
  walkBack,
  type Person,
  type ScriptedProvider,
} from '#tests/support/identityProviders.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { newDirectory, ORIGIN, SSO, type TestDirectory } from './directory.ts';
import { groupKit, NOTHING, TEMPLATES, type Matrix } from './groupKit.ts';

let services: TestServices;
let provider: ScriptedProvider;
let directory: TestDirectory;
let domain: string;
let accountId: number;
let adminToken: string;
let organizationId: number;
let companyId: number;
let buildingId: number;
const { heldBy, makeGroup, makeTemplate, mapGroups, matrixOf, patchGroup, provision, scim } = groupKit(() => ({
  ...directory,
  services,
}));

beforeAll(async () => {
  provider = await startScriptedProvider();
  services = await startServices({ sso: { allowPrivate: true } });
}, 60_000);
afterAll(async () => {
  await services.stop();
  await provider.stop();
});
beforeEach(async () => {
  provider.lie = {};
  directory = await newDirectory(services, provider.issuer);
  ({ domain, accountId, adminToken, organizationId } = directory);
  companyId = await services.seed.company(accountId);
  buildingId = await services.seed.building({ accountId, companyId });
});

describe('Groups by a login', () => {
  const logIn = async (claims: Record<string, unknown>) => {
    const login = `ana@${domain}`;
    provider.person = { sub: 'ana', email: login, email_verified: true, name: 'Ana', ...claims } as Person;
    const query = { organization: String(organizationId), login };
    const { headers } = await services.api.get(`${SSO}/start`, { query });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const back = await walkBack(String(headers.location), ORIGIN);
    const { body } = await services.api.get(`/callback/prumoid${back.search}`, { headers: { cookie } });
    const session = await services.api.get('/api/v1/security/session', { token: body.access_token });
    return session.status === 200 ? session.body.data.permissions : session.body.message;
  };
  const organization = async () =>
    (await services.api.get(SSO, { token: adminToken })).body.data.organizations[0] as {
      groupsUnknownAt: string | null;
    };

  test('give the templates of a new person, and of each later login', async () => {
    const template = await makeTemplate('Obra', { [companyId]: { [buildingId]: ['ENGINEERING'] } });
    const given = { [companyId]: { [buildingId]: ['ENGINEERING'] } };
    await mapGroups([{ name: '/obras/engenharia', templateId: template }]);
    // As Keycloak names them.
    expect(await logIn({ groups: ['/obras/engenharia', '/outra'] })).toEqual(given);
    expect(await logIn({ groups: ['/obras'] })).toBe(NOTHING);
    expect(await logIn({ groups: '/obras/engenharia' })).toEqual(given);
    // Without the claim there are no groups.
    expect(await logIn({})).toBe(NOTHING);
    await mapGroups([{ name: 'f2bc4a2e-0d1c', templateId: template }], 'cargos');
    expect(await logIn({ cargos: ['f2bc4a2e-0d1c', 7, null], groups: [] })).toEqual(given);
  });

  test('change nothing when Entra leaves them out as too many, which the organization’s card tells', async () => {
    const template = await makeTemplate('Obra', { [companyId]: { '-1': ['DEBIT'] } });
    await mapGroups([{ name: 'f2bc4a2e', templateId: template }]);
    const given = { [companyId]: { '-1': ['DEBIT'] } };
    expect(await logIn({ groups: ['f2bc4a2e'] })).toEqual(given);
    expect((await organization()).groupsUnknownAt).toBeNull();
    const overage = {
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'https://graph.windows.net/3f2a/users/1/getMemberObjects' } },
    };
    expect(await logIn(overage)).toEqual(given);
    expect((await organization()).groupsUnknownAt).toBe(services.clock.now().toISOString());
    expect(await logIn({ hasgroups: true })).toEqual(given);
    const told = await services.seed.sql(
      `select from audit_log where account_id = $1 and action = 'groupsUnknown' and entity_id = $2`,
      [accountId, organizationId],
    );
    expect(told).toHaveLength(2);
  });

  test('count no more once the directory provisions groups', async () => {
    const template = await makeTemplate('Obra', { [companyId]: { '-1': ['DEBIT'] } });
    await mapGroups([{ name: 'obras', templateId: template }]);
    const given = { [companyId]: { '-1': ['DEBIT'] } };
    expect(await logIn({ groups: ['obras'] })).toEqual(given);
    const ana = await provision('ana');
    const id = await makeGroup('Outro', []);
    expect(await heldBy(ana)).toBe(NOTHING);
    expect(await logIn({ groups: ['obras'] })).toBe(NOTHING);
    await scim('DELETE', `/Groups/${id}`);
    expect(await logIn({ groups: ['obras'] })).toEqual(given);
  });
});

describe('The permissions of a user', () => {
  test('are those by hand and the union of their groups’ templates, after any changes', async () => {
    const cells = [
      ...PERMISSIONS.map((permission) => ['-1', permission] as const),
      ...PERMISSIONS.map((permission) => [String(buildingId), permission] as const),
    ];
    const matrix = (held: readonly number[]): Matrix => {
      const buildings: Record<string, Permission[]> = {};
      for (const index of [...new Set(held)]) {
        const [place, permission] = cells[index] ?? ['-1', 'DEBIT'];
        buildings[place] = [...(buildings[place] ?? []), permission].sort();
      }
      return held.length === 0 ? {} : { [companyId]: buildings };
    };
    const templates = [await makeTemplate('T0', {}), await makeTemplate('T1', {}), await makeTemplate('T2', {})];
    const ana = await provision('ana');
    const groups = [await makeGroup('G0', []), await makeGroup('G1', []), await makeGroup('G2', [])];
    const some = fc.uniqueArray(fc.nat({ max: cells.length - 1 }), { maxLength: 5 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('template' as const), at: fc.nat({ max: 2 }), held: some }),
      fc.record({ kind: fc.constant('members' as const), at: fc.nat({ max: 2 }), in: fc.boolean() }),
      fc.record({
        kind: fc.constant('map' as const),
        pairs: fc.array(fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })), { maxLength: 4 }),
      }),
      fc.record({ kind: fc.constant('hand' as const), held: some }),
    );
    // The model knows sets, and no rows.
    const model = {
      templates: [[], [], []] as number[][],
      members: new Set<number>(),
      pairs: [] as [number, number][],
      hand: [] as number[],
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const one of steps) {
          if (one.kind === 'template') {
            const body = { id: templates[one.at], name: `T${one.at}`, permissions: matrix(one.held) };
            expect((await services.api.put(TEMPLATES, { token: adminToken, body })).status).toBe(200);
            model.templates[one.at] = one.held;
          } else if (one.kind === 'members') {
            await patchGroup(groups[one.at] ?? '', {
              op: one.in ? 'add' : 'remove',
              path: 'members',
              value: [{ value: ana }],
            });
            if (one.in) model.members.add(one.at);
            else model.members.delete(one.at);
          } else if (one.kind === 'map') {
            await mapGroups(one.pairs.map(([group, at]) => ({ name: `G${group}`, templateId: templates[at] ?? 0 })));
            model.pairs = one.pairs;
          } else {
            const body = { login: `ana@${domain}`, name: 'ana', id: Number(ana), permissions: matrix(one.held) };
            await services.api.put(`/api/v1/financial/account/${accountId}/user`, { token: adminToken, body });
            model.hand = one.held;
          }
        }
        const byGroup = model.pairs
          .filter(([group]) => model.members.has(group))
          .flatMap(([, at]) => model.templates[at] ?? []);
        expect(await matrixOf(ana)).toEqual({ permissions: matrix(model.hand), groupPermissions: matrix(byGroup) });
        const all = matrix([...model.hand, ...byGroup]);
        expect(await heldBy(ana)).toEqual(Object.keys(all).length === 0 ? NOTHING : all);
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});
