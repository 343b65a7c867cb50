import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startMeasurements, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startMeasurements();
});
afterAll(() => site.services.stop());

const colleague = async (name: string, companyId = site.office.companyId) => {
  const isHere = companyId === site.office.companyId;
  const grants = [{ companyId, ...(isHere && { buildingId: site.building }), permissions: ['ENGINEERING' as const] }];
  const user = await site.seed.user(site.office.accountId, { name, grants });
  return { id: user.id, token: await site.seed.tokenOf(user) };
};

test('Who has a measurement open, and at which line, is told to the others for fifteen seconds.', async () => {
  const estimate = await site.makeEstimate();
  const other = await site.makeEstimate();
  const contract = site.done(await site.contract(estimate.id, { kind: 'CUSTOMER' }));
  const { id } = site.done(await site.begin(contract.id, { periodEnd: '2026-05-31' }));
  const rafael = await colleague('Rafael Lima');
  const bia = await colleague('Bia Ramos');
  const tell = (token: string, rowId: number | null) =>
    site.api.put(site.at(id, '/presence'), { token, body: { rowId } });
  const people = async (token: string, rowId: number | null) =>
    site
      .done(await tell(token, rowId))
      .people.map(({ user, rowId: at }: { user: { name: string }; rowId: number | null }) => [user.name, at]);

  expect(await people(rafael.token, estimate.pile)).toEqual([]);
  expect(await people(bia.token, null)).toEqual([['Rafael Lima', estimate.pile]]);
  expect(await people(site.token, estimate.brick)).toEqual([
    ['Bia Ramos', null],
    ['Rafael Lima', estimate.pile],
  ]);
  // He moves on; she is not heard of any more.
  site.services.clock.advance(10_000);
  expect((await people(rafael.token, estimate.block)).map(([name]: [string]) => name)).toContain('Bia Ramos');
  site.services.clock.advance(6_000);
  expect(await people(site.token, null)).toEqual([['Rafael Lima', estimate.block]]);
  // A line of another estimate, a stage, and a stranger.
  for (const row of [other.pile, estimate.base, 999_999])
    expect(site.refusal(await tell(site.token, row))).toEqual([422, 'rowId: Esta linha não faz parte da medição.']);
  const stranger = await colleague('Caio', await site.seed.company(site.office.accountId));
  expect(site.refusal(await tell(stranger.token, null))).toEqual([404, 'Medição não encontrada.']);
});
