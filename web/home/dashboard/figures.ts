import { addMonths, defaultDateRange, endOfMonth, startOfMonth, type IsoDate } from '#domain/dates.ts';
import { lastDueSoon } from '#domain/transactions.ts';
import { add, isZero, percentageOf, subtract } from '#domain/money.ts';

/** The days that the dashboard speaks of; all ends are included. */
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

/** "+4,2%" of a balance against an earlier one; null where there is nothing to compare with. */
export const changeText = (now: string, before: string | undefined): string | null => {
  if (before === undefined || isZero(before) || before.startsWith('-')) return null;
  const percent = percentageOf(subtract(now, before), before);
  const text = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }).format(Number(percent));
  return `${percent.startsWith('-') ? '' : '+'}${text.replace('-', '−')}%`;
};

/** Share of a cost that is paid, in whole percent for a bar. */
export const paidShare = (paid: string, toPay: string): number => {
  const all = add(paid, toPay);
  return isZero(all) ? 0 : Math.round(Number(percentageOf(paid, all)));
};
