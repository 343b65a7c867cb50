import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { openImports, type ImportOffice } from './importKit.ts';

let world: ImportOffice;
let gateway: TestGateway;
beforeAll(async () => {
  world = await openImports();
  gateway = await startGateway({ services: await world.services.listen() });
});
afterAll(async () => {
  await gateway.stop();
  await world.services.stop();
});

interface Register {
  /** Plural of its root fields. */
  plural: string;
  path: string;
  row: Record<string, string>;
  /** How the row is called. */
  label: string;
  /** Further arguments. */
  beside?: () => string;
}

const REGISTERS: Register[] = [
  {
    ...{ plural: 'Categories', path: 'financial/account/:accountId/category', label: 'Brita' },
    row: { type: 'Despesa', name: 'Brita' },
  },
  {
    ...{ plural: 'Partners', path: 'financial/account/:accountId/partner', label: 'Brita', row: { name: 'Brita' } },
    beside: () => 'type: SUPPLIER, ',
  },
  { plural: 'Brands', path: 'purchase/brand', label: 'Brita', row: { name: 'Brita' } },
  { plural: 'Units', path: 'purchase/unit', label: 'br', row: { acronyms: 'br', description: 'Brita' } },
  {
    ...{ plural: 'ProductTypes', path: 'purchase/account/:accountId/product-type' },
    ...{ label: 'Brita', row: { name: 'Brita' } },
  },
  {
    ...{ plural: 'ProductGroups', path: 'purchase/account/:accountId/product-group' },
    ...{ label: 'Brita', row: { name: 'Brita' } },
  },
  {
    ...{ plural: 'Products', path: 'purchase/account/:accountId/product', label: '0001 Brita' },
    row: { name: 'Brita', unit: 'kg', productType: 'Material' },
    beside: () => `productTableId: "${world.shelf.tableId}", `,
  },
];

test.each(REGISTERS)('An import of $plural is taken back by its own mutation, in one REST call', async (register) => {
  const { plural, path, row, label, beside = () => '' } = register;
  const token = world.office.admin;
  const input = { fileName: 'brita.csv', columns: Object.keys(row), rows: [{ line: 2, cells: Object.values(row) }] };
  const made = await gateway.ask(
    `mutation ($input: ImportInput!) { made: import${plural}(${beside()}input: $input) { importId counts { created } } }`,
    { token, variables: { input } },
  );
  expect([made.errors, made.data?.made.counts]).toEqual([undefined, { created: 1 }]);
  const { importId } = made.data.made;
  const undo = `mutation ($importId: ID!) { undone: undoImport${plural}(importId: $importId) {
    counts { removed restored left } rows { label outcome reason } } }`;
  const ask = () => gateway.ask(undo, { token, variables: { importId } });
  const undone = await ask();
  expect(undone.data.undone).toEqual({
    counts: { removed: 1, restored: 0, left: 0 },
    rows: [{ label, outcome: 'REMOVED', reason: null }],
  });
  const call = `POST /api/v1/${path}/import/:importId/undo`;
  expect(undone.restCalls.filter((one) => one.startsWith('POST'))).toEqual([call]);
  const [again] = (await ask()).errors ?? [];
  expect([again?.message, again?.extensions['status']]).toEqual(['Esta importação já foi desfeita.', 422]);
});
