import type { TransactionDetailFragment } from '#web/generated/financial.ts';
import { useState } from 'react';
import { formOf } from './model.ts';
import { PaymentDialog } from './PaymentDialog.tsx';
import { usePayments } from './usePayments.ts';
import { useTransactionCalls } from './useTransactionCalls.ts';

export interface PayInstallmentProps {
  /** As it is stored now: the payment is refused where somebody has changed it since. */
  transaction: TransactionDetailFragment;
  /** One of its open installments. */
  installmentId: string;
  onClose: () => void;
}

const nothingToSave = async (): Promise<null> => null;
const isStored = (): boolean => true;

/** Payment of one installment where its transaction is not open: the same dialog, call and undo as in its form. */
const PayInstallment = ({ transaction, installmentId, onClose }: PayInstallmentProps) => {
  const { type, partner, description } = transaction;
  const [form] = useState(() => formOf(transaction));
  const at = form.installments.findIndex(({ id }) => id === installmentId);
  const { paying, pay } = usePayments({
    ...{ type, transaction, state: { form, dirty: false, check: isStored }, save: nothingToSave, onPaid: onClose },
    calls: useTransactionCalls(type, transaction, null),
    opened: form.installments[at],
  });
  return (
    paying && (
      <PaymentDialog
        expense={type === 'DEBIT'}
        of={partner?.name ?? description}
        installment={paying.installment}
        number={at + 1}
        form={form}
        busy={paying.busy}
        refused={paying.refused}
        onPay={pay}
        onClose={onClose}
      />
    )
  );
};

export default PayInstallment;
