import { materialize, shareAlong } from '#domain/apportionment.ts';
import { add, compare, subtract, sum, type Money, ZERO } from '#domain/money.ts';

/** One apportionment's part of one installment. */
export interface ShareValues {
  grossValue: Money;
  increase: Money;
  discount: Money;
}

/** Share of an installment that an apportionment leaves out; it is not stored. */
export const NO_SHARE: ShareValues = { grossValue: ZERO, increase: ZERO, discount: ZERO };

/** A row of the share matrix: the installment's figures, and its shares when already fixed. */
export interface ShareRow extends ShareValues {
  /** Fixed shares by column; null when they are to be computed. */
  kept: readonly ShareValues[] | null;
}

/**
 * Shares of every installment (rows) by apportionment (columns). Fixed rows do not change; the other rows divide what
 * remains of the columns, which sums exactly because fixed rows hold whole cents (domain.md §3).
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
 * Divides increase and discount of one installment in proportion to its gross shares. The discount follows gross plus
 * increase, so that a discount above the gross value makes no share negative.
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
