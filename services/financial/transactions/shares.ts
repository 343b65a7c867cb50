import { materialize, shareAlong } from '#domain/apportionment.ts';
import { add, compare, subtract, sum, type Money, ZERO } from '#domain/money.ts';

/** What one apportionment gets of one installment. */
export interface ShareValues {
  grossValue: Money;
  increase: Money;
  discount: Money;
}

/** Of a column that an installment does not touch: nothing is stored of it. */
export const NO_SHARE: ShareValues = { grossValue: ZERO, increase: ZERO, discount: ZERO };

/** A row of the rateio: the installment's own figures, and its shares where it is known already what they are. */
export interface ShareRow extends ShareValues {
  /** By column; null asks for new ones. */
  kept: readonly ShareValues[] | null;
}

/**
 * Shares of every installment (rows) by apportionment (columns). Kept rows do not move; the others are materialised on
 * what is left of the columns, which sums exactly since kept rows took whole cents of them (domain.md §3).
 */
export const shareMatrix = (rows: readonly ShareRow[], columns: readonly Money[]): ShareValues[][] => {
  if (columns.length === 0) return rows.map(() => []);
  const kept = rows.flatMap((row) => (row.kept ? [row.kept] : []));
  const left = columns.map((column, index) => subtract(column, sum(kept.map((row) => row[index]?.grossValue ?? ZERO))));
  const free = rows.filter((row) => row.kept === null);
  const fresh = materialize(
    free.map((row) => row.grossValue),
    left,
  );
  return rows.map((row) => (row.kept ? [...row.kept] : spread(row, fresh[free.indexOf(row)] ?? [])));
};

/**
 * Increase and discount of one installment along its gross shares. A discount beyond the gross value, which an increase
 * makes possible, follows gross plus increase, so that no share falls below zero.
 */
export const spread = (row: ShareValues, grossShares: readonly Money[]): ShareValues[] => {
  if (grossShares.length === 0) return [];
  const increases = shareAlong(row.increase, grossShares);
  const withIncrease = grossShares.map((share, index) => add(share, increases[index] ?? ZERO));
  const discounts = shareAlong(row.discount, compare(row.discount, row.grossValue) > 0 ? withIncrease : grossShares);
  return grossShares.map((grossValue, index) => ({
    grossValue,
    increase: increases[index] ?? ZERO,
    discount: discounts[index] ?? ZERO,
  }));
};
