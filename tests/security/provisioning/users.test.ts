import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { ENTERPRISE, entraUser, errorOf, newDirectory, ORIGIN, patch } from './directory.ts';
import { userKit } from './userKit.ts';

let services: TestServices;
let domain: string;
let accountId: number;
let admin: TestUser;
let adminToken: string;
let organizationId: number;
let token: string;

beforeAll(async () => {
  services = await startServices();
}, 60_000);
afterAll(() => services.stop());
beforeEach(async () => {
  ({ domain, accountId, admin, adminToken, organizationId, token } = await newDirectory(services));
});

const { scim, userOf, create } = userKit(() => ({ services, accountId, domain, token }));

describe('What directories ask before they begin', () => {
  test('is answered as RFC 7643 §5 to §7 say, in the media type of the protocol', async () => {
    const config = await scim('GET', '/ServiceProviderConfig');
    expect(config.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect(config.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    const types = await scim('GET', '/ResourceTypes');
    expect(types.body.Resources.map((one: { endpoint: string }) => one.endpoint)).toEqual(['/Users', '/Groups']);
    const schemas = await scim('GET', '/Schemas');
    expect([schemas.body.totalResults, schemas.body.Resources.map((one: { id: string }) => one.id)]).toEqual([
      2,
      ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:core:2.0:Group'],
    ]);
    const one = await scim('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group');
    expect([one.status, one.body.name]).toEqual([200, 'Group']);
    expect(errorOf(await scim('GET', '/Schemas/urn:other'))).toEqual([404, undefined]);
    expect(errorOf(await scim('GET', '/Bulk'))).toEqual([404, undefined]);
  });
});

describe('A user of Entra ID', () => {
  test('goes through the steps of its validator: ask, create, read, change, switch off, delete', async () => {
    const ask = () => scim('GET', '/Users', undefined, { query: { filter: `userName eq "ana@${domain}"` } });
    expect((await ask()).body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    const created = await scim('POST', '/Users?aadOptscim062020', entraUser(domain, 'ana'));
    const { id } = created.body;
    const location = `${ORIGIN}/scim/v2/Users/${id}`;
    expect([created.status, created.headers.location]).toEqual([201, location]);
    expect(created.body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id,
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: `ana@${domain}`,
      name: { formatted: 'Ana Prado', familyName: 'Prado', givenName: 'Ana' },
      displayName: 'Ana Prado',
      active: true,
      emails: [{ value: `ana@${domain}`, type: 'work', primary: true }],
      meta: {
        resourceType: 'User',
        created: '2026-11-20T15:00:00.000Z',
        lastModified: '2026-11-20T15:00:00.000Z',
        location,
        version: expect.stringMatching(/^W\/"/),
      },
    });
    expect(await userOf(`ana@${domain}`)).toEqual({
      id: Number(id),
      name: 'Ana Prado',
      admin: false,
      active: true,
      secret: false,
    });
    expect((await ask()).body.Resources[0]).toEqual(created.body);
    expect(errorOf(await scim('POST', '/Users', entraUser(domain, 'ana')))).toEqual([409, 'uniqueness']);

    const renamed = await scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'displayName', value: 'Ana Lima' },
        { op: 'Add', path: 'name.familyName', value: 'Lima' },
        { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'Compras' },
        { op: 'Add', value: { 'name.formatted': 'Ana Lima', title: 'Diretora' } },
      ),
    );
    expect([renamed.status, renamed.body.displayName, renamed.body.name]).toEqual([
      200,
      'Ana Lima',
      { formatted: 'Ana Lima', givenName: 'Ana', familyName: 'Lima' },
    ]);
    const moved = await scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: `ana.lima@${domain}` },
        { op: 'Replace', path: 'userName', value: `ana.lima@${domain}` },
      ),
    );
    expect([moved.body.userName, moved.body.emails[0].value]).toEqual([`ana.lima@${domain}`, `ana.lima@${domain}`]);
    expect((await userOf(`ana.lima@${domain}`))?.id).toBe(Number(id));

    const off = await scim('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(errorOf(await scim('GET', `/Users/${id}`))).toEqual([404, undefined]);
    expect(errorOf(await scim('DELETE', `/Users/${id}`))).toEqual([404, undefined]);
    expect((await userOf(`ana.lima@${domain}`))?.active).toBe(false);
  });

  test('of a user name that is no address of the domain has the address at work', async () => {
    const id = await create('rui', { userName: 'rui@ipe.onmicrosoft.com' });
    const { body } = await scim('GET', `/Users/${id}`);
    expect([body.userName, body.emails[0].value]).toEqual(['rui@ipe.onmicrosoft.com', `rui@${domain}`]);
    for (const filter of [
      'userName eq "RUI@ipe.onmicrosoft.com"',
      `emails[type eq "work"].value eq "rui@${domain}"`,
      `emails.value eq "Rui@${domain}" and active eq true`,
      'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
      `id eq "${id}"`,
    ]) {
      const found = await scim('GET', '/Users', undefined, { query: { filter } });
      expect([filter, found.body.totalResults]).toEqual([filter, 1]);
    }
    const none = await scim('GET', '/Users', undefined, { query: { filter: 'active eq false' } });
    expect(none.body.totalResults).toBe(0);
  });
});

describe('A user of Okta', () => {
  test('goes through the steps of its test suite: list, create, replace, switch off and on', async () => {
    const listed = await scim('GET', '/Users', undefined, { query: { startIndex: '1', count: '2' } });
    expect(listed.body).toMatchObject({ startIndex: 1, itemsPerPage: 0, totalResults: 0 });
    const user = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `bia@${domain}`,
      name: { givenName: 'Bia', familyName: 'Souza' },
      emails: [{ primary: true, value: `bia@${domain}`, type: 'work' }],
      displayName: 'Bia Souza',
      locale: 'pt-BR',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const created = await scim('POST', '/Users', user);
    const { id } = created.body;
    expect([created.status, JSON.stringify(created.body).includes('1mz050nq')]).toEqual([201, false]);
    expect((await userOf(`bia@${domain}`))?.secret).toBe(false);
    const replaced = await scim('PUT', `/Users/${id}`, {
      ...user,
      id,
      name: { givenName: 'Beatriz', familyName: 'Souza' },
      displayName: undefined,
    });
    expect([replaced.status, (await userOf(`bia@${domain}`))?.name]).toEqual([200, 'Beatriz Souza']);
    const off = await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }));
    expect([off.status, off.body.active, (await userOf(`bia@${domain}`))?.active]).toEqual([200, false, false]);
    const on = await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: true } }));
    expect([on.body.active, (await userOf(`bia@${domain}`))?.active]).toEqual([true, true]);
  });
});

describe('Versions', () => {
  test('refuse a change of what has changed, and spare a reader what has not', async () => {
    const id = await create();
    const { headers, body } = await scim('GET', `/Users/${id}`);
    const version = String(headers.etag);
    expect(version).toBe(body.meta.version);
    const again = await scim('GET', `/Users/${id}`, undefined, { headers: { 'if-none-match': version } });
    expect([again.status, again.text]).toEqual([304, '']);
    const change = patch({ op: 'replace', path: 'displayName', value: 'Outra' });
    expect((await scim('PATCH', `/Users/${id}`, change, { headers: { 'if-match': version } })).status).toBe(200);
    expect(errorOf(await scim('PATCH', `/Users/${id}`, change, { headers: { 'if-match': version } }))[0]).toBe(412);
    // The same again changes nothing.
    const after = (await scim('GET', `/Users/${id}`)).headers.etag;
    expect((await scim('PATCH', `/Users/${id}`, change)).headers.etag).toBe(after);
  });
});

describe('An existing user', () => {
  test('of the address is taken over with rights and password, and their sessions end when the directory lets go', async () => {
    const clerk = await services.seed.user(accountId, { login: `rita@${domain}`, name: 'Rita' });
    const companyId = await services.seed.company(accountId);
    await services.seed.grant(clerk, { companyId, permissions: ['DEBIT'] });
    const open = await services.seed.tokenOf(clerk);
    const session = () => services.api.get('/api/v1/security/session', { token: open });
    expect((await session()).status).toBe(200);

    const id = await create('rita', { displayName: undefined, name: undefined });
    expect([Number(id), (await userOf(clerk.login))?.name, (await userOf(clerk.login))?.secret]).toEqual([
      clerk.id,
      'Rita',
      true,
    ]);
    expect((await session()).status).toBe(200);
    await scim('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    expect((await session()).status).toBe(401);
    await scim('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'True' }));
    // What was open stays closed.
    expect((await session()).status).toBe(401);

    const again = await services.seed.tokenOf(clerk);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await services.api.get('/api/v1/security/session', { token: again })).status).toBe(401);
    expect(await create('rita')).toBe(id);
    expect((await userOf(clerk.login))?.active).toBe(true);

    const told = await services.seed.sql<{ action: string; details: Record<string, unknown> }>(
      `select action, details from audit_log where account_id = $1 and entity = 'user' and entity_id = $2 and user_id is null order by id`,
      [accountId, clerk.id],
    );
    expect(told.map(({ action }) => action)).toEqual([
      'linkIdentity',
      'update',
      'update',
      'update',
      'unlinkIdentity',
      'linkIdentity',
      'update',
    ]);
    expect(told[1]?.details).toEqual({
      active: [true, false],
      by: 'scim',
      organizationId,
      organization: 'Ipê no Entra',
    });
    const { body } = await services.api.get(`/api/v1/financial/user/${id}`, { token: adminToken });
    expect([body.data.managedBy, body.data.permissions]).toEqual([
      'Ipê no Entra',
      { [companyId]: { '-1': ['DEBIT'] } },
    ]);
  });

  test('whose address the directory changes is told at the old one, and logs in anew', async () => {
    const clerk = await services.seed.user(accountId, { login: `rita@${domain}` });
    const open = await services.seed.tokenOf(clerk);
    const id = await create('rita');
    await scim(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', path: 'emails', value: [{ value: `rita.sa@${domain}` }] }),
    );
    expect((await services.api.get('/api/v1/security/session', { token: open })).status).toBe(401);
    const mails = await services.seed.sql('select kind, address from outgoing_mail where user_id = $1', [clerk.id]);
    expect(mails).toEqual([{ kind: 'LOGIN_CHANGED', address: clerk.login }]);
  });

  test('who is made nameless is nobody’s any more', async () => {
    const id = await create();
    await services.seed.sql('update users set active = false, anonymised_at = now() where id = $1', [id]);
    expect(errorOf(await scim('GET', `/Users/${id}`))).toEqual([404, undefined]);
    const kept = await services.seed.sql('select from scim_users where user_id = $1', [id]);
    expect(kept).toEqual([]);
  });

  test('who is the last administrator, or the one for emergencies, cannot be switched off', async () => {
    const id = await create('marcos');
    const refused = async () => {
      const off = patch({ op: 'replace', value: { active: false } });
      const replies = [await scim('PATCH', `/Users/${id}`, off), await scim('DELETE', `/Users/${id}`)];
      return replies.map((reply) => [errorOf(reply), reply.body.detail]);
    };
    const last = 'É o último administrador ativo da conta: nomeie outro antes de desativá-lo.';
    expect(await refused()).toEqual([0, 1].map(() => [[409, undefined], last]));
    // Another one who never made a password is no way in.
    await services.seed.sql('insert into users (account_id, login, name, admin) values ($1, $2, $3, true)', [
      accountId,
      `convidada@${domain}`,
      'Convidada',
    ]);
    expect((await refused()).length).toBe(2);
    await services.seed.user(accountId, { login: `outra@${domain}`, admin: true });
    await services.seed.sql('insert into login_rules (account_id, emergency_user_id) values ($1, $2)', [
      accountId,
      admin.id,
    ]);
    expect((await refused())[0]?.[1]).toContain('É o administrador de emergência');
    await services.seed.sql('delete from login_rules where account_id = $1', [accountId]);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await userOf(admin.login))?.active).toBe(false);
  });
});
