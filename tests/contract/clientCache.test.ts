import { readFileSync } from 'node:fs';
import { InMemoryCache } from '@apollo/client/cache';
import { expect, test } from '@jest/globals';
import { buildSchema, isObjectType, parse } from 'graphql';
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

test('A newer row of a list never stands beside the older keys of a partner that was opened', () => {
  const cache = new InMemoryCache(cacheOptions);
  const ONE = parse('{ partner(id: "7") { id version pixKeys { key } bankAccounts { bank } } }');
  const LIST = parse('{ partners { content { id version } } }');
  const row = (version: number) => ({ __typename: 'Partner', id: '7', version });
  const opened = (version: number, key: string) => ({
    partner: { ...row(version), pixKeys: [{ __typename: 'PixKey', key }], bankAccounts: [] },
  });
  const listed = { partners: { __typename: 'PartnerPage', content: [row(2)] } };
  cache.writeQuery({ query: ONE, data: opened(1, 'a@b.com.br') });
  cache.writeQuery({ query: LIST, data: listed });
  expect(cache.readQuery({ query: ONE })).toEqual(opened(1, 'a@b.com.br'));
  cache.writeQuery({ query: ONE, data: opened(2, 'c@d.com.br') });
  expect(cache.readQuery({ query: ONE })).toEqual(opened(2, 'c@d.com.br'));
  expect(cache.readQuery({ query: LIST })).toEqual(listed);
  // A row of a list alone is no opened partner.
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'partner' });
  expect(cache.readQuery({ query: ONE })).toBeNull();
});
