import { isRecord, isText } from '#web/client/storage.ts';

/** A line that a new order begins with. */
export interface NewOrderLine {
  productId: string;
  code: string;
  name: string;
  /** Unit that it is bought in. */
  unit: string;
  /** Decimal text, in that unit. */
  quantity: string;
}

/** What another screen asks a new order to begin with. */
export interface NewOrder {
  /** Tells one such order from another: each has a draft of its own. */
  key: string;
  building: { id: string; name: string };
  lines: readonly NewOrderLine[];
}

const isLine = (value: unknown): value is NewOrderLine =>
  isRecord(value) && [value.productId, value.code, value.name, value.unit, value.quantity].every(isText);

const isNewOrder = (value: unknown): value is NewOrder =>
  isRecord(value) &&
  isText(value.key) &&
  isRecord(value.building) &&
  [value.building.id, value.building.name].every(isText) &&
  Array.isArray(value.lines) &&
  value.lines.every(isLine);

/**
 * Address and state of the history entry in which a new order opens. A reload and "forward" show it again, while any other
 * new order begins empty, or with what was typed into it before.
 */
export const newOrderEntry = (order: Omit<NewOrder, 'key'>) => ({
  to: '/home/forms/purchase/orders-and-receipts?id=new',
  options: { state: { newOrder: { ...order, key: Date.now().toString(36) } } },
});

/** What the order of this history entry begins with; null for an empty one. */
export const newOrderOf = (state: unknown): NewOrder | null =>
  isRecord(state) && isNewOrder(state.newOrder) ? state.newOrder : null;
