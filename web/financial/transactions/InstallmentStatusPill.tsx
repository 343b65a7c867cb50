import { lastDueSoon, type InstallmentStatus, type TransactionType } from '#domain/transactions.ts';
import { InstallmentPill, today } from '#web/ui/index.ts';

interface Dated {
  forecast: boolean;
  dueDate: string;
}

/** Returns the status computed from the installment, so that a payment shows at once in every list with its row. */
export const statusOf = ({ forecast, dueDate }: Dated): InstallmentStatus => {
  if (!forecast) return 'PAID';
  if (dueDate < today()) return 'OVERDUE';
  return dueDate <= lastDueSoon(today()) ? 'DUE' : 'PLANNED';
};

/** The status that follows from the installment's own fields. */
export const InstallmentStatusPill = ({ installment, type }: { installment: Dated; type: TransactionType }) => (
  <InstallmentPill status={statusOf(installment)} type={type} />
);
