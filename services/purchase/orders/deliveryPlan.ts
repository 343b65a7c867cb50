import { addDays, daysBetween, type IsoDate } from '#domain/dates.ts';
import {
  compare,
  decimal4,
  fromTenThousandths,
  isNegative,
  isPositive,
  isZero,
  MAX_MONEY,
  money,
  sum,
  toTenThousandths,
  type Money,
} from '#domain/money.ts';
import { orderFigures } from '#domain/purchase/orders/figures.ts';
import {
  missingQuantity,
  orderState,
  overReceipt,
  overReceiptText,
  proposedCharge,
} from '#domain/purchase/orders/receiving.ts';
import { keptCharge, returnedValue } from '#domain/purchase/orders/returns.ts';
import { baseDate, rescaled, type OrderInstallment, type PayAfter } from '#domain/purchase/orders/terms.ts';
import type { DeliveryBody } from '#schema/purchase/orders/orders.rest.ts';
import type { Problems } from '../../platform/problems.ts';
import { blankAsNull } from '../../platform/text.ts';
import { deliveryValues } from './deliveryFigures.ts';
import type { StoredLine, StoredOrder } from './read.ts';
import { readInstallments, shifted } from './terms.ts';

export interface PlannedLine {
  line: StoredLine;
  quantity: string;
  price: string;
  closes: boolean;
}

/** A delivery as it will be stored. */
export interface PlannedDelivery {
  documentNumber: string | null;
  emissionDate: IsoDate;
  receivedDate: IsoDate;
  lines: PlannedLine[];
  shippingRate: Money;
  ipiValue: Money;
  discount: Money;
  value: Money;
  installments: OrderInstallment[];
}

/** What a delivery is planned with. */
export interface Receiving {
  today: IsoDate;
  /** Percent of the ordered quantity that may come beyond it. */
  tolerance: string;
  /** Where the body that asks for it names its parts. */
  paths: {
    line: (index: number) => string;
    quantity: (index: number) => string;
    /** Before the name of a field: "receipt." */
    header: string;
    /** Before "installmentList": "receipt.payment." */
    payment: string;
  };
}

/** What a call asks for; an order's own body may say days instead of installments. */
export type DeliveryRequest = DeliveryBody & { payAfter?: PayAfter };

const CLOSED = 'O saldo deste item foi encerrado. Reabra o item para recebê-lo.';

const lineProblem = (line: StoredLine, now: string, tolerance: string): string | undefined => {
  if (line.canceled) return 'Este item foi cancelado.';
  if (line.closed) return CLOSED;
  if (toTenThousandths(now) === 0n) return 'Informe a quantidade recebida.';
  const over = overReceipt(line, now, tolerance);
  return over === null ? undefined : overReceiptText(line, over, line.unit.acronyms);
};

const planLines = (
  order: StoredOrder,
  lines: DeliveryBody['lines'],
  { tolerance, paths }: Receiving,
  problems: Problems,
): PlannedLine[] => {
  const byId = new Map(order.lines.map((line) => [line.id, line]));
  const seen = new Set<number>();
  return lines.flatMap((given, index) => {
    const line = byId.get(given.line.id);
    if (!line || seen.has(line.id)) {
      problems.rule(
        paths.line(index),
        line ? 'Este item aparece mais de uma vez.' : 'Item não encontrado neste pedido.',
      );
      return [];
    }
    seen.add(line.id);
    const quantity = decimal4(given.quantity);
    const problem = lineProblem(line, quantity, tolerance);
    if (problem !== undefined) problems.rule(paths.quantity(index), problem);
    const after = { ...line, receivedQuantity: decimal4Sum(line.receivedQuantity, quantity) };
    const closes = given.close === true && missingQuantity(after) !== '0.0000';
    return [{ line, quantity, price: decimal4(given.price ?? line.price), closes }];
  });
};

const decimal4Sum = (a: string, b: string): string => fromTenThousandths(toTenThousandths(a) + toTenThousandths(b));

/** Lines of an order after a delivery. */
export const linesAfter = (order: StoredOrder, planned: readonly PlannedLine[]): StoredLine[] => {
  const byId = new Map(planned.map((one) => [one.line.id, one]));
  return order.lines.map((line) => {
    const now = byId.get(line.id);
    if (!now) return line;
    const receivedQuantity = decimal4Sum(line.receivedQuantity, now.quantity);
    return { ...line, receivedQuantity, closed: line.closed || now.closes };
  });
};

/** Freight, IPI and discount that the nota says, or else the order's share of what comes (domain.md §4). */
const chargesOf = (order: StoredOrder, body: DeliveryBody, planned: readonly PlannedLine[]) => {
  const { linesValue, ipiValue } = orderFigures(order.lines, order);
  const none = { shippingRate: '0', ipiValue: '0', discount: '0' };
  const nowValue = deliveryValues(
    planned.map(({ line, quantity }) => ({ quantity, price: line.price })),
    none,
  ).linesValue;
  const isLast = orderState(linesAfter(order, planned)) === 'RECEIVED';
  const charge = (said: string | undefined, whole: Money, field: 'shippingRate' | 'ipiValue' | 'discount'): Money =>
    said === undefined
      ? proposedCharge(whole, {
          ...{ linesValue, nowValue, isLast },
          // With what went back its share of the charges is owed again.
          given: sum(
            order.deliveries.map((delivery) =>
              keptCharge(delivery[field], { value: delivery.value, returned: returnedValue(delivery.lines) }),
            ),
          ),
        })
      : money(said);
  return {
    shippingRate: charge(body.shippingRate, order.shippingRate, 'shippingRate'),
    ipiValue: charge(body.ipiValue, ipiValue, 'ipiValue'),
    discount: charge(body.discount, order.discount, 'discount'),
  };
};

/**
 * Installments by the terms of the order: its planned days, later where they are counted from a delivery that came after
 * the agreed day. Without terms, at once.
 */
const proposedInstallments = (order: StoredOrder, value: Money, emissionDate: IsoDate): OrderInstallment[] => {
  if (order.installments.length === 0) return [{ dueDate: emissionDate, grossValue: value }];
  const from = baseDate(order.payAfterBase ?? 'ORDER', order);
  const late = order.payAfterBase === 'DELIVERY' ? Math.max(0, daysBetween(from, emissionDate)) : 0;
  return shifted(rescaled(value, order.installments), late).filter(({ grossValue }) => isPositive(grossValue));
};

/** One installment by days: from the order, or from its delivery. */
const byDays = ({ payAfterBase, payAfterDay }: PayAfter, createdDate: IsoDate, receivedDate: IsoDate): IsoDate =>
  addDays(payAfterBase === 'ORDER' ? createdDate : receivedDate, payAfterDay);

const planInstallments = (
  order: StoredOrder,
  { installmentList = [], payAfter }: DeliveryRequest,
  planned: { value: Money; emissionDate: IsoDate; receivedDate: IsoDate; path: string },
  problems: Problems,
): OrderInstallment[] => {
  const { value, emissionDate, receivedDate, path } = planned;
  const dueDate = payAfter && byDays(payAfter, order.createdDate, receivedDate);
  if (installmentList.length === 0) {
    if (isZero(value)) return [];
    return dueDate ? [{ dueDate, grossValue: value }] : proposedInstallments(order, value, emissionDate);
  }
  installmentList.forEach(({ grossValue }, index) => {
    if (!isPositive(money(grossValue)))
      problems.rule(`${path}installmentList.${index}.grossValue`, 'O valor da parcela deve ser maior que zero.');
  });
  const installments = readInstallments(installmentList, { value, path: `${path}installmentList` }, problems);
  if (dueDate && installments[0]?.dueDate !== dueDate)
    problems.contradiction(`${path}payAfterDay`, 'Os dias não são os da primeira parcela.');
  return installments;
};

const sameNumber = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** Plans a delivery of an order. Adds every problem to `problems`. */
export const planDelivery = (
  order: StoredOrder,
  body: DeliveryRequest,
  receiving: Receiving,
  problems: Problems,
): PlannedDelivery => {
  const { today, paths } = receiving;
  const receivedDate = body.receivedDate ?? today;
  const emissionDate = body.emissionDate ?? receivedDate;
  const documentNumber = blankAsNull(body.documentNumber) ?? null;
  if (receivedDate > today) problems.rule(`${paths.header}receivedDate`, 'A data do recebimento ainda não chegou.');
  if (emissionDate > today) problems.rule(`${paths.header}emissionDate`, 'A data de emissão ainda não chegou.');
  if (documentNumber !== null && order.deliveries.some((one) => sameNumber(one.documentNumber, documentNumber)))
    problems.rule(`${paths.header}documentNumber`, `A nota ${documentNumber} já foi recebida neste pedido.`);
  const lines = planLines(order, body.lines, receiving, problems);
  const charges = chargesOf(order, body, lines);
  const { grossValue: value } = deliveryValues(lines, charges);
  if (isNegative(value)) problems.rule(`${paths.header}discount`, 'O desconto passa do valor da nota.');
  if (compare(value, MAX_MONEY) > 0) problems.rule(paths.line(0), 'O valor da nota passa do maior valor aceito.');
  const installments = problems.isEmpty
    ? planInstallments(order, body, { value, emissionDate, receivedDate, path: paths.payment }, problems)
    : [];
  return { documentNumber, emissionDate, receivedDate, lines, ...charges, value, installments };
};
