import { daysBetween } from '#domain/dates.ts';
import { today } from '#web/ui/clock.ts';
import type { FormInstallment, TransactionFormState } from './model.ts';

export const DUE_DATE_PASSED = 'Este vencimento já passou';

/** A first due date so far ahead is more often last week's, typed without its year, than one that is meant. */
const FAR_AHEAD = 300;

/** What to think twice about in a due date that was typed here; it is taken all the same. */
export const dueDateWarning = (
  { form, saved }: Pick<TransactionFormState, 'form' | 'saved'>,
  { key, dueDate, forecast }: FormInstallment,
): string | undefined => {
  const before = saved.installments.find((one) => one.key === key)?.dueDate;
  if (!forecast || dueDate === '' || dueDate === before) return undefined;
  const days = daysBetween(today(), dueDate);
  if (days < 0) return DUE_DATE_PASSED;
  return days > FAR_AHEAD && form.installments[0]?.key === key ? `Só vence em ${days} dias: confira o ano` : undefined;
};
