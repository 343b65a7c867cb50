import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

let services: TestServices;
let office: Office;
let stranger: Office;
let torre: number;

const estimate = (of: Office, buildingId: number, code: string) =>
  services.seed.insert('cost_estimates', {
    account_id: of.accountId,
    company_id: of.companyId,
    building_id: buildingId,
    code,
    description: code,
  });
const group = (
  of: Office,
  at: { estimate: number; building: number; parent?: number },
  code: string,
  name: string,
  position: number,
) =>
  services.seed.insert('cost_estimate_groups', {
    account_id: of.accountId,
    cost_estimate_id: at.estimate,
    building_id: at.building,
    parent_id: at.parent ?? null,
    code,
    name,
    position,
  });

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  stranger = await openOffice(services.seed, 'CANARIO');
  torre = await services.seed.building(office);
  const at = { estimate: await estimate(office, torre, 'E1'), building: torre };
  await group(office, at, '2', 'Acabamento', 2);
  const structure = await group(office, at, '1', 'Estrutura', 1);
  await group(office, { ...at, parent: structure }, '1.10', 'Lajes', 10);
  const base = await group(office, { ...at, parent: structure }, '1.2', 'Fundação', 2);
  await group(office, { ...at, parent: base }, '1.2.1', 'Estacas', 1);
});
afterAll(() => services.stop());

const stages = (buildingId: number, token: string, companyId = office.companyId) =>
  services.api.get(`/api/v1/engineering/companies/${companyId}/buildings/${buildingId}/groups`, { token });

describe('The stages of a building', () => {
  test('are returned in tree order with their depth, to a user with any permission on the building', async () => {
    const answer = await stages(torre, await office.as(['PURCHASE'], torre));
    const { content } = answer.body.data;
    expect(
      content.map((row: { code: string; name: string; level: number }) => [row.code, row.name, row.level]),
    ).toEqual([
      ['1', 'Estrutura', 0],
      ['1.2', 'Fundação', 1],
      ['1.2.1', 'Estacas', 2],
      ['1.10', 'Lajes', 1],
      ['2', 'Acabamento', 0],
    ]);
    expect(content[2].parentId).toBe(content[1].id);
    const empty = await stages(await services.seed.building(office), office.admin);
    expect(empty.body.data.content).toEqual([]);
  });

  test('are not found without a permission, or in another company or account', async () => {
    const theirs = await services.seed.building(stranger);
    await group(stranger, { estimate: await estimate(stranger, theirs, 'C'), building: theirs }, '1', 'CANARIO', 1);
    const elsewhere = await services.seed.building({
      ...office,
      companyId: await services.seed.company(office.accountId),
    });
    const probes = [
      await stages(torre, await office.as(['ENGINEERING'])),
      await stages(theirs, office.admin),
      await stages(theirs, office.admin, stranger.companyId),
      await stages(elsewhere, office.admin),
      await stages(99999999, office.admin),
    ];
    expect(probes.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(probes.map(({ text }) => text).join()).not.toContain('CANARIO');
  });

  test('are returned for several buildings at once, without those that the user may not see', async () => {
    const [shut, theirs] = [await services.seed.building(office), await services.seed.building(stranger)];
    const of = async (token: string) => {
      const ids = [torre, shut, theirs].join(',');
      const path = `/api/v1/engineering/companies/${office.companyId}/groups`;
      const { body, headers } = await services.api.get(path, { token, query: { ids } });
      return { rows: body.data.content, cost: headers['x-sql-queries'] };
    };
    const alone = (await stages(torre, office.admin)).body.data.content;
    expect((await of(await office.as(['PURCHASE'], torre))).rows).toEqual([{ id: torre, content: alone }]);
    expect((await of(office.admin)).rows).toEqual([
      { id: torre, content: alone },
      { id: shut, content: [] },
    ]);
    const one = await services.api.get(`/api/v1/engineering/companies/${office.companyId}/buildings/${torre}/groups`, {
      token: office.admin,
    });
    expect((await of(office.admin)).cost).toBe(one.headers['x-sql-queries']);
  });
});
