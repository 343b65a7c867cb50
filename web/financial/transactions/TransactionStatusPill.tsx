import { STATUS_LABELS } from '#domain/transactions.ts';
import type { TransactionRowFragment } from '#web/generated/financial.ts';
import { StatusPill } from '#web/ui/index.ts';

type State = Pick<TransactionRowFragment, 'status' | 'overdue'>;

const tones = { OPEN: 'info', PARTIAL: 'violet', PAID: 'in', OVERDUE: 'out' } as const;

/** Aberta, Parcial, Quitada or Vencida (domain.md §3). */
export const TransactionStatusPill = ({ transaction }: { transaction: State }) => {
  const shown = transaction.overdue ? 'OVERDUE' : transaction.status;
  return (
    <StatusPill tone={tones[shown]} forecast={shown === 'OPEN'}>
      {STATUS_LABELS[shown]}
    </StatusPill>
  );
};
