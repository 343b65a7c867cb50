import { installmentLabel, type InstallmentStatus, type TransactionType } from '#domain/transactions.ts';
import { StatusPill, type Tone } from './StatusPill.tsx';

/** The color of each status: the same word looks the same on every screen. */
export const INSTALLMENT_TONES = {
  DUE: 'info',
  PLANNED: 'info',
  OVERDUE: 'out',
  PAID: 'in',
} as const satisfies Record<InstallmentStatus, Tone>;

/** A vencer, Vencida or Paga (Recebida), in every list that shows installments. */
export const InstallmentPill = ({ status, type }: { status: InstallmentStatus; type: TransactionType }) => (
  <StatusPill tone={INSTALLMENT_TONES[status]}>{installmentLabel(status, type)}</StatusPill>
);
