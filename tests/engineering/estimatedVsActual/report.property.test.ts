import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AppropriationsOverview, EarnedValue } from '#schema/engineering/estimatedVsActual.rest.ts';
import { startMeasurements, type Site } from '#tests/engineering/measurements/site.ts';

/** PROPERTY_SEED selects other obras. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20261121);
const RUNS = 4;

let site: Site;
beforeAll(async () => {
  site = await startMeasurements();
});
afterAll(() => site.services.stop());

/** An obra in whole numbers: quantities and prices in ten-thousandths, costs in cents, days from 5 January 2026, a Monday. */
interface Obra {
  stages: {
    lines: { quantity: number; price: number; week: number; days: number; measured: [number, number] }[];
    /** Planned as a whole from this week, for so many working days; null: by line. */
    whole: { week: number; days: number } | null;
  }[];
  bdi: number;
  costs: { stage: number; cents: number; day: number }[];
  dates: number[];
}

const whole = fc.record({ week: fc.integer({ min: 0, max: 20 }), days: fc.integer({ min: 1, max: 40 }) });
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 9_999_999 }),
  price: fc.integer({ min: 1, max: 9_999_999 }),
  week: fc.integer({ min: 0, max: 20 }),
  days: fc.integer({ min: 1, max: 40 }),
  measured: fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })),
});
const obras = fc.record({
  stages: fc.array(fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 4 }), whole: fc.option(whole) }), {
    minLength: 2,
    maxLength: 4,
  }),
  bdi: fc.integer({ min: 1, max: 9_999 }),
  costs: fc.array(
    fc.record({
      // The last one is no stage.
      stage: fc.integer({ min: 0, max: 4 }),
      cents: fc.integer({ min: 1, max: 99_999_999 }),
      day: fc.integer({ min: 0, max: 200 }),
    }),
    { minLength: 3, maxLength: 8 },
  ),
  dates: fc.array(fc.integer({ min: 0, max: 260 }), { minLength: 3, maxLength: 3 }),
});

/** Nearest whole number to a fraction, the even one in the middle. */
const halfEven = (part: bigint, of: bigint): bigint => {
  const [down, twice] = [part / of, (part % of) * 2n];
  return twice > of || (twice === of && down % 2n === 1n) ? down + 1n : down;
};
const decimal = (units: bigint, places: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
};
const money = (cents: bigint): string => decimal(cents, 2);
const dayAt = (day: number): string => new Date(Date.UTC(2026, 0, 5 + day)).toISOString().slice(0, 10);
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** Value in cents of a quantity at a price, both in ten-thousandths. */
const worth = (quantity: bigint, price: number): bigint => halfEven(quantity * BigInt(price), 1_000_000n);
const accumulated = (quantity: number, percent: number): bigint => (BigInt(quantity) * BigInt(percent)) / 100n;

/** Working days of a plan that begins on the Monday of a week, up to a day, counted one by one. */
const elapsed = ({ week, days }: { week: number; days: number }, until: number): bigint => {
  let worked = 0;
  for (let day = week * 7; day <= until && worked < days; day += 1) if (day % 7 < 5) worked += 1;
  return BigInt(worked);
};

/** What an obra or one of its stages should say, in cents. */
interface Figures {
  estimate: bigint;
  planned: bigint;
  measured: bigint | null;
  actual: bigint;
}

const expectedOf = ({ estimate, planned, measured, actual }: Figures): Partial<EarnedValue> => {
  const earned = measured !== null && measured > 0n && actual > 0n ? measured : null;
  const completion = earned === null ? null : halfEven(estimate * actual, earned);
  return {
    estimateTotal: money(estimate),
    estimatedValue: money(planned),
    measuredValue: measured === null ? null : money(measured),
    actualValue: money(actual),
    costVariance: measured === null ? null : money(measured - actual),
    scheduleVariance: measured === null ? null : money(measured - planned),
    cpi: measured === null || actual === 0n ? null : decimal(halfEven(measured * 1000n, actual), 3),
    spi: measured === null || planned === 0n ? null : decimal(halfEven(measured * 1000n, planned), 3),
    estimateAtCompletion: completion === null ? null : money(completion),
    estimateToComplete: completion === null ? null : money(completion - actual),
  };
};

/** The first measurement ends on day 60, the second on day 120; a line is never measured below the first. */
const MEASURED_ON = [60, 120] as const;
const percentOf = ([first, second]: [number, number], round: number): number =>
  round === 0 ? first : Math.max(first, second);

const figuresOn = ({ stages, costs }: Obra, day: number): Figures[] => {
  const round = MEASURED_ON.filter((end) => end <= day).length - 1;
  return stages.map(({ lines, whole: plan }, index) => {
    const values = lines.map(({ quantity, price }) => worth(BigInt(quantity), price));
    const spread = (value: bigint, of: { week: number; days: number }) =>
      halfEven(value * elapsed(of, day), BigInt(of.days));
    return {
      estimate: sum(values),
      planned: plan ? spread(sum(values), plan) : sum(lines.map((one, at) => spread(values[at] ?? 0n, one))),
      measured:
        round < 0
          ? null
          : sum(
              lines.map(({ quantity, price, measured }) =>
                worth(accumulated(quantity, percentOf(measured, round)), price),
              ),
            ),
      actual: sum(costs.filter((cost) => cost.stage === index && cost.day <= day).map(({ cents }) => BigInt(cents))),
    };
  });
};

const totalOf = (stages: readonly Figures[], outside: bigint): Figures => ({
  estimate: sum(stages.map(({ estimate }) => estimate)),
  planned: sum(stages.map(({ planned }) => planned)),
  measured: stages.some(({ measured }) => measured === null) ? null : sum(stages.map(({ measured }) => measured ?? 0n)),
  actual: sum(stages.map(({ actual }) => actual)) + outside,
});

/** Makes the obra by the calls that a user makes; answers the path of its report. */
const make = async (obra: Obra): Promise<string> => {
  const { api, token, done, office, seed } = site;
  const building = await seed.building(office);
  const id = await site.make({
    ...{ building: { id: building }, customer: { id: site.customer } },
    ...{ bdis: [{ name: 'Serviços', percentage: decimal(BigInt(obra.bdi), 2) }], defaultBdiIndex: 0 },
  });
  const keys = await site.put(
    id,
    obra.stages.flatMap(({ lines }, stage) => [
      { key: `s${stage}`, type: 'GROUP', description: `Etapa ${stage}` },
      ...lines.map(({ quantity, price }, at) => ({
        ...{ key: `s${stage}l${at}`, parentKey: `s${stage}`, type: 'TASK', description: `Serviço ${at}`, unit: 'un' },
        ...{ quantity: decimal(BigInt(quantity), 4), unitPrice: decimal(BigInt(price), 4) },
      })),
    ]),
  );
  await site.approve(id, true);
  const item = (key: string, { week, days }: { week: number; days: number }) => ({
    ...{ key, costEstimateItem: { id: keys[key] }, startDate: dayAt(week * 7), duration: days },
  });
  const items = obra.stages.flatMap(({ lines, whole: plan }, stage) =>
    plan ? [item(`s${stage}`, plan)] : lines.map((one, at) => item(`s${stage}l${at}`, one)),
  );
  const engineering = '/api/v1/engineering';
  done(await api.put(`${engineering}/cost-estimates/${id}/schedule`, { token, body: { startsOn: dayAt(0), items } }));
  const side = done(await site.contract(id, { kind: 'CUSTOMER' }));
  for (const [round, end] of MEASURED_ON.entries()) {
    const measurement = done(await site.begin(side.id, { periodEnd: dayAt(end) }));
    const lines = obra.stages.flatMap((stage, at) =>
      stage.lines.map(({ quantity, measured }, place) => ({
        ...{ id: keys[`s${at}l${place}`] },
        accumulated: decimal(accumulated(quantity, percentOf(measured, round)), 4),
      })),
    );
    done(await site.lines(measurement.id, lines));
    done(await site.turn(measurement.id, 'CLOSED'));
  }
  for (const { stage, cents, day } of obra.costs) {
    const grossValue = money(BigInt(cents));
    const group = keys[`s${stage}`];
    const share = { building: { id: building }, grossValue, ...(group && { costEstimateGroup: { id: group } }) };
    done(
      await api.post(`/api/v1/financial/company/${office.companyId}/debit`, {
        token,
        body: {
          ...{ grossValue, installmentCount: 1, forecast: true, dueDate: '2027-03-10' },
          ...{ emissionDate: dayAt(day), competenceDate: dayAt(day), transactionRecordBuildings: [share] },
        },
      }),
    );
  }
  return `${engineering}/companies/${office.companyId}/buildings/${building}/appropriations/overview`;
};

test('Every figure of the report is the one that a plain count of days, quantities and documents gives', async () => {
  const said = fc.sample(obras, { seed: SEED, numRuns: RUNS });
  for (const obra of said) {
    const path = await make(obra);
    for (const day of [...obra.dates, ...MEASURED_ON]) {
      const { body } = await site.api.get(path, { token: site.token, query: { date: dayAt(day) } });
      const report: AppropriationsOverview = body.data;
      const stages = figuresOn(obra, day);
      const outside = sum(
        obra.costs.filter((cost) => cost.stage >= stages.length && cost.day <= day).map(({ cents }) => BigInt(cents)),
      );
      const label = { seed: SEED, day: dayAt(day), obra };
      expect({ label, stages: report.stages, total: report.total, outside: report.withoutStage }).toMatchObject({
        stages: stages.map(expectedOf),
        total: expectedOf(totalOf(stages, outside)),
        outside: { actualValue: money(outside) },
      });
      const point = report.curve.find(({ date }) => date === dayAt(day));
      expect([point?.estimatedValue, point?.measuredValue, point?.actualValue]).toEqual([
        ...[report.total.estimatedValue, report.total.measuredValue, report.total.actualValue],
      ]);
    }
  }
}, 60_000);
