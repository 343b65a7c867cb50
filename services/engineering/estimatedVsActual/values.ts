import { amendmentSums } from '#domain/engineering/estimate/amendments.ts';
import { calendarOf } from '#domain/engineering/schedules/plan.ts';
import { plannedOnDays, plannedUntil, type Spread } from '#domain/engineering/schedules/spread.ts';
import type { WorkCalendar } from '#domain/engineering/schedules/workCalendar.ts';
import { toCents, ZERO } from '#domain/money.ts';
import { shareDown } from '#domain/shares.ts';
import { figuresOf, inTreeOrder, type Row } from '../costEstimates/rows.ts';
import type { CountingEstimate, StoredPlan } from './read.ts';

/** A row that is no stage, with its value and the stage that it is in; null: at the top. */
export interface Leaf {
  id: number;
  stageId: number | null;
  cents: bigint;
}

/** A row of the schedule with the values that it spreads over its working days. */
interface PlannedWork extends Spread {
  leaves: readonly Leaf[];
}

/** Values of one cost estimate, and its plan where it has a schedule. */
export interface EstimateValues {
  estimate: CountingEstimate;
  stageIds: readonly number[];
  leaves: readonly Leaf[];
  cents: bigint;
  plan: { works: readonly PlannedWork[]; calendar: WorkCalendar } | null;
}

const sumOf = (leaves: readonly Leaf[]): bigint => leaves.reduce((sum, { cents }) => sum + cents, 0n);

/** Rows that are no stages, in the order of the tree, by each of these rows that they are or are in. */
const leavesBelow = (
  ids: Iterable<number>,
  rows: readonly Row[],
  leaves: readonly Leaf[],
): ReadonlyMap<number, readonly Leaf[]> => {
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  const below = new Map<number, Leaf[]>();
  for (const id of ids) below.set(id, []);
  for (const leaf of leaves) {
    for (let id: number | null = leaf.id; id !== null; id = parents.get(id) ?? null) below.get(id)?.push(leaf);
  }
  return below;
};

/** Values of a cost estimate: of its rows as they are contracted now, with BDI and discount or without. */
export const valuesOf = (
  estimate: CountingEstimate,
  rows: readonly Row[],
  { plan, withBdi }: { plan: StoredPlan | undefined; withBdi: boolean },
): EstimateValues => {
  const placed = inTreeOrder({ rows: new Map(rows.map((row) => [row.id, row])), resources: new Map() });
  const figures = figuresOf(placed, estimate);
  const amendments = amendmentSums(placed, figures);
  const leaves = placed.flatMap(({ row, group }, index): Leaf[] => {
    if (group) return [];
    const part = withBdi ? 'total' : 'directTotal';
    const change = amendments.rowAt(index)?.[part] ?? ZERO;
    const cents = toCents(figures.rowAt(index)[part] ?? ZERO) + toCents(change);
    return [{ id: row.id, stageId: row.parentId, cents }];
  });
  const ordered = placed.map(({ row }) => row);
  const below = leavesBelow(plan?.items.map(({ rowId }) => rowId) ?? [], rows, leaves);
  return {
    estimate,
    stageIds: ordered.filter(({ group }) => group).map(({ id }) => id),
    leaves,
    cents: sumOf(leaves),
    plan: plan
      ? {
          calendar: calendarOf(plan),
          works: plan.items.map(({ rowId, start, finish }) => {
            const own = below.get(rowId) ?? [];
            return { start, finish, leaves: own, cents: sumOf(own) };
          }),
        }
      : null,
  };
};

type Values = readonly EstimateValues[];

/** Sums of values by the stage that they stand in directly. */
const byStage = (values: readonly (readonly [stageId: number | null, cents: bigint])[]): Map<number | null, bigint> => {
  const sums = new Map<number | null, bigint>();
  for (const [stageId, cents] of values) sums.set(stageId, (sums.get(stageId) ?? 0n) + cents);
  return sums;
};

export const estimatedByStage = (values: Values): Map<number | null, bigint> =>
  byStage(values.flatMap(({ leaves }) => leaves.map(({ stageId, cents }) => [stageId, cents] as const)));

const shared = (work: PlannedWork, day: string, calendar: WorkCalendar) => {
  const weights = work.leaves.map(({ cents }) => cents);
  const shares = shareDown(plannedUntil(work, day, calendar), weights);
  return work.leaves.map(({ stageId }, index) => [stageId, shares[index] ?? 0n] as const);
};

/**
 * Planned up to a day by stage; the value of a stage that is planned as a whole is shared over what is in it, so that
 * stages sum to the total.
 */
export const plannedByStage = (values: Values, day: string): Map<number | null, bigint> =>
  byStage(values.flatMap(({ plan }) => (plan ? plan.works.flatMap((work) => shared(work, day, plan.calendar)) : [])));

/** Planned up to each of these days, in total. */
export const plannedUntilDays = (values: Values, days: readonly string[]): bigint[] => {
  const sums = values.flatMap(({ plan }) => (plan ? [plannedOnDays(plan.works, days, plan.calendar)] : []));
  return days.map((_, index) => sums.reduce((sum, until) => sum + (until[index] ?? 0n), 0n));
};

/** First and last day of the plans; null without any. */
export const planDays = (values: Values): { start: string; finish: string } | null => {
  const works = values.flatMap(({ plan }) => plan?.works ?? []);
  const [first] = works;
  return first
    ? works.reduce(
        ({ start, finish }, work) => ({
          start: work.start < start ? work.start : start,
          finish: work.finish > finish ? work.finish : finish,
        }),
        { start: first.start, finish: first.finish },
      )
    : null;
};

/** Value of what no schedule plans. */
export const unscheduledCents = (values: Values): bigint =>
  values.reduce(
    (sum, { cents, plan }) => sum + cents - (plan?.works.reduce((until, work) => until + work.cents, 0n) ?? 0n),
    0n,
  );
