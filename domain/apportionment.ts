import { type Money, ZERO, applyPercentage, fromCents, percentageOf, subtract, sum, toCents } from './money.ts';
import { Decimal, toDecimal } from './decimal.ts';
import { shareCents, shareDown } from './shares.ts';
import { roundMatrix } from './twoWayRounding.ts';

export {
  type ApportionmentDraft,
  type ApportionmentRules,
  MAX_APPORTIONMENTS,
  validateApportionment,
  validateApportionments,
} from './apportionmentRules.ts';

/** Places of a percentage that count when shares are computed from it. */
const PERCENTAGE_PLACES = 10;

/**
 * Parts of an amount in proportion to the weights: half-even, the last weighty one taking the remainder; rounded down
 * with the cents on the last ones where it would get nothing or less. A weight of zero gets zero, unless all are zero:
 * then the parts are equal. Sums to the amount exactly (§5, domain.md §1).
 * @throws RangeError when an amount or weight is negative, or there is no weight for an amount.
 */
export function splitByWeights(amount: Money, weights: readonly Money[]): Money[] {
  const [cents, parts] = checked(amount, weights);
  return shareCents(cents, parts).map(fromCents);
}

/**
 * Shares of a total by percentages. When they make 100 the shares sum to the total exactly; else each stands for
 * itself, so that a form shows what is still missing.
 * @throws RangeError for a negative total or percentage.
 */
export function apportionmentsFromPercentages(total: Money, percentages: readonly string[]): Money[] {
  const exact = percentages.map((percentage) => toDecimal(percentage).toDecimalPlaces(PERCENTAGE_PLACES));
  if (toCents(total) < 0n || exact.some((one) => one.isNegative() && !one.isZero())) {
    throw new RangeError('Negative total or percentage');
  }
  const whole = exact.reduce((all, one) => all.plus(one), new Decimal(0));
  if (!whole.equals(100)) return exact.map((percentage) => applyPercentage(total, percentage));
  const scale = new Decimal(10).pow(PERCENTAGE_PLACES);
  return shareCents(
    toCents(total),
    exact.map((one) => BigInt(one.times(scale).toString())),
  ).map(fromCents);
}

/**
 * The rateio of a transaction on each of its installments: rows are the gross values of the installments, columns those
 * of the shares. Every row and every column of the answer sums exactly, and no cell is negative or a cent or more away
 * from its exact proportion. One row answers the columns as they are, and the other way round (domain.md §3).
 * @throws RangeError when rows and columns do not sum to the same, or one is negative.
 */
export function materialize(rows: readonly Money[], columns: readonly Money[]): Money[][] {
  const [rowCents, columnCents] = [rows.map(toCents), columns.map(toCents)];
  if ([...rowCents, ...columnCents].some((cents) => cents < 0n)) throw new RangeError('Negative amount to apportion');
  if (toCents(sum(rows)) !== toCents(sum(columns))) {
    throw new RangeError(`Rows sum to ${sum(rows)} and columns to ${sum(columns)}`);
  }
  return roundMatrix(rowCents, columnCents).map((row) => row.map(fromCents));
}

/**
 * What each share of the transaction still has to give once some installments keep the shares they were paid with; with
 * the installments that are left, it goes into `materialize`. Negative where the paid ones already hold more than the
 * share is worth, which a service refuses.
 */
export function columnsLeft(columns: readonly Money[], keptRows: readonly (readonly Money[])[]): Money[] {
  return columns.map((column, index) => subtract(column, sum(keptRows.map((row) => row[index] ?? ZERO))));
}

/**
 * Increase or discount of one installment over its shares, in proportion to their gross values. A discount that fits
 * the installment never exceeds the gross value of a share, which would leave it negative.
 * @throws RangeError when an amount or weight is negative, or there is no weight for an amount.
 */
export function shareAlong(amount: Money, weights: readonly Money[]): Money[] {
  const [cents, parts] = checked(amount, weights);
  const shares = shareCents(cents, parts);
  const total = parts.reduce((all, part) => all + part, 0n);
  const fits = cents > total || shares.every((share, index) => share <= (parts[index] ?? 0n));
  return (fits ? shares : shareDown(cents, parts)).map(fromCents);
}

/** sum × 100 / transaction value, two places, half-even (§5). */
export function apportionmentPercentage(part: Money, total: Money): string {
  return percentageOf(part, total);
}

function checked(amount: Money, weights: readonly Money[]): [bigint, bigint[]] {
  const parts = weights.map(toCents);
  const cents = toCents(amount);
  if (cents < 0n || parts.some((part) => part < 0n)) throw new RangeError('Negative amount or weight');
  if (parts.length === 0 && cents > 0n) throw new RangeError('Nobody to share the amount with');
  return [cents, parts];
}
