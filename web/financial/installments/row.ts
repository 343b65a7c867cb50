import type { InstallmentListRowFragment } from '#web/generated/financial.ts';

/** An installment in its list; `match` has its share of the building of the filter. */
export type Row = InstallmentListRowFragment & { match?: { value: string } | undefined };

export const valueOf = ({ match, installment }: Row): string => match?.value ?? installment.value;

/** Returns the value of the whole installment where the list shows another one, else null. */
export const wholeValueOf = (row: Row): string | null =>
  valueOf(row) === row.installment.value ? null : row.installment.value;
