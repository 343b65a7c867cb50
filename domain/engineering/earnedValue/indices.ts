import { addDays, daysBetween, type IsoDate } from '../../dates.ts';
import { divideHalfEven } from '../../decimal.ts';
import { fromCents, toCents, type Money } from '../../money.ts';

/** What an obra or a stage was to cost, and how far it has come at a day; null: not known. */
export interface Progress {
  /** Value of the cost estimate (orçado). */
  estimateTotal: Money | null;
  /** Planned value at the day (PV). */
  estimatedValue: Money | null;
  /** Earned value (EV). */
  measuredValue: Money | null;
  /** Actual cost (AC). */
  actualValue: Money;
}

/** What follows from it; null where a divisor is zero or a part is not known (domain.md §5). */
export interface Indices {
  /** EV − AC: negative when it costs more than it is worth. */
  costVariance: Money | null;
  /** EV − PV: negative when it is behind plan. */
  scheduleVariance: Money | null;
  /** EV ÷ AC and EV ÷ PV, three places half-even. */
  cpi: string | null;
  spi: string | null;
  /** Estimate ÷ unrounded CPI. */
  estimateAtCompletion: Money | null;
  /** Estimate at completion − AC. */
  estimateToComplete: Money | null;
  /** Estimate at completion − estimate, and its part of the estimate in percent. */
  deviation: Money | null;
  deviationPercentage: string | null;
}

const centsOf = (value: Money | null): bigint | null => (value === null ? null : toCents(value));
const textOf = (cents: bigint | null): Money | null => (cents === null ? null : fromCents(cents));

/** Half-even quotient of integers of which the numerator may be negative. */
const quotient = (numerator: bigint, denominator: bigint): bigint =>
  numerator < 0n ? -divideHalfEven(-numerator, denominator) : divideHalfEven(numerator, denominator);

/** A quotient of two amounts with three places; null where it has no meaning. */
const index = (part: bigint | null, whole: bigint | null): string | null => {
  if (part === null || whole === null || whole <= 0n) return null;
  const thousandths = divideHalfEven(part * 1000n, whole)
    .toString()
    .padStart(4, '0');
  return `${thousandths.slice(0, -3)}.${thousandths.slice(-3)}`;
};

const difference = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a - b);

/** Indices of an obra or a stage. Those of a total come from its amounts; they are not sums of rows. */
export const indicesOf = ({ estimateTotal, estimatedValue, measuredValue, actualValue }: Progress): Indices => {
  const [estimate, planned, measured] = [centsOf(estimateTotal), centsOf(estimatedValue), centsOf(measuredValue)];
  const actual = toCents(actualValue);
  // Costs of what was not estimated have variances, but no rate at which they become value.
  const earned = estimate !== null && estimate > 0n ? measured : null;
  const rated = estimate !== null && earned !== null && earned > 0n && actual > 0n;
  const completion = rated ? divideHalfEven(estimate * actual, earned) : null;
  return {
    costVariance: textOf(difference(measured, actual)),
    scheduleVariance: textOf(difference(measured, planned)),
    cpi: index(earned, actual),
    spi: index(earned, planned),
    estimateAtCompletion: textOf(completion),
    estimateToComplete: textOf(difference(completion, actual)),
    deviation: textOf(difference(completion, estimate)),
    // EAC ÷ estimate − 1 = AC ÷ EV − 1, from the unrounded quotient.
    deviationPercentage: rated ? fromCents(quotient((actual - earned) * 10_000n, earned)) : null,
  };
};

/**
 * Day on which the work would end at its pace so far: its planned calendar days ÷ unrounded SPI, counted from its first
 * day and rounded up. After the last planned day the planned value stands still, and the pace is that of the days that
 * went by. What is not finished at the day ends after it. Null without a pace.
 */
export const projectedFinish = (
  { start, finish }: { start: IsoDate; finish: IsoDate },
  { estimateTotal, estimatedValue, measuredValue }: Omit<Progress, 'actualValue'>,
  date: IsoDate,
): IsoDate | null => {
  const [planned, measured] = [centsOf(estimatedValue) ?? 0n, centsOf(measuredValue) ?? 0n];
  if (planned <= 0n || measured <= 0n) return null;
  const elapsed = BigInt(daysBetween(start, date) + 1);
  const days = BigInt(daysBetween(start, date > finish ? date : finish) + 1);
  const needed = (days * planned + measured - 1n) / measured;
  const least = measured < (centsOf(estimateTotal) ?? planned) ? elapsed + 1n : 1n;
  // A pace of nearly nothing ends beyond any calendar.
  return needed > 36_500n ? null : addDays(start, Number(needed > least ? needed : least) - 1);
};
