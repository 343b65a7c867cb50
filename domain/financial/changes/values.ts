import { formatDate } from '../../dates.ts';
import { formatCurrency, formatExact } from '../../numberFormat.ts';
import { isPaymentMethod, PAYMENT_METHOD_LABELS } from '../../paymentMethods.ts';

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const isAmount = (text: string): boolean => /^-?\d+\.\d{2}$/.test(text);
const METHODS = ['paymentMethod', 'preferredPaymentMethod'];
/** What a person typed: a number of a document may look like a day or an amount. */
const TYPED = ['documentNumber', 'description', 'reason', 'attachment', 'accessKey', 'paymentCode'];

/** A value of the history as a person reads it: amounts, days and payment methods in words. */
export const changedValue = (field: string, value: string): string => {
  if (TYPED.includes(field)) return value;
  if (METHODS.includes(field) && isPaymentMethod(value)) return PAYMENT_METHOD_LABELS[value];
  if (field === 'rate') return `${formatExact(value)}%`;
  if (value === 'true' || value === 'false') return value === 'true' ? 'sim' : 'não';
  if (isDay(value)) return formatDate(value);
  return isAmount(value) ? formatCurrency(value) : value;
};
