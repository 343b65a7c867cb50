import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import type { StoredOrder } from '../read.ts';

/** What a supplier reads of an order; stages, deliveries and the expense are not his matter. */
const contentOf = (order: StoredOrder) => ({
  ...{ document: order.document, supplier: order.supplier.id, building: order.building.id },
  ...{ createdDate: order.createdDate, deliveryDate: order.deliveryDate },
  ...{ paymentMethod: order.paymentMethod, installments: order.installments, notes: order.notes },
  ...{ shippingRate: order.shippingRate, discount: order.discount, ipi: order.ipi, ipiValue: order.ipiValue },
  lines: order.lines
    .filter(({ canceled }) => !canceled)
    .map(({ product, description, unit, brand, quantity, price }) => ({
      ...{ code: product.code, name: product.name, description, unit: unit.id, brand: brand?.id ?? null },
      ...{ quantity, price },
    })),
});

/** Hash of what a supplier reads of an order. */
export const contentHash = (order: StoredOrder): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(contentOf(order)))
    .digest();

/**
 * After an order was changed: its supplier is to confirm it anew where he reads something else, and another supplier has
 * never got it, so that the links of the one before stop working.
 */
export const followOrder = async (trx: Trx, accountId: number, order: StoredOrder, now: Date): Promise<void> => {
  if (order.dispatch === null) return;
  const key = sql`account_id = ${accountId} and order_id = ${order.id}`;
  if (order.dispatch.partnerId !== order.supplier.id) {
    await sql`delete from order_dispatches where ${key}`.execute(trx);
    return;
  }
  const hash = contentHash(order);
  if (hash.toString('hex') === order.dispatch.contentHash) return;
  await sql`
    update order_dispatches set content_hash = ${hash}, revision = revision + 1, changed_at = ${now}
     where ${key}`.execute(trx);
};
