import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, wallet, type Office } from './officeKit.ts';

let services: TestServices;
let gateway: TestGateway;
let office: Office;
let tower: number;
let house: number;
let concrete: number;
let steel: number;
let buyer: number;

beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  office = await openOffice(seed);
  [tower, house] = [await seed.building(office), await seed.building(office)];
  const partner = (type: string, name: string, active = true) =>
    seed.insert('partners', { account_id: office.accountId, type, name, active });
  concrete = await partner('SUPPLIER', 'Concreteira Rocha');
  steel = await partner('SUPPLIER', 'Aço Forte');
  await partner('SUPPLIER', 'Areal Antigo', false);
  buyer = await partner('CUSTOMER', 'Família Souza');
  const bank = await wallet(seed, office, 'Itaú');
  const parts = [{ buildingId: tower, value: '600.00' }];
  await enter(seed, office, { type: 'DEBIT', value: '600.00', due: '2026-11-10', partnerId: concrete, parts });
  await enter(seed, office, { type: 'DEBIT', value: '40.10', due: '2026-12-10', partnerId: concrete });
  await enter(seed, office, { type: 'DEBIT', value: '99.00', paid: '2026-11-01', walletId: bank, partnerId: concrete });
  await enter(seed, office, {
    type: 'DEBIT',
    value: '300.00',
    due: '2026-11-20',
    partnerId: steel,
    parts: [{ buildingId: house, value: '300.00' }],
  });
  await enter(seed, office, { type: 'CREDIT', value: '5000.00', due: '2026-11-19', partnerId: buyer });
  gateway = await startGateway({ services: await services.listen() });
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const balances = async (token: string, ids: number[]) =>
  (
    await services.api.get(`/api/v1/financial/company/${office.companyId}/partner-balances`, {
      token,
      query: { ids: ids.join(',') },
    })
  ).body.data.content;
const totals = async (token: string, query: Record<string, string>) =>
  (await services.api.get(`/api/v1/financial/company/${office.companyId}/partner-totals`, { token, query })).body.data;

describe('The open amount of a partner', () => {
  test('is the sum of open installments, with the overdue amount and the next due date', async () => {
    expect(await balances(office.admin, [concrete, steel, buyer])).toEqual([
      { id: concrete, openValue: '640.10', overdueValue: '600.00', nextDueDate: '2026-11-10' },
      { id: steel, openValue: '300.00', overdueValue: '0.00', nextDueDate: '2026-11-20' },
      { id: buyer, openValue: '5000.00', overdueValue: '5000.00', nextDueDate: '2026-11-19' },
    ]);
  });

  test('includes only transactions of buildings that the reader may see', async () => {
    const payer = await office.as(['DEBIT'], tower);
    expect(await balances(payer, [concrete, steel, buyer])).toEqual([
      { id: concrete, openValue: '600.00', overdueValue: '600.00', nextDueDate: '2026-11-10' },
      { id: steel, openValue: '0.00', overdueValue: '0.00', nextDueDate: null },
      { id: buyer, openValue: null, overdueValue: null, nextDueDate: null },
    ]);
    expect(await balances(await office.as(['CREDIT']), [buyer])).toMatchObject([{ openValue: '5000.00' }]);
  });

  test('is hidden from users without DEBIT or CREDIT, and for another account’s partner or company', async () => {
    const [empty] = await balances(await office.as(['PURCHASE'], tower), [concrete]);
    expect(empty).toEqual({ id: concrete, openValue: null, overdueValue: null, nextDueDate: null });
    const stranger = await openOffice(services.seed);
    const elsewhere = `/api/v1/financial/company/${stranger.companyId}/partner-balances`;
    const query = { ids: String(concrete) };
    expect((await services.api.get(elsewhere, { token: stranger.admin, query })).body.data.content).toEqual([]);
    expect((await services.api.get(elsewhere, { token: office.admin, query })).status).toBe(404);
  });

  test('is summed over the filter of the list, next to the counts of its views', async () => {
    const counts = { all: 3, active: 2, inactive: 1 };
    expect(await totals(office.admin, { type: 'SUPPLIER' })).toEqual({
      counts,
      openValue: '940.10',
      overdueValue: '600.00',
    });
    expect(await totals(office.admin, { type: 'SUPPLIER', active: 'false' })).toEqual({
      counts,
      openValue: '0.00',
      overdueValue: '0.00',
    });
    expect(await totals(office.admin, { type: 'SUPPLIER', search: 'aco' })).toEqual({
      counts: { all: 1, active: 1, inactive: 0 },
      openValue: '300.00',
      overdueValue: '0.00',
    });
    expect(await totals(await office.as(['DEBIT'], tower), { type: 'CUSTOMER' })).toEqual({
      counts: { all: 1, active: 1, inactive: 0 },
      openValue: null,
      overdueValue: null,
    });
  });
});

describe('A list of partners', () => {
  const names = async (token: string, sort: string, query: Record<string, string> = {}) => {
    const { status, body } = await services.api.get(`/api/v1/financial/account/${office.accountId}/partner`, {
      token,
      query: { type: 'SUPPLIER', sort, companyId: String(office.companyId), ...query },
    });
    expect(status).toBe(200);
    return body.data.content.map(({ name }: { name: string }) => name);
  };

  test('is sorted by the open amount, overdue amount or next due date in a company', async () => {
    expect(await names(office.admin, 'openValue:desc')).toEqual(['Concreteira Rocha', 'Aço Forte', 'Areal Antigo']);
    expect(await names(office.admin, 'openValue')).toEqual(['Areal Antigo', 'Aço Forte', 'Concreteira Rocha']);
    expect(await names(office.admin, 'overdueValue:desc,name')).toEqual([
      'Concreteira Rocha',
      'Aço Forte',
      'Areal Antigo',
    ]);
    expect(await names(office.admin, 'nextDueDate', { size: '1' })).toEqual(['Concreteira Rocha']);
  });

  test('is not sorted by figures that its reader may not see', async () => {
    const open = 'openValue:desc,name';
    expect(await names(await office.as(['DEBIT'], house), open)).toEqual([
      'Aço Forte',
      'Areal Antigo',
      'Concreteira Rocha',
    ]);
    expect(await names(await office.as(['PURCHASE'], tower), open)).toEqual([
      'Aço Forte',
      'Areal Antigo',
      'Concreteira Rocha',
    ]);
  });

  test('needs a company to be sorted by figures', async () => {
    const { status, body } = await services.api.get(`/api/v1/financial/account/${office.accountId}/partner`, {
      token: office.admin,
      query: { sort: 'openValue' },
    });
    expect([status, body.message]).toEqual([400, 'Não é possível ordenar por "openValue".']);
  });
});

describe('The gateway', () => {
  const LIST = `query ($companyId: ID!) {
    partners(companyId: $companyId, sort: [{ id: "openValue", desc: true }], filter: { type: SUPPLIER }) {
      content { name balance(companyId: $companyId) { openValue overdueValue nextDueDate } } } }`;
  const ask = (token: string, companyId = office.companyId) =>
    gateway.ask(LIST, { token, variables: { companyId: String(companyId) } });

  test('loads the figures of a page of partners with one call', async () => {
    const { data, errors, restCalls } = await ask(office.admin);
    expect(errors).toBeUndefined();
    expect(data.partners.content).toEqual([
      {
        name: 'Concreteira Rocha',
        balance: { openValue: '640.10', overdueValue: '600.00', nextDueDate: '2026-11-10' },
      },
      { name: 'Aço Forte', balance: { openValue: '300.00', overdueValue: '0.00', nextDueDate: '2026-11-20' } },
      { name: 'Areal Antigo', balance: { openValue: '0.00', overdueValue: '0.00', nextDueDate: null } },
    ]);
    expect(restCalls.filter((call) => call.includes('partner-balances'))).toHaveLength(1);
  });

  test('returns null figures to users without the permission, and nothing of another account’s company', async () => {
    const { data } = await ask(await office.as(['PURCHASE'], tower));
    for (const { balance } of data.partners.content) {
      expect(balance).toEqual({ openValue: null, overdueValue: null, nextDueDate: null });
    }
    const stranger = await openOffice(services.seed);
    const refused = await ask(office.admin, stranger.companyId);
    expect(refused.data.partners).toBeNull();
    expect(refused.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});
