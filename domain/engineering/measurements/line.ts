import { divideHalfEven } from '../../decimal.ts';
import { type Money, fromCents, fromTenThousandths, toCents, toTenThousandths } from '../../money.ts';

/** A line of a contract (customer or contractor) with what is measured of it. Quantities and prices have four places. */
export interface MeasuredLine {
  /** Contracted quantity; null counts as zero. */
  quantity: string | null;
  /** With BDI for the customer, the contractor's own otherwise; null: without a price, which counts as nothing. */
  unitPrice: string | null;
  /** Contracted value: less the share of a discount, so not always quantity × price. */
  total: Money | null;
  /** Accumulated quantity of the measurement before. */
  previous: string;
  /** Its accumulated value as it was stored when it was closed; null: computed. */
  previousValue: Money | null;
  /** Accumulated quantity of this measurement. */
  accumulated: string;
}

/** UNCHANGED: as before. REDUCED: below the measurement before. ABOVE: beyond the contract, whether changed or not. */
export type LineState = 'UNCHANGED' | 'CHANGED' | 'REDUCED' | 'ABOVE';

export interface LineFigures {
  contractedValue: Money;
  previousValue: Money;
  /** Of the contracted quantity, two places; null where nothing is contracted. */
  previousPercentage: string | null;
  accumulatedValue: Money;
  percentage: string | null;
  /** Accumulated − previous. */
  periodQuantity: string;
  periodPercentage: string | null;
  periodValue: Money;
  /** Contracted − accumulated; negative beyond the contract. */
  balance: string;
  balanceValue: Money;
  /** Beyond the contract; zero within it. */
  excess: string;
  excessValue: Money;
  state: LineState;
}

const HUNDRED = 1_000_000n;

const signed = (numerator: bigint, denominator: bigint): bigint =>
  numerator < 0n ? -divideHalfEven(-numerator, denominator) : divideHalfEven(numerator, denominator);

const contractedUnits = ({ quantity }: MeasuredLine): bigint => toTenThousandths(quantity ?? '0');

/** Contracted value in cents. */
const contractedCents = ({ quantity, unitPrice, total }: MeasuredLine): bigint => {
  if (total !== null) return toCents(total);
  return divideHalfEven(toTenThousandths(quantity ?? '0') * toTenThousandths(unitPrice ?? '0'), HUNDRED);
};

/**
 * Value of an accumulated quantity in cents, rounded once: quantity × price where the contract is that too, else its
 * part of the contracted value. The whole contracted quantity always gives the contracted value, so that the
 * measurements of a line sum to its contract.
 */
const centsOf = (line: MeasuredLine, units: bigint): bigint => {
  if (line.unitPrice === null) return 0n;
  const [contracted, price, total] = [contractedUnits(line), toTenThousandths(line.unitPrice), contractedCents(line)];
  if (contracted === 0n || divideHalfEven(contracted * price, HUNDRED) === total) return signed(units * price, HUNDRED);
  return signed(units * total, contracted);
};

const percentageOfUnits = (line: MeasuredLine, units: bigint): string | null => {
  const contracted = contractedUnits(line);
  return contracted === 0n ? null : fromCents(signed(units * 10_000n, contracted));
};

/** Value of an accumulated quantity of a line. */
export const valueOfQuantity = (line: MeasuredLine, quantity: string): Money =>
  fromCents(centsOf(line, toTenThousandths(quantity)));

/** A quantity in percent of what is contracted, two places half-even; null where nothing is contracted. */
export const percentageOfQuantity = (line: MeasuredLine, quantity: string): string | null =>
  percentageOfUnits(line, toTenThousandths(quantity));

/** Quantity of a typed percentage (up to four places), four places half-even. */
export const quantityOfPercentage = (line: MeasuredLine, percentage: string): string =>
  fromTenThousandths(signed(contractedUnits(line) * toTenThousandths(percentage), HUNDRED));

const stateOf = (contracted: bigint, previous: bigint, accumulated: bigint): LineState => {
  if (accumulated < previous) return 'REDUCED';
  if (accumulated > contracted) return 'ABOVE';
  return accumulated === previous ? 'UNCHANGED' : 'CHANGED';
};

/** Everything that is shown of a line. Period and balance are differences of rounded values. */
export const lineFigures = (line: MeasuredLine): LineFigures => {
  const [contracted, previous, accumulated] = [
    contractedUnits(line),
    toTenThousandths(line.previous),
    toTenThousandths(line.accumulated),
  ];
  const whole = line.unitPrice === null ? 0n : contractedCents(line);
  const before = line.previousValue === null ? centsOf(line, previous) : toCents(line.previousValue);
  // What was closed keeps its value: an unchanged line adds nothing, also where the contract has changed since.
  const until = accumulated === previous ? before : centsOf(line, accumulated);
  const above = accumulated > contracted;
  return {
    contractedValue: fromCents(whole),
    previousValue: fromCents(before),
    previousPercentage: percentageOfUnits(line, previous),
    accumulatedValue: fromCents(until),
    percentage: percentageOfUnits(line, accumulated),
    periodQuantity: fromTenThousandths(accumulated - previous),
    periodPercentage: percentageOfUnits(line, accumulated - previous),
    periodValue: fromCents(until - before),
    balance: fromTenThousandths(contracted - accumulated),
    balanceValue: fromCents(whole - until),
    excess: fromTenThousandths(above ? accumulated - contracted : 0n),
    excessValue: fromCents(above ? until - whole : 0n),
    state: stateOf(contracted, previous, accumulated),
  };
};
