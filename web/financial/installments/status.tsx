import { addDays } from '#domain/dates.ts';
import type { InstallmentListRowFragment, InstallmentStatus, TransactionType } from '#web/generated/financial.ts';
import { StatusPill, today } from '#web/ui/index.ts';

export type Row = InstallmentListRowFragment;

/** Days within which an open installment is "a vencer"; what is due later is only foreseen. As the service says it. */
const SOON = 30;

/** Told from the installment itself, so that a payment shows at once in every list that has its row. */
export const statusOf = ({ installment: { forecast, dueDate } }: Row): InstallmentStatus => {
  if (!forecast) return 'PAID';
  if (dueDate < today()) return 'OVERDUE';
  return dueDate <= addDays(today(), SOON) ? 'DUE' : 'PLANNED';
};

export const statusLabel = (status: InstallmentStatus, type: TransactionType): string =>
  ({ DUE: 'A vencer', OVERDUE: 'Vencida', PLANNED: 'Previsão', PAID: type === 'DEBIT' ? 'Paga' : 'Recebida' })[status];

const tones = { DUE: 'info', OVERDUE: 'out', PAID: 'in', PLANNED: 'neutral' } as const;

/** A vencer, Vencida, Paga (Recebida) or Previsão; what is only foreseen is outlined. */
export const InstallmentStatusPill = ({ row }: { row: Row }) => {
  const status = statusOf(row);
  return (
    <StatusPill tone={tones[status]} forecast={status === 'PLANNED'}>
      {statusLabel(status, row.transaction.type)}
    </StatusPill>
  );
};
