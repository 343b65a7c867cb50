import type { InstallmentListRowFragment } from '#web/generated/financial.ts';

/** An installment as its list shows it: of an obra, with the share there. */
export type Row = InstallmentListRowFragment & { match?: { value: string } | undefined };

export const valueOf = ({ match, installment }: Row): string => match?.value ?? installment.value;

/** The value of the whole installment, where it is not what the list shows. */
export const wholeValueOf = (row: Row): string | null =>
  valueOf(row) === row.installment.value ? null : row.installment.value;
