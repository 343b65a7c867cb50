import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startMeasurements, type Site } from '#tests/engineering/measurements/site.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { ownDocuments } from './costly/documents.ts';

let site: Site;
let gateway: TestGateway;

/** An estimate of so many stages, each of one line that is planned and measured, with as many rows of each other kind. */
interface Sample {
  building: number;
  estimate: number;
  amendment: number;
  measurement: number;
  baselines: number[];
}

const call = async (path: string, body: object, method: 'post' | 'put' = 'post') =>
  site.done(await site.api[method](path, { token: site.token, body }));

const estimateOf = async (building: number, stages: number) => {
  const id = await site.make({
    building: { id: building },
    customer: { id: site.customer },
    bdis: [{ name: 'Serviços', percentage: '10.00' }],
    defaultBdiIndex: 0,
  });
  const rows = await site.put(
    id,
    Array.from({ length: stages }, (_, i) => [
      { key: `g${i}`, type: 'GROUP', description: `Etapa ${i}` },
      {
        ...{ key: `l${i}`, parentKey: `g${i}`, type: 'TASK', description: `Serviço ${i}`, unit: 'm' },
        ...{ quantity: '100', unitPrice: '10' },
      },
    ]).flat(),
  );
  await site.approve(id, true);
  return { id, lines: Object.keys(rows).flatMap((key) => (key.startsWith('l') ? [rows[key] ?? 0] : [])) };
};

const planned = async (estimate: number, lines: number[]): Promise<number[]> => {
  const at = `${site.engineering}/cost-estimates/${estimate}`;
  const items = lines.map((id, i) => ({
    key: `i${i}`,
    costEstimateItem: { id },
    startDate: '2026-10-05',
    duration: 5,
  }));
  const links = items.slice(1).map(({ key }, i) => ({ fromKey: `i${i}`, toKey: key }));
  const daysOff = lines.map((_, i) => ({
    ...{ date: `2027-0${1 + (i % 9)}-${10 + Math.floor(i / 9)}`, type: 'RAIN' },
    description: 'Chuva',
  }));
  await call(`${at}/schedule`, { daysOff, items, links }, 'put');
  const kept = [];
  for (let i = 0; i < Math.min(lines.length, 6) + 1; i += 1) {
    kept.push((await call(`${at}/schedule-baselines`, { name: `Base ${i}` })).id as number);
  }
  return kept;
};

const amended = async (estimate: number, lines: number[]): Promise<number> => {
  const path = `${site.base}/${estimate}/amendments`;
  let last = 0;
  for (const id of lines) {
    const body = { date: '2026-05-10', reason: 'Sondagem', lines: [{ id, quantity: '2' }] };
    last = (await call(path, body)).amendment.id;
    await call(`${path}/${last}/status`, { status: 'APPROVED' });
  }
  return last;
};

/** Gives a line of a measurement a photo of its own, and the measurement a change of its own. */
const illustrated = async (measurement: number, line: number): Promise<void> => {
  site.done(await site.lines(measurement, [{ id: line, accumulated: '1' }]));
  await site.seed.insert('measurement_photos', {
    ...{ account_id: site.office.accountId, measurement_id: measurement, line_id: line },
    ...{ name: 'foto.png', media_type: 'image/png', size: 1 },
  });
};

const measured = async (estimate: number, lines: number[]): Promise<number> => {
  const contract = (
    await call(`${site.engineering}/cost-estimates/${estimate}/measurement-contracts`, { kind: 'CUSTOMER' })
  ).id;
  let last = 0;
  for (const [i] of lines.entries()) {
    const period = { periodStart: `2026-0${1 + (i % 9)}-01`, periodEnd: `2026-0${1 + (i % 9)}-20` };
    last = site.done(await site.begin(contract, period)).id;
    for (const line of i < lines.length - 1 ? [] : lines) await illustrated(last, line);
    const counted = lines.map((id) => ({ id, accumulated: String(i + 1) }));
    site.done(await site.lines(last, counted));
    if (i < lines.length - 1) site.done(await site.turn(last, 'CLOSED'));
  }
  return last;
};

const furnish = async (name: string, size: number): Promise<Sample> => {
  const building = await site.seed.building(site.office, { name });
  const { id, lines } = await estimateOf(building, size);
  const baselines = await planned(id, lines);
  const amendment = await amended(id, lines);
  return { building, estimate: id, baselines, amendment, measurement: await measured(id, lines) };
};

let few: Sample;
let many: Sample;
beforeAll(async () => {
  site = await startMeasurements();
  gateway = await startGateway({ services: await site.services.listen() });
  [few, many] = [await furnish('Casa', 2), await furnish('Torre', 9)];
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await site.services.stop();
});

const DAY = '2026-11-20';
type Variables = (sample: Sample) => Record<string, unknown>;
const ofEstimate: Variables = ({ estimate }) => ({ id: estimate, costEstimateId: estimate });
const ofMeasurement: Variables = ({ measurement }) => ({ measurementId: measurement });

const OPERATIONS: readonly [string, Variables][] = [
  ['CostEstimate', ofEstimate],
  ['CostEstimateDetails', ofEstimate],
  ['CostEstimateUsedStages', ofEstimate],
  ['CostEstimateAmendments', ofEstimate],
  ['CostEstimateAmendmentTree', ({ estimate, amendment }) => ({ id: estimate, amendmentId: amendment })],
  ['CostEstimateRevisions', ofEstimate],
  ['CostEstimateKeptRevision', ({ estimate }) => ({ id: estimate, number: 1 })],
  ['CostEstimateAbc', ({ estimate }) => ({ id: estimate, kind: 'SERVICES' })],
  ['SchedulePage', ofEstimate],
  ['ScheduleNow', ofEstimate],
  ['ScheduleMonths', ofEstimate],
  ['ScheduleBaselineList', ofEstimate],
  [
    'BaselineComparison',
    ({ estimate, baselines: [first, second] }) => ({
      ...{ costEstimateId: estimate, scheduleBaselineId: first, otherBaselineId: second },
    }),
  ],
  ['MeasurementSheet', ofMeasurement],
  ['MeasurementSides', ofEstimate],
  ['MeasurementContracts', ofEstimate],
  ['MeasurementContractRows', ofEstimate],
  ['MeasurementChanges', ofMeasurement],
  ['MeasurementPictures', ofMeasurement],
  ['AppropriationsOverview', ({ building }) => ({ buildingId: building, date: DAY })],
];
const LISTS = ['CostEstimates', 'ScheduleEstimates', 'Measurements', 'MeasurableEstimates'];

const documents = new Map(ownDocuments().map(({ name, text }) => [name, text]));
const send = async (name: string, variables: Record<string, unknown>) => {
  const { errors, data, restCalls, sqlQueries } = await gateway.ask(documents.get(name) ?? '', {
    token: site.token,
    operationName: name,
    variables: { companyId: site.office.companyId, ...variables },
  });
  expect(errors).toBeUndefined();
  return { size: JSON.stringify(data).length, cost: { restCalls, sqlQueries } };
};

describe('The number of service calls and SQL statements', () => {
  test.each(OPERATIONS)('of %s is the same for 2 rows of a kind as for 9', async (name, variables) => {
    const [two, nine] = [await send(name, variables(few)), await send(name, variables(many))];
    expect(nine.size).toBeGreaterThan(two.size);
    expect(nine.cost).toEqual(two.cost);
    expect(nine.cost).toMatchSnapshot();
  });

  test.each(LISTS)('of %s is the same for a page of 1 row as for one of 2', async (name) => {
    const [one, both] = [await send(name, { page: 0, size: 1 }), await send(name, { page: 0, size: 2 })];
    expect(both.size).toBeGreaterThan(one.size);
    expect(both.cost).toEqual(one.cost);
    expect(both.cost).toMatchSnapshot();
  });

  test('of BuildingsOverview is the same whatever a building has', async () => {
    const all = await send('BuildingsOverview', { date: DAY });
    expect(all.cost).toMatchSnapshot();
  });
});
