import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { enter, openOffice, type Office } from '#tests/financial/officeKit.ts';
import { findRoutes, type Route } from '#tests/security/twinTenants/endpoints.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

let services: TestServices;
let office: Office;
let lists: Route[];
/** Three suppliers by hand; there is a customer, too. */
let suppliers: Record<string, number>;

beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  office = await openOffice(seed, 'Ipê');
  lists = (await findRoutes()).filter(({ endpoint }) => 'allIds' in endpoint.query.properties);
  const partner = (type: string, name: string, city: string | null) =>
    seed.insert('partners', { account_id: office.accountId, type, name, city });
  suppliers = {
    beta: await partner('SUPPLIER', 'Beta', null),
    alfa: await partner('SUPPLIER', 'Álfa', 'Campinas'),
    gama: await partner('SUPPLIER', 'gama', 'Campinas'),
  };
  await partner('CUSTOMER', 'Delta', null);
  for (const value of ['30.00', '10.00', '20.00']) {
    await enter(seed, office, { type: 'DEBIT', value, due: '2026-12-01', partnerId: suppliers['beta'] ?? 0 });
    await enter(seed, office, { type: 'CREDIT', value, due: '2026-12-01' });
  }
}, 60_000);
afterAll(() => services.stop());

interface Answer {
  content: { id: number }[];
  totalElements: number;
  ids?: number[];
}

const ask = async (path: string, query: Record<string, string>): Promise<Answer> => {
  const filled = path.replace(':companyId', String(office.companyId)).replace(':accountId', String(office.accountId));
  const answer = await services.api.get(`${filled}?${new URLSearchParams(query).toString()}`, { token: office.admin });
  expect([path, answer.status]).toEqual([path, 200]);
  return (answer.body as { data: Answer }).data;
};
const pathOf = ({ endpoint }: Route) => endpoint.path;

test('Every list that knows allIds says the ids of its rows, in the order of its pages', async () => {
  expect(lists.length).toBeGreaterThan(10);
  let most = 0;
  for (const path of lists.map(pathOf)) {
    const { ids, content, totalElements } = await ask(path, { allIds: 'true', size: '1' });
    expect([path, ids?.length]).toEqual([path, totalElements]);
    expect([path, ids?.slice(0, 1)]).toEqual([path, content.map(({ id }) => id)]);
    const whole = await ask(path, {});
    expect([path, whole.ids, whole.content.map(({ id }) => id)]).toEqual([path, undefined, ids]);
    most = Math.max(most, totalElements);
  }
  expect(most).toBe(4);
});

test('The ids are those of the filter and the order that were asked for', async () => {
  const { alfa, beta, gama } = suppliers;
  const path = '/api/v1/financial/account/:accountId/partner';
  const idsOf = async (query: Record<string, string>) =>
    (await ask(path, { allIds: 'true', size: '1', type: 'SUPPLIER', ...query })).ids;
  expect(await idsOf({ sort: 'name' })).toEqual([alfa, beta, gama]);
  expect(await idsOf({ sort: 'name:desc' })).toEqual([gama, beta, alfa]);
  expect(await idsOf({ sort: 'name:desc', city: 'Campinas' })).toEqual([gama, alfa]);
  // Nothing stands last, and first the other way round, as SQL sorts.
  expect(await idsOf({ sort: 'city,name:desc' })).toEqual([gama, alfa, beta]);
  expect(await idsOf({ sort: 'city:desc,name' })).toEqual([beta, alfa, gama]);
});

test('Documents by the names of their partners come by their ids as by their pages', async () => {
  const path = '/api/v1/financial/company/:companyId/debit/summaries';
  await enter(services.seed, office, { type: 'DEBIT', value: '5.00', partnerId: suppliers['alfa'] ?? 0 });
  await enter(services.seed, office, { type: 'DEBIT', value: '6.00' });
  for (const sort of ['partner', 'partner:desc', 'value:desc,partner']) {
    const { ids = [], totalElements } = await ask(path, { allIds: 'true', size: '2', sort });
    const pages = [0, 1, 2].map((page) => ask(path, { size: '2', page: String(page), sort }));
    const content = (await Promise.all(pages)).flatMap((page) => page.content.map(({ id }) => id));
    expect([sort, ids]).toEqual([sort, content]);
    expect(totalElements).toBe(5);
    const chosen = await ask(path, { ids: ids.slice(1, 3).join(','), size: '500', sort });
    expect([chosen.content.map(({ id }) => id), chosen.totalElements]).toEqual([ids.slice(1, 3), 2]);
  }
});
