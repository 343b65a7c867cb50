import { sql } from 'kysely';
import type { CsvRow } from '#schema/csv/dataset.ts';
import { orders, purchases } from '#schema/csv/purchases.ts';
import type { OrderSummary } from '#schema/purchase/orders/orders.rest.ts';
import { csvFeature } from '../../platform/csv/feature.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { cursorRows } from '../../platform/reports/cursor.ts';
import type { Session } from '../../platform/session.ts';
import { visible } from '../orders/access.ts';
import { ORDER_STATES } from '../orders/states.ts';
import { PURCHASE_TABLES, purchaseConditions, priceOf } from '../purchases/purchases.ts';

interface Asked {
  session: Session;
  companyId: number;
  query: { from?: string; to?: string; buildingId?: number };
}

type OrderCells = CsvRow<typeof orders.columns>;

async function* orderRows(
  trx: Trx,
  { session, companyId, query: { from, to, buildingId } }: Asked,
): AsyncGenerator<OrderCells> {
  const statement = sql<OrderCells & { state: OrderSummary['state'] }>`
    select o.id, o.document, o.created_date as date, o.delivery_date as "deliveryDate", o.state,
           p.id as "supplierId", p.name as supplier, b.id as "buildingId", b.name as building, o.line_count as lines,
           o.gross_value as total, o.received_gross as "receivedValue"
      from orders o
      join buildings b on b.account_id = o.account_id and b.id = o.building_id
      join partners p on p.account_id = o.account_id and p.id = o.partner_id
     where ${visible(session, companyId)}
       and o.created_date between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date
       and ${buildingId === undefined ? sql`true` : sql`o.building_id = ${buildingId}`} order by o.id`;
  for await (const row of cursorRows(trx, statement)) yield { ...row, state: ORDER_STATES[row.state] };
}

type PurchaseCells = CsvRow<typeof purchases.columns>;

async function* purchaseRows(trx: Trx, { session, companyId, query }: Asked): AsyncGenerator<PurchaseCells> {
  const { from, to, buildingId } = query;
  const filter = {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(buildingId === undefined ? {} : { building: buildingId }),
  };
  const statement = sql<PurchaseCells & { value: string; quantity: string }>`
    select d.id || '-' || x.line_id as id, d.received_date as date, d.document_number as "documentNumber",
           o.id as "orderId", o.document as "order", p.id as "supplierId", p.name as supplier,
           b.id as "buildingId", b.name as building, r.id as "productId", f.code as "productCode", f.name as product,
           (x.quantity - x.returned_quantity)::text as quantity, u.acronyms as unit,
           (x.landed_value - x.returned_value)::text as value
      ${PURCHASE_TABLES}
      join partners p on p.account_id = o.account_id and p.id = o.partner_id
      join buildings b on b.account_id = o.account_id and b.id = o.building_id
      join units u on u.account_id = l.account_id and u.id = l.unit_id
     where ${purchaseConditions(session, companyId, filter)} order by d.id, x.line_id`;
  for await (const row of cursorRows(trx, statement)) yield { ...row, price: priceOf(row) };
}

export const purchaseCsv = [
  csvFeature(orders, { permission: 'PURCHASE', read: orderRows }),
  csvFeature(purchases, { permission: 'PURCHASE', read: purchaseRows }),
];
