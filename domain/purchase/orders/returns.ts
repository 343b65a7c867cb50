/** Goods that go back to their supplier (devolução; domain.md §4): part of what one delivery brought. */
import { compareDates, type IsoDate } from '../../dates.ts';
import { divideHalfEven } from '../../decimal.ts';
import {
  fromCents,
  fromTenThousandths,
  minMoney,
  subtract,
  sum,
  toCents,
  toTenThousandths,
  ZERO,
  type Money,
} from '../../money.ts';
import { formatCurrency } from '../../numberFormat.ts';
import type { OrderInstallment } from './terms.ts';

/** What a delivery brought of a line, and what of it went back. */
export interface ReturnableLine {
  quantity: string;
  /** With its share of freight, IPI and discount of the nota. */
  landedValue: Money;
  returnedQuantity: string;
  returnedValue: Money;
}

/** What of a delivered line has not gone back, four places. */
export const returnableQuantity = ({
  quantity,
  returnedQuantity,
}: Omit<ReturnableLine, 'landedValue' | 'returnedValue'>): string =>
  fromTenThousandths(toTenThousandths(quantity) - toTenThousandths(returnedQuantity));

/**
 * What returning `now` of a delivered line is worth: its landed value by quantity, two places, half-even; with the last of it
 * the remainder, so that everything returned is exactly the landed value.
 */
export const returnValue = (line: ReturnableLine, now: string): Money => {
  const rest = subtract(line.landedValue, line.returnedValue);
  if (toTenThousandths(now) >= toTenThousandths(returnableQuantity(line))) return rest;
  const share = divideHalfEven(toCents(line.landedValue) * toTenThousandths(now), toTenThousandths(line.quantity));
  return minMoney(rest, fromCents(share));
};

/** What went back of a delivery. */
export const returnedValue = (lines: readonly Pick<ReturnableLine, 'returnedValue'>[]): Money =>
  sum(lines.map((line) => line.returnedValue));

/** What of a charge of a nota stays with what stayed of it, by value, half-even. */
export const keptCharge = (charge: Money, { value, returned }: { value: Money; returned: Money }): Money => {
  if (toCents(value) === 0n) return charge;
  return fromCents(divideHalfEven(toCents(charge) * (toCents(value) - toCents(returned)), toCents(value)));
};

const latestFirst = <One extends Pick<OrderInstallment, 'dueDate'>>(installments: readonly One[]): One[] =>
  installments.toSorted((a, b) => compareDates(b.dueDate, a.dueDate));

/** What a value takes from each of some installments, in the order in which they are given. */
const takenInOrder = (value: bigint, installments: readonly OrderInstallment[]): bigint[] => {
  let rest = value;
  return installments.map(({ grossValue }) => {
    const cents = toCents(grossValue);
    const taken = rest < cents ? rest : cents;
    rest -= taken;
    return taken;
  });
};

/** Installments of a nota without what went back of it: it takes from the latest first. Those of nothing are left out. */
export const keptInstallments = (installments: readonly OrderInstallment[], returned: Money): OrderInstallment[] => {
  const latest = latestFirst(installments);
  const taken = takenInOrder(toCents(returned), latest);
  return latest
    .map(({ dueDate, grossValue }, index) => ({
      ...{ dueDate, grossValue: fromCents(toCents(grossValue) - (taken[index] ?? 0n)) },
    }))
    .filter(({ grossValue }) => grossValue !== ZERO)
    .reverse();
};

/** The open installments of an expense, and the deliveries that made it. */
export interface Lowering<One extends OrderInstallment> {
  open: readonly One[];
  /** Installments of the nota that goes back, without what went back of it before. */
  nota: readonly OrderInstallment[];
  /** Due dates of all notas: an installment on another day was moved by hand. */
  days: ReadonlySet<IsoDate>;
}

/** What a return takes from open installments. Taken values are those of the same places; `left` could not be taken. */
interface Lowered<One> {
  taken: { one: One; value: Money }[];
  left: Money;
}

/**
 * What a return takes from the open installments of the one expense: from those of its nota, the latest first; what is paid or was
 * moved of these, from the other open ones, the latest first, and from those that were moved by hand at last.
 */
export const lowered = <One extends OrderInstallment>(
  value: Money,
  { open, nota, days }: Lowering<One>,
): Lowered<One> => {
  const rest = open.map((one) => ({ one, cents: toCents(one.grossValue), taken: 0n }));
  let left = toCents(value);
  const take = (from: (typeof rest)[number], most: bigint): bigint => {
    const taken = [most, from.cents - from.taken, left].reduce((least, one) => (one < least ? one : least));
    from.taken += taken;
    left -= taken;
    return taken;
  };
  // As far as the nota itself would be lowered on each day.
  const latest = latestFirst(nota);
  takenInOrder(left, latest).forEach((cents, index) => {
    let due = cents;
    for (const from of rest) if (from.one.dueDate === latest[index]?.dueDate) due -= take(from, due);
  });
  const moved = (dueDate: IsoDate): number => (days.has(dueDate) ? 0 : 1);
  const others = rest.toSorted(
    (a, b) => moved(a.one.dueDate) - moved(b.one.dueDate) || compareDates(b.one.dueDate, a.one.dueDate),
  );
  for (const from of others) take(from, left);
  return { taken: rest.map(({ one, taken }) => ({ one, value: fromCents(taken) })), left: fromCents(left) };
};

/** Why a return is refused whose value is not open any more. */
export const paidText = ({ value, open, paid }: Record<'value' | 'open' | 'paid', Money>): string =>
  `Da despesa, ${formatCurrency(paid)} já estão pagos e ${formatCurrency(open)} em aberto, e a devolução vale ${formatCurrency(value)}. Desfaça (estorne) o pagamento antes de devolver.`;

/** Why a line whose rest was closed is not sent again. */
export const CLOSED_TEXT =
  'O saldo deste item foi encerrado: reabra o item para que o fornecedor reponha, ou marque que não vem mais.';
