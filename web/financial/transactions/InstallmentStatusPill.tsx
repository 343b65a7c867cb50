import { lastDueSoon } from '#domain/transactions.ts';
import type { InstallmentStatus, TransactionType } from '#web/generated/financial.ts';
import { StatusPill, today } from '#web/ui/index.ts';

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

export const statusLabel = (status: InstallmentStatus, type: TransactionType): string =>
  ({ DUE: 'A vencer', OVERDUE: 'Vencida', PLANNED: 'Previsão', PAID: type === 'DEBIT' ? 'Paga' : 'Recebida' })[status];

const tones = { DUE: 'info', OVERDUE: 'out', PAID: 'in', PLANNED: 'neutral' } as const;

/** A vencer, Vencida, Paga (Recebida) or Previsão, the last one outlined. */
export const InstallmentStatusPill = ({ installment, type }: { installment: Dated; type: TransactionType }) => {
  const status = statusOf(installment);
  return (
    <StatusPill tone={tones[status]} forecast={status === 'PLANNED'}>
      {statusLabel(status, type)}
    </StatusPill>
  );
};
