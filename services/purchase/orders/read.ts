import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import {
  fromCents,
  fromTenThousandths,
  subtract,
  sum,
  toCents,
  toTenThousandths,
  ZERO,
  type Money,
} from '#domain/money.ts';
import { orderFigures, receiptFigures, type OrderCharges, type OrderLine } from '#domain/purchase/orders/figures.ts';
import { missingQuantity, orderState } from '#domain/purchase/orders/receiving.ts';
import { keptInstallments, returnedValue, type ReturnableLine } from '#domain/purchase/orders/returns.ts';
import { payAfterOf, type OrderInstallment, type PayAfterBase } from '#domain/purchase/orders/terms.ts';
import type { Order, OrderAttachment } from '#schema/purchase/orders/orders.rest.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { APPROVAL, approvalAnswer, type StoredApproval } from './approval/stored.ts';
import { ORDER_MISSING, visible } from './access.ts';
import { deliveryValues } from './deliveryFigures.ts';
import { DISPATCH, dispatchAnswer, type StoredDispatch } from './dispatch/stored.ts';

type Named = { id: number; name: string };

export interface StoredLine extends OrderLine {
  id: number;
  product: { id: number; code: string; name: string };
  description: string | null;
  unit: { id: number; acronyms: string };
  unitFactor: string;
  /** Units of what was ordered in one of the product that this was merged into. */
  productFactor: string | null;
  brand: Named | null;
  costEstimateGroup: Named | null;
  /** A nota has brought some of it, also where that went back. */
  delivered: boolean;
}

/** A photo or scan of a delivery, without its content. */
export type StoredAttachment = Omit<OrderAttachment, 'link'>;

export interface StoredDelivery {
  id: number;
  documentNumber: string | null;
  emissionDate: IsoDate;
  receivedDate: IsoDate;
  receivedBy: Named | null;
  /** Of the NF-e that it was received by. */
  accessKey: string | null;
  shippingRate: Money;
  ipiValue: Money;
  discount: Money;
  value: Money;
  lines: (ReturnableLine & { lineId: number; price: string; closes: boolean })[];
  attachments: StoredAttachment[];
  installments: OrderInstallment[];
  returns: StoredReturn[];
}

/** Goods of a delivery that went back. */
export interface StoredReturn {
  id: number;
  returnDate: IsoDate;
  documentNumber: string | null;
  reason: string;
  returnedBy: Named | null;
  value: Money;
  lines: { lineId: number; quantity: string; value: Money; replaced: boolean }[];
  /** What undoing it brings back: to the expense, and to the planned installments. */
  taken: OrderInstallment[];
  planned: OrderInstallment[];
}

export const DELIVERY_MISSING = 'Recebimento não encontrado.';

/** An order as it is stored, with everything that belongs to it. */
export interface StoredOrder extends OrderCharges {
  id: number;
  companyId: number;
  companyName: string;
  document: string;
  building: Named;
  supplier: Named;
  category: Named | null;
  buyer: Named | null;
  paymentMethod: string | null;
  notes: string | null;
  createdDate: IsoDate;
  deliveryDate: IsoDate | null;
  payAfterBase: PayAfterBase | null;
  payAfterDay: number | null;
  expense: Order['expense'];
  lines: StoredLine[];
  installments: OrderInstallment[];
  deliveries: StoredDelivery[];
  /** Null: none was needed. */
  approval: StoredApproval | null;
  supplierEmail: string | null;
  /** Null: never sent. */
  dispatch: StoredDispatch | null;
  createdAt: string;
  updatedAt: string;
  version: number;
}

const named = (alias: string, text = 'name'): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case when ${column('id')} is not null then
    json_build_object('id', ${column('id')}, 'name', ${column(text)}) end`;
};

const LINES = sql`(
  select coalesce(json_agg(json_build_object('id', l.id,
           'product', json_build_object('id', l.product_id, 'code', l.code, 'name', l.name), 'description', l.description,
           'unit', json_build_object('id', u.id, 'acronyms', u.acronyms), 'unitFactor', l.unit_factor::text,
           'productFactor', l.product_factor::text,
           'quantity', l.quantity::text, 'price', l.price::text, 'brand', ${named('m')}, 'costEstimateGroup', ${named('g')},
           'canceled', l.canceled, 'closed', l.closed, 'canceledQuantity', l.canceled_quantity::text,
           'receivedQuantity', l.received_quantity::text, 'delivered', exists (select from order_delivery_lines x
              where x.account_id = l.account_id and x.order_id = l.order_id and x.line_id = l.id))
         order by l.position), '[]')
    from order_lines l
    join units u on u.account_id = l.account_id and u.id = l.unit_id
    left join brands m on m.account_id = l.account_id and m.id = l.brand_id
    left join cost_estimate_groups g on g.account_id = l.account_id and g.id = l.stage_id
   where l.account_id = o.account_id and l.order_id = o.id) as lines`;

const INSTALLMENTS = sql`(
  select coalesce(json_agg(json_build_object('dueDate', i.due_date, 'grossValue', i.gross_value::text) order by i.position), '[]')
    from order_installments i where i.account_id = o.account_id and i.order_id = o.id) as installments`;

const RETURNS = sql`(
  select coalesce(json_agg(json_build_object('id', e.id, 'returnDate', e.return_date, 'documentNumber', e.document_number,
           'reason', e.reason, 'returnedBy', ${named('w')}, 'value', e.value::text, 'taken', e.taken, 'planned', e.planned,
           'lines', (select json_agg(json_build_object('lineId', y.line_id, 'quantity', y.quantity::text,
                       'value', y.value::text, 'replaced', y.replaced) order by l.position)
               from order_return_lines y
               join order_lines l on l.account_id = y.account_id and l.id = y.line_id
              where y.account_id = e.account_id and y.return_id = e.id)) order by e.return_date, e.id), '[]')
    from order_returns e
    left join users w on w.account_id = e.account_id and w.id = e.returned_by
   where e.account_id = d.account_id and e.delivery_id = d.id)`;

const DELIVERIES = sql`(
  select coalesce(json_agg(json_build_object('id', d.id, 'documentNumber', d.document_number,
           'emissionDate', d.emission_date, 'receivedDate', d.received_date, 'receivedBy', ${named('r')},
           'accessKey', d.access_key, 'shippingRate', d.shipping_rate::text, 'ipiValue', d.ipi_value::text, 'discount', d.discount::text,
           'value', d.value::text,
           'lines', (select coalesce(json_agg(json_build_object('lineId', x.line_id, 'quantity', x.quantity::text,
                       'price', x.price::text, 'closes', x.closes, 'landedValue', x.landed_value::text,
                       'returnedQuantity', x.returned_quantity::text, 'returnedValue', x.returned_value::text)
                     order by l.position), '[]')
               from order_delivery_lines x
               join order_lines l on l.account_id = x.account_id and l.id = x.line_id
              where x.account_id = d.account_id and x.delivery_id = d.id),
           'attachments', (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size,
                       'contentType', f.media_type) order by f.id), '[]')
               from order_delivery_files f where f.account_id = d.account_id and f.delivery_id = d.id),
           'installments', (select coalesce(json_agg(json_build_object('dueDate', i.due_date,
                       'grossValue', i.gross_value::text) order by i.position), '[]')
               from order_delivery_installments i where i.account_id = d.account_id and i.delivery_id = d.id),
           'returns', ${RETURNS})
         order by d.received_date, d.id), '[]')
    from order_deliveries d
    left join users r on r.account_id = d.account_id and r.id = d.received_by
   where d.account_id = o.account_id and d.order_id = o.id) as deliveries`;

/** The order "o" of a condition. @throws ServiceError 404 */
const readWhere = async (trx: Trx, where: RawBuilder<unknown>): Promise<StoredOrder> => {
  const { rows } = await sql<StoredOrder>`
    select o.id, o.company_id as "companyId", c.name as "companyName", o.document, ${named('b')} as building,
           ${named('p')} as supplier, ${named('k')} as category, ${named('w')} as buyer,
           o.payment_method as "paymentMethod", o.notes, o.created_date as "createdDate",
           o.delivery_date as "deliveryDate", o.shipping_rate as "shippingRate", o.discount, o.ipi,
           o.ipi_value as "ipiValue", o.pay_after_base as "payAfterBase", o.pay_after_day as "payAfterDay",
           case when t.id is not null then json_build_object('id', t.id, 'status', t.status,
             'paidValue', (select coalesce(sum(i.gross_value), 0.00)::text from installments i
                            where i.account_id = t.account_id and i.transaction_id = t.id and not i.forecast)) end as expense,
           o.created_at as "createdAt", o.updated_at as "updatedAt", o.version, p.email as "supplierEmail",
           ${LINES}, ${INSTALLMENTS}, ${DELIVERIES}, ${APPROVAL}, ${DISPATCH} as dispatch
      from orders o
      join companies c on c.account_id = o.account_id and c.id = o.company_id
      join buildings b on b.account_id = o.account_id and b.id = o.building_id
      join partners p on p.account_id = o.account_id and p.id = o.partner_id
      left join categories k on k.account_id = o.account_id and k.id = o.category_id
      left join users w on w.account_id = o.account_id and w.id = o.buyer_id
      left join transactions t on t.account_id = o.account_id and t.id = o.transaction_id
     where ${where}`.execute(trx);
  const [found] = rows;
  if (!found) throw notFound(ORDER_MISSING);
  return found;
};

/** One order that the user may see. @throws ServiceError 404 */
export const readStored = (
  trx: Trx,
  session: Session,
  { companyId, id }: { companyId: number; id: number },
): Promise<StoredOrder> => readWhere(trx, sql`${visible(session, companyId)} and o.id = ${id}`);

/** One order of an account, for its supplier. @throws ServiceError 404 */
export const readSent = (trx: Trx, { accountId, orderId }: { accountId: number; orderId: number }) =>
  readWhere(trx, sql`o.account_id = ${accountId} and o.id = ${orderId}`);

/** Installments of several deliveries, those of one day together. */
export const installmentsByDay = (deliveries: readonly Pick<StoredDelivery, 'installments'>[]): OrderInstallment[] => {
  const byDay = new Map<IsoDate, bigint>();
  for (const { dueDate, grossValue } of deliveries.flatMap(({ installments }) => installments)) {
    byDay.set(dueDate, (byDay.get(dueDate) ?? 0n) + toCents(grossValue));
  }
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([dueDate, cents]) => ({ dueDate, grossValue: fromCents(cents) }));
};

/** Value of the notas, less what went back of them: that of the one expense. */
export const invoicedValue = ({ deliveries }: Pick<StoredOrder, 'deliveries'>): Money =>
  sum(deliveries.map(({ value, lines }) => subtract(value, returnedValue(lines))));

/** What is left of each nota after what went back of it. */
export const keptDeliveries = (deliveries: readonly StoredDelivery[]): Pick<StoredDelivery, 'installments'>[] =>
  deliveries.map(({ installments, lines }) => ({ installments: keptInstallments(installments, returnedValue(lines)) }));

export const receiptOf = ({ deliveries, createdDate }: StoredOrder): Order['receipt'] => {
  const receivedDate = deliveries.at(-1)?.receivedDate ?? null;
  const installmentList = installmentsByDay(keptDeliveries(deliveries));
  const terms = payAfterOf(installmentList, { createdDate, deliveryDate: receivedDate });
  return {
    receivedDate,
    payment: {
      payAfterBase: terms?.payAfterBase ?? null,
      payAfterDay: terms?.payAfterDay ?? null,
      installmentList,
    },
  };
};

/** What went back of a line, of all deliveries. */
const returnedOf = ({ deliveries }: StoredOrder, id: number): string => {
  const own = deliveries.flatMap(({ lines }) => lines).filter(({ lineId }) => lineId === id);
  return fromTenThousandths(own.reduce((all, { returnedQuantity }) => all + toTenThousandths(returnedQuantity), 0n));
};

/** Everything that is to come of a line is in. */
export const isReceived = (line: OrderLine): boolean => !line.canceled && missingQuantity(line) === '0.0000';

/** Figures of an order; of a receipt, those of what came (§5). */
export const figuresOf = (order: Pick<StoredOrder, 'lines'> & OrderCharges) =>
  orderState(order.lines) === 'RECEIVED' ? receiptFigures(order.lines, order) : orderFigures(order.lines, order);

type Place = Pick<StoredOrder, 'id' | 'companyId'>;

const deliveryPath = ({ companyId, id }: Place, { id: delivery }: Pick<StoredDelivery, 'id'>): string =>
  `/api/v1/purchase/company/${companyId}/order/${id}/deliveries/${delivery}`;

export const attachmentAnswer = (
  order: Place,
  delivery: Pick<StoredDelivery, 'id'>,
  attachment: StoredAttachment,
): OrderAttachment => ({ ...attachment, link: `${deliveryPath(order, delivery)}/attachments/${attachment.id}` });

const deliveryAnswer = (
  order: StoredOrder,
  { installments, lines, returns, ...delivery }: StoredDelivery,
): Order['deliveries'][number] => {
  const { values } = deliveryValues(lines, delivery);
  return {
    ...delivery,
    invoiceLink: delivery.accessKey === null ? null : `${deliveryPath(order, delivery)}/invoice`,
    attachments: delivery.attachments.map((one) => attachmentAnswer(order, delivery, one)),
    lines: lines.map(({ closes: _closes, ...line }, index) => ({ ...line, value: values[index] ?? ZERO })),
    installmentList: installments,
    returnedValue: returnedValue(lines),
    returns: returns.map(({ taken: _taken, planned: _planned, ...one }) => one),
  };
};

/** The answer of the contract. */
export const orderAnswer = (order: StoredOrder, session: Pick<Session, 'accountId'> & { userId?: number }): Order => {
  const { lines, deliveries, payAfterBase, payAfterDay } = order;
  const state = orderState(lines);
  const figures = figuresOf(order);
  return {
    ...{ id: order.id, document: order.document, building: order.building, supplier: order.supplier },
    ...{ category: order.category, buyer: order.buyer, paymentMethod: order.paymentMethod, notes: order.notes },
    ...{
      createdDate: order.createdDate,
      createdAt: order.createdAt,
      updatedAt: order.updatedAt,
      version: order.version,
    },
    ...{ shippingRate: order.shippingRate, discount: order.discount, ipi: order.ipi, expense: order.expense },
    type: state === 'RECEIVED' ? 'RECEIPT' : 'ORDER',
    state,
    company: { id: order.companyId, name: order.companyName, account: { id: session.accountId } },
    delivery: { date: order.deliveryDate },
    requirement: { payment: { payAfterBase, payAfterDay, installmentList: order.installments } },
    receipt: receiptOf(order),
    requirementLineList: lines.map(({ productFactor: _productFactor, delivered: _delivered, ...line }, index) => ({
      ...line,
      returnedQuantity: returnedOf(order, line.id),
      total: figures.values[index] ?? ZERO,
      landedTotal: figures.landed[index] ?? ZERO,
      received: isReceived(line),
      missingQuantity: missingQuantity(line),
    })),
    deliveries: deliveries.map((delivery) => deliveryAnswer(order, delivery)),
    ipiAmount: order.ipiValue,
    linesValue: figures.linesValue,
    ipiValue: figures.ipiValue,
    grossValue: figures.grossValue,
    invoicedValue: invoicedValue(order),
    supplierEmail: order.supplierEmail,
    dispatch: order.dispatch && dispatchAnswer(order.dispatch),
    canUndoDeliveries: order.expense === null || order.expense.status === 'OPEN',
    approval: order.approval && approvalAnswer(order.approval, session),
  };
};

/** @throws ServiceError 404 */
export const readOrder = async (trx: Trx, session: Session, key: { companyId: number; id: number }): Promise<Order> =>
  orderAnswer(await readStored(trx, session, key), session);
