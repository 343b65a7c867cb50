import { roundHalfEven, toDecimal } from '#domain/decimal.ts';
import { add, fromTenThousandths, subtract, sum, toCents, toTenThousandths, type Money } from '#domain/money.ts';
import {
  lineValue,
  orderFigures,
  receiptFigures,
  wholeLines,
  type OrderCharges,
} from '#domain/purchase/orders/figures.ts';
import { isAbove } from '#domain/purchase/orders/prices.ts';
import { orderState, proposedCharge } from '#domain/purchase/orders/receiving.ts';
import { keptCharge } from '#domain/purchase/orders/returns.ts';
import {
  comingLines,
  missingAfter,
  priceOf,
  type Line,
  type Order,
  type ReceiveForm,
  type TypedLine,
} from './model.ts';

export type Charge = 'shippingRate' | 'ipiValue' | 'discount';

export interface ReceiveFigures {
  /** Received quantities at the prices of the order, before this nota and with it. */
  received: Money;
  /** Whole percent of the live lines, cut; 100 only when nothing is missing. */
  percentBefore: number;
  percentAfter: number;
  /** What each charge is without being typed. */
  proposed: Record<Charge, Money>;
  /** What each charge is. */
  charges: Record<Charge, Money>;
  /** Lines, freight and IPI less discount. */
  total: Money;
  /** Value of the one expense with this nota. */
  expenseAfter: Money;
}

/** The charges of an order, where the amount that an invoice names wins over the percent. */
const chargesOf = ({ shippingRate, discount, ipi, ipiAmount }: Order): OrderCharges => ({
  ...{ shippingRate, discount, ipi, ipiValue: ipiAmount },
});

const linesAfter = (order: Order, form: ReceiveForm): Line[] => {
  const coming = new Map(comingLines(order, form).map(({ line, typed }) => [line.id, typed]));
  return order.requirementLineList.map((line) => {
    const typed = coming.get(line.id);
    if (!typed) return line;
    const received = toTenThousandths(line.receivedQuantity) + toTenThousandths(typed.quantity);
    const closes = typed.close && missingAfter(line, typed) !== '0.0000';
    return { ...line, receivedQuantity: fromTenThousandths(received), closed: line.closed || closes };
  });
};

/** As the list has it. */
const percentOf = (lines: readonly Line[], charges: OrderCharges): number => {
  if (orderState(lines) === 'RECEIVED') return 100;
  const [received, live] = [receiptFigures, orderFigures].map((of) => toCents(of(lines, charges).linesValue));
  if (!received || !live) return 0;
  const percent = Number((received * 100n) / live);
  return Math.min(99, percent);
};

/** Everything that the drawer computes while one types: by the functions that the service uses when it stores. */
export const figuresOf = (order: Order, form: ReceiveForm): ReceiveFigures => {
  const whole = chargesOf(order);
  const { linesValue, ipiValue } = orderFigures(order.requirementLineList, whole);
  const coming = comingLines(order, form);
  const after = linesAfter(order, form);
  const nowValue = sum(coming.map(({ line, typed }) => lineValue(typed.quantity, line.price)));
  const isLast = orderState(after) === 'RECEIVED';
  const propose = (charge: Money, field: Charge): Money =>
    proposedCharge(charge, {
      ...{ linesValue, nowValue, isLast },
      given: sum(
        order.deliveries.map((one) => keptCharge(one[field], { value: one.value, returned: one.returnedValue })),
      ),
    });
  // Nothing comes yet, so nothing of the charges comes with it.
  const none = coming.length === 0;
  const proposed = {
    shippingRate: none ? '0.00' : propose(order.shippingRate, 'shippingRate'),
    ipiValue: none ? '0.00' : propose(ipiValue, 'ipiValue'),
    discount: none ? '0.00' : propose(order.discount, 'discount'),
  };
  const charges = {
    shippingRate: form.shippingRate || proposed.shippingRate,
    ipiValue: form.ipiValue || proposed.ipiValue,
    discount: form.discount || proposed.discount,
  };
  const nota = coming.map(({ line, typed }) => ({ quantity: typed.quantity, price: priceOf(line, typed) }));
  const { grossValue: total } = orderFigures(wholeLines(nota), { ...charges, ipi: '0' });
  return {
    ...{ proposed, charges, total },
    received: receiptFigures(order.requirementLineList, whole).linesValue,
    percentBefore: percentOf(order.requirementLineList, whole),
    percentAfter: percentOf(after, whole),
    expenseAfter: add(order.invoicedValue, total),
  };
};

/** What the nota charges for a line. */
export const lineTotal = (line: Line, typed: TypedLine): Money =>
  lineValue(typed.quantity === '' ? '0' : typed.quantity, priceOf(line, typed));

export interface Dearer {
  /** "2.0"; null over a price of zero. */
  percent: string | null;
  /** What it costs more. */
  amount: Money;
}

/** By how much the nota charges more for a line than was ordered; null: it does not, or within a tolerance in percent. */
export const dearerOf = (line: Line, typed: TypedLine, tolerance: string): Dearer | null => {
  const [ordered, charged] = [toTenThousandths(line.price), toTenThousandths(priceOf(line, typed))];
  if (typed.quantity === '' || !isAbove(priceOf(line, typed), line.price, tolerance)) return null;
  const more = toDecimal(fromTenThousandths(charged - ordered));
  const percent = ordered === 0n ? null : roundHalfEven(more.times(100).div(line.price), 1);
  return { percent, amount: subtract(lineTotal(line, typed), lineValue(typed.quantity, line.price)) };
};
