import { addDays } from '#domain/dates.ts';
import { fromCents, isNegative, money, toCents, toTenThousandths, ZERO, type Money } from '#domain/money.ts';
import { orderFigures, type OrderFigures, type OrderLine } from '#domain/purchase/orders/figures.ts';
import { missingQuantity } from '#domain/purchase/orders/receiving.ts';
import { baseDate, termInstallments, type OrderDates, type OrderInstallment } from '#domain/purchase/orders/terms.ts';
import { shareCents } from '#domain/shares.ts';
import type { FormLine, OrderForm } from './form.ts';

export const datesOf = ({
  createdDate,
  deliveryDate,
}: Pick<OrderForm, 'createdDate' | 'deliveryDate'>): OrderDates => ({
  createdDate,
  deliveryDate: deliveryDate === '' ? null : deliveryDate,
});

export const orderLine = ({
  quantity,
  price,
  canceled,
  closed,
  canceledQuantity,
  receivedQuantity,
}: FormLine): OrderLine => ({
  ...{ quantity: quantity || '0', price: price || '0', canceled, closed },
  ...{ canceledQuantity: canceledQuantity ?? '0', receivedQuantity },
});

/** Figures of what is typed, by the function of the services. */
export const figuresOf = ({ lines, shippingRate, discount, ipi, ipiAmount }: OrderForm): OrderFigures =>
  orderFigures(lines.map(orderLine), {
    ...{ shippingRate: money(shippingRate || ZERO), discount: money(discount || ZERO), ipi: ipi || '0' },
    ipiValue: ipiAmount,
  });

/** The installments of the terms; the last takes the remainder. None of a value below zero, which is refused. */
export const installmentsOf = (form: OrderForm, grossValue: Money): OrderInstallment[] => {
  const { days, base, weights } = form.terms;
  if (days.length === 0 || isNegative(grossValue) || form.createdDate === '') return [];
  const from = baseDate(base, datesOf(form));
  if (weights === null) return termInstallments(grossValue, days, from);
  const shares = shareCents(toCents(grossValue), weights.map(toCents));
  return days.map((day, index) => ({ dueDate: addDays(from, day), grossValue: fromCents(shares[index] ?? 0n) }));
};

/** How many lines are bought, and of how many something is missing. */
export const missingOf = (lines: readonly FormLine[]): { live: number; missing: number } => {
  const live = lines.filter(({ canceled }) => !canceled);
  const missing = live.filter((line) => toTenThousandths(missingQuantity(orderLine(line))) > 0n);
  return { live: live.length, missing: missing.length };
};

export const isReceived = ({ receivedQuantity }: FormLine): boolean => toTenThousandths(receivedQuantity) > 0n;
