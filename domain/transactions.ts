import { type IsoDate, addDays, compareDates } from './dates.ts';
import { type Money, ZERO, fromCents, subtract, sum, toCents } from './money.ts';

export { type PaymentMethod, PAYMENT_METHODS, PAYMENT_METHOD_LABELS, isPaymentMethod } from './paymentMethods.ts';

/** Income or expense: CREDIT comes in, DEBIT goes out. */
export const TRANSACTION_TYPES = ['CREDIT', 'DEBIT'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const TRANSACTION_STATUSES = ['OPEN', 'PARTIAL', 'PAID'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** Status on the screen: overdue takes precedence over open and partial (domain.md §3). */
export type DisplayStatus = TransactionStatus | 'OVERDUE';

export const STATUS_LABELS: Record<DisplayStatus, string> = {
  OPEN: 'Aberta',
  PARTIAL: 'Parcial',
  PAID: 'Quitada',
  OVERDUE: 'Vencida',
};

/** Status of an installment in lists: DUE and PLANNED are both open, PLANNED is due after `lastDueSoon`. */
export type InstallmentStatus = 'DUE' | 'PLANNED' | 'OVERDUE' | 'PAID';

/**
 * Returns the word of an installment in every list, report, file and answer: A vencer, Vencida, Paga (Recebida). An open
 * one is "a vencer" whatever its distance; "previsão" is only what has no document, such as an order without a nota.
 */
export const installmentLabel = (status: InstallmentStatus, type: TransactionType): string => {
  if (status === 'OVERDUE') return 'Vencida';
  if (status === 'PAID') return type === 'DEBIT' ? 'Paga' : 'Recebida';
  return 'A vencer';
};

/** The one name of the act, in menus, buttons, dialogs and answers. */
export const PAYMENT_NAMES: Record<TransactionType, string> = {
  DEBIT: 'Registrar pagamento',
  CREDIT: 'Registrar recebimento',
};

/** Last day of "30 dias": today and the 29 days after it. */
export const lastDueSoon = (today: IsoDate): IsoDate => addDays(today, 29);

/** Fields of an installment that its figures and status depend on. */
export interface InstallmentFigures {
  forecast: boolean;
  dueDate: IsoDate;
  grossValue: Money;
  increase?: Money | null;
  discount?: Money | null;
}

export interface TransactionFigures {
  gross: Money;
  increase: Money;
  discount: Money;
  value: Money;
  /** Net value of the paid installments. */
  paid: Money;
  /** Net value of the forecast ones. */
  open: Money;
}

/** gross + increase − discount (domain.md §3). */
export function netValue(part: Pick<InstallmentFigures, 'grossValue' | 'increase' | 'discount'>): Money {
  return fromCents(toCents(part.grossValue) + toCents(part.increase ?? ZERO) - toCents(part.discount ?? ZERO));
}

/** OPEN when all installments are forecast, PAID when all are paid, else PARTIAL. */
export function transactionStatus(installments: readonly Pick<InstallmentFigures, 'forecast'>[]): TransactionStatus {
  const open = installments.filter((installment) => installment.forecast).length;
  if (open === installments.length) return 'OPEN';
  return open === 0 ? 'PAID' : 'PARTIAL';
}

/** True when a forecast installment has a due date before today. */
export function isOverdue(
  installments: readonly Pick<InstallmentFigures, 'forecast' | 'dueDate'>[],
  today: IsoDate,
): boolean {
  return installments.some((installment) => installment.forecast && compareDates(installment.dueDate, today) < 0);
}

/** Returns OVERDUE when an installment is overdue, else the status. */
export function displayStatus(
  installments: readonly Pick<InstallmentFigures, 'forecast' | 'dueDate'>[],
  today: IsoDate,
): DisplayStatus {
  return isOverdue(installments, today) ? 'OVERDUE' : transactionStatus(installments);
}

/** Returns the earliest due date of a forecast installment, or null. */
export function nextDueDate(installments: readonly Pick<InstallmentFigures, 'forecast' | 'dueDate'>[]): IsoDate | null {
  const open = installments.filter((installment) => installment.forecast).map((installment) => installment.dueDate);
  return open.toSorted()[0] ?? null;
}

/** Sums the figures of the installments. */
export function transactionFigures(installments: readonly InstallmentFigures[]): TransactionFigures {
  const value = sum(installments.map(netValue));
  const paid = sum(installments.filter((installment) => !installment.forecast).map(netValue));
  return {
    gross: sum(installments.map((installment) => installment.grossValue)),
    increase: sum(installments.map((installment) => installment.increase ?? ZERO)),
    discount: sum(installments.map((installment) => installment.discount ?? ZERO)),
    value,
    paid,
    open: subtract(value, paid),
  };
}
