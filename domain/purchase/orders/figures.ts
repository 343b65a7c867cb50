/**
 * Money of an order (specification §5, domain.md §4): a line is quantity × price with two places, half-even; the lines are
 * summed; gross value = lines + freight + IPI % of (lines + freight) − discount. Canceled lines count nowhere.
 */
import { divideHalfEven } from '../../decimal.ts';
import {
  add,
  applyPercentage,
  fromCents,
  fromTenThousandths,
  isNegative,
  subtract,
  sum,
  toCents,
  toTenThousandths,
  ZERO,
  type Money,
} from '../../money.ts';
import { shareCents } from '../../shares.ts';

/** Line of an order; quantities and price with four places, in the unit that it is bought in. */
export interface OrderLine {
  quantity: string;
  price: string;
  /** Never bought. */
  canceled: boolean;
  /** What is missing will not come any more ("encerrar saldo"). */
  closed: boolean;
  /** Of the ordered quantity: went back to the supplier and does not come again. */
  canceledQuantity: string;
  /** Altogether, of all deliveries less returns. */
  receivedQuantity: string;
}

export interface OrderCharges {
  shippingRate: Money;
  discount: Money;
  /** Percent of lines and freight. */
  ipi: string;
  /** Amount that an invoice names instead: it wins. */
  ipiValue: Money | null;
}

export interface OrderFigures {
  /** Of each line. */
  values: Money[];
  linesValue: Money;
  ipiValue: Money;
  /** Below zero where the discount is too large, which services refuse. */
  grossValue: Money;
  /** Share of each line in the gross value, by value, the remainder on the last: what stages and inputs cost. */
  landed: Money[];
}

const NONE = '0.0000';
const FOUR_PLACES_TO_CENTS = 1_000_000n;

/** Quantity × price, two places, half-even. */
export const lineValue = (quantity: string, price: string): Money =>
  fromCents(divideHalfEven(toTenThousandths(quantity) * toTenThousandths(price), FOUR_PLACES_TO_CENTS));

/** What is expected of a line altogether: what was ordered, less what went back for good. */
export const expectedQuantity = ({
  quantity,
  canceledQuantity,
}: Pick<OrderLine, 'quantity' | 'canceledQuantity'>): string => {
  const expected = toTenThousandths(quantity) - toTenThousandths(canceledQuantity);
  return fromTenThousandths(expected > 0n ? expected : 0n);
};

/** What is bought of a line: nothing of a canceled one, what came of a closed one. */
export const liveQuantity = (line: OrderLine): string => {
  if (line.canceled) return NONE;
  return line.closed ? line.receivedQuantity : expectedQuantity(line);
};

/** A gross value over lines by their values; canceled ones get nothing, and lines that are worth nothing equal shares. */
const landedOf = (gross: Money, values: readonly Money[], isLive: (index: number) => boolean): Money[] => {
  const live = values.flatMap((_, index) => (isLive(index) ? [index] : []));
  const landed = values.map(() => ZERO);
  if (isNegative(gross) || live.length === 0) return landed;
  const shares = shareCents(
    toCents(gross),
    live.map((index) => toCents(values[index] ?? ZERO)),
  );
  live.forEach((index, at) => (landed[index] = fromCents(shares[at] ?? 0n)));
  return landed;
};

/** Figures of lines at the quantities that are counted, with charges. */
const figuresOf = (
  lines: readonly OrderLine[],
  quantityOf: (line: OrderLine) => string,
  { shippingRate, discount, ipi, ipiValue }: OrderCharges,
): OrderFigures => {
  const values = lines.map((line) => lineValue(quantityOf(line), line.price));
  const linesValue = sum(values);
  const base = add(linesValue, shippingRate);
  const tax = ipiValue ?? applyPercentage(base, ipi);
  const grossValue = subtract(add(base, tax), discount);
  const landed = landedOf(grossValue, values, (index) => lines[index]?.canceled === false);
  return { values, linesValue, ipiValue: tax, grossValue, landed };
};

/** Lines at what they say, none of it canceled or closed: those of a nota, and of an order that is not made yet. */
export const wholeLines = (lines: readonly { quantity: string; price: string }[]): OrderLine[] =>
  lines.map(({ quantity, price }) => ({
    ...{ quantity, price, canceled: false, closed: false, canceledQuantity: NONE, receivedQuantity: NONE },
  }));

/** Figures of an order: what is bought. */
export const orderFigures = (lines: readonly OrderLine[], charges: OrderCharges): OrderFigures =>
  figuresOf(lines, liveQuantity, charges);

/** Figures of a receipt: what came (§5: only received lines count). */
export const receiptFigures = (lines: readonly OrderLine[], charges: OrderCharges): OrderFigures =>
  figuresOf(lines, ({ canceled, receivedQuantity }) => (canceled ? NONE : receivedQuantity), charges);
