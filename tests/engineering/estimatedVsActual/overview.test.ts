import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AppropriationsOverview, EarnedValue } from '#schema/engineering/estimatedVsActual.rest.ts';
import { enter, openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { measure, openSite, spend, type Site } from './site.ts';

let services: TestServices;
let office: Office;
let stranger: Office;
let site: Site;

beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  stranger = await openOffice(services.seed, 'CANARIO');
  site = await openSite(services.seed, office);
  const { building, stages } = site;
  const expenses = [
    { stage: stages.piles, value: '600.00', due: '2026-10-09' },
    { stage: stages.foundations, value: '250.50', due: '2026-10-20' },
    { stage: stages.walls, value: '70.00', due: '2026-11-03' },
    { value: '33.33', due: '2026-10-31' },
    { stage: stages.walls, value: '999.00', due: '2026-11-04' },
  ];
  for (const expense of expenses) await spend(services.seed, office, { building, ...expense });
});
afterAll(() => services.stop());

const pathOf = (building: number, companyId = office.companyId) =>
  `/api/v1/engineering/companies/${companyId}/buildings/${building}/appropriations/overview`;
const ask = (query: object, { building = site.building, token = office.admin } = {}) =>
  services.api.get(pathOf(building), { token, query: { date: '2026-11-03', ...query } });
const overview = async (query: object = {}, building = site.building): Promise<AppropriationsOverview> => {
  const answer = await ask(query, { building });
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const amounts = ({ estimateTotal, estimatedValue, measuredValue, actualValue }: EarnedValue) => [
  ...[estimateTotal, estimatedValue, measuredValue, actualValue],
];

describe('The appropriations overview of a building on 3 November', () => {
  test('has each stage with everything in it, what stands in none, and the total', async () => {
    const { stages, withoutStage, sharesWithoutStage, total, ...rest } = await overview();
    expect(stages.map((stage) => [stage.code, stage.name, stage.level, ...amounts(stage)])).toEqual([
      ['1', 'Fundações', 0, '1500.00', '1000.00', null, '850.50'],
      ['1.1', 'Estacas', 1, '1000.00', '1000.00', null, '600.00'],
      // Two of five days of 99,99: 39,996.
      ['2', 'Alvenaria', 0, '99.99', '40.00', null, '70.00'],
    ]);
    expect(stages[1]?.parentId).toBe(site.stages.foundations);
    expect([amounts(withoutStage), sharesWithoutStage]).toEqual([['0.00', '0.00', null, '33.33'], 1]);
    expect(total).toEqual({
      ...{ estimateTotal: '1599.99', estimatedValue: '1040.00', measuredValue: null, actualValue: '953.83' },
      ...{
        committedValue: '0.00',
        availableValue: '646.16',
        costVariance: null,
        scheduleVariance: null,
        cpi: null,
        spi: null,
      },
      ...{ estimateAtCompletion: null, estimateToComplete: null, deviation: null, deviationPercentage: null },
    });
    expect(rest).toMatchObject({
      building: { id: site.building, name: 'Torre' },
      date: '2026-11-03',
      withBdi: false,
      costEstimates: [{ id: site.estimate, code: 'ORC-1', description: 'Torre', approved: true }],
      gaps: ['UNSCHEDULED', 'MEASUREMENT'],
      lastMeasurementDate: null,
      ...{ start: '2026-10-05', finish: '2026-11-06', projectedFinish: null, unscheduledValue: '500.00' },
    });
  });

  test('has the curve by month and on the day, what is spent only up to it', async () => {
    const { curve } = await overview();
    expect(curve.map(({ date, estimatedValue, actualValue }) => [date, estimatedValue, actualValue])).toEqual([
      ['2026-10-31', '1000.00', '883.83'],
      ['2026-11-03', '1040.00', '953.83'],
      ['2026-11-30', '1099.99', null],
    ]);
  });

  test('counts working days: the holiday of 12 October plans nothing', async () => {
    // Five of nine days of 1.000,00 on the 9th: 555,555…; the same until the 12th, and six on the 13th: 666,666….
    const planned = async (date: string) => (await overview({ date })).total.estimatedValue;
    expect(await planned('2026-10-04')).toBe('0.00');
    expect(await planned('2026-10-09')).toBe('555.56');
    expect(await planned('2026-10-12')).toBe('555.56');
    expect(await planned('2026-10-13')).toBe('666.67');
    expect(await planned('2027-01-31')).toBe('1099.99');
  });

  test('is that of today where no day is asked for, as §7 writes the call', async () => {
    const path = pathOf(site.building);
    const today = await services.api.get(path, { token: office.admin });
    const named = await services.api.get(path, { token: office.admin, query: { date: '2026-11-20' } });
    expect([today.status, today.body]).toEqual([200, named.body]);
    expect(today.body.data.total.actualValue).toBe('1952.83');
  });

  test('counts prices with BDI where it is asked for', async () => {
    const { stages, total, withBdi } = await overview({ withBdi: true });
    // 122,23 × 10; 305,58 × 2; 40,74 × 3.
    expect([withBdi, total.estimateTotal]).toEqual([true, '1955.68']);
    expect(stages.map(({ estimateTotal }) => estimateTotal)).toEqual(['1833.46', '1222.30', '122.22']);
    expect(total.actualValue).toBe('953.83');
  });
});

describe('What is missing', () => {
  test('is named: a cost estimate, its approval, its price, its schedule', async () => {
    const empty = await services.seed.building(office);
    expect(await overview({}, empty)).toMatchObject({
      ...{ costEstimates: [], gaps: ['COST_ESTIMATE'], stages: [], start: null, unscheduledValue: null },
      total: { estimateTotal: null, estimatedValue: null, actualValue: '0.00' },
    });
    const account = { account_id: office.accountId, company_id: office.companyId };
    const draft = { ...account, building_id: empty, description: 'Rascunho' };
    await services.seed.insert('cost_estimates', { ...draft, code: 'V1' });
    await services.seed.insert('cost_estimates', { ...draft, code: 'V2' });
    const newest = await overview({}, empty);
    expect(newest.costEstimates.map(({ code, approved }) => [code, approved])).toEqual([['V2', false]]);
    expect(newest.gaps).toEqual(['PRICE', 'APPROVAL', 'SCHEDULE', 'MEASUREMENT']);
  });

  test('keeps the cost of stages that documents use in a cost estimate that does not count', async () => {
    const draft = await openSite(
      services.seed,
      { ...office, companyId: await services.seed.company(office.accountId) },
      { approved: false },
    );
    const place = { accountId: office.accountId, companyId: Number((await companyOf(draft.building)) ?? 0) };
    await spend(
      services.seed,
      { ...office, ...place },
      {
        ...{ building: draft.building, stage: draft.stages.piles, value: '10.00', due: '2026-10-09' },
      },
    );
    await services.seed.insert('cost_estimates', {
      ...{ account_id: office.accountId, company_id: place.companyId, building_id: draft.building },
      ...{ code: 'NOVO', description: 'Novo' },
    });
    const answer = await services.api.get(pathOf(draft.building, place.companyId), {
      token: office.admin,
      query: { date: '2026-11-03' },
    });
    const { stages, total }: AppropriationsOverview = answer.body.data;
    expect(stages.map((stage) => [stage.code, ...amounts(stage)])).toEqual([
      ['1', null, null, null, '10.00'],
      ['1.1', null, null, null, '10.00'],
    ]);
    expect(total.actualValue).toBe('10.00');
  });
});

const companyOf = async (building: number) =>
  (await services.seed.sql<{ company_id: string }>('select company_id from buildings where id = $1', [building]))[0]
    ?.company_id;

describe('What was measured', () => {
  let measured: Site;
  beforeAll(async () => {
    measured = await openSite(services.seed, office, { name: 'Galpão', code: 'ORC-2' });
    const { building, estimate, stages, lines } = measured;
    await spend(services.seed, office, { building, stage: stages.piles, value: '920.50', due: '2026-10-09' });
    await spend(services.seed, office, { building, value: '33.33', due: '2026-11-01' });
    await measure(services.seed, office, {
      estimate,
      sheets: [
        { day: '2026-10-15', entries: [[lines.pile, '500.00', '611.15']] },
        {
          day: '2026-11-01',
          entries: [
            [lines.pile, '800.00', '977.84'],
            [lines.wall, '33.33', '40.74'],
          ],
        },
        { day: '2026-11-10', entries: [[lines.pile, '1000.00', '1222.30']] },
        { day: '2026-11-20', open: true, entries: [[lines.wall, '99.99', '122.22']] },
      ],
    });
    const partner = await services.seed.insert('partners', {
      ...{ account_id: office.accountId, type: 'SUPPLIER', name: 'Empreiteira' },
    });
    await measure(services.seed, office, {
      ...{ estimate, partner },
      sheets: [{ day: '2026-10-15', entries: [[lines.wall, '77.00', '77.00']] }],
    });
  });

  test('counts what closed measurements of the customer have accumulated until the day', async () => {
    const { total, stages, withoutStage, curve, ...rest } = await overview({}, measured.building);
    expect(total).toMatchObject({
      ...{ estimateTotal: '1599.99', estimatedValue: '1040.00', measuredValue: '833.33', actualValue: '953.83' },
      // 833,33 ÷ 953,83 = 0,87367…; ÷ 1.040,00 = 0,80128…; 1.599,99 × 953,83 ÷ 833,33 = 1.831,349….
      ...{ costVariance: '-120.50', scheduleVariance: '-206.67', cpi: '0.874', spi: '0.801' },
      ...{ estimateAtCompletion: '1831.35', estimateToComplete: '877.52', deviation: '231.36' },
      deviationPercentage: '14.46',
    });
    expect(stages.map(({ code, measuredValue }) => [code, measuredValue])).toEqual([
      ['1', '800.00'],
      ['1.1', '800.00'],
      ['2', '33.33'],
    ]);
    expect(withoutStage).toMatchObject({ measuredValue: '0.00', costVariance: '-33.33', cpi: null });
    expect(curve.map(({ date, measuredValue }) => [date, measuredValue])).toEqual([
      ['2026-10-31', '500.00'],
      ['2026-11-03', '833.33'],
      ['2026-11-30', null],
    ]);
    // 33 days of plan ÷ SPI: 41,18…, so that the 42nd day is the last.
    expect(rest).toMatchObject({ lastMeasurementDate: '2026-11-01', projectedFinish: '2026-11-15' });
    expect(rest.gaps).toEqual(['UNSCHEDULED']);
  });

  test('has BDI where it is asked for, and is nothing before the first measurement', async () => {
    expect((await overview({ withBdi: true }, measured.building)).total.measuredValue).toBe('1018.58');
    const before = await overview({ date: '2026-10-14' }, measured.building);
    expect([before.total.measuredValue, before.lastMeasurementDate]).toEqual([null, null]);
  });
});

describe('The report', () => {
  test('agrees with estimated versus actual of the building and of its company', async () => {
    const { total } = await overview();
    const query = { date: '2026-11-03' };
    const one = await services.api.get('/api/v1/engineering/estimated-vs-actual', {
      token: office.admin,
      query: { ...query, buildingId: String(site.building) },
    });
    expect(one.body.data).toMatchObject({ ...total, withoutStage: '33.33', lastMeasurementDate: null });
    const all = await services.api.get(`/api/v1/engineering/companies/${office.companyId}/estimated-vs-actual`, {
      token: office.admin,
      query,
    });
    expect(all.body.data.content).toContainEqual(one.body.data);
  });

  test('is for users with ENGINEERING on the building, who need no DEBIT', async () => {
    const token = await office.as(['ENGINEERING'], site.building);
    expect((await ask({}, { token })).body.data.total.actualValue).toBe('953.83');
    const elsewhere = await office.as(['ENGINEERING'], await services.seed.building(office));
    const clerk = await office.as(['DEBIT'], site.building);
    const theirs = await services.seed.building(stranger);
    const refused = [
      await ask({}, { token: elsewhere }),
      await ask({}, { building: theirs }),
      await ask({}, { token: stranger.admin }),
      await ask({}, { token: clerk }),
      await ask({ date: '2026-02-30' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 403, 400]);
    expect(refused[0]?.body.message).toBe('Obra não encontrada.');
  });
});

describe('Expenses without a stage', () => {
  let house: Site;
  let other: number;
  const documents = { plain: 0, twin: 0, shared: 0, classified: 0 };
  beforeAll(async () => {
    house = await openSite(services.seed, office, { name: 'Casa', code: 'ORC-3' });
    other = await services.seed.building(office);
    const { building, stages } = house;
    const make = (value: string, parts: [buildingId: number, value: string][]) =>
      enter(services.seed, office, {
        ...{ type: 'DEBIT', value, due: '2026-10-20' },
        parts: parts.map(([buildingId, part]) => ({ buildingId, value: part })),
      });
    const put = (id: number, position: number, stage: number) =>
      services.seed.sql(
        `update apportionments set building_id = $3, cost_estimate_group_id = $4 where transaction_id = $1 and position = $2`,
        [id, position, building, stage],
      );
    documents.plain = await make('10.00', [[building, '10.00']]);
    documents.twin = await make('20.00', [
      [building, '5.00'],
      [other, '15.00'],
    ]);
    await put(documents.twin, 2, stages.walls);
    documents.shared = await make('40.00', [
      [building, '30.00'],
      [other, '10.00'],
    ]);
    documents.classified = await make('80.00', [[building, '80.00']]);
    await put(documents.classified, 1, stages.piles);
  });

  const path = () => `/api/v1/financial/company/${office.companyId}/debit/classifications`;
  const classify = (changes: object = {}, { token = office.admin, ids = Object.values(documents), version = 1 } = {}) =>
    services.api.post(path(), {
      token,
      body: {
        ...{ building: { id: house.building }, fromStage: null, toStage: { id: house.stages.walls } },
        items: ids.map((transactionId) => ({ transactionId, version })),
        ...changes,
      },
    });
  const figures = async () => {
    const { stages, withoutStage, sharesWithoutStage, total } = await overview({}, house.building);
    return [...stages, withoutStage, total].map(({ actualValue }) => actualValue).concat(String(sharesWithoutStage));
  };

  test('go to a stage together, and each that cannot says why', async () => {
    expect(await figures()).toEqual(['80.00', '80.00', '15.00', '45.00', '140.00', '3']);
    const { status, body } = await classify();
    expect(status).toBe(200);
    const { plain, twin, shared, classified } = documents;
    expect(body.data.results).toEqual([
      { transactionId: plain, ok: true, message: null, version: 2 },
      {
        ...{ transactionId: twin, ok: false, version: null },
        message: 'Este lançamento já tem um rateio na etapa escolhida. Ajuste o rateio no próprio lançamento.',
      },
      { transactionId: shared, ok: true, message: null, version: 2 },
      {
        ...{ transactionId: classified, ok: false, version: null },
        message: 'Este lançamento não tem rateio na etapa de origem desta obra.',
      },
    ]);
    expect(await figures()).toEqual(['80.00', '80.00', '55.00', '5.00', '140.00', '1']);
    const history = await services.seed.sql(
      `select entity_id, details from audit_log where route like '%classifications' order by entity_id`,
    );
    expect(history).toEqual(
      [plain, shared].map((id) => ({
        ...{ entity_id: String(id), details: { costEstimateGroups: [[null, house.stages.walls]] } },
      })),
    );
  });

  test('come back by the same call the other way round, on the versions that it answered', async () => {
    const stale = await classify(
      { fromStage: { id: house.stages.walls }, toStage: null },
      { ids: [documents.plain], version: 1 },
    );
    expect(stale.body.data.results).toEqual([
      {
        ...{ transactionId: documents.plain, ok: false, version: null },
        message: 'Este lançamento foi alterado por outra pessoa. Atualize a lista e tente de novo.',
      },
    ]);
    const back = await classify(
      { fromStage: { id: house.stages.walls }, toStage: null },
      { ids: [documents.plain, documents.shared], version: 2 },
    );
    expect(back.body.data.results.map(({ version }: { version: number }) => version)).toEqual([3, 3]);
    expect(await figures()).toEqual(['80.00', '80.00', '15.00', '45.00', '140.00', '3']);
  });

  test('move only for who may change them on every obra, and never to a stage of another obra', async () => {
    const ids = [documents.plain, documents.shared];
    const clerk = await office.as(['DEBIT'], house.building);
    const { body } = await classify({}, { token: clerk, ids, version: 3 });
    expect(body.data.results.map(({ message }: { message: string | null }) => message)).toEqual([
      null,
      'Você não tem permissão de despesas em todas as obras deste lançamento, por isso não pode alterá-lo.',
    ]);
    const elsewhere = await office.as(['DEBIT'], other);
    const engineer = await office.as(['ENGINEERING'], house.building);
    const refused = [
      await classify({ toStage: { id: site.stages.walls } }, { ids }),
      await classify({}, { token: elsewhere, ids }),
      await classify({ building: { id: await services.seed.building(stranger) } }, { ids }),
      await classify({}, { token: engineer, ids }),
      await classify({ items: [] }),
    ];
    expect(refused.map(({ status, body: { fields } }) => [status, fields?.[0]?.path, fields?.[0]?.message])).toEqual([
      [422, 'toStage', 'Etapa não encontrada nesta obra.'],
      [422, 'building', 'Obra não encontrada.'],
      [422, 'building', 'Obra não encontrada.'],
      [403, undefined, undefined],
      [400, 'items', expect.any(String)],
    ]);
    const theirs = await enter(services.seed, stranger, { type: 'DEBIT', value: '1.00' });
    const foreign = await classify({}, { ids: [theirs] });
    expect(foreign.body.data.results[0].message).toBe('Despesa não encontrada.');
  });
});
