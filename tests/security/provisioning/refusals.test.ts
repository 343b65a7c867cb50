import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { entraUser, errorOf, newDirectory, organizationOf, ORIGIN, patch, SSO, tokenFor } from './directory.ts';
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

describe('What is refused', () => {
  test('is an address that is not of the proven domain, at creation and later', async () => {
    for (const userName of ['x@outra.com.br', `x@sub.${domain}`, 'sem-arroba', 'x@gmail.com']) {
      const reply = await scim('POST', '/Users', entraUser(domain, 'x', { userName, emails: undefined }));
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
    const replies = [
      await scim('POST', '/Users', entraUser(domain, 'fora')),
      await scim('POST', '/Users', entraUser(domain, 'ana')),
    ];
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
    const huge = entraUser(domain, 'x', { title: 'x'.repeat(300_000) });
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
    const second = await tokenFor(services, organizationId, adminToken);
    expect([await works(token), await works(second)]).toEqual([200, 200]);
    const third = await tokenFor(services, organizationId, adminToken);
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
    const theirs = await tokenFor(
      services,
      await organizationOf(services, other, { domain }),
      await services.seed.tokenOf(theirAdmin),
    );
    const sister = await tokenFor(
      services,
      await organizationOf(services, accountId, { domain, issuer: 'https://login.ipe.com.br' }),
      adminToken,
    );
    for (const foreign of [theirs, sister]) {
      expect((await scim('GET', '/Users', undefined, { token: foreign })).body.totalResults).toBe(0);
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', entraUser(domain, 'ana')],
        ['PATCH', patch({ op: 'replace', value: { active: false } })],
        ['DELETE', undefined],
      ] as const) {
        expect(errorOf(await scim(method, `/Users/${id}`, body, { token: foreign }))[0]).toBe(404);
      }
    }
    // One directory manages a user, and another account's user is not told of.
    expect(errorOf(await scim('POST', '/Users', entraUser(domain, 'ana'), { token: sister }))).toEqual([
      409,
      'uniqueness',
    ]);
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
