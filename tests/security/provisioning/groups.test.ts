import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { callScim, newDirectory, organizationOf, ORIGIN, SSO, tokenFor, type TestDirectory } from './directory.ts';
import { groupKit, NOTHING, TEMPLATES, type Matrix } from './groupKit.ts';

let services: TestServices;
let directory: TestDirectory;
let domain: string;
let accountId: number;
let adminToken: string;
let token: string;
let companyId: number;
let buildingId: number;
const { heldBy, makeGroup, makeTemplate, mapGroups, matrixOf, patchGroup, provision, scim } = groupKit(() => ({
  ...directory,
  services,
}));

beforeAll(async () => {
  services = await startServices();
}, 60_000);
afterAll(() => services.stop());
beforeEach(async () => {
  directory = await newDirectory(services);
  ({ domain, accountId, adminToken, token } = directory);
  companyId = await services.seed.company(accountId);
  buildingId = await services.seed.building({ accountId, companyId });
});

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
    const outsider = String(directory.admin.id);
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
    const foreignId = await organizationOf(services, other, { domain });
    const foreign = await tokenFor(services, foreignId, theirs);
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await callScim(services, { token: foreign, method, path: `/Groups/${id}` })).status).toBe(404);
    }
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
    const { body: stored } = await services.api.get(`/api/v1/financial/user/${ana}`, { token: adminToken });
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
    await services.api.delete(`${SSO}/organizations/${directory.organizationId}`, { token: adminToken });
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
