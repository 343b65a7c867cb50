import { add, compare, type Money, ZERO } from '#domain/money.ts';
import { grossShares, plannedOf, replaced, type PaymentPlan } from './paymentPlan.ts';
import { NOTHING_PAID } from './planInstallments.ts';
import type { StoredInstallment, StoredTransaction } from './read.ts';

export interface UndoPlan extends PaymentPlan {
  /** Parts that became one with the installment again; the history keeps them. */
  absorbed: StoredInstallment[];
  /** What was split from the installment has changed since, and stays an installment of its own. */
  apart: boolean;
}

/** Parts of one installment on the way to be one again. */
interface Whole {
  row: StoredInstallment;
  shares: Money[];
  absorbed: StoredInstallment[];
}

/**
 * Estorno: the installment is a forecast again and carries nothing of the payment (§4). One that was paid in part is what
 * it was before: number, value, due date and shares. Where one of the parts was paid, edited or moved since, both stay.
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

/** One part after the other, until none fits: the rest may have been paid in part itself. */
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

/** Nobody touched either part: both are open, due on one day, and make what they were worth together. */
const makeOne = (first: StoredInstallment, rest: StoredInstallment): boolean =>
  rest.splitFrom === first.id &&
  first.forecast &&
  rest.forecast &&
  first.dueDate === rest.dueDate &&
  rest.splitGross !== null &&
  compare(add(first.grossValue, rest.grossValue), rest.splitGross) === 0;
