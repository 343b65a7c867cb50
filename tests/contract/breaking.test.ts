import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { API_CHANGES } from '#schema/platform/apiChanges.ts';
import { brokenGraphql, brokenRest, essence, undatedGraphql, undatedRest, type Api } from './breaking.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const api = (path: string): Api => JSON.parse(read(path)) as Api;

const sdl = { published: read('schema/published/contract.graphqls'), present: read('schema/contract.graphqls') };
const rest = { published: api('schema/published/openapi.json'), present: api('schema/openapi.json') };

/** Changes that are announced. */
const announced = new Set(API_CHANGES.flatMap(({ breaks }) => breaks));
const silent = (changes: readonly string[]): string[] => changes.filter((change) => !announced.has(change));

const breaches = {
  graphql: silent(brokenGraphql(sdl.published, sdl.present)),
  rest: silent(brokenRest(rest.published, rest.present)),
};
// What breaks in silence is not published: the next comparison would not see it any more.
if (process.env['PUBLISH_CONTRACT'] && breaches.graphql.length + breaches.rest.length === 0) publish();

const INSTALLMENTS = '/api/v1/financial/company/{companyId}/debit/installments';

/** A copy of the published description, changed. */
const changed = (change: (copy: Api) => void): Api => {
  const copy = structuredClone(rest.published);
  change(copy);
  return copy;
};

const without = <T>(values: Record<string, T>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));

const row = (copy: Api) => {
  const answer = copy.paths[INSTALLMENTS]?.get?.responses['200']?.content?.['application/json']?.schema;
  const found = answer?.properties?.data?.properties?.content?.items;
  if (!found?.properties) throw new Error('the list of installments has no rows');
  return found as { properties: Record<string, object>; required: string[] };
};

/** `npm run contract:publish` promises what is there now. A call of REST is one line, so that a diff shows it. */
function publish(): void {
  copyFileSync('schema/contract.graphqls', 'schema/published/contract.graphqls');
  const { paths } = essence(api('schema/openapi.json'));
  const calls = Object.entries(paths).map(
    ([path, operations]) => `${JSON.stringify(path)}:${JSON.stringify(operations)}`,
  );
  writeFileSync('schema/published/openapi.json', `{"paths":{\n${calls.join(',\n')}\n}}\n`);
}

describe('What programs were promised', () => {
  test('is kept in GraphQL, or its breach is announced', () => {
    expect(breaches.graphql).toEqual([]);
  });

  test('is kept in REST, or its breach is announced', () => {
    expect(breaches.rest).toEqual([]);
  });

  test('ends on a day that its deprecation names', () => {
    expect(undatedGraphql(buildSchema(sdl.present))).toEqual([]);
    expect(undatedRest(rest.present)).toEqual([]);
  });

  test.each([
    ['a field', 'type Query { a: Int @deprecated(reason: "REASON") b: Int }', 'Query.a'],
    ['an argument', 'type Query { a(of: Int @deprecated(reason: "REASON"), in: Int): Int }', 'Query.a.of'],
    [
      'a field of an input',
      'type Query { a(of: Of): Int } input Of { x: Int @deprecated(reason: "REASON") y: Int }',
      'Of.x',
    ],
    ['a word', 'type Query { a: Of } enum Of { X @deprecated(reason: "REASON") Y }', 'Of.X'],
  ])('is seen to have no end in GraphQL when the reason of %s names no day', (_title, written, place) => {
    const told = (reason: string) => undatedGraphql(buildSchema(written.replace('REASON', reason)));
    expect(told('Use b')).toEqual([place]);
    expect(told('Use b, until 2027-03-01')).toEqual([]);
  });

  test.each<[string, (copy: Api, of: object) => void, string]>([
    ['a call', (copy, of) => Object.assign(copy.paths[INSTALLMENTS]?.get ?? {}, of), `GET ${INSTALLMENTS}`],
    [
      'a parameter',
      (copy, of) => copy.paths[INSTALLMENTS]?.get?.parameters?.push({ in: 'query', name: 'of', schema: {}, ...of }),
      `GET ${INSTALLMENTS} query of`,
    ],
    [
      'a field of the answer',
      (copy, of) => void (row(copy).properties['status'] = { type: 'string', ...of }),
      `GET ${INSTALLMENTS} answer.data.content[].status`,
    ],
  ])('is seen to have no end in REST when the description of %s names no day', (_title, change, place) => {
    const told = (description: string) =>
      undatedRest(changed((copy) => change(copy, { deprecated: true, description })));
    expect(told('Use b')).toEqual([place]);
    expect(told('Use b, until 2027-03-01')).toEqual([]);
  });

  test.each<[string, (text: string) => string, RegExp]>([
    ['a field is gone', (text) => text.replace('  lastFour: String!\n', ''), /^ApiToken\.lastFour was removed\.$/],
    [
      'a field may be null',
      (text) => text.replace('  lastFour: String!', '  lastFour: String'),
      /lastFour changed type/,
    ],
    [
      'an argument is demanded',
      (text) => text.replace('companies(page: Int', 'companies(of: ID!, page: Int'),
      /^A required arg of on Query\.companies was added\.$/,
    ],
    [
      'a value is gone',
      (text) => text.replace('  READ_WRITE\n', ''),
      /^READ_WRITE was removed from enum type ApiTokenAccess\.$/,
    ],
  ])('is seen to be broken in GraphQL when %s', (_title, change, told) => {
    const present = change(sdl.published);
    expect(present).not.toBe(sdl.published);
    expect(brokenGraphql(sdl.published, present)).toContainEqual(expect.stringMatching(told));
  });

  test.each<[string, (copy: Api) => void, string]>([
    ['a call is gone', (copy) => void (copy.paths = without(copy.paths, INSTALLMENTS)), `GET ${INSTALLMENTS}: removed`],
    [
      'a field of the answer is gone',
      (copy) => void (row(copy).properties = without(row(copy).properties, 'status')),
      `GET ${INSTALLMENTS} answer.data.content[].status: removed`,
    ],
    [
      'a field of the answer is another kind',
      (copy) => void (row(copy).properties['id'] = { type: 'string' }),
      `GET ${INSTALLMENTS} answer.data.content[].id: integer became string`,
    ],
    [
      'a field of the answer may be missing',
      (copy) => void (row(copy).required = row(copy).required.filter((name) => name !== 'status')),
      `GET ${INSTALLMENTS} answer.data.content[].status: no longer always there`,
    ],
    [
      'a parameter is demanded',
      (copy) =>
        copy.paths[INSTALLMENTS]?.get?.parameters?.push({ in: 'query', name: 'of', required: true, schema: {} }),
      `GET ${INSTALLMENTS} query of: became required`,
    ],
    [
      'a filter is gone',
      (copy) => {
        const get = copy.paths[INSTALLMENTS]?.get;
        if (get) get.parameters = get.parameters?.filter(({ name }) => name !== 'partner') ?? [];
      },
      `GET ${INSTALLMENTS} query partner: removed`,
    ],
    [
      'a field of the body is gone',
      (copy) => {
        const body = copy.paths['/api/v1/purchase/brand']?.post?.requestBody?.content['application/json']?.schema;
        if (body?.properties) body.properties = without(body.properties, 'name');
      },
      'POST /api/v1/purchase/brand body.name: removed',
    ],
  ])('is seen to be broken in REST when %s', (_title, change, told) => {
    expect(brokenRest(rest.published, changed(change))).toContain(told);
    expect(brokenRest(rest.published, rest.published)).toEqual([]);
  });
});
