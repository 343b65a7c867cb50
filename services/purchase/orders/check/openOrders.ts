import { sql } from 'kysely';
import type { OtherOpenOrder } from '#domain/purchase/orders/warnings.ts';
import type { OrderCheck } from '#schema/purchase/orders/check.rest.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { visible } from '../access.ts';
import type { Receiver } from '../expense.ts';
import { isWanted, type CheckedOrder } from './checked.ts';

/** The newest ones are told; more would be no help. */
const MOST = 10;

type Found = OtherOpenOrder & NonNullable<OrderCheck['warnings'][number]['otherOpenOrder']>;

/** Other orders of the building from which the same inputs are still to come, the newest first. One SQL statement. */
export const otherOpenOrders = async (
  trx: Trx,
  { session, companyId }: Receiver,
  { exceptId, buildingId, lines }: CheckedOrder,
): Promise<Found[]> => {
  const products = [...new Set(lines.filter(isWanted).map(({ product }) => product.id))];
  const { rows } = await sql<Found>`
    select json_build_object('id', o.id, 'document', o.document, 'createdDate', o.created_date,
             'deliveryDate', o.delivery_date) as "order",
           json_agg(json_build_object('product', json_build_object('id', n.product_id, 'code', n.code, 'name', n.name),
             'unit', n.unit, 'quantity', n.quantity::text) order by n.position) as items
      from orders o
      join lateral (
        select l.product_id, min(l.code) as code, min(l.name) as name, u.acronyms as unit,
               sum(l.quantity - l.canceled_quantity - l.received_quantity) as quantity, min(l.position) as position
          from order_lines l
          join units u on u.account_id = l.account_id and u.id = l.unit_id
         where l.account_id = o.account_id and l.order_id = o.id and l.product_id = any(${products}::bigint[])
           and not l.canceled and not l.closed and l.received_quantity < l.quantity - l.canceled_quantity
         group by l.product_id, u.acronyms) n on true
     where ${visible(session, companyId)} and o.building_id = ${buildingId}::bigint and o.state in ('ORDERED', 'PARTIAL')
       and o.id is distinct from ${exceptId}::bigint
     group by o.account_id, o.id
     order by o.created_date desc, o.id desc limit ${MOST}`.execute(trx);
  return rows;
};
