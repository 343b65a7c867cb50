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

/** Decimal places of a percentage that count when shares are computed from it. */
const PERCENTAGE_PLACES = 10;

/**
 * Splits an amount in proportion to the weights: half-even, with the remainder in the last part of positive weight;
 * when that part would get zero or less, rounds down and adds the missing cents to the last parts. A zero weight gets
 * zero, unless all are zero: then the parts are equal. Sums to the amount exactly (§5, domain.md §1).
 * @throws RangeError for a negative amount or weight, or an amount without weights.
 */
export function splitByWeights(amount: Money, weights: readonly Money[]): Money[] {
  const [cents, parts] = checked(amount, weights);
  return shareCents(cents, parts).map(fromCents);
}

/**
 * Returns the shares of a total by percentages. When these sum to 100, the shares sum to the total exactly; else each
 * is computed alone, so that a form can show the difference.
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
 * Apportions each installment of a transaction: rows are the gross values of the installments, columns those of the
 * apportionments. Every row and column of the result sums exactly, and each cell is non-negative and less than a cent
 * from its exact proportion. A single row returns the columns unchanged, and vice versa (domain.md §3).
 * @throws RangeError when the sums of rows and columns differ, or an amount is negative.
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
 * Returns what remains of each apportionment after the shares of paid installments, as columns of `materialize` for the
 * other installments. Negative when the paid ones exceed the apportionment, which a service rejects.
 */
export function columnsLeft(columns: readonly Money[], keptRows: readonly (readonly Money[])[]): Money[] {
  return columns.map((column, index) => subtract(column, sum(keptRows.map((row) => row[index] ?? ZERO))));
}

/**
 * Splits the increase or discount of one installment over its shares, in proportion to their gross values. A discount
 * up to the installment's value never exceeds the gross value of a share.
 * @throws RangeError for a negative amount or weight, or an amount without weights.
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
