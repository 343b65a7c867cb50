import type { CashFlowGroup } from '#domain/cashFlow.ts';
import {
  addDays,
  addMonths,
  dayOfWeek,
  endOfMonth,
  formatDate,
  formatShortDate,
  formatShortMonth,
  startOfMonth,
} from '#domain/dates.ts';
import type { IsoDate } from '#domain/dates.ts';
import { add, compare, isZero, negate, subtract, sum, ZERO } from '#domain/money.ts';
import type { ExportColumn } from '#domain/files/table.ts';
import type { CashFlowFiguresFragment, CashFlowQuery } from '#web/generated/financial.ts';

export type Group = Exclude<CashFlowGroup, 'WHOLE'>;
export type FlowPeriod = NonNullable<CashFlowQuery['periods']>[number];
export interface Days {
  start: IsoDate;
  end: IsoDate;
}

/** Returns the default days of a grouping around today, both inclusive. */
export const daysAround = (today: IsoDate, group: Group): Days => {
  switch (group) {
    case 'DAY':
      return { start: addDays(today, -5), end: addDays(today, 40) };
    case 'WEEK': {
      const sunday = addDays(today, -dayOfWeek(today));
      return { start: addDays(sunday, -28), end: addDays(sunday, 10 * 7 + 6) };
    }
    case 'MONTH': {
      const month = startOfMonth(today);
      return { start: addMonths(month, -5), end: endOfMonth(addMonths(month, 6)) };
    }
  }
};

export const labelOf = (start: IsoDate, group: Group): string =>
  group === 'MONTH' ? formatShortMonth(start) : formatShortDate(start);

/** Returns a period's receipts, payments and balances; without forecasts only paid installments count. */
export const flowOf = (period: CashFlowFiguresFragment, forecasts: boolean) => ({
  in: forecasts ? add(period.received, period.toReceive) : period.received,
  out: forecasts ? add(period.paid, period.toPay) : period.paid,
  opening: forecasts ? period.openingExpected : period.openingActual,
  closing: forecasts ? period.expectedBalance : period.actualBalance,
});

/** One line of the table: a category with its amount in each period. */
export interface CategoryLine {
  key: string;
  /** Null: transactions without a category. */
  categoryId: string | null;
  name: string;
  amounts: string[];
  total: string;
}

/** Returns the categories of one direction over all periods, largest total first. */
export const categoryLines = (
  periods: readonly FlowPeriod[],
  type: 'CREDIT' | 'DEBIT',
  forecasts: boolean,
): CategoryLine[] => {
  const lines = new Map<string, CategoryLine>();
  periods.forEach((period, index) => {
    for (const { type: direction, categoryId, name, paid, forecast } of period.categories) {
      if (direction !== type) continue;
      const key = categoryId ?? 'none';
      const line = lines.get(key) ?? {
        key,
        categoryId: categoryId ?? null,
        name: name ?? 'Sem categoria',
        amounts: periods.map(() => ZERO),
        total: ZERO,
      };
      line.amounts[index] = forecasts ? add(paid, forecast) : paid;
      lines.set(key, line);
    }
  });
  return [...lines.values()]
    .map((line) => ({ ...line, total: sum(line.amounts) }))
    .filter(({ total }) => total !== ZERO)
    .sort((a, b) => compare(b.total, a.total));
};

/** A row of the exported table: name and amount in each period; payments are negative. */
export interface FlowRow {
  name: string;
  amounts: string[];
}

/** Returns the whole table with all categories, for the exported file. */
export const flowRows = (periods: readonly FlowPeriod[], forecasts: boolean): FlowRow[] => {
  const flows = periods.map((period) => flowOf(period, forecasts));
  const row = (name: string, of: (flow: (typeof flows)[number]) => string): FlowRow => ({
    name,
    amounts: flows.map(of),
  });
  const lines = (type: 'CREDIT' | 'DEBIT'): FlowRow[] =>
    categoryLines(periods, type, forecasts).map(({ name, amounts }) => ({
      name,
      amounts: type === 'DEBIT' ? amounts.map(negate) : amounts,
    }));
  const result = row('Resultado do período', (flow) => subtract(flow.in, flow.out));
  const others = row('Transferências e ajustes', (flow) =>
    subtract(subtract(flow.closing, flow.opening), subtract(flow.in, flow.out)),
  );
  return [
    row('Saldo inicial', (flow) => flow.opening),
    row('Entradas', (flow) => flow.in),
    ...lines('CREDIT'),
    row('Saídas', (flow) => negate(flow.out)),
    ...lines('DEBIT'),
    result,
    ...(others.amounts.every(isZero) ? [] : [others]),
    row('Saldo final', (flow) => flow.closing),
  ];
};

/** Returns the columns of that file: the row's name, and one column per period. */
export const flowColumns = (periods: readonly FlowPeriod[], group: Group): ExportColumn<FlowRow>[] => [
  { title: 'R$', value: ({ name }) => name },
  ...periods.map(({ start }, index) => ({
    title: group === 'MONTH' ? labelOf(start, group) : formatDate(start),
    kind: 'money' as const,
    value: ({ amounts }: FlowRow) => amounts[index],
  })),
];
