import { sum } from '#domain/money.ts';
import type { Selection } from '#web/list/useSelection.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { CheckCircleIcon, UndoIcon } from '#web/ui/icons.ts';
import { BulkBar } from '#web/ui/index.ts';
import { BulkPaymentDialog } from './BulkPaymentDialog.tsx';
import type { Row } from './row.ts';
import type { BulkPayment } from './useBulkPayment.ts';

interface BulkActionsProps {
  type: TransactionType;
  selection: Selection<Row>;
  bulk: BulkPayment;
}

/** The actions for selected installments, and the dialog for their payment. */
export const BulkActions = ({ type, selection, bulk }: BulkActionsProps) => {
  const open = selection.rows.filter(({ installment, transaction }) => installment.forecast && transaction.canChange);
  const paid = selection.rows.filter(({ installment, transaction }) => !installment.forecast && transaction.canChange);
  const expense = type === 'DEBIT';
  return (
    <>
      <BulkBar
        count={selection.rows.length}
        sum={sum(selection.rows.map(({ installment }) => installment.value))}
        actions={[
          {
            label: expense ? 'Marcar como pagas' : 'Marcar como recebidas',
            icon: <CheckCircleIcon />,
            onClick: () => bulk.open(open),
            disabled: open.length === 0,
          },
          {
            label: expense ? 'Desfazer pagamentos' : 'Desfazer recebimentos',
            icon: <UndoIcon />,
            onClick: () => void bulk.undo(paid),
            disabled: paid.length === 0 || bulk.busy,
          },
        ]}
        onClear={() => selection.set([])}
      />
      {bulk.paying && (
        <BulkPaymentDialog
          type={type}
          rows={bulk.paying}
          busy={bulk.busy}
          results={bulk.results}
          onUndo={bulk.undoDone}
          onPay={(input) => void bulk.pay(input)}
          onClose={bulk.close}
        />
      )}
    </>
  );
};
