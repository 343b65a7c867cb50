import {
  type Money,
  ZERO,
  applyPercentage,
  fromCents,
  isPositive,
  percentageOf,
  subtract,
  toCents,
  toTenThousandths,
} from '../../money.ts';
import { type Outlined, groupSums } from '../estimate/outline.ts';
import { type LineFigures, type MeasuredLine, lineFigures } from './line.ts';

/** A row of a sheet in the order of the tree: a stage, or a line with what is measured of it. */
export interface SheetRow extends Outlined {
  /** Null for stages. */
  line: (MeasuredLine & Accepted) | null;
}

/** What somebody has said about a line that needs a word. */
export interface Accepted {
  /** What is above the contract is meant. */
  excessConfirmed: boolean;
  /** Why the line is above the contract, or below the measurement before. */
  reason: string | null;
}

/** Sums of a stage or of the whole sheet; percentages of the contracted value, null where that is zero. */
export interface SumFigures {
  contractedValue: Money;
  previousValue: Money;
  previousPercentage: string | null;
  accumulatedValue: Money;
  percentage: string | null;
  periodValue: Money;
  periodPercentage: string | null;
  balanceValue: Money;
}

export interface SheetFigures extends SumFigures {
  lines: number;
  stages: number;
  /** Lines with a period other than zero. */
  measured: number;
  /** Lines below what is contracted. */
  open: number;
  /** Value above the contract, of all lines. */
  excessValue: Money;
  /** Rows that need a word before the sheet can be closed, by index. */
  unresolved: number[];
  /** Figures of the line at an index; null for stages. */
  lineAt: (index: number) => LineFigures | null;
  /** Sums of the row at an index. */
  sumsAt: (index: number) => SumFigures;
}

const percentage = (part: Money, whole: Money): string | null =>
  toCents(whole) === 0n ? null : percentageOf(part, whole);

const sumsOf = (contracted: bigint, previous: bigint, accumulated: bigint): SumFigures => {
  const [whole, before, until] = [fromCents(contracted), fromCents(previous), fromCents(accumulated)];
  const period = subtract(until, before);
  return {
    contractedValue: whole,
    previousValue: before,
    previousPercentage: percentage(before, whole),
    accumulatedValue: until,
    percentage: percentage(until, whole),
    periodValue: period,
    periodPercentage: percentage(period, whole),
    balanceValue: subtract(whole, until),
  };
};

/**
 * True for a line that keeps the sheet from being closed: raised above the contract without confirmation and reason, or
 * reduced without a reason. What was accepted in an earlier measurement is not asked about again.
 */
export const needsWord = ({ state, periodQuantity }: LineFigures, { excessConfirmed, reason }: Accepted): boolean => {
  const silent = (reason ?? '').trim() === '';
  if (state === 'ABOVE') return toTenThousandths(periodQuantity) > 0n && (silent || !excessConfirmed);
  return state === 'REDUCED' && silent;
};

// An edit makes one new line: the figures of all others are those of before.
const known = new WeakMap<MeasuredLine, LineFigures>();

const figuresOf = (line: MeasuredLine): LineFigures => {
  const figures = known.get(line) ?? lineFigures(line);
  known.set(line, figures);
  return figures;
};

/** Figures of a sheet: lines rounded one by one, stages and sheet as sums of rounded lines. */
export const sheetFigures = (rows: readonly SheetRow[]): SheetFigures => {
  const lines = rows.map(({ line }) => (line === null ? null : figuresOf(line)));
  const column = (value: (figures: LineFigures) => Money): [(bigint | null)[], bigint] =>
    groupSums(
      rows,
      lines.map((figures) => (figures === null ? null : toCents(value(figures)))),
    );
  const [contracted, contract] = column(({ contractedValue }) => contractedValue);
  const [previous, before] = column(({ previousValue }) => previousValue);
  const [accumulated, until] = column(({ accumulatedValue }) => accumulatedValue);
  const all = lines.filter((figures) => figures !== null);
  return {
    ...sumsOf(contract, before, until),
    lines: all.length,
    stages: rows.length - all.length,
    measured: all.filter(({ periodQuantity }) => toTenThousandths(periodQuantity) !== 0n).length,
    open: all.filter(({ balance }) => toTenThousandths(balance) > 0n).length,
    excessValue: fromCents(all.reduce((sum, { excessValue }) => sum + toCents(excessValue), 0n)),
    unresolved: rows.flatMap(({ line }, index) => {
      const figures = lines[index];
      return line && figures && needsWord(figures, line) ? [index] : [];
    }),
    lineAt: (index) => lines[index] ?? null,
    sumsAt: (index) => sumsOf(contracted[index] ?? 0n, previous[index] ?? 0n, accumulated[index] ?? 0n),
  };
};

/** What is kept back of a measured period until its release, half-even; nothing of a period that takes back. */
export const retentionOf = (periodValue: Money, percentageKept: string | null): Money =>
  percentageKept !== null && isPositive(periodValue) ? applyPercentage(periodValue, percentageKept) : ZERO;
