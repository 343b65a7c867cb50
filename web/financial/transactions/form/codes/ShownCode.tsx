import { PayCodeDialog } from '#web/financial/paymentCodes/pay/PayCodeDialog.tsx';
import { readHere } from '#web/financial/paymentCodes/reading.ts';
import type { FormInstallment, TransactionForm } from '../model.ts';

export interface ShownCodeProps {
  installment: FormInstallment;
  form: TransactionForm;
  onClose: () => void;
}

/** The code of one installment, to be paid at the bank. */
export const ShownCode = ({ installment, form, onClose }: ShownCodeProps) => {
  const read = readHere(installment.paymentCode ?? '');
  if (!read.ok) return null;
  const number = 1 + form.installments.findIndex(({ key }) => key === installment.key);
  return <PayCodeDialog code={read.code} of={`parcela ${number}/${form.installments.length}`} onClose={onClose} />;
};
