import type { Total } from '#web/ui/index.ts';

interface Sums {
  value: string;
  grossValue?: string;
  openValue: string;
  overdueValue: string;
}

/**
 * Returns the totals in the foot of a list of transactions or installments; the gross value beside the total where
 * they differ, because reports by competence date count gross values.
 */
export const totalsOf = (totals: Sums | null | undefined): Total[] | undefined =>
  totals
    ? [
        { label: 'Total filtrado', value: totals.value },
        ...(totals.grossValue === undefined || totals.grossValue === totals.value
          ? []
          : [{ label: 'Valor bruto', value: totals.grossValue }]),
        { label: 'Em aberto', value: totals.openValue },
        { label: 'Vencidas', value: totals.overdueValue, tone: 'out' },
      ]
    : undefined;
