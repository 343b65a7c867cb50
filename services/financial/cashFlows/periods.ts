import { periodsBetween, type CashFlowGroup } from '#domain/cashFlow.ts';
import { addDays } from '#domain/dates.ts';
import { sum } from '#domain/money.ts';
import type {
  CashFlowCategory,
  CashFlowEntry,
  CashFlowPeriod as Answer,
} from '#schema/financial/cashFlows/cashFlows.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { categoriesByPeriod } from './amounts.ts';
import { requireDaysAround, type CashFlowPeriod, type CashFlowScope } from './scope.ts';
import { cashFlowEntries } from './sql.ts';

const NONE: ReadonlyMap<string, CashFlowCategory[]> = new Map();

type Summed = 'paid' | 'received' | 'toPay' | 'toReceive' | 'committedToPay' | 'overdueToPay' | 'overdueToReceive';

/** How periods are made; with `categories` false those of each period stay empty, and cost nothing. */
interface Asked {
  group: CashFlowGroup;
  categories?: boolean | undefined;
}

/** Sums the day series by period, with the categories of each period. Two statements for any number of days. */
export const cashFlowPeriods = async (
  trx: Trx,
  scope: CashFlowScope,
  period: CashFlowPeriod,
  { group, categories: withCategories = true }: Asked,
): Promise<Answer[]> => {
  requireDaysAround(period);
  // Starts a day early: the balances of that day open the first period.
  const entries = await cashFlowEntries(trx, scope, { ...period, start: addDays(period.start, -1) });
  const categories = withCategories ? await categoriesByPeriod(trx, scope, period, group) : NONE;
  let next = 1;
  return periodsBetween(period, group).map(({ start, end }) => {
    const opening = entries[next - 1];
    const first = next;
    while ((entries[next]?.date ?? '9999') <= end) next += 1;
    const days = entries.slice(first, next);
    const closing = days.at(-1);
    if (!opening || !closing) throw new Error(`No cash flow between ${start} and ${end}`);
    return {
      start,
      end,
      ...summed(days),
      openingActual: opening.actualBalance,
      openingExpected: opening.expectedBalance,
      actualBalance: closing.actualBalance,
      expectedBalance: closing.expectedBalance,
      categories: categories.get(start) ?? [],
    };
  });
};

const summed = (days: readonly CashFlowEntry[]): Record<Summed, string> => {
  const of = (key: Summed) => sum(days.map((day) => day[key]));
  return {
    paid: of('paid'),
    received: of('received'),
    toPay: of('toPay'),
    toReceive: of('toReceive'),
    committedToPay: of('committedToPay'),
    overdueToPay: of('overdueToPay'),
    overdueToReceive: of('overdueToReceive'),
  };
};
