/** Hostile values in every place of SCIM's calls, which the suites of the product's own contract leave out. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServices, type Call, type TestServices } from '#tests/support/services.ts';
import { HOSTILE_TEXTS, inHeader, judgeScim, partOf, sentInBatches, type HostileCall } from '../doorsKit.ts';
import { HOSTILE_VALUES, placesOf, written } from '../hostile.ts';
import { callScim, entraUser, errorOf, newDirectory, patch, type Method, type TestDirectory } from './directory.ts';

let services: TestServices;
let directory: TestDirectory;
let userId: string;
let groupId: string;

const scim = (method: Method, path: string, body?: unknown, options: Call = {}) =>
  callScim(services, { token: directory.token, method, path, ...(body === undefined ? {} : { body }), ...options });

let serial = 0;
const newUser = () => entraUser(directory.domain, `u${(serial += 1)}`);
const newGroup = () => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  displayName: `Grupo ${(serial += 1)}`,
  externalId: 'x',
  members: [{ value: userId, display: 'x', type: 'User', $ref: 'x' }],
});

beforeAll(async () => {
  services = await startServices();
  directory = await newDirectory(services);
  userId = (await scim('POST', '/Users', newUser())).body.id;
  groupId = (await scim('POST', '/Groups', newGroup())).body.id;
  expect([userId, groupId]).toEqual([expect.any(String), expect.any(String)]);
}, 60_000);
afterAll(() => services.stop());

/** What is no text, and throws where it is made one. */
const TRAPS: readonly unknown[] = [
  { toString: 1 },
  { toString: 'x', valueOf: null },
  [{ toString: 1 }],
  { value: { toString: 1 } },
];
const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  '\u0000',
  'a.b',
  'id[',
  'x'.repeat(900),
];

const minute = async (): Promise<void> => services.clock.advance(1_000);
/** Sends calls, and expects that they reach the code behind the limit of calls a minute. */
const judged = async (calls: readonly HostileCall[]) => {
  const { complaints, statuses, codes } = await sentInBatches(calls, judgeScim, minute);
  expect(statuses.has(429)).toBe(false);
  return { complaints, codes: [...codes] };
};

describe('Hostile values are answered in SCIM’s form', () => {
  const bodies: [Method, () => string, () => object][] = [
    ['POST', () => '/Users', newUser],
    ['PUT', () => `/Users/${userId}`, newUser],
    [
      'PATCH',
      () => `/Users/${userId}`,
      () =>
        patch(
          { op: 'replace', path: 'displayName', value: 'Ana' },
          { op: 'add', path: 'emails', value: [{ type: 'work', primary: true, value: `ana@${directory.domain}` }] },
          { op: 'replace', path: 'name', value: { givenName: 'Ana', familyName: 'Prado' } },
          { op: 'replace', value: { active: true, 'name.formatted': 'Ana Prado', emails: [] } },
        ),
    ],
    ['POST', () => '/Groups', newGroup],
    ['PUT', () => `/Groups/${groupId}`, newGroup],
    [
      'PATCH',
      () => `/Groups/${groupId}`,
      () =>
        patch(
          { op: 'add', path: 'members', value: [{ value: userId, type: 'User' }] },
          { op: 'remove', path: `members[value eq "${userId}"]` },
          { op: 'replace', value: { displayName: `Grupo ${(serial += 1)}`, members: [{ value: userId }] } },
        ),
    ],
  ];

  test.each(bodies)(
    'in every place of the body of %s %s',
    async (method, path, body) => {
      const change = (at: readonly (string | number)[], value: unknown): HostileCall => {
        const { body: changed } = written({ body: body() }, at, value);
        return { sent: { at, value }, send: () => scim(method, path(), changed) };
      };
      const places = [['body'], ...placesOf({ body: body() })];
      const objects = places.filter((at) => at.length < 2 || typeof at.at(-1) === 'number' || at.at(-1) === 'name');
      const calls = [
        ...places.flatMap((at, index) =>
          [...partOf(HOSTILE_VALUES, index), ...TRAPS].map((value) => change(at, value)),
        ),
        ...objects.flatMap((at, index) => partOf(KEYS, index).map((key) => change([...at, key], 'x'))),
      ];
      expect((await judged(calls)).complaints).toEqual([]);
    },
    180_000,
  );

  test('in filters, pages, attributes and sorts of lists', async () => {
    const filtersOf = (text: string) => [
      ...[
        text,
        `${text} eq "a"`,
        `userName ${text} "a"`,
        `userName eq ${text}`,
        `emails[type eq ${text}].value eq "a"`,
      ],
      ...['userName', 'externalId', 'id', 'members', 'displayName', 'active', 'emails.value'].map(
        (name) => `${name} eq ${JSON.stringify(text)}`,
      ),
      `displayName eq "a" and ${text}`,
    ];
    const filters = HOSTILE_TEXTS.flatMap((text, index) => partOf(filtersOf(text), index));
    const others = ['startIndex', 'count', 'attributes', 'excludedAttributes', 'sortBy', 'sortOrder', 'estranho'];
    const queries = [
      ...filters.map((filter) => ({ filter })),
      ...others.flatMap((name, index) => partOf(HOSTILE_TEXTS, index).map((text) => ({ [name]: text }))),
    ] as Record<string, string>[];
    const calls = ['/Users', '/Groups', '/Schemas'].flatMap((path) =>
      queries
        .filter((_query, index) => path !== '/Schemas' || index % 12 === 0)
        .map((query) => ({ sent: query, send: () => scim('GET', path, undefined, { query }) })),
    );
    const { complaints, codes } = await judged(calls);
    expect(complaints).toEqual([]);
    expect(codes).toEqual(expect.arrayContaining(['undefined', 'invalidFilter', 'invalidValue']));
  }, 180_000);

  test('in the paths of a PATCH', async () => {
    const pathsOf = (text: string) => [
      ...[text, `name.${text}`, `emails.${text}`, `${text}.value`, `emails[${text}].value`],
      ...[`emails[type eq ${JSON.stringify(text)}].value`, `members[value eq ${JSON.stringify(text)}]`],
      ...[`urn:ietf:params:scim:schemas:core:2.0:User:${text}`, `urn:${text}:active`],
    ];
    const paths = HOSTILE_TEXTS.flatMap((text, index) => partOf(pathsOf(text), index));
    const calls = paths.flatMap((path, index) => {
      const op = index % 3 === 0 ? { op: 'remove', path } : { op: 'replace', path, value: 'x' };
      return [`/Users/${userId}`, `/Groups/${groupId}`].map((at) => ({
        sent: { at, path },
        send: () => scim('PATCH', at, patch(op)),
      }));
    });
    const { complaints, codes } = await judged(calls);
    expect(complaints).toEqual([]);
    expect(codes).toEqual(expect.arrayContaining(['invalidPath', 'invalidFilter', 'noTarget']));
  }, 120_000);

  test('in addresses', async () => {
    const ids = HOSTILE_TEXTS.map((text) => encodeURIComponent(text.toWellFormed())).filter((id) => id !== '');
    const raw = [
      '%zz',
      '%00',
      '%E0%A4%A',
      '..%2f..%2fetc',
      '.search',
      `${'9'.repeat(400)}`,
      '9'.repeat(16),
      '1e3',
      '-1',
    ];
    const callsOf = (id: string) => [
      ...(['GET', 'DELETE'] as const).flatMap((method) =>
        ['/Users', '/Groups'].map((path) => ({ sent: { id }, send: () => scim(method, `${path}/${id}`) })),
      ),
      { sent: { id }, send: () => scim('PUT', `/Users/${id}`, newUser()) },
      { sent: { id }, send: () => scim('PATCH', `/Groups/${id}`, patch({ op: 'remove', path: 'members' })) },
      ...['/Schemas', '/ResourceTypes', '', '/Bulk'].map((path) => ({
        sent: { id },
        send: () => scim('GET', `${path}/${id}`),
      })),
    ];
    const calls = [...ids.flatMap((id, index) => partOf(callsOf(id), index)), ...raw.flatMap(callsOf)];
    expect((await judged(calls)).complaints).toEqual([]);
  }, 120_000);

  test('in headers, in bodies that are none, and in tokens', async () => {
    const texts = HOSTILE_TEXTS.filter(inHeader);
    const names = ['if-match', 'if-none-match', 'content-type', 'accept', 'authorization'];
    const none = [
      '',
      '{',
      '[',
      '"x"',
      'null',
      '0',
      '\ufeff{}',
      '{"a":1,"a":2}',
      '['.repeat(20_000),
      `${'9'.repeat(5_000)}`,
    ];
    const calls = [
      ...names.flatMap((name, index) =>
        partOf(texts, index).map((text) => ({
          sent: { name, text },
          send: () =>
            scim('PATCH', `/Users/${userId}`, patch({ op: 'replace', path: 'active', value: true }), {
              headers: { [name]: text },
            }),
        })),
      ),
      ...texts.map((text) => ({
        sent: { text },
        send: () => scim('GET', '/Users', undefined, { headers: { authorization: `Bearer ${text}` } }),
      })),
      ...none.map((body) => ({ sent: { body: body.slice(0, 50) }, send: () => scim('POST', '/Users', body) })),
    ];
    expect((await judged(calls)).complaints).toEqual([]);
  }, 120_000);
});

describe('A call that is refused changes nothing', () => {
  const twice = { query: { attributes: 'id', excludedAttributes: 'name' } };

  test.each([
    ['both kinds of attributes', twice],
    ['a sort', { query: { sortBy: 'userName' } }],
  ])('when its answer is asked for with %s', async (_what, options) => {
    const before = (await scim('GET', `/Users/${userId}`)).text;
    const user = newUser();
    const replies = [
      await scim('POST', '/Users', user, options),
      await scim('PUT', `/Users/${userId}`, newUser(), options),
      await scim('PATCH', `/Users/${userId}`, patch({ op: 'replace', path: 'displayName', value: 'Outra' }), options),
      await scim('PUT', `/Groups/${groupId}`, newGroup(), options),
      await scim('POST', '/Groups', { displayName: 'Nunca feito' }, options),
      await scim('PATCH', `/Groups/${groupId}`, patch({ op: 'replace', path: 'displayName', value: 'Z' }), options),
    ];
    expect(replies.map(errorOf)).toEqual(replies.map(() => [400, 'invalidValue']));
    expect((await scim('GET', `/Users/${userId}`)).text).toBe(before);
    const made = await scim('GET', '/Users', undefined, { query: { filter: `userName eq "${user.userName}"` } });
    expect(made.body.totalResults).toBe(0);
    for (const name of ['Nunca feito', 'Z']) {
      const found = await scim('GET', '/Groups', undefined, { query: { filter: `displayName eq "${name}"` } });
      expect(found.body.totalResults).toBe(0);
    }
  });

  test('when it names what every object has, and the schema has not', async () => {
    for (const part of ['constructor', 'valueOf', 'hasOwnProperty']) {
      const by = { op: 'replace', path: `name.${part}`, value: 'x' };
      expect(errorOf(await scim('PATCH', `/Users/${userId}`, patch(by)))).toEqual([400, 'invalidPath']);
      const whole = { ...newUser(), name: JSON.parse(`{"${part}": "x"}`) as object };
      expect(errorOf(await scim('POST', '/Users', whole))[0]).toBe(400);
    }
    const ownProto = `{"userName":"p@${directory.domain}","name":{"__proto__":"x"}}`;
    expect(errorOf(await scim('POST', '/Users', ownProto))[0]).toBe(400);
  });
});

test('A name is cut between letters, and never within one', async () => {
  const displayName = `${'x'.repeat(119)}😀 Prado`;
  const { status, body } = await scim('POST', '/Users', { ...newUser(), displayName });
  expect([status, body.displayName]).toEqual([201, displayName]);
  const [row] = await services.seed.sql<{ name: string }>('select name from users where id = $1', [body.id]);
  expect(row?.name).toBe('x'.repeat(119));
});
