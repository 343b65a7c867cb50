import { sql } from 'kysely';
import { isInForce } from '#domain/purchase/orders/approval.ts';
import { orderState } from '#domain/purchase/orders/receiving.ts';
import type { OrderConfirmation } from '#schema/purchase/orders/dispatch.rest.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { MISSING } from '../links/visitors.ts';
import { isOutdated, type StoredDispatch } from '../orders/dispatch/stored.ts';
import { orderAnswer, readSent, type StoredOrder } from '../orders/read.ts';
import type { Visitor } from './visitor.ts';

/** An order that was sent. */
export interface SentOrder {
  order: StoredOrder;
  dispatch: StoredDispatch;
  state: OrderConfirmation['state'];
}

const stateOf = ({ lines, deliveries, approval }: StoredOrder, { revoked }: StoredDispatch): SentOrder['state'] => {
  if (revoked) return 'REVOKED';
  if (orderState(lines) === 'CANCELED') return 'CANCELED';
  if (deliveries.length > 0) return 'RECEIVED';
  return approval && !isInForce(approval) ? 'UNAPPROVED' : 'OPEN';
};

/** The order of a link as it stands. @throws ServiceError 404 for a link that is gone */
export const readConfirmation = async (trx: Trx, visitor: Visitor): Promise<SentOrder> => {
  const order = await readSent(trx, visitor);
  const { dispatch } = order;
  if (dispatch === null || dispatch.partnerId !== order.supplier.id) throw notFound(MISSING);
  return { order, dispatch, state: stateOf(order, dispatch) };
};

/** Holds an order until the SQL transaction ends, then reads it: an answer waits for changes of the buyer, and they for it. */
export const holdConfirmation = async (trx: Trx, visitor: Visitor): Promise<SentOrder> => {
  const { accountId, orderId } = visitor;
  await sql`select from orders where account_id = ${accountId} and id = ${orderId} for update`.execute(trx);
  return readConfirmation(trx, visitor);
};

const addressOf = async (trx: Trx, accountId: number, buildingId: number): Promise<string | null> => {
  const { rows } = await sql<{ address: string | null }>`
    select address from buildings where account_id = ${accountId} and id = ${buildingId}`.execute(trx);
  return rows[0]?.address ?? null;
};

const answerOf = (dispatch: StoredDispatch): OrderConfirmation['answer'] => {
  const { answer } = dispatch;
  if (answer === null) return null;
  const { type, at, date, note, supplierDocument, decision } = answer;
  return {
    ...{ type, date, note, supplierDocument, decision },
    ...{ at: new Date(at).toISOString(), outdated: isOutdated(dispatch, answer) },
  };
};

/** What is bought, field by field: nothing else of the order ever gets into the answer. */
const contentOf = (
  { order, dispatch }: SentOrder,
  { accountId, address }: { accountId: number; address: string | null },
): NonNullable<OrderConfirmation['order']> => {
  const answer = orderAnswer(order, { accountId });
  const { shippingRate, ipi, ipiAmount, ipiValue, discount, linesValue, grossValue } = answer;
  return {
    ...{ revision: dispatch.revision, message: dispatch.message },
    changedAt: dispatch.changedAt && new Date(dispatch.changedAt).toISOString(),
    ...{ supplier: order.supplier.name, buyer: order.buyer?.name ?? null, building: order.building.name, address },
    ...{ createdDate: order.createdDate, deliveryDate: order.deliveryDate },
    lines: answer.requirementLineList
      .filter(({ canceled }) => !canceled)
      .map(({ product, description, brand, unit, quantity, price, total }) => ({
        ...{ code: product.code, name: product.name, description, brand: brand?.name ?? null, unit: unit.acronyms },
        ...{ quantity, price, total },
      })),
    ...{ linesValue, shippingRate, ipi: ipiAmount === null ? ipi : null, ipiValue, discount, grossValue },
    ...{ paymentMethod: order.paymentMethod, notes: order.notes },
    installments: order.installments.map(({ dueDate, grossValue: part }) => ({ dueDate, grossValue: part })),
  };
};

/** The answer of the contract. A page that takes no answer tells nothing of the order but its number. */
export const confirmationAnswer = async (
  trx: Trx,
  { accountId }: Visitor,
  sent: SentOrder,
): Promise<OrderConfirmation> => {
  const { order, dispatch, state } = sent;
  const head = { state, company: order.companyName, document: order.document, phone: dispatch.phone };
  if (state !== 'OPEN') return { ...head, order: null, answer: null };
  const address = await addressOf(trx, accountId, order.building.id);
  return { ...head, order: contentOf(sent, { accountId, address }), answer: answerOf(dispatch) };
};
