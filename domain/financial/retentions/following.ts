import type { IsoDate } from '../../calendar.ts';
import { splitByWeights } from '../../apportionment.ts';
import { compare, isPositive, subtract, sum, type Money, ZERO } from '../../money.ts';

/** An installment of an invoice, as a payable that is owed by its payments sees it. */
export interface FollowedInstallment {
  id: number;
  grossValue: Money;
  /** Day of the payment; the due date while it is open. */
  factDate: IsoDate;
}

/** An installment of such a payable. */
export interface FollowingInstallment {
  id: number;
  grossValue: Money;
  dueDate: IsoDate;
  paid: boolean;
  /** The installment of the invoice that it belongs to; null when that is gone. */
  sourceId: number | null;
  factDate: IsoDate | null;
}

export interface PlannedFollowing {
  /** Null: a new one. */
  id: number | null;
  sourceId: number;
  grossValue: Money;
  dueDate: IsoDate;
  factDate: IsoDate;
}

const weightsOf = (missing: readonly Money[], wanted: readonly Money[]): readonly Money[] =>
  missing.some(isPositive) ? missing : wanted;

/**
 * The open installments of a payable that is owed by each payment of its invoice: one for each installment of that, of its
 * part, due in the month after it. What was paid of the payable stays and counts for its own installment. A due date that a
 * person has changed stays until its day of payment changes.
 */
export const followInstallments = (
  value: Money,
  followed: readonly FollowedInstallment[],
  following: readonly FollowingInstallment[],
  dueDateOf: (fact: IsoDate) => IsoDate,
): PlannedFollowing[] => {
  const paid = following.filter((one) => one.paid);
  const left = subtract(value, sum(paid.map(({ grossValue }) => grossValue)));
  if (!isPositive(left) || followed.length === 0) return [];
  const wanted = splitByWeights(
    value,
    followed.map(({ grossValue }) => grossValue),
  );
  const missing = followed.map(({ id }, index) => {
    const done = sum(paid.filter(({ sourceId }) => sourceId === id).map(({ grossValue }) => grossValue));
    const rest = subtract(wanted[index] ?? ZERO, done);
    return compare(rest, ZERO) > 0 ? rest : ZERO;
  });
  const parts = splitByWeights(left, weightsOf(missing, wanted));
  const open = following.filter((one) => !one.paid);
  return followed.flatMap(({ id: sourceId, factDate }, index) => {
    const grossValue = parts[index] ?? ZERO;
    if (!isPositive(grossValue)) return [];
    const known = open.find((one) => one.sourceId === sourceId);
    const dueDate = known && known.factDate === factDate ? known.dueDate : dueDateOf(factDate);
    return [{ id: known?.id ?? null, sourceId, grossValue, dueDate, factDate }];
  });
};
