import { sum } from '#domain/money.ts';
import { PAYMENT_NAMES } from '#domain/transactions.ts';
import { useChosenExport } from '#web/list/export/useChosenExport.tsx';
import type { Selection } from '#web/list/useSelection.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { CalendarIcon, CheckCircleIcon, UndoIcon } from '#web/ui/icons.ts';
import { BulkBar, type Column } from '#web/ui/index.ts';
import { BulkReport } from '../transactions/bulk/BulkReport.tsx';
import { DueDateDialog } from '../transactions/bulk/DueDateDialog.tsx';
import { BulkPaymentDialog } from './BulkPaymentDialog.tsx';
import type { Row } from './row.ts';
import type { BulkPayment } from './useBulkPayment.ts';
import { useDueDateChange } from './useDueDateChange.ts';

interface BulkActionsProps {
  type: TransactionType;
  title: string;
  /** Of the list and its file. */
  columns: readonly Column<Row>[];
  selection: Selection<Row>;
  bulk: BulkPayment;
}

/** The actions for selected installments, and the dialog for their payment. */
export const BulkActions = ({ type, title, columns, selection, bulk }: BulkActionsProps) => {
  const due = useDueDateChange(type, selection);
  const open = selection.rows.filter(({ installment, transaction }) => installment.forecast && transaction.canChange);
  const paid = selection.rows.filter(({ installment, transaction }) => !installment.forecast && transaction.canChange);
  const expense = type === 'DEBIT';
  const value = sum(selection.rows.map(({ installment }) => installment.value));
  const exported = useChosenExport({ title, columns, rows: selection.rows, totals: [{ label: 'Total', value }] });
  return (
    <>
      <BulkBar
        count={selection.rows.length}
        sum={value}
        actions={[
          {
            label: PAYMENT_NAMES[type],
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
          {
            label: 'Mudar vencimento',
            icon: <CalendarIcon />,
            onClick: () => due.open(open),
            disabled: open.length === 0 || due.busy,
          },
          exported,
        ]}
        onClear={() => selection.set([])}
      />
      {due.moving && (
        <DueDateDialog
          dueDates={due.moving.map(({ installment }) => installment.dueDate)}
          busy={due.busy}
          onMove={(moved, how) => void due.move(moved, how)}
          onClose={due.close}
        />
      )}
      <BulkReport {...due.report} />
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
