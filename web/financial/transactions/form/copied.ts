import { addMonths, civil, compareDates } from '#domain/calendar.ts';
import { add } from '#domain/money.ts';
import type { TransactionDetailFragment } from '#web/generated/financial.ts';
import { forecastOf, formOf, type FormInstallment, type TransactionForm } from './model.ts';

/** Months after which a day is not before today: 0 for one that is still to come. */
const monthsUntil = (day: string, today: string): number => {
  if (compareDates(day, today) >= 0) return 0;
  const [from, to] = [civil(day), civil(today)];
  const months = (to.year - from.year) * 12 + to.month - from.month;
  return compareDates(addMonths(day, months), today) < 0 ? months + 1 : months;
};

/** One installment for each due date: what a part payment has split is due on one day. */
const dueOnce = (installments: readonly FormInstallment[]): FormInstallment[] => {
  const values = new Map<string, string>();
  for (const { dueDate, grossValue } of installments) {
    values.set(dueDate, add(values.get(dueDate) ?? '0.00', grossValue));
  }
  return [...values].map(([dueDate, grossValue], index) =>
    forecastOf({ key: `p${index + 1}`, forecast: true, dueDate, grossValue }),
  );
};

/**
 * The form of a new transaction as a stored one has it: unpaid, without its number, its files and its codes, issued today, and due as
 * many months later as bring the first installment to today or after.
 */
export const copiedForm = (stored: TransactionDetailFragment, today: string): TransactionForm => {
  const form = formOf(stored);
  const installments = dueOnce(form.installments);
  const months = monthsUntil(installments[0]?.dueDate ?? today, today);
  return {
    ...form,
    documentNumber: '',
    emissionDate: today,
    competenceDate: '',
    installments: installments.map((one) => ({ ...one, dueDate: addMonths(one.dueDate, months) })),
    apportionments: form.apportionments.map((one, index) => ({ ...one, key: `r${index + 1}` })),
    retentions: form.retentions.map((one) => ({ ...one, dueDate: '', paid: false, payableId: null })),
    retained: false,
  };
};
