import { expect, test } from '@jest/globals';
import { getOperationAST, parse, specifiedRules, validate } from 'graphql';
import { isCompilable, reachOf } from '#gateway/graphql/compilable.ts';
import { buildSchema } from '#gateway/platform/schema.ts';
import { ownDocuments } from './costly/documents.ts';

const schema = buildSchema();

const compiles = (text: string, name?: string): boolean => {
  const document = parse(text);
  expect(validate(schema, document, specifiedRules)).toEqual([]);
  const operation = getOperationAST(document, name);
  if (!operation) throw new Error('No operation');
  return isCompilable(schema, reachOf(document, operation));
};

test.each([
  ['fields and aliases', '{ a: session { id who: user { name } __typename } b: session { admin } }'],
  [
    'fragments, and the same field twice',
    '{ session { ...F user { name } ...F } } fragment F on Session { user { login } }',
  ],
  [
    'conditions by literals and by variables',
    'query ($on: Boolean!) { session { id @include(if: $on) admin @skip(if: true) } }',
  ],
  [
    'a condition around a fragment',
    'query ($on: Boolean! = true) { session { ...F @include(if: $on) id } } fragment F on Session { admin }',
  ],
  ['variables inside literals', 'query ($s: String) { partners(filter: { search: $s }) { size } }'],
])('Compiled: %s', (_, text) => expect(compiles(text)).toBe(true));

test.each([
  ['a mutation', 'mutation { logout { ok } }'],
  ['a subscription', 'subscription { assistantMessageAdded { id } }'],
  ['introspection', '{ session { id } __type(name: "Wallet") { name } }'],
  ['introspection in a fragment', '{ ...F } fragment F on Query { __schema { queryType { name } } }'],
  ['a name with an underscore', '{ session { b_c: id } }'],
  ['a name of the language below', '{ session { __proto__: id } }'],
  ['another name for __typename that is not', '{ session { __typename: id } }'],
  ['a variable with a name like ours', 'query ($__0: ID!) { company(id: $__0) { id } }'],
  ['a condition that may be null', 'query ($on: Boolean = true) { session { id @include(if: $on) } }'],
  ['a condition, and a name from two places', '{ session { id user @skip(if: true) { name } user { login } } }'],
  ['a condition, and a name from two places below', '{ session { id @skip(if: true) user { name ... { name } } } }'],
  [
    'a condition, and a fragment twice',
    '{ a: session { ...F @skip(if: true) } b: session { ...F } } fragment F on Session { id }',
  ],
])('Left to graphql-js: %s', (_, text) => expect(compiles(text)).toBe(false));

test('The queries of the screens are compiled, except the search over all records', () => {
  const queries = ownDocuments().filter(({ text }) => getOperationAST(parse(text))?.operation === 'query');
  const left = queries.filter(({ text }) => !compiles(text));
  expect(queries.length).toBeGreaterThan(30);
  // It uses fragments with conditions twice: five rows of each kind.
  expect(left.map(({ name }) => name)).toEqual(['FindRecords']);
});
