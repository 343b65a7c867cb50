/** The token of one directory, and the users and groups of another: of another account, and of the same one. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServices, type Call, type Reply, type TestServices } from '#tests/support/services.ts';
import {
  callScim,
  entraUser,
  errorOf,
  newDirectory,
  organizationOf,
  patch,
  tokenFor,
  type Method,
  type TestDirectory,
} from './directory.ts';

interface Side {
  directory: Pick<TestDirectory, 'domain' | 'token'>;
  user: string;
  group: string;
  /** A user of the account whom no directory provisions. */
  admin: number;
}

const EXTERNAL = 'id-externo';

let services: TestServices;
let own: Side;
let others: Record<'another account' | 'another organization of the account', Side>;

const call = ({ directory: { token } }: Side, method: Method, path: string, body?: unknown, options: Call = {}) =>
  callScim(services, { token, method, path, ...(body === undefined ? {} : { body }), ...options });

const furnish = async (directory: Pick<TestDirectory, 'domain' | 'token'>, admin: number): Promise<Side> => {
  const side = { directory, user: '', group: '', admin };
  const user = await call(side, 'POST', '/Users', entraUser(directory.domain, 'ana', { externalId: EXTERNAL }));
  const members = [{ value: user.body.id }];
  const group = await call(side, 'POST', '/Groups', { displayName: 'Obras', externalId: EXTERNAL, members });
  expect([user.status, group.status]).toEqual([201, 201]);
  return { ...side, user: user.body.id, group: group.body.id };
};

beforeAll(async () => {
  services = await startServices();
  const mine = await newDirectory(services);
  own = await furnish(mine, mine.admin.id);
  const theirs = await newDirectory(services);
  const domain = 'irma.com.br';
  const sister = await organizationOf(services, mine.accountId, { domain, issuer: 'https://irma.example' });
  const token = await tokenFor(services, sister, mine.adminToken);
  others = {
    'another account': await furnish(theirs, theirs.admin.id),
    'another organization of the account': await furnish({ domain, token }, mine.admin.id),
  };
}, 60_000);
afterAll(() => services.stop());

/** Rows of users and groups, as the database has them. */
const TABLES = ['users', 'scim_users', 'scim_groups', 'scim_group_members'];
const dump = () =>
  Promise.all(TABLES.map((table) => services.seed.sql(`select to_jsonb(t) as row from ${table} t order by 1`)));

const UNKNOWN = '999999999';
/** The answer without the id that it names. */
const said = ({ status, text }: Reply, id: string): string =>
  `${status} ${text.replace(`usuário ${id}.`, 'usuário ID.')}`;

describe.each(['another account', 'another organization of the account'] as const)('A row of %s', (where) => {
  const theirs = () => others[where];

  test('is answered as one that does not exist, whatever is done to it, and stays as it is', async () => {
    const before = await dump();
    const acts: [Method, (side: { user: string; group: string }) => string, unknown?][] = [
      ['GET', ({ user }) => `/Users/${user}`],
      ['PUT', ({ user }) => `/Users/${user}`, entraUser(own.directory.domain, 'outra')],
      ['PATCH', ({ user }) => `/Users/${user}`, patch({ op: 'replace', path: 'active', value: false })],
      ['DELETE', ({ user }) => `/Users/${user}`],
      ['GET', ({ group }) => `/Groups/${group}`],
      ['PUT', ({ group }) => `/Groups/${group}`, { displayName: 'Meu', members: [{ value: own.user }] }],
      ['PATCH', ({ group }) => `/Groups/${group}`, patch({ op: 'add', path: 'members', value: [{ value: own.user }] })],
      ['PATCH', ({ group }) => `/Groups/${group}`, patch({ op: 'remove', path: 'members' })],
      ['DELETE', ({ group }) => `/Groups/${group}`],
    ];
    for (const [method, path, body] of acts) {
      const reply = await call(own, method, path(theirs()), body);
      const nobodys = await call(own, method, path({ user: UNKNOWN, group: UNKNOWN }), body);
      expect(errorOf(reply)).toEqual([404, undefined]);
      expect(reply.text).toBe(nobodys.text);
    }
    expect(await dump()).toEqual(before);
  });

  test('is in no list, by no filter', async () => {
    const { user, group, directory } = theirs();
    const found = async (path: string, filter?: string): Promise<string[]> => {
      const { status, body, text } = await call(
        own,
        'GET',
        path,
        undefined,
        filter === undefined ? {} : { query: { filter } },
      );
      expect([status, text.includes(directory.domain)]).toEqual([200, false]);
      expect(body.totalResults).toBe(body.Resources.length);
      return body.Resources.map(({ id }: { id: string }) => id);
    };
    expect([await found('/Users'), await found('/Groups')]).toEqual([[own.user], [own.group]]);
    for (const filter of [
      ...[`id eq "${user}"`, `userName eq "ana@${directory.domain}"`, `emails.value eq "ana@${directory.domain}"`],
      `emails[type eq "work"].value eq "ana@${directory.domain}" and active eq true`,
    ]) {
      expect([filter, await found('/Users', filter)]).toEqual([filter, []]);
    }
    expect(await found('/Groups', `id eq "${group}"`)).toEqual([]);
    for (const name of ['members', 'members.value']) expect(await found('/Groups', `${name} eq "${user}"`)).toEqual([]);
    // What both sides call the same finds one's own alone.
    for (const [path, id] of [
      ['/Users', own.user],
      ['/Groups', own.group],
    ] as const) {
      expect(await found(path, `externalId eq "${EXTERNAL}"`)).toEqual([id]);
    }
    expect(await found('/Groups', 'displayName eq "Obras"')).toEqual([own.group]);
  });

  test('is no member of a group, and is told from nobody by no refusal', async () => {
    const before = await dump();
    const { user, admin } = theirs();
    const naming = (value: string): [Method, string, unknown][] => [
      ['POST', '/Groups', { displayName: 'Nova', members: [{ value }] }],
      ['PUT', `/Groups/${own.group}`, { displayName: 'Obras', members: [{ value: own.user }, { value }] }],
      ['PATCH', `/Groups/${own.group}`, patch({ op: 'add', path: 'members', value: [{ value }] })],
      ['PATCH', `/Groups/${own.group}`, patch({ op: 'replace', path: 'members', value: [{ value }] })],
      ['PATCH', `/Groups/${own.group}`, patch({ op: 'replace', value: { members: [{ value }] } })],
    ];
    for (const id of [user, String(admin)]) {
      for (const [index, [method, path, body]] of naming(id).entries()) {
        const reply = await call(own, method, path, body);
        const [, , unknown] = naming(UNKNOWN)[index] ?? [];
        expect(errorOf(reply)).toEqual([400, 'invalidValue']);
        expect(said(reply, id)).toBe(said(await call(own, method, path, unknown), UNKNOWN));
      }
      // Taking away whom a group does not have is no fault, and takes nobody away.
      const gone = await call(
        own,
        'PATCH',
        `/Groups/${own.group}`,
        patch({ op: 'remove', path: `members[value eq "${id}"]` }),
      );
      expect([gone.status, gone.text]).toEqual([204, '']);
    }
    expect(await dump()).toEqual(before);
  });
});
