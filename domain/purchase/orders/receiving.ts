/** States of an order, and what may be received of it (domain.md §4). */
import { divideHalfEven, toDecimal } from '../../decimal.ts';
import {
  fromCents,
  minMoney,
  subtract,
  toCents,
  toTenThousandths,
  fromTenThousandths,
  type Money,
} from '../../money.ts';
import { formatQuantity } from '../../numberFormat.ts';
import { expectedQuantity, liveQuantity, type OrderLine } from './figures.ts';

/** Pedido, parcial, recebido, cancelado. */
export type OrderState = 'ORDERED' | 'PARTIAL' | 'RECEIVED' | 'CANCELED';

const isIn = (line: OrderLine): boolean =>
  toTenThousandths(line.receivedQuantity) >= toTenThousandths(liveQuantity(line));

/** Received when every live line is in, canceled when there is none. */
export const orderState = (lines: readonly OrderLine[]): OrderState => {
  const live = lines.filter(({ canceled }) => !canceled);
  if (live.length === 0) return 'CANCELED';
  if (live.every(isIn)) return 'RECEIVED';
  return live.some(({ receivedQuantity }) => toTenThousandths(receivedQuantity) > 0n) ? 'PARTIAL' : 'ORDERED';
};

/** What is still to come of a line, four places. */
export const missingQuantity = (line: OrderLine): string => {
  const missing = toTenThousandths(liveQuantity(line)) - toTenThousandths(line.receivedQuantity);
  return fromTenThousandths(missing > 0n ? missing : 0n);
};

/** By how much receiving `now` would go over the expected quantity and its tolerance (percent), four places; null: it does not. */
export const overReceipt = (line: OrderLine, now: string, tolerance: string): string | null => {
  const received = toDecimal(line.receivedQuantity).plus(toDecimal(now));
  const expected = toDecimal(expectedQuantity(line));
  const most = expected.times(toDecimal(tolerance).div(100).plus(1));
  return received.gt(most) ? received.minus(expected).toFixed(4) : null;
};

/** What is refused of a line that would get too much. */
export const overReceiptText = (line: OrderLine, over: string, unit: string): string =>
  `Faltam ${formatQuantity(missingQuantity(line))} ${unit}: com esta entrega chegariam ${formatQuantity(over)} ${unit} a mais do que foi pedido.`;

interface Delivered {
  /** Of the lines of the order. */
  linesValue: Money;
  /** Of what is received now, at the prices of the order. */
  nowValue: Money;
  /** Of this charge, by deliveries before. */
  given: Money;
  /** Nothing is missing afterwards. */
  isLast: boolean;
}

/** Freight, IPI or discount that a delivery is proposed: the order's share by value, and on the last delivery the rest. */
export const proposedCharge = (charge: Money, { linesValue, nowValue, given, isLast }: Delivered): Money => {
  const rest = subtract(charge, given);
  if (toCents(rest) <= 0n) return fromCents(0n);
  if (isLast || toCents(linesValue) === 0n) return rest;
  return minMoney(rest, fromCents(divideHalfEven(toCents(charge) * toCents(nowValue), toCents(linesValue))));
};
