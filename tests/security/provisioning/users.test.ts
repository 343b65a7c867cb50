import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type Call, type Reply, type TestServices } from '#tests/support/services.ts';

const ORIGIN = 'http://localhost:4000';
const SSO = '/api/v1/security/sso';
const MOMENT = '2026-11-01T12:00:00Z';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

let services: TestServices;
let accountId: number;
let admin: TestUser;
let adminToken: string;
let organizationId: number;
let token: string;
/** A domain per test, so that no test sees another's users. */
let serial = 0;
let domain: string;

beforeAll(async () => {
  services = await startServices();
}, 60_000);
afterAll(() => services.stop());

const organizationOf = (account: number, values: Record<string, unknown> = {}): Promise<number> =>
  services.seed.insert('organizations', {
    account_id: account,
    name: 'Ipê no Entra',
    domain,
    issuer: 'https://login.microsoftonline.com/3f2a/v2.0',
    client_id: 'prumo',
    proof: 'prova-de-teste-com-24-letras',
    proven_at: MOMENT,
    ...values,
  });

const tokenFor = async (id: number, asToken = adminToken): Promise<string> => {
  const { status, body } = await services.api.post(`${SSO}/organizations/${id}/scim-token`, { token: asToken });
  expect(status).toBe(200);
  return body.data.token;
};

beforeEach(async () => {
  domain = `ipe${(serial += 1)}.com.br`;
  accountId = await services.seed.account('Construtora Ipê');
  admin = await services.seed.user(accountId, { login: `marcos@${domain}`, admin: true });
  adminToken = await services.seed.tokenOf(admin);
  organizationId = await organizationOf(accountId);
  token = await tokenFor(organizationId);
});

const scim = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  options: Call = {},
): Promise<Reply> =>
  services.api.call(method, `/scim/v2${path}`, {
    token,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...options,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }), ...options.headers },
  });

const userOf = async (login: string) => {
  const rows = await services.seed.sql<{ id: number; name: string; admin: boolean; active: boolean; secret: boolean }>(
    'select id::integer, name, admin, active, password_hash is not null as secret from users where account_id = $1 and login = $2',
    [accountId, login],
  );
  return rows[0];
};

/** As the documentation of Entra ID shows it ("Create User"). */
const entraUser = (name: string, values: Record<string, unknown> = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName: `${name}@${domain}`,
  active: true,
  displayName: 'Ana Prado',
  emails: [{ primary: true, type: 'work', value: `${name}@${domain}` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ana Prado', familyName: 'Prado', givenName: 'Ana' },
  title: 'Engenheira',
  phoneNumbers: [{ type: 'mobile', value: '+55 11 99999-0000' }],
  roles: [],
  [ENTERPRISE]: { department: 'Obras', manager: { value: '1' } },
  ...values,
});

const create = async (name = 'ana', values: Record<string, unknown> = {}): Promise<string> => {
  const reply = await scim('POST', '/Users', entraUser(name, values));
  expect([reply.status, reply.body]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
  return reply.body.id;
};

const patch = (...operations: unknown[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

const errorOf = ({ status, body }: Reply) => {
  expect(body).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail: expect.any(String),
    ...('scimType' in body ? { scimType: body.scimType } : {}),
  });
  return [status, body.scimType];
};

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
    const created = await scim('POST', '/Users?aadOptscim062020', entraUser('ana'));
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
    expect(errorOf(await scim('POST', '/Users', entraUser('ana')))).toEqual([409, 'uniqueness']);

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

describe('A list', () => {
  test('comes in pages of at most 200, in a fixed order, with the attributes that are asked for', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push(await create(name));
    const page = async (query: Record<string, string>) => (await scim('GET', '/Users', undefined, { query })).body;
    const idsOf = (body: { Resources: { id: string }[] }) => body.Resources.map(({ id }) => id);
    const second = await page({ startIndex: '2', count: '1' });
    expect([second.totalResults, second.startIndex, second.itemsPerPage, idsOf(second)]).toEqual([3, 2, 1, [ids[1]]]);
    expect(idsOf(await page({ startIndex: '0', count: '900' }))).toEqual(ids);
    expect(idsOf(await page({ startIndex: '9' }))).toEqual([]);
    expect(await page({ count: '0' })).toMatchObject({ totalResults: 3, Resources: [] });
    const [lean] = (await page({ attributes: 'userName,name.givenName' })).Resources;
    expect(Object.keys(lean).sort()).toEqual(['id', 'meta', 'name', 'schemas', 'userName']);
    expect(lean.name).toEqual({ givenName: 'Ana' });
    const [rest] = (await page({ excludedAttributes: 'emails,name' })).Resources;
    expect([rest.emails, rest.name, rest.active]).toEqual([undefined, undefined, true]);
    for (const query of [
      { count: 'x' },
      { sortBy: 'userName' },
      { attributes: 'id', excludedAttributes: 'name' },
    ] as Record<string, string>[]) {
      expect(errorOf(await scim('GET', '/Users', undefined, { query }))).toEqual([400, 'invalidValue']);
    }
  });

  test('costs as many statements for fifty users as for five, and so does every call', async () => {
    await create('um');
    const few = await scim('GET', '/Users');
    for (let index = 0; index < 20; index += 1) await create(`varios${index}`);
    const many = await scim('GET', '/Users');
    expect(many.body.totalResults).toBe(21);
    expect(many.headers['x-sql-queries']).toBe(few.headers['x-sql-queries']);
  });

  test.each(
    [
      'userName co "a"',
      'userName eq "a" or active eq true',
      'not (userName eq "a")',
      'userName eq',
      'userName eq "a',
      "userName eq 'a'",
      'password eq "a"',
      'userName eq "a" ; drop table users',
      '" or 1=1 --',
      `userName eq "a" and `.repeat(9),
      'a'.repeat(5_000),
      'userName eq "\\u0000"',
      'userName eq "\\x41"',
    ].map((filter): [string, string] => [filter.slice(0, 40), filter]),
  )('is not filtered by %s', async (_shown, filter) => {
    expect(errorOf(await scim('GET', '/Users', undefined, { query: { filter } }))).toEqual([400, 'invalidFilter']);
  });

  test('takes a filter’s value as a value', async () => {
    await create('ana');
    for (const value of ["' or '1'='1", '%', '_', '\\"', `ana@${domain}" or userName eq "x`.replaceAll('"', '\\"')]) {
      const { status, body } = await scim('GET', '/Users', undefined, {
        query: { filter: `userName eq "${value}"` },
      });
      expect([value, status, body.totalResults]).toEqual([value, 200, 0]);
    }
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

describe('What is refused', () => {
  test('is an address that is not of the proven domain, at creation and later', async () => {
    for (const userName of ['x@outra.com.br', `x@sub.${domain}`, 'sem-arroba', 'x@gmail.com']) {
      const reply = await scim('POST', '/Users', entraUser('x', { userName, emails: undefined }));
      expect(errorOf(reply)).toEqual([400, 'invalidValue']);
    }
    const id = await create();
    const away = patch({ op: 'replace', path: 'emails[type eq "work"].value', value: 'ana@outra.com.br' });
    expect(errorOf(await scim('PATCH', `/Users/${id}`, away))).toEqual([400, 'invalidValue']);
    expect((await scim('GET', `/Users/${id}`)).body.emails[0].value).toBe(`ana@${domain}`);
  });

  test('is the address of a login of another account, in the same words as one’s own', async () => {
    await services.seed.user(await services.seed.account(), { login: `fora@${domain}` });
    await create();
    const replies = [await scim('POST', '/Users', entraUser('fora')), await scim('POST', '/Users', entraUser('ana'))];
    expect(replies.map(errorOf)).toEqual([
      [409, 'uniqueness'],
      [409, 'uniqueness'],
    ]);
    expect(replies[0]?.text).toBe(replies[1]?.text);
    const id = await create('bia');
    const move = patch({ op: 'replace', value: { userName: `fora@${domain}`, emails: [{ value: `fora@${domain}` }] } });
    expect((await scim('PATCH', `/Users/${id}`, move)).text).toBe(replies[0]?.text);
  });

  test.each<[string, unknown, [number, string]]>([
    ['no operations', patch(), [400, 'invalidSyntax']],
    ['another message', { schemas: ['urn:other'], Operations: [] }, [400, 'invalidSyntax']],
    ['an unknown operation', patch({ op: 'move', path: 'active', value: true }), [400, 'invalidSyntax']],
    ['an unknown path', patch({ op: 'replace', path: 'shoeSize', value: 42 }), [400, 'invalidPath']],
    ['an unknown part', patch({ op: 'replace', path: 'name.nick', value: 'x' }), [400, 'invalidPath']],
    ['an unknown schema', patch({ op: 'replace', path: 'urn:x:y:2.0:User:active', value: true }), [400, 'invalidPath']],
    ['a broken path', patch({ op: 'replace', path: 'emails[type eq "work"', value: 'x' }), [400, 'invalidPath']],
    [
      'a broken filter',
      patch({ op: 'replace', path: 'emails[type gt "a"].value', value: 'x' }),
      [400, 'invalidFilter'],
    ],
    ['an id', patch({ op: 'replace', path: 'id', value: '7' }), [400, 'mutability']],
    ['groups', patch({ op: 'add', path: 'groups', value: [{ value: '1' }] }), [400, 'mutability']],
    ['an unknown key', patch({ op: 'replace', value: { shoeSize: 42 } }), [400, 'invalidSyntax']],
    ['a removal of nothing', patch({ op: 'remove' }), [400, 'noTarget']],
    ['a removal of the user name', patch({ op: 'remove', path: 'userName' }), [400, 'invalidValue']],
    ['no boolean', patch({ op: 'replace', path: 'active', value: 'talvez' }), [400, 'invalidValue']],
    ['a long name', patch({ op: 'replace', path: 'displayName', value: 'x'.repeat(256) }), [400, 'invalidValue']],
    ['control characters', patch({ op: 'replace', path: 'displayName', value: 'a\u0000b' }), [400, 'invalidValue']],
    ['a number', patch({ op: 'replace', path: 'displayName', value: 7 }), [400, 'invalidValue']],
    ['no JSON', '{', [400, 'invalidSyntax']],
    ['a list', [], [400, 'invalidSyntax']],
  ])('is a PATCH with %s', async (_what, body, expected) => {
    const id = await create();
    const before = (await scim('GET', `/Users/${id}`)).text;
    expect(errorOf(await scim('PATCH', `/Users/${id}`, body))).toEqual(expected);
    expect((await scim('GET', `/Users/${id}`)).text).toBe(before);
  });

  test('is what is too large, too much, and of another media type', async () => {
    const id = await create();
    const huge = entraUser('x', { title: 'x'.repeat(300_000) });
    expect(errorOf(await scim('POST', '/Users', huge))[0]).toBe(413);
    const many = patch(...Array.from({ length: 101 }, () => ({ op: 'replace', path: 'active', value: true })));
    expect(errorOf(await scim('PATCH', `/Users/${id}`, many))[0]).toBe(413);
    const xml = await scim('POST', '/Users', '<user/>', { headers: { 'content-type': 'text/xml' } });
    expect(errorOf(xml)[0]).toBe(415);
  });

  test('is more than 1,500 calls in a minute, until the minute is over', async () => {
    await services.seed.sql('update scim_tokens set window_at = $1, window_calls = 1500 where organization_id = $2', [
      services.clock.now(),
      organizationId,
    ]);
    const reply = await scim('GET', '/Users');
    expect([errorOf(reply)[0], reply.headers['retry-after']]).toEqual([429, '60']);
    services.clock.advance(60_000);
    expect((await scim('GET', '/Users')).status).toBe(200);
  });
});

describe('The token', () => {
  test('is shown once, kept as a hash, and says when it was used', async () => {
    const settings = async () => (await services.api.get(SSO, { token: adminToken })).body.data;
    const { provisioningUrl, organizations } = await settings();
    expect([provisioningUrl, organizations[0].provisioning]).toEqual([
      `${ORIGIN}/scim/v2`,
      { users: 0, groups: 0, tokens: [expect.objectContaining({ expiresAt: null, lastUsedAt: null })] },
    ]);
    await create();
    const after = (await settings()).organizations[0].provisioning;
    expect([after.users, after.tokens[0].lastUsedAt]).toEqual([1, services.clock.now().toISOString()]);
    const stored = await services.seed.sql<{ row: string }>('select t::text as row from scim_tokens t');
    expect(stored.filter(({ row }) => row.includes(token))).toEqual([]);
    const keyed = { token: adminToken, headers: { 'idempotency-key': 'um-token' } };
    const first = await services.api.post(`${SSO}/organizations/${organizationId}/scim-token`, keyed);
    const second = await services.api.post(`${SSO}/organizations/${organizationId}/scim-token`, keyed);
    expect([first.status, second.status]).toEqual([200, 409]);
    const kept = await services.seed.sql<{ answer: string }>('select answer::text from idempotency_keys');
    expect(kept.filter(({ answer }) => answer.includes(first.body.data.token))).toEqual([]);
  });

  test('that is replaced is valid for another day, one that is revoked is not', async () => {
    const works = async (one: string) => (await scim('GET', '/Users', undefined, { token: one })).status;
    const second = await tokenFor(organizationId);
    expect([await works(token), await works(second)]).toEqual([200, 200]);
    const third = await tokenFor(organizationId);
    expect([await works(token), await works(second), await works(third)]).toEqual([401, 200, 200]);
    services.clock.advance(25 * 60 * 60 * 1000);
    expect([await works(second), await works(third)]).toEqual([401, 200]);
    const fresh = await services.seed.tokenOf(admin);
    await services.api.delete(`${SSO}/organizations/${organizationId}/scim-token`, { token: fresh });
    expect(await works(third)).toBe(401);
  });

  test('opens one organization of one account, and nothing without one, or with a session’s', async () => {
    const id = await create();
    const other = await services.seed.account();
    const theirAdmin = await services.seed.user(other, { admin: true });
    const theirs = await tokenFor(await organizationOf(other), await services.seed.tokenOf(theirAdmin));
    const sister = await tokenFor(await organizationOf(accountId, { issuer: 'https://login.ipe.com.br' }));
    for (const foreign of [theirs, sister]) {
      expect((await scim('GET', '/Users', undefined, { token: foreign })).body.totalResults).toBe(0);
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', entraUser('ana')],
        ['PATCH', patch({ op: 'replace', value: { active: false } })],
        ['DELETE', undefined],
      ] as const) {
        expect(errorOf(await scim(method, `/Users/${id}`, body, { token: foreign }))[0]).toBe(404);
      }
    }
    // One directory manages a user, and another account's user is not told of.
    expect(errorOf(await scim('POST', '/Users', entraUser('ana'), { token: sister }))).toEqual([409, 'uniqueness']);
    expect((await userOf(`ana@${domain}`))?.active).toBe(true);
    for (const bad of ['', 'x'.repeat(43), adminToken]) {
      const reply = await services.api.get('/scim/v2/Users', bad === '' ? {} : { token: bad });
      expect([errorOf(reply)[0], reply.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
    expect((await services.api.get('/api/v1/security/session', { token })).status).toBe(401);
  });

  test('of an organization that is switched off, or whose domain is not proven, is worth nothing', async () => {
    const set = (values: string) =>
      services.seed.sql(`update organizations set ${values} where id = $1`, [organizationId]);
    await set('active = false');
    expect(errorOf(await scim('GET', '/Users'))[0]).toBe(401);
    await set('active = true, proven_at = null');
    expect(errorOf(await scim('GET', '/Users'))[0]).toBe(401);
    const made = await services.api.post(`${SSO}/organizations/${organizationId}/scim-token`, { token: adminToken });
    expect([made.status, made.body.message]).toEqual([422, 'Comprove o domínio antes de provisionar usuários.']);
  });
});
