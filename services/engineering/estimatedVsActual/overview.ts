import { projectedFinish } from '#domain/engineering/earnedValue/indices.ts';
import { rollUp } from '#domain/engineering/earnedValue/rollUp.ts';
import { addMonths, endOfMonth, startOfMonth } from '#domain/dates.ts';
import { fromCents, toCents } from '#domain/money.ts';
import type { AppropriationsOverview, CurvePoint } from '#schema/engineering/estimatedVsActual.rest.ts';
import type { Stage } from '#schema/engineering/stages.rest.ts';
import type { CommittedSum } from './committed.ts';
import { earnedValueOf, estimateCents, gapsOf, isPlanned, type Amounts } from './figures.ts';
import type { Measured } from './measured.ts';
import type { ActualSum } from './read.ts';
import {
  estimatedByStage,
  planDays,
  plannedByStage,
  plannedUntilDays,
  unscheduledCents,
  type EstimateValues,
} from './values.ts';

/** Everything that the report of one building is computed from. */
export interface BuildingParts {
  building: { id: number; name: string };
  values: readonly EstimateValues[];
  actuals: readonly ActualSum[];
  measured: Measured | null;
  committed: readonly CommittedSum[];
}

interface Asked {
  date: string;
  withBdi: boolean;
}

/** By stage, with null for what stands in none. */
type Sums = ReadonlyMap<number | null, bigint>;

const totalOf = (sums: Sums): bigint => [...sums.values()].reduce((sum, cents) => sum + cents, 0n);

export const actualByStage = (actuals: readonly ActualSum[]): Map<number | null, bigint> =>
  new Map(actuals.filter(({ month }) => month === null).map(({ stageId, value }) => [stageId, toCents(value)]));

export const committedByStage = (committed: readonly CommittedSum[]): Map<number | null, bigint> =>
  new Map(committed.filter(({ isTotal }) => !isTotal).map(({ stageId, value }) => [stageId, toCents(value)]));

/** Amounts of a whole building: one function for every screen that shows them. */
export const totalAmounts = ({ values, actuals, measured, committed }: BuildingParts, date: string): Amounts => ({
  estimate: estimateCents(values),
  planned: isPlanned(values) ? (plannedUntilDays(values, [date])[0] ?? null) : null,
  measured: measured && totalOf(measured.byStage),
  actual: totalOf(actualByStage(actuals)),
  committed: totalOf(committedByStage(committed)),
});

export const onlyStages = (sums: Sums): Map<number, bigint> =>
  new Map([...sums].flatMap(([id, cents]) => (id === null ? [] : [[id, cents] as const])));

/** Stages of the cost estimates that count; none while these have no value. */
export const countedStages = (values: readonly EstimateValues[]): ReadonlySet<number> =>
  new Set(estimateCents(values) === null ? [] : values.flatMap(({ stageIds }) => stageIds));

const stageRows = (parts: BuildingParts, tree: readonly Stage[], { date }: Asked): AppropriationsOverview['stages'] => {
  const { values, actuals, measured } = parts;
  const sumsOf = (sums: Sums) => rollUp(tree, onlyStages(sums));
  const estimated = sumsOf(estimatedByStage(values));
  const planned = isPlanned(values) ? sumsOf(plannedByStage(values, date)) : null;
  const earned = measured && sumsOf(measured.byStage);
  const spent = sumsOf(actualByStage(actuals));
  const ordered = sumsOf(committedByStage(parts.committed));
  const counted = countedStages(values);
  return tree.map(({ id, name, code, parentId, level }) => {
    // Documents may stand in stages of a cost estimate that does not count: only their cost is told.
    const own = (sums: Map<number, bigint> | null) => (sums && counted.has(id) ? (sums.get(id) ?? 0n) : null);
    const amounts = { estimate: own(estimated), planned: own(planned), measured: own(earned) };
    const costs = { actual: spent.get(id) ?? 0n, committed: ordered.get(id) ?? 0n };
    return { id, name, code, parentId, level, ...earnedValueOf({ ...amounts, ...costs }) };
  });
};

const withoutStage = (parts: BuildingParts, { date }: Asked): AppropriationsOverview['withoutStage'] => {
  const { values, actuals, measured } = parts;
  const of = (sums: Sums) => sums.get(null) ?? 0n;
  const amounts = {
    estimate: estimateCents(values) === null ? null : of(estimatedByStage(values)),
    planned: isPlanned(values) ? of(plannedByStage(values, date)) : null,
    measured: measured && of(measured.byStage),
    actual: of(actualByStage(actuals)),
    committed: of(committedByStage(parts.committed)),
  };
  return earnedValueOf(amounts);
};

/** The expenses of a building without a stage. */
export const unclassified = ({ actuals }: BuildingParts): ActualSum | undefined =>
  actuals.find(({ stageId, month }) => stageId === null && month === null);

/** A curve reaches ten years before and after the day of the report: a mistyped year does not make thousands of points. */
const CURVE_YEARS = 10;

/** First day of the same month in another year of the calendar. */
const inYear = (day: string, years: number): string => {
  const year = Math.min(9999, Math.max(1, Number(day.slice(0, 4)) + years));
  return `${String(year).padStart(4, '0')}-${day.slice(5, 7)}-01`;
};

/** Ends of the months from the first value to the last one, and the day of the report. */
const curveDays = ({ values, actuals }: BuildingParts, date: string): string[] => {
  const days = planDays(values);
  const months = actuals.flatMap(({ month }) => (month === null ? [] : [month]));
  const known = [...months, ...(days ? [days.start, days.finish] : [])].sort();
  const [earliest, latest] = [inYear(date, -CURVE_YEARS), inYear(date, CURVE_YEARS)];
  const [first = date, last = date] = [known[0], known.at(-1)];
  const ends = [endOfMonth(startOfMonth(first > earliest ? first : earliest))];
  for (let end = ends[0] ?? date; end < last && end < latest; ends.push(end)) {
    end = endOfMonth(addMonths(startOfMonth(end), 1));
  }
  return [...new Set([...ends, date])].sort();
};

const curveOf = (parts: BuildingParts, { date }: Asked): CurvePoint[] => {
  const { values, actuals, measured } = parts;
  const until = (sums: readonly (readonly [day: string, cents: bigint])[], day: string): bigint =>
    sums.reduce((sum, [from, cents]) => (from <= day ? sum + cents : sum), 0n);
  const spent = actuals.flatMap(({ month, value }) => (month === null ? [] : [[month, toCents(value)] as const]));
  const days = curveDays(parts, date);
  const plan = isPlanned(values) ? plannedUntilDays(values, days) : null;
  return days.map((day, index) => ({
    date: day,
    estimatedValue: plan && fromCents(plan[index] ?? 0n),
    measuredValue: day <= date && measured && measured.first <= day ? fromCents(until(measured.byDay, day)) : null,
    actualValue: day <= date ? fromCents(until(spent, day)) : null,
  }));
};

/** What a report and a line of a list of buildings have in common. */
export const headerOf = ({ building, values, measured }: BuildingParts) => ({
  building,
  lastMeasurementDate: measured?.last ?? null,
  costEstimates: values.map(({ estimate: { id, code, description, approved } }) => ({
    id,
    code,
    description,
    approved,
  })),
  gaps: gapsOf(values, measured !== null),
});

/** The report of one building by stage. */
export const overviewOf = (parts: BuildingParts, tree: readonly Stage[], asked: Asked): AppropriationsOverview => {
  const { values } = parts;
  const total = earnedValueOf(totalAmounts(parts, asked.date));
  const days = isPlanned(values) ? planDays(values) : null;
  return {
    ...headerOf(parts),
    ...asked,
    start: days?.start ?? null,
    finish: days?.finish ?? null,
    projectedFinish: days && projectedFinish(days, total, asked.date),
    unscheduledValue: isPlanned(values) ? fromCents(unscheduledCents(values)) : null,
    total,
    withoutStage: withoutStage(parts, asked),
    sharesWithoutStage: unclassified(parts)?.shares ?? 0,
    openOrders: parts.committed.find(({ isTotal }) => isTotal)?.orders ?? 0,
    stages: stageRows(parts, tree, asked),
    curve: curveOf(parts, asked),
  };
};
