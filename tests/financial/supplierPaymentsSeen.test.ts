import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '#tests/support/eventually.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, type Office } from './officeKit.ts';

const KEY = { kind: 'EMAIL', key: 'caixa@rocha.com.br', preferred: true };
const ITAU = { bank: '341', agency: '1234', account: '12345-6', kind: 'CHECKING', holderTaxId: null };

let services: TestServices;
let gateway: TestGateway;
let office: Office;
let reader: string;
/** Suppliers with a key and with an account, one without either, and one of another account with a key. */
let keyed: number;
let banked: number;
let plain: number;
let alien: number;

const supplier = (accountId: number, name: string, paidBy: object = {}) =>
  services.seed.insert('partners', { account_id: accountId, type: 'SUPPLIER', name, ...paidBy });

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  office = await openOffice(services.seed);
  reader = await office.as(['DEBIT']);
  const other = await openOffice(services.seed);
  keyed = await supplier(office.accountId, 'Com chave', { pix_keys: JSON.stringify([KEY]) });
  banked = await supplier(office.accountId, 'Com conta', { bank_accounts: JSON.stringify([ITAU]) });
  plain = await supplier(office.accountId, 'Sem nada');
  alien = await supplier(other.accountId, 'Alheio', { pix_keys: JSON.stringify([KEY]) });
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const partners = (accountId = office.accountId) => `/api/v1/financial/account/${accountId}/partner`;
const get = (path: string, query: Record<string, string> = {}, token = reader) =>
  services.api.get(path, { token, query });
const payments = (...ids: number[]) => get(`${partners()}/payment-details`, { ids: ids.join() });
/** Partners at whom the reader's look was noted, and how often. */
const noted = async () =>
  (
    await services.seed.sql<{ partner_id: string; times: number }>(
      `select partner_id, times from data_views where user_id <> $1 order by partner_id`,
      [office.adminUser.id],
    )
  )
    .filter(({ partner_id }) => [keyed, banked, plain, alien].includes(Number(partner_id)))
    .map(({ partner_id, times }) => [Number(partner_id), times]);
const ask = async (query: string, variables: object = {}) => {
  const { data, errors } = await gateway.ask(query, { token: reader, variables: variables as Record<string, unknown> });
  expect(errors).toBeUndefined();
  return data;
};

describe('Lists of partners', () => {
  test.each(['', '/supplier', '/supplier/active'])('bring no bank data, and note nobody: %s', async (list) => {
    const { content } = (await get(`${partners()}${list}`)).body.data;
    expect(content.map(({ name }: { name: string }) => name)).toEqual(['Com chave', 'Com conta', 'Sem nada']);
    expect(JSON.stringify(content)).not.toMatch(/pixKeys|bankAccounts|caixa@|12345-6/);
    expect(await noted()).toEqual([]);
  });

  test('bring none to programs that read them by changes', async () => {
    // A row comes once no older SQL transaction of the server is under way.
    const changed = () => get(partners(), { changedSince: '0' });
    await eventually(async () => (await changed()).body.data.content.length).toBe(3);
    expect(JSON.stringify((await changed()).body)).not.toMatch(/pixKeys|bankAccounts|caixa@|12345-6/);
    expect(await noted()).toEqual([]);
  });

  test('of a screen ask for none, and a list that asks for them notes those that have any', async () => {
    await ask('{ partners { content { name city } } }');
    expect(await noted()).toEqual([]);
    const { partners: listed } = await ask(
      '{ partners { content { name pixKeys { key } bankAccounts { account } } } }',
    );
    expect(listed.content).toEqual([
      { name: 'Com chave', pixKeys: [{ key: KEY.key }], bankAccounts: [] },
      { name: 'Com conta', pixKeys: [], bankAccounts: [{ account: '12345-6' }] },
      { name: 'Sem nada', pixKeys: [], bankAccounts: [] },
    ]);
    expect(await noted()).toEqual([
      [keyed, 1],
      [banked, 1],
    ]);
  });
});

describe('Whoever reads what partners are paid by is noted at each of them', () => {
  test('in a call for some of them, in as many statements, and not at those of other accounts', async () => {
    const one = await payments(keyed);
    services.clock.advance(60_000);
    const all = await payments(keyed, banked, plain, alien);
    expect(all.body.data.content).toEqual([
      { id: keyed, pixKeys: [KEY], bankAccounts: [] },
      { id: banked, pixKeys: [], bankAccounts: [ITAU] },
      { id: plain, pixKeys: [], bankAccounts: [] },
    ]);
    expect(all.headers['x-sql-queries']).toBe(one.headers['x-sql-queries']);
    expect(await noted()).toEqual([
      [keyed, 2],
      [banked, 1],
    ]);
    expect((await get(`${partners()}/payment-details`, {})).status).toBe(400);
    const nobody = await services.seed.tokenOf(await services.seed.user(office.accountId));
    expect((await get(`${partners()}/payment-details`, { ids: String(keyed) }, nobody)).status).toBe(403);
  });

  test('in the changes of one, of which the old keys are some', async () => {
    await get(`${partners()}/${plain}/payment-changes`);
    expect(await noted()).toEqual([]);
    await services.seed.insert('partner_payment_changes', {
      ...{ account_id: office.accountId, partner_id: plain, at: TEST_NOW },
      ...{ target: 'PIX_KEY', action: 'REMOVED', before: JSON.stringify(KEY) },
    });
    const { content } = (await get(`${partners()}/${plain}/payment-changes`)).body.data;
    expect(content).toMatchObject([{ pixKeyBefore: KEY }]);
    expect(await noted()).toEqual([[plain, 1]]);
  });

  test('in the answer to a save that says nothing of them', async () => {
    const body = { id: keyed, version: 1, type: 'SUPPLIER', name: 'Com chave', active: false };
    const saved = await services.api.put(partners(), { token: reader, body });
    expect(saved.body.data.pixKeys).toEqual([KEY]);
    expect(await noted()).toEqual([[keyed, 1]]);
  });

  test('in a spreadsheet, at those of which it has a key', async () => {
    const file = await get(`/api/v1/csv/company/${office.companyId}/suppliers`);
    expect(file.text).toContain(KEY.key);
    expect(await noted()).toEqual([[keyed, 1]]);
  });

  test('in a document that names them', async () => {
    const { accountId, companyId } = office;
    const id = await enter(
      services.seed,
      { accountId, companyId },
      { type: 'DEBIT', value: '10.00', partnerId: keyed },
    );
    const expense = (fields: string) =>
      ask(
        `query ($companyId: ID!, $id: ID!) { transaction(companyId: $companyId, type: DEBIT, id: $id) { partner { ${fields} } } }`,
        { companyId: String(companyId), id: String(id) },
      );
    await expense('id name taxId');
    expect(await noted()).toEqual([]);
    expect((await expense('name pixKeys { key }')).transaction.partner).toEqual({
      name: 'Com chave',
      pixKeys: [{ key: KEY.key }],
    });
    expect(await noted()).toEqual([[keyed, 1]]);
  });

  test('when one of them is opened, whatever it has', async () => {
    await ask('query ($id: ID!) { partner(id: $id) { name } }', { id: String(plain) });
    expect(await noted()).toEqual([[plain, 1]]);
  });
});
