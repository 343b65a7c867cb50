import { sql } from 'kysely';
import type { DeliveryBody, Order } from '#schema/purchase/orders/orders.rest.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { ENTITY } from './access.ts';
import { requireApproved } from './approval/stored.ts';
import { deliveryValues } from './deliveryFigures.ts';
import { planDelivery, type PlannedDelivery } from './deliveryPlan.ts';
import { readPurchaseSettings } from '../settings.ts';
import { requireUnpaid, syncExpense, type Receiver } from './expense.ts';
import { holdOrder, type VersionedKey } from './hold.ts';
import { DELIVERY_MISSING, readOrder, type StoredOrder } from './read.ts';
import { refreshOrder } from './store.ts';

/** Writes a delivery, and what it adds to the lines. */
const store = async (trx: Trx, work: Work, order: StoredOrder, planned: PlannedDelivery): Promise<number> => {
  const { accountId, userId } = work.session;
  const { rows } = await sql<{ id: number }>`
    insert into order_deliveries (account_id, order_id, document_number, emission_date, received_date, received_by,
      shipping_rate, ipi_value, discount, value, created_at)
    values (${accountId}, ${order.id}, ${planned.documentNumber}, ${planned.emissionDate}, ${planned.receivedDate},
      ${userId}, ${planned.shippingRate}::numeric, ${planned.ipiValue}::numeric, ${planned.discount}::numeric,
      ${planned.value}::numeric, ${work.clock.now()})
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  // The last line of the order takes the remainder, as in the shares of the expense.
  const places = new Map(order.lines.map((line, index) => [line.id, index]));
  const sorted = planned.lines.toSorted((a, b) => (places.get(a.line.id) ?? 0) - (places.get(b.line.id) ?? 0));
  const { landed } = deliveryValues(sorted, planned);
  const lines = sorted.map(({ line, quantity, price, closes }, index) => ({
    ...{ line: line.id, quantity, price, closes, landed: landed[index] },
  }));
  await sql`
    with came as (
      insert into order_delivery_lines (account_id, order_id, delivery_id, line_id, quantity, price, closes,
        landed_value)
      select ${accountId}::bigint, ${order.id}::bigint, ${id}::bigint, r.line, r.quantity, r.price, r.closes, r.landed
        from json_to_recordset(${JSON.stringify(lines)}::json)
          as r(line bigint, quantity numeric, price numeric, closes boolean, landed numeric)
      returning line_id, quantity, closes)
    update order_lines l set received_quantity = l.received_quantity + c.quantity, closed = l.closed or c.closes
      from came c where l.account_id = ${accountId} and l.order_id = ${order.id} and l.id = c.line_id`.execute(trx);
  const installments = planned.installments.map(({ dueDate, grossValue }, index) => ({
    ...{ position: index + 1, due_date: dueDate, gross_value: grossValue },
  }));
  await sql`
    insert into order_delivery_installments (account_id, delivery_id, position, due_date, gross_value)
    select ${accountId}::bigint, ${id}::bigint, r.position, r.due_date, r.gross_value
      from json_to_recordset(${JSON.stringify(installments)}::json)
        as r(position integer, due_date date, gross_value numeric)`.execute(trx);
  return id;
};

const snapshot = ({ lines, ...delivery }: PlannedDelivery) => ({
  ...delivery,
  lines: lines.map(({ line, ...one }) => ({ lineId: line.id, ...one })),
});

/**
 * Stores a planned delivery with everything that follows from it, in the caller's SQL transaction. Returns its id.
 * @throws ServiceError 422 for an order that is not approved
 */
export const storeDelivery = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  { before, planned }: { before: StoredOrder; planned: PlannedDelivery },
): Promise<number> => {
  const key = { companyId: receiver.companyId, id: before.id };
  requireApproved(before);
  const id = await store(trx, work, before, planned);
  const after = await refreshOrder(trx, work, receiver.session, key);
  await syncExpense(trx, work, receiver, { before, after, installments: { added: planned.installments } });
  work.audit({
    action: 'receive',
    entity: ENTITY,
    entityId: before.id,
    details: { delivery: id, ...snapshot(planned) },
  });
  return id;
};

const PATHS = {
  line: (index: number) => `lines.${index}.line`,
  quantity: (index: number) => `lines.${index}.quantity`,
  header: '',
  payment: '',
};

/** Receives a delivery of an order. @throws ServiceError 404, 409, 422 at the fields */
export const receive = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  { id, body }: { id: number; body: DeliveryBody },
): Promise<Order> => {
  const { session, companyId, today } = receiver;
  const key = { companyId, id };
  const before = await holdOrder(trx, session, { ...key, version: body.version });
  requireApproved(before);
  const problems = new Problems();
  const { receiptTolerance: tolerance } = await readPurchaseSettings(trx, session.accountId);
  const planned = planDelivery(before, body, { today, tolerance, paths: PATHS }, problems);
  problems.refuse();
  await storeDelivery(trx, work, receiver, { before, planned });
  return readOrder(trx, session, key);
};

/**
 * Takes a delivery out of the lines. A line of which nothing has come any more is no longer closed, and canceled where the
 * rest of it went back for good.
 */
const remove = async (trx: Trx, accountId: number, orderId: number, id: number): Promise<void> => {
  await sql`
    update order_lines l set received_quantity = l.received_quantity - x.quantity,
           closed = l.closed and not x.closes and l.received_quantity > x.quantity,
           canceled = l.canceled or (l.received_quantity <= x.quantity and l.canceled_quantity >= l.quantity)
      from order_delivery_lines x
     where x.account_id = ${accountId} and x.delivery_id = ${id} and l.account_id = x.account_id
       and l.order_id = ${orderId} and l.id = x.line_id`.execute(trx);
  await sql`delete from order_deliveries
    where account_id = ${accountId} and order_id = ${orderId} and id = ${id}`.execute(trx);
};

const RETURNED = 'Há devolução desta nota. Desfaça a devolução antes de desfazer o recebimento.';

/** Undoes a delivery. @throws ServiceError 404, 409, 422 once any of it went back or any of the expense is paid */
export const undoDelivery = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  { deliveryId, ...key }: VersionedKey & { deliveryId: number },
): Promise<Order> => {
  const { session } = receiver;
  const before = await holdOrder(trx, session, key);
  const undone = before.deliveries.find(({ id }) => id === deliveryId);
  if (!undone) throw notFound(DELIVERY_MISSING);
  if (undone.returns.length > 0) throw ruleBroken(RETURNED);
  requireUnpaid(before);
  await remove(trx, session.accountId, before.id, deliveryId);
  const after = await refreshOrder(trx, work, session, key);
  await syncExpense(trx, work, receiver, { before, after, installments: 'anew' });
  work.audit({ action: 'undoReceipt', entity: ENTITY, entityId: before.id, details: { before: undone } });
  return readOrder(trx, session, key);
};
