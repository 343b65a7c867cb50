import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from './officeKit.ts';

let services: TestServices;
let gateway: TestGateway;
let office: Office;
let buyer: string;

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
  office = await openOffice(services.seed);
  buyer = await office.as(['PURCHASE']);
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const ask = (query: string, variables: Record<string, unknown>, token = buyer) =>
  gateway.ask(query, { token, variables });

const PAID = 'id version pixKeys { kind key preferred } bankAccounts { bank agency account kind holderTaxId }';
const CREATE = `mutation ($input: PartnerInput!) { createPartner(input: $input) { partner { ${PAID} } } }`;
const UPDATE = `mutation ($id: ID!, $version: Int!, $input: PartnerInput!) {
  updatePartner(id: $id, version: $version, input: $input) { partner { ${PAID} } } }`;
const CHANGES = `query ($id: ID!, $current: Boolean) { partnerPaymentChanges(partnerId: $id, current: $current) {
  totalElements content { action user { name } pixKeyBefore { key } pixKeyAfter { key } bankAccountAfter { bank } } } }`;

test('Keys and accounts are sent, answered, changed, refused at their fields, and their changes are read', async () => {
  const supplier = { type: 'SUPPLIER', name: 'Areal Boa Vista' };
  const pixKeys = [{ key: '529.982.247-25' }, { key: '(11) 98765-4321', kind: 'PHONE', preferred: true }];
  const bankAccounts = [{ bank: '001', agency: '1234-5', account: '987-X', kind: 'SAVINGS' }];
  const { data } = await ask(CREATE, { input: { ...supplier, pixKeys, bankAccounts } });
  const { id, version, ...paid } = data.createPartner.partner;
  expect(paid).toEqual({
    pixKeys: [
      { kind: 'CPF', key: '52998224725', preferred: false },
      { kind: 'PHONE', key: '+5511987654321', preferred: true },
    ],
    bankAccounts: [{ bank: '001', agency: '1234-5', account: '987-X', kind: 'SAVINGS', holderTaxId: null }],
  });
  const wrong = await ask(UPDATE, { id, version, input: { ...supplier, pixKeys: [{ key: '123' }] } });
  expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID', fields: [{ path: 'pixKeys.0.key' }] });
  const input = { ...supplier, pixKeys: [pixKeys[1]], bankAccounts: [] };
  const changed = (await ask(UPDATE, { id, version, input })).data.updatePartner.partner;
  expect(changed).toMatchObject({ version: 2, pixKeys: [{ key: '+5511987654321' }], bankAccounts: [] });
  const changes = (await ask(CHANGES, { id })).data.partnerPaymentChanges;
  expect(changes.totalElements).toBe(5);
  expect(changes.content.slice(0, 2)).toMatchObject([
    { action: 'REMOVED', pixKeyBefore: null, pixKeyAfter: null },
    { action: 'REMOVED', pixKeyBefore: { key: '52998224725' }, pixKeyAfter: null },
  ]);
  const current = (await ask(CHANGES, { id, current: true })).data.partnerPaymentChanges;
  expect(current.content).toMatchObject([{ action: 'ADDED', pixKeyAfter: { key: '+5511987654321' } }]);
});

test('Who may do nothing in the account reads no changes, and a supplier that is not there has none', async () => {
  const nobody = await services.seed.tokenOf(await services.seed.user(office.accountId));
  const id = await services.seed.insert('partners', { account_id: office.accountId, type: 'SUPPLIER', name: 'Rocha' });
  const refused = await ask(CHANGES, { id: String(id) }, nobody);
  // Without any permission there is no company to be in.
  expect([refused.data?.partnerPaymentChanges ?? null, refused.errors?.[0]?.message]).toEqual([
    null,
    'Nenhuma empresa disponível',
  ]);
  const missing = await ask(CHANGES, { id: '999999' });
  expect(missing.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
});
