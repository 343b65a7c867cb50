import { daysBetween } from '#domain/dates.ts';
import { today } from '#web/ui/clock.ts';
import type { FormInstallment, TransactionFormState } from './model.ts';

export const DUE_DATE_PASSED = 'Este vencimento já passou';

/** Days; a first due date later than this is more often a past one typed without its year. */
const FAR_AHEAD = 300;

/** Returns warnings about typed due dates, by the keys of their installments; they do not block saving. */
export const dueDateWarnings = ({
  form,
  saved,
}: Pick<TransactionFormState, 'form' | 'saved'>): ReadonlyMap<string, string> => {
  const before = new Map(saved.installments.map(({ key, dueDate }) => [key, dueDate]));
  const typed = form.installments.filter(
    ({ key, dueDate, forecast }) => forecast && dueDate !== '' && dueDate !== before.get(key),
  );
  return new Map(
    typed.flatMap((one) => {
      const warning = warningOf(one, form.installments[0]?.key === one.key);
      return warning === undefined ? [] : [[one.key, warning] as const];
    }),
  );
};

const warningOf = ({ dueDate }: FormInstallment, first: boolean): string | undefined => {
  const days = daysBetween(today(), dueDate);
  if (days < 0) return DUE_DATE_PASSED;
  return days > FAR_AHEAD && first ? `Só vence em ${days} dias: confira o ano` : undefined;
};
