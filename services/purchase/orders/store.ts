import { sql, type RawBuilder } from 'kysely';
import { sum } from '#domain/money.ts';
import { orderCommitment, receivedGross } from '#domain/purchase/orders/commitment.ts';
import { receiptFigures, orderFigures } from '#domain/purchase/orders/figures.ts';
import { orderState } from '#domain/purchase/orders/receiving.ts';
import { rescaled, type OrderInstallment } from '#domain/purchase/orders/terms.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { nextDocument } from '../series.ts';
import type { LineDraft, OrderDraft } from './draft.ts';
import { followOrder } from './dispatch/content.ts';
import { figuresOf, invoicedValue, readStored, type StoredOrder } from './read.ts';
import type { OrderedProduct, References } from './references.ts';
import type { Terms } from './terms.ts';

/** Keys of the order that rows belong to. */
export interface OrderKey {
  companyId: number;
  id: number;
}

const columnsOf = (draft: OrderDraft, { payAfterBase, payAfterDay }: Terms): Record<string, unknown> => ({
  building_id: draft.buildingId,
  partner_id: draft.supplierId,
  category_id: draft.categoryId,
  buyer_id: draft.buyerId,
  created_date: draft.createdDate,
  delivery_date: draft.deliveryDate,
  payment_method: draft.paymentMethod,
  notes: draft.notes,
  shipping_rate: draft.shippingRate,
  discount: draft.discount,
  ipi: draft.ipi,
  ipi_value: draft.ipiValue,
  pay_after_base: payAfterBase,
  pay_after_day: payAfterDay,
});

/** Inserts the header; `refreshOrder` sets its figures. */
export const insertOrder = async (
  trx: Trx,
  { session: { accountId }, clock }: Work,
  companyId: number,
  { draft, terms }: { draft: OrderDraft; terms: Terms },
): Promise<OrderKey> => {
  const document =
    draft.document ?? (await nextDocument(trx, { table: 'orders', prefix: 'PC' }, { accountId, companyId }));
  const columns = {
    ...columnsOf(draft, terms),
    ...{ account_id: accountId, company_id: companyId, document },
    // `refreshOrder` makes it 1.
    ...{ version: 0, created_at: clock.now(), updated_at: clock.now() },
  };
  const names = Object.keys(columns).map((name) => sql.ref(name));
  const { rows } = await sql<{ id: number }>`
    insert into orders (${sql.join(names)}) values (${sql.join(Object.values(columns))}) returning id`.execute(trx);
  return { companyId, id: rows[0]?.id ?? 0 };
};

export const updateOrder = async (
  trx: Trx,
  accountId: number,
  { id }: OrderKey,
  { draft, terms }: { draft: OrderDraft; terms: Terms },
): Promise<void> => {
  const columns = Object.entries({ ...columnsOf(draft, terms), document: draft.document });
  const set = sql.join(columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
  await sql`update orders set ${set} where account_id = ${accountId} and id = ${id}`.execute(trx);
};

/** What the unit of a line follows from. */
interface UnitChoice extends Pick<LineDraft, 'unitId' | 'productId'> {
  before: { product: { id: number } | null; unit: { id: number }; unitFactor: string } | undefined;
}

/** Unit of a line, and how many units of the product it holds: as ordered, where the line had it before. */
export const unitOf = ({ unitId, productId, before }: UnitChoice, product: OrderedProduct | undefined) => {
  if (before?.product?.id === productId && before.unit.id === unitId)
    return { unit_id: before.unit.id, unit_factor: before.unitFactor };
  const unit = unitId ?? product?.purchaseUnitId ?? product?.unitId;
  const bought = product?.purchaseUnitId !== null && unit === product?.purchaseUnitId;
  return { unit_id: unit, unit_factor: bought ? (product?.purchaseFactor ?? '1') : '1' };
};

const rowsOf = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(columns)})`;

const LINE_COLUMNS = `id bigint, position integer, product_id bigint, code text, name text, description text, unit_id bigint,
  unit_factor numeric, quantity numeric, price numeric, brand_id bigint, stage_id bigint, canceled boolean, closed boolean`;

/** A line whose product stays keeps the texts with which it was ordered. */
const lineRow = (line: LineDraft, position: number, product: OrderedProduct | undefined, receives: boolean) => {
  const { before } = line;
  const same = before?.product.id === line.productId;
  return {
    ...{ id: before?.id ?? null, position, product_id: line.productId },
    ...(same ? { code: before.product.code, name: before.product.name } : { code: product?.code, name: product?.name }),
    ...{ description: line.description, ...unitOf(line, product), quantity: line.quantity, price: line.price },
    ...{ brand_id: line.brandId, stage_id: line.stageId, canceled: line.canceled },
    // A line that receives in the same call is closed by its delivery.
    closed: line.closed && !receives,
  };
};

/** Writes the lines of an order, and deletes those that it has no more. */
export const storeLines = async (
  trx: Trx,
  accountId: number,
  { id }: OrderKey,
  { lines, references }: { lines: readonly LineDraft[]; references: References },
): Promise<void> => {
  const rows = lines.map((line, index) => {
    const receives = line.receivedQuantity !== (line.before?.receivedQuantity ?? '0.0000');
    return lineRow(line, index + 1, references.product(line.productId), receives);
  });
  const kept = rows.flatMap((row) => row.id ?? []);
  await sql`delete from order_lines
    where account_id = ${accountId} and order_id = ${id} and not id = any(${kept}::bigint[])`.execute(trx);
  if (kept.length > 0) {
    const known = rows.filter((row) => row.id !== null);
    // A change of the product forgets the factor of an earlier merge.
    await sql`
      update order_lines l set position = r.position, product_id = r.product_id, code = r.code, name = r.name,
             product_factor = case when l.product_id = r.product_id then l.product_factor end,
             description = r.description, unit_id = r.unit_id, unit_factor = r.unit_factor, quantity = r.quantity,
             price = r.price, brand_id = r.brand_id, stage_id = r.stage_id, canceled = r.canceled, closed = r.closed
        from ${rowsOf(known, LINE_COLUMNS)}
       where l.account_id = ${accountId} and l.order_id = ${id} and l.id = r.id`.execute(trx);
  }
  const added = rows.filter((row) => row.id === null);
  if (added.length === 0) return;
  await sql`
    insert into order_lines (account_id, order_id, building_id, position, product_id, code, name, description, unit_id,
      unit_factor, quantity, price, brand_id, stage_id, canceled, closed)
    select o.account_id, o.id, o.building_id, r.position, r.product_id, r.code, r.name, r.description, r.unit_id,
           r.unit_factor, r.quantity, r.price, r.brand_id, r.stage_id, r.canceled, r.closed
      from orders o cross join ${rowsOf(added, LINE_COLUMNS)}
     where o.account_id = ${accountId} and o.id = ${id} order by r.position`.execute(trx);
};

/** Replaces the planned installments of an order. */
export const storeInstallments = async (
  trx: Trx,
  accountId: number,
  { id }: OrderKey,
  installments: readonly OrderInstallment[],
): Promise<void> => {
  await sql`delete from order_installments where account_id = ${accountId} and order_id = ${id}`.execute(trx);
  if (installments.length === 0) return;
  const rows = installments.map(({ dueDate, grossValue }, index) => ({
    ...{ position: index + 1, due_date: dueDate, gross_value: grossValue },
  }));
  await sql`
    insert into order_installments (account_id, order_id, position, due_date, gross_value)
    select ${accountId}::bigint, ${id}::bigint, r.position, r.due_date, r.gross_value
      from ${rowsOf(rows, 'position integer, due_date date, gross_value numeric')}`.execute(trx);
};

/** The order as if none of its lines were canceled: lists show what a canceled order was worth, and count it nowhere. */
const uncanceled = (order: StoredOrder): StoredOrder => ({
  ...order,
  lines: order.lines.map((line) => ({ ...line, canceled: false, closed: false, canceledQuantity: '0.0000' })),
});

/** Writes what an order commits: the missing part of each line, and what is due on which day. */
const storeCommitment = async (trx: Trx, accountId: number, order: StoredOrder): Promise<void> => {
  const { lines, days } = orderCommitment(order);
  const values = order.lines.map(({ id }, index) => ({ id, value: lines[index] }));
  await sql`
    update order_lines l set committed_value = r.value from ${rowsOf(values, 'id bigint, value numeric')}
     where l.account_id = ${accountId} and l.order_id = ${order.id} and l.id = r.id`.execute(trx);
  await sql`delete from order_commitments where account_id = ${accountId} and order_id = ${order.id}`.execute(trx);
  const rows = days.map(({ dueDate, grossValue }, index) => ({
    ...{ position: index + 1, due_date: dueDate, value: grossValue },
  }));
  await sql`
    insert into order_commitments (account_id, company_id, building_id, order_id, position, due_date, value)
    select o.account_id, o.company_id, o.building_id, o.id, r.position, r.due_date, r.value
      from orders o cross join ${rowsOf(rows, 'position integer, due_date date, value numeric')}
     where o.account_id = ${accountId} and o.id = ${order.id}`.execute(trx);
};

/** Brings the planned installments to the value of the order, which shrinks where the rest of a line is closed. */
const followValue = async (trx: Trx, accountId: number, key: OrderKey, order: StoredOrder): Promise<StoredOrder> => {
  const planned = orderFigures(order.lines, order).grossValue;
  const stored = order.installments;
  // Of a canceled order nothing is due: its terms stay for the case that a line is reopened.
  if (
    stored.length === 0 ||
    orderState(order.lines) === 'CANCELED' ||
    sum(stored.map(({ grossValue }) => grossValue)) === planned
  )
    return order;
  const installments = rescaled(planned, stored);
  await storeInstallments(trx, accountId, key, installments);
  return { ...order, installments };
};

/**
 * Writes what follows from lines and deliveries: figures of lists, planned installments, what the order commits, and
 * whether its supplier reads something else than before.
 */
export const refreshOrder = async (
  trx: Trx,
  { clock }: Work,
  session: Session,
  key: OrderKey,
): Promise<StoredOrder> => {
  const order = await followValue(trx, session.accountId, key, await readStored(trx, session, key));
  const state = orderState(order.lines);
  const { grossValue, linesValue } = figuresOf(order);
  const worth = state === 'CANCELED' ? figuresOf(uncanceled(order)).grossValue : grossValue;
  await sql`
    update orders set state = ${state}, lines_value = ${linesValue}::numeric,
           gross_value = ${worth}::numeric,
           received_value = ${receiptFigures(order.lines, order).linesValue}::numeric,
           received_gross = ${receivedGross(order.lines, order)}::numeric,
           invoiced_value = ${invoicedValue(order)}::numeric,
           line_count = ${order.lines.length}, version = version + 1, updated_at = ${clock.now()}
     where account_id = ${session.accountId} and id = ${key.id}`.execute(trx);
  await storeCommitment(trx, session.accountId, order);
  await followOrder(trx, session.accountId, order, clock.now());
  return order;
};
