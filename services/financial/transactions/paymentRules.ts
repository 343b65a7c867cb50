import { compareDates } from '#domain/dates.ts';
import { add, compare, formatCurrency, type Money } from '#domain/money.ts';
import { isPaymentMethod } from '#domain/transactions.ts';
import type { FieldError } from '../../platform/errors.ts';

/** Data that turns a forecast installment into a paid one. */
export interface Payment {
  paymentDate: string | null;
  walletId: number | null;
  paymentMethod: string | null;
  increase: Money;
  discount: Money;
}

/** Problems with the payment of an installment worth `grossValue`; paths are the payment's field names. */
export const paymentProblems = (payment: Payment, grossValue: Money, today: string): FieldError[] => {
  const problems: FieldError[] = [];
  if (payment.paymentDate === null) problems.push({ path: 'paymentDate', message: 'Informe a data do pagamento.' });
  else problems.push(...dateProblems(payment.paymentDate, today));
  if (payment.walletId === null) problems.push({ path: 'bank', message: 'Escolha a carteira.' });
  if (payment.paymentMethod === null)
    problems.push({ path: 'paymentMethod', message: 'Escolha a forma de pagamento.' });
  else if (!isPaymentMethod(payment.paymentMethod)) {
    problems.push({ path: 'paymentMethod', message: 'Escolha uma forma de pagamento da lista.' });
  }
  const limit = add(grossValue, payment.increase);
  if (compare(payment.discount, limit) > 0) {
    problems.push({ path: 'discount', message: `O desconto não pode passar de ${formatCurrency(limit)}.` });
  }
  return problems;
};

/** Rejects a payment date after today: a scheduled payment stays a forecast until its day. */
const dateProblems = (date: string, today: string): FieldError[] => {
  if (compareDates(date, today) > 0) {
    return [
      {
        path: 'paymentDate',
        message: 'A data do pagamento está no futuro. Altere o vencimento e pague quando chegar o dia.',
      },
    ];
  }
  return date < '1900-01-01' ? [{ path: 'paymentDate', message: 'Informe uma data entre 1900 e 2199.' }] : [];
};
