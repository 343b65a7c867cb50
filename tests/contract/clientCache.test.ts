import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildSchema, isObjectType } from 'graphql';
import { cacheOptions } from '#web/client/cache.ts';

const schema = buildSchema(readFileSync('schema/contract.graphqls', 'utf8'));
const types = Object.values(schema.getTypeMap()).filter(isObjectType);

test('No page of rows has an id: the cache would keep one page for all', () => {
  const pages = types.filter((type) => 'content' in type.getFields() && 'last' in type.getFields());
  expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(['BuildingPage', 'WalletStatement']));
  expect(pages.filter((page) => 'id' in page.getFields()).map(({ name }) => name)).toEqual([]);
});

test('Every root field that reads an entity by id finds it among cached rows of lists', () => {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const byId = fields.filter(({ args }) => args.some(({ name, type }) => name === 'id' && String(type) === 'ID!'));
  const named = byId
    .map(({ name }) => name)
    .filter((name) => isObjectType(schema.getType(name.charAt(0).toUpperCase() + name.slice(1))));
  expect(named).toEqual(expect.arrayContaining(['building', 'partner', 'transaction', 'transfer', 'wallet']));
  expect(Object.keys(cacheOptions.typePolicies?.Query?.fields ?? {}).sort()).toEqual(named.sort());
});
