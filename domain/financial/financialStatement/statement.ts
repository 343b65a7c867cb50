import { fromCents, toCents, type Money } from '../../cents.ts';
import { Decimal, roundHalfEven } from '../../decimal.ts';
import { isComputed, PARTS, STATEMENT, type LineId, type SummedLine } from './lines.ts';

/** Values of one row of a statement by month: income is positive, expenses negative. */
export interface RowValues {
  line: SummedLine | 'OUTSIDE';
  values: readonly Money[];
}

/** A line with its values by month and their sum. */
export interface LineValues {
  line: LineId;
  values: Money[];
  total: Money;
}

type Cents = readonly bigint[];

const added = (rows: readonly Cents[], months: number): bigint[] =>
  Array.from({ length: months }, (_, month) => rows.reduce((sum, row) => sum + (row[month] ?? 0n), 0n));

const lineOf = (line: LineId, cents: Cents): LineValues => ({
  line,
  values: cents.map(fromCents),
  total: fromCents(cents.reduce((sum, value) => sum + value, 0n)),
});

/**
 * The lines of a statement from the values of its rows: each line is the sum of its rows, and each computed line the sum of
 * the lines above it. `outside` is what does not belong to the result.
 */
export const statementOf = (
  rows: readonly RowValues[],
  months: number,
): { lines: LineValues[]; outside: LineValues } => {
  const of = (line: SummedLine | 'OUTSIDE'): bigint[] =>
    added(
      rows.filter((row) => row.line === line).map(({ values }) => values.map(toCents)),
      months,
    );
  const lines = STATEMENT.map((line) =>
    lineOf(line, isComputed(line) ? added(PARTS[line].map(of), months) : of(line as SummedLine)),
  );
  return { lines, outside: lineOf('OUTSIDE', of('OUTSIDE')) };
};

const quotient = (part: bigint, whole: bigint, places: number): string =>
  roundHalfEven(new Decimal(part.toString()).times(100).div(whole.toString()), places);

/** AV: percentage of the net revenue of the same column; null where that is not above zero. */
export const verticalShare = (value: Money, netRevenue: Money, places = 2): string | null => {
  const whole = toCents(netRevenue);
  return whole > 0n ? quotient(toCents(value), whole, places) : null;
};

/** AH: change over the month before, as a percentage of its absolute value; null where there is none, or it is zero. */
export const horizontalChange = (value: Money, before: Money | undefined, places = 2): string | null => {
  if (before === undefined) return null;
  const [now, then] = [toCents(value), toCents(before)];
  return then === 0n ? null : quotient(now - then, then < 0n ? -then : then, places);
};
