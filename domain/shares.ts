/**
 * Splits whole cents. Half-even rounding does not preserve sums, so the last share takes the remainder; when that would
 * be zero or less, all shares are rounded down and the missing cents go to the last ones (domain.md §1).
 */
import { divideHalfEven } from './decimal.ts';

/** Splits `amount` in proportion to the weights, summing to it exactly. Requires a non-negative amount and weights. */
export function shareCents(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n)
    return weights.length === 0
      ? []
      : shareCents(
          amount,
          weights.map(() => 1n),
        );
  const last = lastIndex(weights, (weight) => weight > 0n);
  const shares = weights.map((weight) => divideHalfEven(amount * weight, total));
  const remainder = amount - shares.reduce((sum, share, index) => (index === last ? sum : sum + share), 0n);
  if (remainder <= 0n && amount > 0n) return shareDown(amount, weights);
  shares[last] = remainder;
  return shares;
}

/**
 * As `shareCents`, but each share is its exact value rounded down or up: rounds all down, then adds a cent to the last
 * ones with a fraction. A share of an amount up to the total weight never exceeds its weight.
 */
export function shareDown(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n)
    return weights.length === 0
      ? []
      : shareDown(
          amount,
          weights.map(() => 1n),
        );
  const shares = weights.map((weight) => (amount * weight) / total);
  let left = amount - shares.reduce((sum, share) => sum + share, 0n);
  for (let index = shares.length - 1; left > 0n && index >= 0; index -= 1) {
    const weight = weights[index] ?? 0n;
    if ((amount * weight) % total === 0n) continue;
    shares[index] = (shares[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return shares;
}

function lastIndex(weights: readonly bigint[], matches: (weight: bigint) => boolean): number {
  return weights.reduce((found, weight, index) => (matches(weight) ? index : found), -1);
}
