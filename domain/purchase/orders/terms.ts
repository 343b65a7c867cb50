/** Payment terms of an order (specification §5, mock 20b). */
import { addDays, compareDates, daysBetween, type IsoDate } from '../../dates.ts';
import { fromCents, toCents, type Money } from '../../money.ts';
import { shareCents } from '../../shares.ts';

/** From which day the days of the terms are counted. */
export type PayAfterBase = 'DELIVERY' | 'ORDER';

export interface OrderDates {
  createdDate: IsoDate;
  /** Null: not agreed. */
  deliveryDate: IsoDate | null;
}

export interface OrderInstallment {
  dueDate: IsoDate;
  grossValue: Money;
}

/** Days until the first payment, and the day that they are counted from. */
export interface PayAfter {
  payAfterBase: PayAfterBase;
  payAfterDay: number;
}

/**
 * Terms of an order that has installments and no days: those from delivery or from the order to its earliest due date, the
 * larger (§5); never below zero. Undefined without installments.
 */
export const payAfterOf = (
  installments: readonly Pick<OrderInstallment, 'dueDate'>[],
  { createdDate, deliveryDate }: OrderDates,
): PayAfter | undefined => {
  const [first] = installments.map(({ dueDate }) => dueDate).sort(compareDates);
  if (first === undefined) return undefined;
  const afterOrder = daysBetween(createdDate, first);
  const afterDelivery = deliveryDate === null ? Number.NEGATIVE_INFINITY : daysBetween(deliveryDate, first);
  return afterDelivery >= afterOrder
    ? { payAfterBase: 'DELIVERY', payAfterDay: Math.max(0, afterDelivery) }
    : { payAfterBase: 'ORDER', payAfterDay: Math.max(0, afterOrder) };
};

/** Most days and installments that terms may have. */
export const MAX_TERM_DAYS = 3_650;
const MAX_TERMS = 360;

/** Days of "28 / 42 / 56"; "à vista" is 0; null for what is no such text, or not rising. */
export const parseTerms = (text: string): number[] | null => {
  if (/^\s*[àa] vista\s*$/i.test(text)) return [0];
  const parts = text.trim().split(/\s*[/,;+\s]\s*/);
  if (parts.length > MAX_TERMS || !parts.every((part) => /^\d{1,4}$/.test(part))) return null;
  const days = parts.map(Number);
  const rises = days.every((day, index) => day <= MAX_TERM_DAYS && (index === 0 || day > (days[index - 1] ?? 0)));
  return rises ? days : null;
};

/** "28 / 42 / 56"; "à vista" for one payment at once. */
export const formatTerms = (days: readonly number[]): string =>
  days.length === 1 && days[0] === 0 ? 'à vista' : days.join(' / ');

/** Day that terms are counted from; an order without a delivery date is counted from its own day. */
export const baseDate = (base: PayAfterBase, { createdDate, deliveryDate }: OrderDates): IsoDate =>
  base === 'DELIVERY' ? (deliveryDate ?? createdDate) : createdDate;

/** Equal installments on the days of the terms; the last takes the remainder, so that they sum to the gross value. */
export const termInstallments = (gross: Money, days: readonly number[], from: IsoDate): OrderInstallment[] => {
  const shares = shareCents(
    toCents(gross),
    days.map(() => 1n),
  );
  return days.map((day, index) => ({ dueDate: addDays(from, day), grossValue: fromCents(shares[index] ?? 0n) }));
};

/** The same due dates with shares of another value, in proportion to the values so far. */
export const rescaled = (value: Money, installments: readonly OrderInstallment[]): OrderInstallment[] => {
  const shares = shareCents(
    toCents(value),
    installments.map(({ grossValue }) => toCents(grossValue)),
  );
  return installments.map(({ dueDate }, index) => ({ dueDate, grossValue: fromCents(shares[index] ?? 0n) }));
};
