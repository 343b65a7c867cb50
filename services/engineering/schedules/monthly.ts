import { contracted } from '#domain/engineering/estimate/amendments.ts';
import { calendarOf } from '#domain/engineering/schedules/plan.ts';
import { percentageInTotal } from '#domain/engineering/estimate/figures.ts';
import { monthsOf, plannedInMonths, type Spread } from '#domain/engineering/schedules/spread.ts';
import { add, fromCents, toCents, ZERO, type Money } from '#domain/money.ts';
import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { MonthlySchedule } from '#schema/engineering/schedules/schedules.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Reader } from '../costEstimates/read.ts';
import { detailsOf, readContents } from '../costEstimates/rows.ts';
import { planState } from './plan.ts';
import { readState, type ScheduleState } from './state.ts';

type Detail = ReturnType<typeof detailsOf>[number];

/** What a row costs: with BDI and less its share of the discount, or without BDI. */
type Price = (row: Pick<Detail, 'total' | 'directTotal'>) => Money;
const priceOf =
  (withBdi: boolean): Price =>
  ({ total, directTotal }) =>
    (withBdi ? total : directTotal) ?? ZERO;

/** The row at the top that each row is in, by key. */
const topsOf = (details: readonly Detail[]): Map<number, number> => {
  const tops = new Map<number, number>();
  for (const { id, parentId } of details) tops.set(id, parentId === null ? id : (tops.get(parentId) ?? id));
  return tops;
};

/** Values of the scheduled rows with the dates of the plan, by the row at the top. */
const spreadsOf = (
  state: ScheduleState,
  { details, priceIn }: { details: readonly Detail[]; priceIn: Price },
  today: string,
): Map<number, Spread[]> => {
  const plan = planState(state, today);
  const tops = topsOf(details);
  const totals = new Map(details.map((row) => [row.id, priceIn(row)]));
  const spreads = new Map<number, Spread[]>();
  for (const { id, rowId, milestone } of state.items) {
    const dates = plan.activities.get(String(id));
    const top = tops.get(rowId);
    if (milestone !== null || !dates || top === undefined) continue;
    const spread = { start: dates.start, finish: dates.finish, cents: toCents(totals.get(rowId) ?? ZERO) };
    spreads.set(top, [...(spreads.get(top) ?? []), spread]);
  }
  return spreads;
};

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

/** What the plan does in each month. */
export const readMonthly = async (
  trx: Trx,
  reader: Reader,
  estimate: CostEstimate,
  { today, withBdi = true }: { today: string; withBdi?: boolean | undefined },
): Promise<MonthlySchedule> => {
  const { accountId } = reader.session;
  const { id } = estimate;
  const priceIn = priceOf(withBdi);
  const details = detailsOf(estimate, await readContents(trx, accountId, id)).map(contracted);
  const state = await readState(trx, accountId, id);
  const spreads = spreadsOf(state, { details, priceIn }, today);
  const calendar = calendarOf(state);
  const months = monthsOf([...spreads.values()].flat());
  const stages = details
    .filter(({ level }) => level === 0)
    .map((row) => {
      const { id: stageId, code, description } = row;
      const values = plannedInMonths(spreads.get(stageId) ?? [], months, calendar);
      const cents = toCents(priceIn(row));
      return { id: stageId, code, description, cents, values, unscheduled: cents - sumOf(values) };
    });
  let until = 0n;
  const total = withBdi ? estimate.currentTotal : add(estimate.directTotal, estimate.amendmentDirectTotal);
  return {
    id,
    total,
    unscheduled: fromCents(sumOf(stages.map(({ unscheduled }) => unscheduled))),
    months: months.map((month, index) => {
      const value = sumOf(stages.map(({ values }) => values[index] ?? 0n));
      until += value;
      const [own, accumulated] = [fromCents(value), fromCents(until)];
      return {
        ...{ month, value: own, accumulated, percentage: percentageInTotal(own, total) },
        accumulatedPercentage: percentageInTotal(accumulated, total),
      };
    }),
    stages: stages.map(({ cents, values, unscheduled, ...stage }) => ({
      ...stage,
      total: fromCents(cents),
      unscheduled: fromCents(unscheduled),
      values: values.map(fromCents),
    })),
  };
};
