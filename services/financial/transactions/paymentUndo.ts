import { add, compare, type Money, ZERO } from '#domain/money.ts';
import { grossShares, plannedOf, replaced, type PaymentPlan } from './paymentPlan.ts';
import { NOTHING_PAID } from './planInstallments.ts';
import type { StoredInstallment, StoredTransaction } from './read.ts';

export interface UndoPlan extends PaymentPlan {
  /** Parts merged back into the installment; the audit log keeps them. */
  absorbed: StoredInstallment[];
  /** True when a split-off part has changed since and stays a separate installment. */
  apart: boolean;
}

/** An installment while its split-off parts are merged back. */
interface Whole {
  row: StoredInstallment;
  shares: Money[];
  absorbed: StoredInstallment[];
}

/**
 * Plans the undoing of a payment (estorno): the installment becomes a forecast without payment data (§4). A part-paid installment gets back its
 * original number, value, due date and shares, unless one of the parts has since been paid, edited or moved: then both
 * stay.
 */
export const planUndo = (stored: StoredTransaction, installment: StoredInstallment): UndoPlan => {
  const { row, shares, absorbed } = reunited(stored, {
    row: { ...installment, ...NOTHING_PAID },
    shares: grossShares(stored, installment.id),
    absorbed: [],
  });
  const gone = new Set(absorbed.map(({ id }) => id));
  const installments = stored.installments.filter(({ id }) => !gone.has(id));
  return {
    ...replaced({ ...stored, installments }, row, [plannedOf(row)], [shares]),
    absorbed,
    apart: installments.some(({ splitFrom }) => splitFrom === row.id),
  };
};

/** Merges part after part while one qualifies: the rest may itself have been paid in part. */
const reunited = (stored: StoredTransaction, whole: Whole): Whole => {
  const { row, shares, absorbed } = whole;
  const others = stored.installments.filter(({ id }) => id !== row.id && !absorbed.some((one) => one.id === id));
  const rest = others.find((one) => makeOne(row, one));
  const origin = others.find((one) => makeOne(one, row));
  const other = rest ?? origin;
  if (!other) return whole;
  const [kept, lost] = rest ? [row, rest] : [other, row];
  return reunited(stored, {
    row: { ...kept, grossValue: add(kept.grossValue, lost.grossValue) },
    shares: grossShares(stored, other.id).map((share, index) => add(share, shares[index] ?? ZERO)),
    absorbed: [...absorbed, lost],
  });
};

/** Whether neither part has changed: both are open, the rest has got no payment code of its own, they have the same due date and sum to their value before the split. */
const makeOne = (first: StoredInstallment, rest: StoredInstallment): boolean =>
  rest.splitFrom === first.id &&
  first.forecast &&
  rest.forecast &&
  rest.paymentCode === null &&
  first.dueDate === rest.dueDate &&
  rest.splitGross !== null &&
  compare(add(first.grossValue, rest.grossValue), rest.splitGross) === 0;
