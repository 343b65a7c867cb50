import { isRecord, isText } from '#web/client/storage.ts';
import { begunOption, type Begun } from './begun.ts';
import type { Option } from '#web/ui/useOptions.ts';

/** A line that a new order or quote begins with. */
export interface NewLine {
  productId: string;
  code: string;
  name: string;
  /** Unit that it is bought in. */
  unit: Option;
  /** Decimal text, in that unit. */
  quantity: string;
  stage: Option | null;
}

/** What another screen asks a new order or quote to begin with. */
export interface NewPurchase {
  /** Tells one such document from another: each has a draft of its own. */
  key: string;
  /** Null for that of the place. */
  building: { id: string; name: string } | null;
  supplier?: Option | null;
  lines: readonly NewLine[];
}

const ADDRESSES = {
  newOrder: '/home/forms/purchase/orders-and-receipts',
  newQuote: '/home/forms/purchase/quotes',
};
type Kind = keyof typeof ADDRESSES;

const isOption = (value: unknown): boolean => isRecord(value) && isText(value.id) && isText(value.label);

const isLine = (value: unknown): value is NewLine =>
  isRecord(value) &&
  [value.productId, value.code, value.name, value.quantity].every(isText) &&
  isOption(value.unit) &&
  (value.stage === null || isOption(value.stage));

const isNewPurchase = (value: unknown): value is NewPurchase =>
  isRecord(value) &&
  isText(value.key) &&
  (value.building === null || (isRecord(value.building) && [value.building.id, value.building.name].every(isText))) &&
  (value.supplier == null || isOption(value.supplier)) &&
  Array.isArray(value.lines) &&
  value.lines.every(isLine);

/**
 * Address and state of the history entry in which a new document opens. A reload and "forward" show it again, while any
 * other new one begins empty, or with what was typed into it before.
 */
export const newPurchaseEntry = (kind: Kind, given: Omit<NewPurchase, 'key'>) => ({
  to: `${ADDRESSES[kind]}?id=new`,
  options: { state: { [kind]: { ...given, key: Date.now().toString(36) } } },
});

/** What the new document of this history entry begins with; null for an empty one. */
export const newPurchaseOf = (kind: Kind, state: unknown): NewPurchase | null =>
  isRecord(state) && isNewPurchase(state[kind]) ? state[kind] : null;

/** What the assistant understood of a new order or quote. */
export const begunPurchase = (begun: Begun, line: NewLine | null): NewPurchase => {
  const building = begunOption(begun, 'building');
  return {
    key: begun.key,
    building: building && { id: building.id, name: building.label },
    supplier: begunOption(begun, 'partner'),
    lines: line ? [line] : [],
  };
};
