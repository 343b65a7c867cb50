import { expect, test } from '@jest/globals';
import { isObjectType, parse, validate } from 'graphql';
import { schemaFor } from '#gateway/graphql/embeddedFields.ts';
import { buildSchema } from '#gateway/platform/schema.ts';

const schema = buildSchema();

const resolves = (text: string, type: string, field: string): boolean => {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const found = schemaFor(schema, document).getType(type);
  return isObjectType(found) && found.getFields()[field]?.resolve !== undefined;
};

const rows = (fields: string) => `query Rows { transactions(companyId: 1, type: DEBIT) { content { ${fields} } } }`;

test('A document that selects only embedded fields runs without resolvers of embedded rows', () => {
  const names = rows('id category { id name } partner { __typename name } apportionments { building { id name } }');
  for (const field of ['category', 'partner', 'company', 'expectedWallet']) {
    expect([field, resolves(names, 'Transaction', field)]).toEqual([field, false]);
  }
  expect(resolves(names, 'Apportionment', 'building')).toBe(false);
  expect(resolves(names, 'Transaction', 'installments')).toBe(true);
  expect(resolves(names, 'Query', 'transactions')).toBe(true);
});

test.each([
  ['a field', rows('partner { id taxId }')],
  ['an alias', rows('who: partner { id number: taxId }')],
  [
    'a fragment',
    `${rows('...Row')} fragment Row on Transaction { partner { ...Who } } fragment Who on Partner { taxId }`,
  ],
  ['a fragment in place', rows('... on Transaction { partner { ... on Partner { taxId } } }')],
  ['a condition', rows('partner { taxId @include(if: false) }')],
  ['a row inside a row', rows('apportionments { building { company { taxId } } }')],
])('A document that selects more, in %s, keeps every resolver', (_, text) => {
  expect(resolves(text, 'Transaction', 'partner')).toBe(true);
  expect(resolves(text, 'Transaction', 'category')).toBe(true);
});

test('The schema itself keeps its resolvers, whatever was compiled', () => {
  schemaFor(schema, parse(rows('partner { name }')));
  const type = schema.getType('Transaction');
  expect(isObjectType(type) && typeof type.getFields().partner?.resolve).toBe('function');
});
