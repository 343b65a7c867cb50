import { STATUS_LABELS } from '#domain/transactions.ts';
import type { TransactionRowFragment } from '#web/generated/financial.ts';
import { LockIcon } from '#web/ui/icons.ts';
import { StatusPill } from '#web/ui/index.ts';

type State = Pick<TransactionRowFragment, 'status' | 'overdue' | 'closedMonth'>;

const tones = { OPEN: 'info', PARTIAL: 'violet', PAID: 'in', OVERDUE: 'out' } as const;

/** Aberta, Parcial, Quitada or Vencida (domain.md §3), with a padlock where the month of the document is closed. */
export const TransactionStatusPill = ({ transaction }: { transaction: State }) => {
  const shown = transaction.overdue ? 'OVERDUE' : transaction.status;
  return (
    <StatusPill
      tone={tones[shown]}
      forecast={shown === 'OPEN'}
      icon={transaction.closedMonth === null ? undefined : <LockIcon />}
    >
      {STATUS_LABELS[shown]}
      {transaction.closedMonth !== null && <span className="visuallyHidden">, em mês fechado</span>}
    </StatusPill>
  );
};
