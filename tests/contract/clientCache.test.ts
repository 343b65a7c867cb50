import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildSchema, isObjectType } from 'graphql';
import { cacheOptions } from '#web/client/cache.ts';

const schema = buildSchema(readFileSync('schema/contract.graphqls', 'utf8'));
const types = Object.values(schema.getTypeMap()).filter(isObjectType);

test('no page of rows has an id, under which the cache would keep one page for all', () => {
  const pages = types.filter((type) => 'content' in type.getFields() && 'last' in type.getFields());
  expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(['BuildingPage', 'WalletStatement']));
  expect(pages.filter((page) => 'id' in page.getFields()).map(({ name }) => name)).toEqual([]);
});

test('every root field that answers the entity of its own name by id finds it among the rows of lists', () => {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const byId = fields.filter(({ args }) => args.some(({ name, type }) => name === 'id' && String(type) === 'ID!'));
  const named = byId
    .map(({ name }) => name)
    .filter((name) => isObjectType(schema.getType(name.charAt(0).toUpperCase() + name.slice(1))));
  expect(named).toEqual(expect.arrayContaining(['building', 'partner', 'transaction', 'transfer', 'wallet']));
  expect(Object.keys(cacheOptions.typePolicies?.Query?.fields ?? {}).sort()).toEqual(named.sort());
});
