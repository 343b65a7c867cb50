import type { InstallmentListRowFragment } from '#web/generated/financial.ts';

/** An installment in its list; `match` has its share of the building of the filter. */
export type Row = InstallmentListRowFragment & { match?: { value: string } | undefined };
