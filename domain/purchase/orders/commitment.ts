/**
 * What an order commits: ordered and not received yet (domain.md §4, §5). It stands in cash flow by the payment terms, and
 * beside the actual cost by stage, until notas replace it.
 */
import { compareDates, type IsoDate } from '../../dates.ts';
import { divideHalfEven } from '../../decimal.ts';
import { isInForce, type ApprovalStatus } from './approval.ts';
import { fromCents, maxMoney, subtract, sum, toCents, toTenThousandths, ZERO, type Money } from '../../money.ts';
import { shareCents } from '../../shares.ts';
import { lineValue, liveQuantity, orderFigures, receiptFigures, type OrderCharges, type OrderLine } from './figures.ts';
import { missingQuantity, orderState } from './receiving.ts';
import { rescaled, type OrderDates, type OrderInstallment } from './terms.ts';

export interface Commitment {
  /** Gross value of the order less the planned value of what came; zero for one that is received, canceled or not approved. */
  value: Money;
  /** Landed value of what is missing of each line; they sum to the value. */
  lines: Money[];
  /** By due date, no day twice and none with nothing; they sum to the value. */
  days: OrderInstallment[];
}

/** Received quantity as far as it was ordered: more of one line does not pay for another. */
const orderedPart = (line: OrderLine): string => {
  const live = liveQuantity(line);
  return toTenThousandths(line.receivedQuantity) < toTenThousandths(live) ? line.receivedQuantity : live;
};

/** Planned gross value of what has come: all of it once everything is in, else its share by value. */
export const receivedGross = (lines: readonly OrderLine[], charges: OrderCharges): Money => {
  const state = orderState(lines);
  if (state === 'RECEIVED') return receiptFigures(lines, charges).grossValue;
  const { grossValue, linesValue } = orderFigures(lines, charges);
  if (state !== 'PARTIAL' || toCents(linesValue) === 0n) return ZERO;
  const came = sum(lines.map((line) => lineValue(orderedPart(line), line.price)));
  return fromCents(divideHalfEven(toCents(grossValue) * toCents(came), toCents(linesValue)));
};

/** What is missing of each line at the prices of the order; weights only, equal ones where nothing has a price. */
const missingShares = (value: Money, lines: readonly OrderLine[]): Money[] => {
  const missing = lines.flatMap((line, index) => (toTenThousandths(missingQuantity(line)) > 0n ? [index] : []));
  const shares = shareCents(
    toCents(value),
    missing.map((index) => {
      const line = lines[index];
      return line ? toCents(lineValue(missingQuantity(line), line.price)) : 0n;
    }),
  );
  const byLine = lines.map(() => ZERO);
  missing.forEach((index, at) => (byLine[index] = fromCents(shares[at] ?? 0n)));
  return byLine;
};

const byDay = (installments: readonly OrderInstallment[]): OrderInstallment[] => {
  const days = new Map<IsoDate, bigint>();
  for (const { dueDate, grossValue } of installments)
    days.set(dueDate, (days.get(dueDate) ?? 0n) + toCents(grossValue));
  return [...days]
    .filter(([, cents]) => cents > 0n)
    .sort(([a], [b]) => compareDates(a, b))
    .map(([dueDate, cents]) => ({ dueDate, grossValue: fromCents(cents) }));
};

/**
 * Commitment of an order; one that waits for approval or was rejected commits nothing. Its planned installments shrink in proportion as notas come; without any, all of it is due on the
 * day of the delivery, or else of the order.
 */
export const orderCommitment = (
  order: OrderCharges &
    OrderDates & {
      lines: readonly OrderLine[];
      installments: readonly OrderInstallment[];
      approval: { status: ApprovalStatus } | null;
    },
): Commitment => {
  const { lines, installments, createdDate, deliveryDate } = order;
  const state = orderState(lines);
  const isOpen = (state === 'ORDERED' || state === 'PARTIAL') && isInForce(order.approval);
  const rest = subtract(orderFigures(lines, order).grossValue, receivedGross(lines, order));
  const value = isOpen ? maxMoney(ZERO, rest) : ZERO;
  const planned =
    installments.length > 0 ? installments : [{ dueDate: deliveryDate ?? createdDate, grossValue: value }];
  return { value, lines: missingShares(value, lines), days: byDay(rescaled(value, planned)) };
};
