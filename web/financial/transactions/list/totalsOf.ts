import type { Total } from '#web/ui/index.ts';

interface Sums {
  value: string;
  openValue: string;
  overdueValue: string;
}

/** Returns the totals in the foot of a list of transactions or installments. */
export const totalsOf = (totals: Sums | null | undefined): Total[] | undefined =>
  totals
    ? [
        { label: 'Total filtrado', value: totals.value },
        { label: 'Em aberto', value: totals.openValue },
        { label: 'Vencidas', value: totals.overdueValue, tone: 'out' },
      ]
    : undefined;
