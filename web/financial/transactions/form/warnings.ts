import { daysBetween } from '#domain/dates.ts';
import { today } from '#web/ui/clock.ts';
import type { FormInstallment, TransactionFormState } from './model.ts';

export const DUE_DATE_PASSED = 'Este vencimento já passou';

/** Days; a first due date later than this is more often a past one typed without its year. */
const FAR_AHEAD = 300;

/** Returns a warning about a typed due date; it does not block saving. */
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
