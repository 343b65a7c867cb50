import { money, toTenThousandths } from '#domain/money.ts';
import type { Order, OrderBody } from '#schema/purchase/orders/orders.rest.ts';
import type { Problems } from '../../platform/problems.ts';
import type { DeliveryRequest } from './deliveryPlan.ts';
import type { LineDraft } from './draft.ts';

type ReceiptBody = NonNullable<OrderBody['receipt']>;

/** What an order's own body says of a delivery. */
export interface Receipt {
  receives: boolean;
  delivery: Omit<DeliveryRequest, 'lines'>;
}

type Payment = Order['receipt']['payment'];
type PaymentBody = NonNullable<ReceiptBody['payment']>;

/** Installments and days that differ from those that the client has read: only these are said anew. */
const newPayment = (payment: PaymentBody | undefined, before: Payment | undefined): Partial<PaymentBody> => {
  const { installmentList: list, payAfterBase, payAfterDay } = payment ?? {};
  const known = before?.installmentList ?? [];
  const sameList = list?.every(
    ({ dueDate, grossValue }, at) => known[at]?.dueDate === dueDate && known[at].grossValue === money(grossValue),
  );
  return {
    ...(list !== undefined && !(sameList && list.length === known.length) && { installmentList: list }),
    ...(payAfterDay != null && payAfterDay !== before?.payAfterDay && { payAfterDay }),
    ...(payAfterBase != null && payAfterBase !== before?.payAfterBase && { payAfterBase }),
  };
};

const NOTHING = 'Nada é recebido nesta alteração: marque o que chegou.';

/** Reads what a body says of a delivery; where it marks nothing as received, it may only repeat what is known. */
export const readReceipt = (
  body: OrderBody['receipt'],
  before: Order | undefined,
  lines: readonly LineDraft[],
  problems: Problems,
): Receipt => {
  const receives = lines.some(
    (line) => toTenThousandths(line.receivedQuantity) > toTenThousandths(line.before?.receivedQuantity ?? '0'),
  );
  const payment = newPayment(body?.payment ?? undefined, before?.receipt.payment);
  const date = body?.receivedDate;
  if (!receives) {
    if (date != null && date !== before?.receipt.receivedDate) problems.rule('receipt.receivedDate', NOTHING);
    if (body?.documentNumber != null && body.documentNumber !== before?.deliveries.at(-1)?.documentNumber)
      problems.rule('receipt.documentNumber', NOTHING);
    for (const field of Object.keys(payment)) problems.rule(`receipt.payment.${field}`, NOTHING);
    return { receives, delivery: {} };
  }
  const { installmentList, payAfterDay, payAfterBase } = payment;
  if (payAfterDay === undefined && payAfterBase !== undefined && !installmentList)
    problems.rule('receipt.payment.payAfterDay', 'Informe em quantos dias vence.');
  return {
    receives,
    delivery: {
      ...(date != null && { receivedDate: date }),
      documentNumber: body?.documentNumber ?? null,
      ...(installmentList && { installmentList }),
      ...(payAfterDay != null && { payAfter: { payAfterBase: payAfterBase ?? 'DELIVERY', payAfterDay } }),
    },
  };
};
