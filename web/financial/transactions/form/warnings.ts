import { today } from '#web/ui/clock.ts';
import type { FormInstallment } from './model.ts';
import type { TransactionFormState } from './useTransactionForm.ts';

export const DUE_DATE_PASSED = 'Este vencimento já passou';

/** A due date that was typed here and has passed already: said, and taken all the same. */
export const overdueWarning = (
  { saved }: Pick<TransactionFormState, 'saved'>,
  { key, dueDate, forecast }: FormInstallment,
): string | undefined => {
  const before = saved.installments.find((one) => one.key === key)?.dueDate;
  return forecast && dueDate !== '' && dueDate !== before && dueDate < today() ? DUE_DATE_PASSED : undefined;
};
