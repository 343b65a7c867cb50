import { type IsoDate, addDays, addMonths, compareDates, dayOfWeek, daysBetween, startOfMonth } from './calendar.ts';
import { type Money, ZERO, fromCents, toCents } from './cents.ts';

/** Maximum number of days in one series. */
export const MOST_DAYS = 1_500;

/** Grouping of a cash flow: by day, by week from Sunday (§9), by month, or as one period. */
export const CASH_FLOW_GROUPS = ['DAY', 'WEEK', 'MONTH', 'WHOLE'] as const;
export type CashFlowGroup = (typeof CASH_FLOW_GROUPS)[number];

/** Days of one period, both included. */
export interface Period {
  start: IsoDate;
  end: IsoDate;
}

const nextStart = (date: IsoDate, group: CashFlowGroup, after: IsoDate): IsoDate => {
  switch (group) {
    case 'DAY':
      return addDays(date, 1);
    case 'WEEK':
      return addDays(date, 7 - dayOfWeek(date));
    case 'MONTH':
      return addMonths(startOfMonth(date), 1);
    case 'WHOLE':
      return after;
  }
};

/**
 * Returns the periods from `start` to `end` (both included), the first and last cut to these days; empty when `end` is
 * before `start`.
 */
export function periodsBetween({ start, end }: Period, group: CashFlowGroup): Period[] {
  const after = addDays(end, 1);
  const periods: Period[] = [];
  for (let date = start; date <= end;) {
    const next = nextStart(date, group, after);
    periods.push({ start: date, end: addDays(next < after ? next : after, -1) });
    date = next;
  }
  return periods;
}

/**
 * Expected movement of one forecast installment, or of one planned day of an order, on its due date; one that has passed
 * counts on today (domain.md §3). Both may be moved.
 */
export interface Forecast {
  key: string;
  type: 'CREDIT' | 'DEBIT';
  date: IsoDate;
  value: Money;
}

/** A what-if change of the forecasts, which is never saved. */
export interface Scenario {
  /** Days that credits are delayed. */
  delayDays: number;
  /** Part of each credit that is delayed, in whole percent; the rest stays on its day. */
  delayPercent: number;
  /** New day of each moved forecast, by key. */
  moved: Readonly<Record<string, IsoDate>>;
}

export const NO_SCENARIO: Scenario = { delayDays: 0, delayPercent: 100, moved: {} };

/** True when the scenario changes nothing. */
export function isPlain({ delayDays, delayPercent, moved }: Scenario): boolean {
  return (delayDays === 0 || delayPercent === 0) && Object.keys(moved).length === 0;
}

/**
 * Returns the forecasts changed by the scenario. The sum is unchanged to the cent: the part without delay is the
 * remainder.
 */
export function applyScenario(forecasts: readonly Forecast[], scenario: Scenario): Forecast[] {
  return forecasts.flatMap((forecast) => {
    const moved = scenario.moved[forecast.key];
    if (moved !== undefined) return [{ ...forecast, date: moved }];
    if (forecast.type === 'DEBIT' || scenario.delayDays === 0) return [forecast];
    const cents = toCents(forecast.value);
    const delayed = (cents * BigInt(scenario.delayPercent)) / 100n;
    const parts = [
      { ...forecast, value: fromCents(cents - delayed) },
      { ...forecast, value: fromCents(delayed), date: addDays(forecast.date, scenario.delayDays) },
    ];
    return parts.filter(({ value }) => value !== ZERO);
  });
}

export interface DayBalance {
  date: IsoDate;
  balance: Money;
}

/** Returns the balance at the end of each day from `start` to `end`. `opening` is the balance before the first day. */
export function projectBalances(opening: Money, forecasts: readonly Forecast[], { start, end }: Period): DayBalance[] {
  const changes = new Map<IsoDate, bigint>();
  for (const { date, type, value } of forecasts) {
    const day = date < start ? start : date;
    const cents = type === 'CREDIT' ? toCents(value) : -toCents(value);
    changes.set(day, (changes.get(day) ?? 0n) + cents);
  }
  let balance = toCents(opening);
  return Array.from({ length: Math.max(0, daysBetween(start, end) + 1) }, (_, index) => {
    const date = addDays(start, index);
    balance += changes.get(date) ?? 0n;
    return { date, balance: fromCents(balance) };
  });
}

/** Returns the first day with a negative balance, or undefined. */
export function firstNegativeDay(days: readonly DayBalance[]): DayBalance | undefined {
  return days.find(({ balance }) => toCents(balance) < 0n);
}

/** Returns the day with the lowest balance, the earliest of equal ones; undefined for no days. */
export function lowestDay(days: readonly DayBalance[]): DayBalance | undefined {
  return [...days].sort((a, b) => {
    const difference = toCents(a.balance) - toCents(b.balance);
    return difference === 0n ? compareDates(a.date, b.date) : difference < 0n ? -1 : 1;
  })[0];
}
