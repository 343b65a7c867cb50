import { addMonths, defaultDateRange, endOfMonth, startOfMonth, type IsoDate } from '#domain/dates.ts';
import { lastDueSoon } from '#domain/transactions.ts';
import { add, isZero, percentageOf, subtract } from '#domain/money.ts';

/** Returns the days that the dashboard uses; all ends are inclusive. */
export const dashboardDays = (today: IsoDate) => {
  const month = startOfMonth(today);
  const all = defaultDateRange(today);
  return {
    today,
    soon: lastDueSoon(today),
    monthStart: month,
    monthEnd: endOfMonth(month),
    seriesStart: addMonths(month, -5),
    seriesEnd: endOfMonth(addMonths(month, 6)),
    first: all.start,
    last: all.end,
  };
};
export type DashboardDays = ReturnType<typeof dashboardDays>;

/** Returns the change of a balance against an earlier one, such as "+4,2%"; null without a positive earlier balance. */
export const changeText = (now: string, before: string | undefined): string | null => {
  if (before === undefined || isZero(before) || before.startsWith('-')) return null;
  const percent = percentageOf(subtract(now, before), before);
  const text = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }).format(Number(percent));
  return `${percent.startsWith('-') ? '' : '+'}${text.replace('-', '−')}%`;
};

/** Returns the paid share of a cost in whole percent, for a bar. */
export const paidShare = (paid: string, toPay: string): number => {
  const all = add(paid, toPay);
  return isZero(all) ? 0 : Math.round(Number(percentageOf(paid, all)));
};
