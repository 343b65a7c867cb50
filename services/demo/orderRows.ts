import type pg from 'pg';
import type { IsoDate } from '#domain/dates.ts';
import { deliveryValues } from '../purchase/orders/deliveryFigures.ts';
import { refreshOrder, unitOf } from '../purchase/orders/store.ts';
import { awaitApproval, limitOrders } from './approvals.ts';
import { purchasePrice, readBought, type BoughtProduct } from './bought.ts';
import { deskOf } from './desk.ts';
import type { Draft } from './drafts.ts';
import { insertRows, reserveIds, type Row } from './insert.ts';
import type { LedgerDocuments } from './ledger.ts';
import { demoOrders, type DemoNota, type DemoOrder } from './orders.ts';
import type { Registers } from './registers.ts';

interface Placed {
  order: DemoOrder;
  id: number;
  lineIds: number[];
  /** One for each nota. */
  notaIds: number[];
}

interface Place {
  registers: Registers;
  bought: (name: string) => BoughtProduct;
  documents: LedgerDocuments;
}

const BUYER = 3;

const atNoon = (date: IsoDate): string => `${date}T12:20:00-03:00`;

const headerRow = ({ order, id }: Placed, { registers, documents }: Place): Row => ({
  ...{ account_id: registers.accountId, id, company_id: registers.companyId },
  ...{ building_id: registers.building(order.building), partner_id: registers.supplier(order.supplier) },
  ...{ category_id: registers.expenseCategory(order.category), buyer_id: registers.users[BUYER] ?? null },
  ...{ document: order.document, created_date: order.createdDate, delivery_date: order.deliveryDate },
  ...{ payment_method: order.method, notes: order.notes, shipping_rate: order.shippingRate, discount: order.discount },
  ...{ ipi: order.ipi, pay_after_base: 'DELIVERY', pay_after_day: order.payAfterDay },
  transaction_id: order.expense === null ? null : documents(order.expense).id,
  created_at: atNoon(order.createdDate),
  updated_at: atNoon(order.createdDate),
  // What follows from the rows below; `refreshOrder` writes it, and makes the version 1.
  ...{ state: 'ORDERED', lines_value: '0', gross_value: '0', received_value: '0', received_gross: '0' },
  ...{ invoiced_value: '0', line_count: 0, version: 0 },
});

const lineRows = ({ order, id, lineIds }: Placed, { registers, bought }: Place): Row[] =>
  order.lines.map(({ product: name, quantity, price, canceled, closed }, index) => {
    const product = bought(name);
    const received = order.notas.reduce((whole, { quantities }) => whole + (quantities[index] ?? 0), 0);
    const unit = unitOf({ unitId: undefined, productId: product.id, before: undefined }, product);
    return {
      ...{ account_id: registers.accountId, id: lineIds[index] ?? 0, order_id: id, position: index + 1 },
      ...{ building_id: registers.building(order.building), product_id: product.id, code: product.code },
      ...{ name, unit_id: unit.unit_id ?? product.unitId, unit_factor: unit.unit_factor, quantity, price },
      ...{ brand_id: product.brandId, canceled, closed, received_quantity: received, committed_value: '0' },
      stage_id: order.stage === null ? null : registers.stage(order.building, order.stage),
    };
  });

const installmentRows = (owner: Row, installments: DemoOrder['installments']): Row[] =>
  installments.map(({ dueDate, grossValue }, index) => ({
    ...{ ...owner, position: index + 1, due_date: dueDate, gross_value: grossValue },
  }));

/** Lines of a nota, in the order of its order's. */
const notaLines = ({ order, lineIds }: Placed, nota: DemoNota) =>
  order.lines.flatMap(({ price, closed }, index) => {
    const quantity = String(nota.quantities[index] ?? 0);
    return quantity === '0' ? [] : [{ lineId: lineIds[index] ?? 0, quantity, price, closes: closed }];
  });

const figuresOf = (placed: Placed, nota: DemoNota) =>
  deliveryValues(notaLines(placed, nota), { ...nota, ipiValue: '0.00' });

/** The first nota is numbered as the expense; a second one of the supplier comes a little later. */
const numberOf = (documentNumber: string | null, index: number): string => {
  const digits = Number((documentNumber ?? '').replaceAll(/\D/g, '')) + 3 * index;
  return String(digits).replace(/\B(?=(\d{3})+$)/g, '.');
};

const notaRow = (placed: Placed, index: number, { registers, documents }: Place): Row[] => {
  const { order, id, notaIds } = placed;
  const nota = order.notas[index];
  if (!nota || order.expense === null) return [];
  return [
    {
      ...{ account_id: registers.accountId, id: notaIds[index] ?? 0, order_id: id },
      document_number: numberOf(documents(order.expense).documentNumber, index),
      ...{ emission_date: nota.emission, received_date: nota.emission, received_by: registers.users[BUYER] ?? null },
      ...{ shipping_rate: nota.shippingRate, ipi_value: '0.00', discount: nota.discount },
      ...{ value: figuresOf(placed, nota).grossValue, created_at: atNoon(nota.emission) },
    },
  ];
};

const notaLineRows = (placed: Placed, nota: DemoNota, deliveryId: number, accountId: number): Row[] => {
  const { landed } = figuresOf(placed, nota);
  return notaLines(placed, nota).map(({ lineId, ...line }, index) => ({
    ...{ account_id: accountId, order_id: placed.id, delivery_id: deliveryId, line_id: lineId, ...line },
    landed_value: landed[index] ?? '0.00',
  }));
};

const place = async (client: pg.Client, orders: readonly DemoOrder[]): Promise<Placed[]> => {
  const count = (of: (order: DemoOrder) => readonly unknown[]) =>
    orders.reduce((whole, order) => whole + of(order).length, 0);
  const ids = (await reserveIds(client, 'orders', orders.length)).values();
  const lines = (
    await reserveIds(
      client,
      'order_lines',
      count((one) => one.lines),
    )
  ).values();
  const notas = (
    await reserveIds(
      client,
      'order_deliveries',
      count((one) => one.notas),
    )
  ).values();
  const next = (from: typeof ids): number => from.next().value ?? 0;
  return orders.map((order) => ({
    ...{
      order,
      id: next(ids),
      lineIds: order.lines.map(() => next(lines)),
      notaIds: order.notas.map(() => next(notas)),
    },
  }));
};

const insertAll = async (client: pg.Client, placed: readonly Placed[], known: Place): Promise<void> => {
  const { accountId } = known.registers;
  const ofNotas = <T>(read: (one: Placed, nota: DemoNota, id: number) => T[]): T[] =>
    placed.flatMap((one) => one.order.notas.flatMap((nota, index) => read(one, nota, one.notaIds[index] ?? 0)));
  await insertRows(
    client,
    'orders',
    placed.map((one) => headerRow(one, known)),
  );
  await insertRows(
    client,
    'order_lines',
    placed.flatMap((one) => lineRows(one, known)),
  );
  await insertRows(
    client,
    'order_installments',
    placed.flatMap(({ order, id }) => installmentRows({ account_id: accountId, order_id: id }, order.installments)),
  );
  await insertRows(
    client,
    'order_deliveries',
    placed.flatMap((one) => one.order.notas.flatMap((_, index) => notaRow(one, index, known))),
  );
  await insertRows(
    client,
    'order_delivery_lines',
    ofNotas((one, nota, id) => notaLineRows(one, nota, id, accountId)),
  );
  await insertRows(
    client,
    'order_delivery_installments',
    ofNotas((_, nota, id) => installmentRows({ account_id: accountId, delivery_id: id }, nota.installments)),
  );
};

/** Day of the last thing that happened to an order. */
const lastDay = ({ createdDate, notas }: DemoOrder): IsoDate => notas.at(-1)?.emission ?? createdDate;

/**
 * Inserts the orders with what came of them. Their figures are written by the services' own `refreshOrder`, so that they are
 * those of any order.
 */
export const insertOrders = async (
  client: pg.Client,
  { drafts, documents }: { drafts: readonly Draft[]; documents: LedgerDocuments },
  registers: Registers,
  seedDate: IsoDate,
): Promise<void> => {
  const bought = await readBought(client, registers.accountId);
  const placed = await place(
    client,
    demoOrders(drafts, (name) => purchasePrice(bought(name), 2), seedDate),
  );
  await insertAll(client, placed, { registers, bought, documents });
  const desk = await deskOf(client, registers, 'comprador@demo.prumo');
  await limitOrders(client, registers);
  for (const { order, id } of placed) {
    const key = { companyId: registers.companyId, id };
    desk.clock.set(atNoon(lastDay(order)));
    const work = { session: desk.session, clock: desk.clock, audit: () => undefined, notify: () => undefined };
    if (order.waits) await awaitApproval(desk, work, key);
    await refreshOrder(desk.trx, work, desk.session, key);
  }
};
