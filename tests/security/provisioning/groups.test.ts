import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  startScriptedProvider,
  walkBack,
  type Person,
  type ScriptedProvider,
} from '#tests/support/identityProviders.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';
import { PERMISSIONS, type Permission } from '#domain/permissions.ts';

const ORIGIN = 'http://localhost:4000';
const SSO = '/api/v1/security/sso';
const TEMPLATES = '/api/v1/security/permission-templates';
const MOMENT = '2026-11-01T12:00:00Z';

let services: TestServices;
let provider: ScriptedProvider;
let serial = 0;
let domain: string;
let accountId: number;
let admin: TestUser;
let adminToken: string;
let organizationId: number;
let token: string;
let companyId: number;
let buildingId: number;

beforeAll(async () => {
  provider = await startScriptedProvider();
  services = await startServices({ sso: { allowPrivate: true } });
}, 60_000);
afterAll(async () => {
  await services.stop();
  await provider.stop();
});

const organizationOf = (account: number): Promise<number> =>
  services.seed.insert('organizations', {
    account_id: account,
    name: 'Grupo Ipê',
    domain,
    issuer: provider.issuer,
    client_id: 'prumo',
    proof: 'prova-de-teste-com-24-letras',
    proven_at: MOMENT,
  });

beforeEach(async () => {
  provider.lie = {};
  domain = `grupo${(serial += 1)}.com.br`;
  accountId = await services.seed.account('Grupo Ipê');
  admin = await services.seed.user(accountId, { login: `marcos@${domain}`, admin: true });
  adminToken = await services.seed.tokenOf(admin);
  organizationId = await organizationOf(accountId);
  companyId = await services.seed.company(accountId);
  buildingId = await services.seed.building({ accountId, companyId });
  const made = await services.api.post(`${SSO}/organizations/${organizationId}/scim-token`, { token: adminToken });
  token = made.body.data.token;
});

type Matrix = Record<string, Record<string, readonly Permission[]>>;

const makeTemplate = async (name: string, permissions: Matrix): Promise<number> => {
  const { status, body } = await services.api.post(TEMPLATES, { token: adminToken, body: { name, permissions } });
  expect([status, body.data?.name]).toEqual([200, name]);
  return body.data.id;
};

const mapGroups = async (groups: { name: string; templateId: number }[], claim = 'groups'): Promise<Reply> =>
  services.api.put(`${SSO}/organizations/${organizationId}/groups`, { token: adminToken, body: { claim, groups } });

const scim = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Reply> =>
  services.api.call(method, `/scim/v2${path}`, {
    token,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/scim+json' } }),
  });

const provision = async (name: string): Promise<string> => {
  const { status, body } = await scim('POST', '/Users', { userName: `${name}@${domain}` });
  expect(status).toBe(201);
  return body.id;
};

const makeGroup = async (displayName: string, members: string[], values: object = {}): Promise<string> => {
  const { status, body } = await scim('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName,
    members: members.map((value) => ({ value })),
    ...values,
  });
  expect(status).toBe(201);
  return body.id;
};

const patchGroup = (id: string, ...Operations: unknown[]) =>
  scim('PATCH', `/Groups/${id}`, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });

const userUrl = (id: string | number) => `/api/v1/financial/user/${id}`;
const matrixOf = async (id: string | number) => {
  const { permissions, groupPermissions } = (await services.api.get(userUrl(id), { token: adminToken })).body.data;
  return { permissions, groupPermissions };
};

/** What a session may do: the product's own answer, which knows no sources. */
const heldBy = async (userId: string | number): Promise<Matrix | string> => {
  const one = await services.seed.tokenOf({ id: Number(userId), accountId } as TestUser);
  const { status, body } = await services.api.get('/api/v1/security/session', { token: one });
  return status === 200 ? body.data.permissions : body.message;
};

const NOTHING = 'Nenhuma empresa disponível';

describe('A template of permissions', () => {
  test('is made, changed, found by its name, and deleted unless a group gives it', async () => {
    const permissions = { [companyId]: { '-1': ['DEBIT'], [buildingId]: ['DEBIT', 'PURCHASE'] } };
    const id = await makeTemplate('Compras', permissions as Matrix);
    const { body } = await services.api.get(TEMPLATES, { token: adminToken });
    expect(body.data).toEqual([{ id, name: 'Compras', permissions, groups: 0, version: 1 }]);
    const again = await services.api.post(TEMPLATES, { token: adminToken, body: { name: 'COMPRAS', permissions } });
    expect([again.status, again.body.fields[0].path]).toEqual([409, 'name']);
    const elsewhere = await services.api.post(TEMPLATES, {
      token: adminToken,
      body: { name: 'Outra', permissions: { [companyId + 9999]: { '-1': ['DEBIT'] } } },
    });
    expect(elsewhere.status).toBe(422);
    const stale = { id, name: 'Compras', permissions, version: 9 };
    expect((await services.api.put(TEMPLATES, { token: adminToken, body: stale })).status).toBe(409);
    await mapGroups([{ name: 'compras', templateId: id }]);
    const used = await services.api.delete(`${TEMPLATES}/${id}`, { token: adminToken });
    expect([used.status, used.body.message]).toEqual([
      422,
      'Há grupos que dão este modelo: retire-os antes em Configurações, Acesso único.',
    ]);
    await mapGroups([]);
    expect((await services.api.delete(`${TEMPLATES}/${id}`, { token: adminToken })).status).toBe(200);
  });
});

describe('Groups by SCIM', () => {
  test('go through the steps of the validators: ask, create, add and remove members, rename, delete', async () => {
    const [ana, bia] = [await provision('ana'), await provision('bia')];
    const ask = (filter: string, more: Record<string, string> = {}) =>
      services.api.get('/scim/v2/Groups', { token, query: { filter, ...more } });
    expect((await ask('displayName eq "Obras"')).body.totalResults).toBe(0);
    const id = await makeGroup('Obras', [ana], { externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159' });
    const location = `${ORIGIN}/scim/v2/Groups/${id}`;
    expect((await scim('GET', `/Groups/${id}`)).body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      id,
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Obras',
      members: [{ value: ana, display: `ana@${domain}`, $ref: `${ORIGIN}/scim/v2/Users/${ana}`, type: 'User' }],
      meta: {
        resourceType: 'Group',
        created: '2026-11-20T15:00:00.000Z',
        lastModified: '2026-11-20T15:00:00.000Z',
        location,
        version: 'W/"1"',
      },
    });
    const lean = await ask('displayName eq "obras"', { excludedAttributes: 'members' });
    expect([lean.body.totalResults, lean.body.Resources[0].members]).toEqual([1, undefined]);
    expect((await scim('POST', '/Groups', { displayName: 'OBRAS' })).body.scimType).toBe('uniqueness');

    const membersOf = async () =>
      (await scim('GET', `/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value);
    // As Entra adds and removes.
    const added = await patchGroup(id, { op: 'Add', path: 'members', value: [{ $ref: null, value: bia }] });
    expect([added.status, added.text, await membersOf()]).toEqual([204, '', [ana, bia]]);
    await patchGroup(id, { op: 'Remove', path: 'members', value: [{ $ref: null, value: bia }] });
    expect(await membersOf()).toEqual([ana]);
    await patchGroup(id, { op: 'Add', path: 'members', value: [{ value: bia }] });
    await patchGroup(id, { op: 'Remove', path: `members[value eq "${ana}"]` });
    expect(await membersOf()).toEqual([bia]);
    expect((await ask(`id eq "${id}" and members eq "${bia}"`)).body.totalResults).toBe(1);
    expect((await ask(`members.value eq "${ana}"`)).body.totalResults).toBe(0);
    // As Okta renames, and pushes all members.
    const renamed = await patchGroup(id, { op: 'replace', value: { id, displayName: 'Obras e projetos' } });
    expect(renamed.status).toBe(204);
    await patchGroup(id, { op: 'replace', path: 'members', value: [{ value: ana, display: 'ana' }] });
    expect([(await scim('GET', `/Groups/${id}`)).body.displayName, await membersOf()]).toEqual([
      'Obras e projetos',
      [ana],
    ]);
    const groups = (await scim('GET', `/Users/${ana}`)).body.groups;
    expect(groups).toEqual([{ value: id, display: 'Obras e projetos', $ref: location }]);
    await scim('PUT', `/Groups/${id}`, { displayName: 'Obras', members: [{ value: bia }] });
    expect(await membersOf()).toEqual([bia]);
    await patchGroup(id, { op: 'remove', path: 'members' });
    expect(await membersOf()).toEqual([]);
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(404);
  });

  test('refuse members of nobody, of another organization and other groups, and too many at once', async () => {
    const id = await makeGroup('Obras', []);
    const outsider = String(admin.id);
    for (const value of [
      [{ value: outsider }],
      [{ value: '999999999' }],
      [{ value: 'x' }],
      [{ value: 7 }],
      [{ type: 'Group', value: id }],
    ]) {
      const reply = await patchGroup(id, { op: 'add', path: 'members', value });
      expect([reply.status, reply.body.scimType]).toEqual([400, 'invalidValue']);
    }
    const many = Array.from({ length: 5_001 }, (_, index) => ({ value: String(index + 1) }));
    expect((await patchGroup(id, { op: 'add', path: 'members', value: many })).status).toBe(413);
    for (const [operation, scimType] of [
      [{ op: 'replace', path: 'members[value eq "1"].display', value: 'x' }, 'invalidPath'],
      [{ op: 'add', path: 'owners', value: [] }, 'invalidPath'],
      [{ op: 'replace', path: 'meta', value: {} }, 'mutability'],
      [{ op: 'replace', value: { owners: [] } }, 'invalidSyntax'],
    ] as const) {
      expect((await patchGroup(id, operation)).body.scimType).toBe(scimType);
    }
    const other = await services.seed.account();
    const theirs = await services.seed.tokenOf(await services.seed.user(other, { admin: true }));
    const foreignId = await organizationOf(other);
    const made = await services.api.post(`${SSO}/organizations/${foreignId}/scim-token`, { token: theirs });
    const mine = token;
    token = made.body.data.token;
    expect([(await scim('GET', `/Groups/${id}`)).status, (await scim('DELETE', `/Groups/${id}`)).status]).toEqual([
      404, 404,
    ]);
    token = mine;
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(200);
  });

  test('give their templates at once, and take them at once, but nothing that was granted by hand', async () => {
    const purchase = await makeTemplate('Compras', { [companyId]: { '-1': ['PURCHASE'], [buildingId]: ['PURCHASE'] } });
    const finance = await makeTemplate('Financeiro', { [companyId]: { '-1': ['DEBIT', 'CREDIT', 'PURCHASE'] } });
    await mapGroups([
      { name: 'Compras', templateId: purchase },
      { name: 'id-do-financeiro', templateId: finance },
    ]);
    const ana = await provision('ana');
    expect(await heldBy(ana)).toBe(NOTHING);
    const buyers = await makeGroup('Compras', [ana]);
    expect(await heldBy(ana)).toEqual({ [companyId]: { '-1': ['PURCHASE'], [buildingId]: ['PURCHASE'] } });

    // By hand: one cell that the group gives, too, and one of its own.
    const { body: stored } = await services.api.get(userUrl(ana), { token: adminToken });
    const byHand = { [companyId]: { '-1': ['CREDIT', 'PURCHASE'] } };
    const saved = await services.api.put(`/api/v1/financial/account/${accountId}/user`, {
      token: adminToken,
      body: { ...stored.data, permissions: byHand },
    });
    expect([saved.status, saved.body.data.permissions]).toEqual([200, byHand]);

    const money = await makeGroup('Financeiro', [ana], { externalId: 'id-do-financeiro' });
    expect(await heldBy(ana)).toEqual({
      [companyId]: { '-1': ['CREDIT', 'DEBIT', 'PURCHASE'], [buildingId]: ['PURCHASE'] },
    });
    const open = await services.seed.tokenOf({ id: Number(ana), accountId } as TestUser);
    const mayBuy = async () =>
      (await services.api.get('/api/v1/security/session', { token: open })).body.data.permissions[companyId][
        buildingId
      ];
    expect(await mayBuy()).toEqual(['PURCHASE']);
    await patchGroup(buyers, { op: 'remove', path: `members[value eq "${ana}"]` });
    // The open session obeys.
    expect(await mayBuy()).toBeUndefined();
    await scim('DELETE', `/Groups/${money}`);
    expect(await matrixOf(ana)).toEqual({ permissions: byHand, groupPermissions: {} });
    expect(await heldBy(ana)).toEqual(byHand);

    const told = await services.seed.sql<{ details: { by?: string; added: string[]; removed: string[] } }>(
      `select details from audit_log where account_id = $1 and action = 'grant' and entity_id = $2 order by id`,
      [accountId, ana],
    );
    expect(told.map(({ details }) => [details.by, details.added.length, details.removed.length])).toEqual([
      ['group', 2, 0],
      [undefined, 2, 0],
      ['group', 1, 0],
      ['group', 0, 1],
      ['group', 0, 1],
    ]);
  });

  test('follow their template, their name, and the list of the organization', async () => {
    const template = await makeTemplate('Obra', { [companyId]: { [buildingId]: ['ENGINEERING'] } });
    const ana = await provision('ana');
    const id = await makeGroup('Engenharia', [ana]);
    expect(await heldBy(ana)).toBe(NOTHING);
    await mapGroups([{ name: 'Engenharia', templateId: template }]);
    expect(await heldBy(ana)).toEqual({ [companyId]: { [buildingId]: ['ENGINEERING'] } });
    const body = { id: template, name: 'Obra', permissions: { [companyId]: { '-1': ['DEBIT'] } } };
    await services.api.put(TEMPLATES, { token: adminToken, body });
    expect(await heldBy(ana)).toEqual({ [companyId]: { '-1': ['DEBIT'] } });
    await patchGroup(id, { op: 'replace', path: 'displayName', value: 'Outra' });
    expect(await heldBy(ana)).toBe(NOTHING);
    await patchGroup(id, { op: 'replace', path: 'displayName', value: 'Engenharia' });
    expect(await heldBy(ana)).toEqual({ [companyId]: { '-1': ['DEBIT'] } });
    // Who leaves the directory leaves its groups, and the organization takes everything along.
    await services.api.delete(`${SSO}/organizations/${organizationId}`, { token: adminToken });
    expect(await matrixOf(ana)).toEqual({ permissions: {}, groupPermissions: {} });
  });

  test('never make an administrator, and may be of another account’s template only there', async () => {
    const other = await services.seed.account();
    const theirs = await services.seed.insert('permission_templates', { account_id: other, name: 'Deles' });
    const refused = await mapGroups([{ name: 'Obras', templateId: theirs }]);
    expect([refused.status, refused.body.fields[0].path]).toEqual([422, 'groups.0.templateId']);
    const body = { name: 'Tudo', permissions: { [companyId]: { '-1': ['ADMIN'] } } };
    expect((await services.api.post(TEMPLATES, { token: adminToken, body })).status).toBe(400);
  });
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
