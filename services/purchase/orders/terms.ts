import { addDays, daysBetween } from '#domain/dates.ts';
import { formatMoney } from '#domain/numberFormat.ts';
import { money, sum, type Money } from '#domain/money.ts';
import {
  baseDate,
  payAfterOf,
  rescaled,
  type OrderDates,
  type OrderInstallment,
  type PayAfterBase,
} from '#domain/purchase/orders/terms.ts';
import type { OrderBody } from '#schema/purchase/orders/orders.rest.ts';
import type { Problems } from '../../platform/problems.ts';

type PaymentBody = NonNullable<NonNullable<OrderBody['requirement']>['payment']>;

/** Payment terms of an order, as they are stored. */
export interface Terms {
  payAfterBase: PayAfterBase | null;
  payAfterDay: number | null;
  installments: OrderInstallment[];
}

/** Due dates a number of days later. */
export const shifted = (installments: readonly OrderInstallment[], days: number): OrderInstallment[] =>
  installments.map((one) => ({ ...one, dueDate: addDays(one.dueDate, days) }));

/** Installments of a body in the order of their days. Adds a problem where they do not sum to the value. */
export const readInstallments = (
  list: readonly OrderInstallment[],
  { value, path }: { value: Money; path: string },
  problems: Problems,
): OrderInstallment[] => {
  const installments = list
    .map(({ dueDate, grossValue }) => ({ dueDate, grossValue: money(grossValue) }))
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0));
  const total = sum(installments.map(({ grossValue }) => grossValue));
  if (installments.length > 0 && total !== value)
    problems.rule(path, `As parcelas somam R$ ${formatMoney(total)}, e o valor é R$ ${formatMoney(value)}.`);
  return installments;
};

/** Whether a body repeats the stored installments, which then follow a changed value or day. */
const isSame = (list: readonly OrderInstallment[], before: readonly OrderInstallment[]): boolean =>
  list.length === before.length &&
  list.every(({ dueDate, grossValue }, index) => {
    const stored = before[index];
    return stored !== undefined && stored.dueDate === dueDate && stored.grossValue === money(grossValue);
  });

interface Before extends Terms {
  dates: OrderDates;
}

const daysOf = (payment: PaymentBody | undefined, before: Before | undefined, dates: OrderDates) => {
  const payAfterDay =
    payment?.payAfterDay === undefined ? (before?.payAfterDay ?? null) : (payment.payAfterDay ?? null);
  const given = payment?.payAfterBase === undefined ? (before?.payAfterBase ?? null) : (payment.payAfterBase ?? null);
  const natural = dates.deliveryDate === null ? 'ORDER' : 'DELIVERY';
  return { payAfterDay, payAfterBase: given ?? (payAfterDay === null ? null : natural) };
};

/**
 * Terms after a call (§5). Without installments in the body, those that are stored follow the value of the order, and the
 * day that they are counted from; days alone make one installment.
 */
export const readTerms = (
  payment: PaymentBody | undefined,
  before: Before | undefined,
  { dates, value }: { dates: OrderDates; value: Money },
  problems: Problems,
): Terms => {
  const list = payment?.installmentList;
  const stored = before?.installments ?? [];
  const { payAfterBase, payAfterDay } = daysOf(payment, before, dates);
  if (list !== undefined && !(before && isSame(list, stored))) {
    const path = 'requirement.payment.installmentList';
    const installments = readInstallments(list, { value, path }, problems);
    const said = payment?.payAfterDay != null || installments.length === 0;
    const computed = said ? undefined : payAfterOf(installments, dates);
    return { payAfterBase, payAfterDay, ...computed, installments };
  }
  const base = payAfterBase ?? 'ORDER';
  if (stored.length === 0 || !before) {
    if (payAfterDay === null || (before && payment?.payAfterDay == null))
      return { payAfterBase, payAfterDay, installments: [] };
    return {
      payAfterBase,
      payAfterDay,
      installments: [{ dueDate: addDays(baseDate(base, dates), payAfterDay), grossValue: value }],
    };
  }
  const was = addDays(baseDate(before.payAfterBase ?? 'ORDER', before.dates), before.payAfterDay ?? 0);
  const now = addDays(baseDate(base, dates), payAfterDay ?? 0);
  return { payAfterBase, payAfterDay, installments: shifted(rescaled(value, stored), daysBetween(was, now)) };
};
