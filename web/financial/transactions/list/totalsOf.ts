import type { Total } from '#web/ui/index.ts';

interface Sums {
  value: string;
  grossValue?: string;
  openValue: string;
  overdueValue: string;
}

/**
 * Returns the totals in the foot of a list of transactions or installments. A list that a report by competence date leads
 * to also shows the gross value where it differs, because such reports count gross values.
 */
export const totalsOf = (totals: Sums | null | undefined, ofReport = false): Total[] | undefined =>
  totals
    ? [
        { label: 'Total filtrado', value: totals.value },
        ...(!ofReport || totals.grossValue === undefined || totals.grossValue === totals.value
          ? []
          : [{ label: 'Valor bruto', value: totals.grossValue }]),
        { label: 'Em aberto', value: totals.openValue },
        { label: 'Vencidas', value: totals.overdueValue, tone: 'out' },
      ]
    : undefined;
