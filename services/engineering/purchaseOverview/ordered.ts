import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import { Decimal, divideHalfEven } from '#domain/decimal.ts';
import { decimal4, toCents, toTenThousandths, type Money } from '#domain/money.ts';
import { receivedGross } from '#domain/purchase/orders/commitment.ts';
import {
  lineValue,
  liveQuantity,
  orderFigures,
  receiptFigures,
  type OrderCharges,
  type OrderLine,
} from '#domain/purchase/orders/figures.ts';
import { orderState } from '#domain/purchase/orders/receiving.ts';
import { shareDown } from '#domain/shares.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { nothing, type Amounts } from './cells.ts';

interface StoredLine extends OrderLine {
  id: number;
  productId: number;
  code: string;
  name: string;
  stageId: number | null;
  /** Units of the product in one unit of the line, as it is now: after merges, of the product that is left. */
  factor: string;
}

interface StoredNota {
  documentNumber: string | null;
  /** Of which something has stayed, with its landed value. */
  lines: { lineId: number; value: Money }[];
}

interface StoredOrder extends OrderCharges {
  id: number;
  document: string;
  date: IsoDate;
  deliveryDate: IsoDate | null;
  supplier: { id: number; name: string };
  expenseId: number | null;
  /** Gross value of the paid installments of its expense. */
  paid: Money;
  lines: StoredLine[];
  notas: StoredNota[];
}

/** A live line of an order with its figures in the unit of the product. */
export interface OrderedLine {
  line: StoredLine;
  order: Omit<StoredOrder, 'lines' | 'notas'>;
  amounts: Amounts;
  documentNumbers: string[];
}

/** Orders of a building that are not canceled, with lines and notas, in one statement. */
const readOrders = async (trx: Trx, accountId: number, buildingId: number): Promise<StoredOrder[]> => {
  const { rows } = await sql<StoredOrder>`
    select o.id, o.document, o.created_date as date, o.delivery_date as "deliveryDate",
           json_build_object('id', p.id, 'name', p.name) as supplier, o.shipping_rate as "shippingRate", o.discount, o.ipi,
           o.ipi_value as "ipiValue", o.transaction_id as "expenseId",
           coalesce((select sum(i.gross_value) from installments i where i.account_id = o.account_id
             and i.transaction_id = o.transaction_id and not i.forecast), 0.00) as paid,
           (select json_agg(json_build_object('id', l.id, 'productId', l.product_id, 'code', l.code, 'name', l.name,
                     'stageId', l.stage_id, 'factor', trim_scale(l.unit_factor / coalesce(l.product_factor, 1))::text,
                     'quantity', l.quantity::text, 'price', l.price::text, 'canceled', l.canceled, 'closed', l.closed,
                     'canceledQuantity', l.canceled_quantity::text, 'receivedQuantity', l.received_quantity::text) order by l.position)
              from order_lines l where l.account_id = o.account_id and l.order_id = o.id) as lines,
           (select coalesce(json_agg(json_build_object('documentNumber', d.document_number,
                     'lines', (select coalesce(json_agg(json_build_object('lineId', x.line_id,
                                 'value', (x.landed_value - x.returned_value)::text)), '[]')
                         from order_delivery_lines x
                        where x.account_id = d.account_id and x.delivery_id = d.id
                          and x.returned_quantity < x.quantity)) order by d.received_date, d.id), '[]')
              from order_deliveries d where d.account_id = o.account_id and d.order_id = o.id) as notas
      from orders o
      join partners p on p.account_id = o.account_id and p.id = o.partner_id
     where o.account_id = ${accountId} and o.building_id = ${buildingId} and o.state <> 'CANCELED'
     order by o.created_date desc, o.id desc`.execute(trx);
  return rows;
};

const inProductUnits = (quantity: string, { factor }: StoredLine): bigint =>
  toTenThousandths(decimal4(new Decimal(quantity).times(factor)));

/** A part of a quantity in proportion to amounts, half-even. */
const portion = (quantity: bigint, part: bigint, whole: bigint): bigint =>
  whole === 0n ? 0n : divideHalfEven(quantity * part, whole);

/** What notas brought of each line and what has stayed of it, in cents, with their own charges. */
const invoicedOf = ({ notas }: StoredOrder): Map<number, bigint> => {
  const invoiced = new Map<number, bigint>();
  for (const { lineId, value } of notas.flatMap(({ lines }) => lines))
    invoiced.set(lineId, (invoiced.get(lineId) ?? 0n) + toCents(value));
  return invoiced;
};

/** Planned value of what came of each line: their sum is what the list of orders calls received (decision 56). */
const receivedOf = (order: StoredOrder): bigint[] => {
  const portions = order.lines.map((line) => {
    if (line.canceled) return 0n;
    const [came, live] = [toTenThousandths(line.receivedQuantity), toTenThousandths(liveQuantity(line))];
    // More of one line does not pay for another; of a receipt, everything that came counts.
    const counted = came < live || isReceipt(order) ? line.receivedQuantity : liveQuantity(line);
    return toCents(lineValue(counted, line.price));
  });
  return shareDown(toCents(receivedGross(order.lines, order)), portions);
};

const isReceipt = ({ lines }: StoredOrder): boolean => orderState(lines) === 'RECEIVED';

const linesOf = (stored: StoredOrder): OrderedLine[] => {
  const { lines, notas, ...order } = stored;
  // Of a receipt what came counts, as on its own page: it may be more than was ordered.
  const { landed } = isReceipt(stored) ? receiptFigures(lines, order) : orderFigures(lines, order);
  const ordered = landed.map(toCents);
  const received = isReceipt(stored) ? ordered : receivedOf(stored);
  const invoicedByLine = invoicedOf(stored);
  const invoiced = lines.map(({ id }) => invoicedByLine.get(id) ?? 0n);
  const whole = invoiced.reduce((sum, cents) => sum + cents, 0n);
  const paidCents = toCents(order.paid);
  // The expense is worth its notas: what is paid of it is never more.
  const paid = whole === 0n ? invoiced : shareDown(paidCents < whole ? paidCents : whole, invoiced);
  return lines.flatMap((line, index) => {
    const cameQuantity = inProductUnits(line.receivedQuantity, line);
    const live = isReceipt(stored) ? line.receivedQuantity : liveQuantity(line);
    const [orderedCents = 0n, invoicedCents = 0n, paidLine = 0n] = [ordered[index], invoiced[index], paid[index]];
    if (line.canceled || (toTenThousandths(live) === 0n && orderedCents === 0n)) return [];
    const amounts: Amounts = {
      ...nothing(),
      ordered: { quantity: inProductUnits(live, line), cents: orderedCents },
      received: { quantity: cameQuantity, cents: received[index] ?? 0n },
      invoiced: { quantity: cameQuantity, cents: invoicedCents },
      paid: { quantity: portion(cameQuantity, paidLine, invoicedCents), cents: paidLine },
    };
    const documentNumbers = notas
      .filter((nota) => nota.lines.some(({ lineId }) => lineId === line.id))
      .flatMap(({ documentNumber }) => documentNumber ?? []);
    return [{ line, order, amounts, documentNumbers }];
  });
};

/** Live lines of the orders of a building with their figures, the newest order first. */
export const readOrderedLines = async (trx: Trx, accountId: number, buildingId: number): Promise<OrderedLine[]> =>
  (await readOrders(trx, accountId, buildingId)).flatMap(linesOf);
