import type { AssistantFormKind } from '#web/generated/assistant.ts';
import { isIsoDate, type IsoDate } from '#domain/dates.ts';
import { MAX_INSTALLMENTS } from '#domain/installments.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { Option } from '#web/ui/useOptions.ts';
import type { RoutePath } from './routes.ts';

/** The list beside which each form opens that the assistant can begin. */
const LISTS: Record<AssistantFormKind, RoutePath> = {
  EXPENSE: '/home/forms/transactions/outcome',
  INCOME: '/home/forms/transactions/income',
  TRANSFER: '/home/forms/transactions/bank',
  ORDER: '/home/forms/purchase/orders-and-receipts',
  QUOTE: '/home/forms/purchase/quotes',
  SUPPLIER: '/home/forms/supplier',
  CUSTOMER: '/home/forms/customer',
  BUILDING: '/home/forms/engineering/building',
  COST_ESTIMATE: '/home/forms/engineering/cost-estimate',
  USER: '/home/forms/settings/user',
};

/** A value as forms keep it (id, decimal text, day, text), and as it is read. */
export interface BegunValue {
  value: string;
  shown: string;
}

/** What the assistant understood of a form that was asked for, by the keys of `AssistantField`. */
export interface Begun {
  /** Tells one such form from another: each has a draft of its own. */
  key: string;
  kind: AssistantFormKind;
  values: Readonly<Record<string, BegunValue>>;
}

const isValue = (value: unknown): value is BegunValue =>
  isRecord(value) && isText(value.value) && isText(value.shown) && value.value !== '';

const isBegun = (value: unknown): value is Begun =>
  isRecord(value) &&
  isText(value.key) &&
  isText(value.kind) &&
  isRecord(value.values) &&
  Object.values(value.values).every(isValue);

/**
 * Address and state of the history entry in which the form opens. A reload and "forward" show it again, while any other
 * new one begins empty, or with what was typed into it before.
 */
export const begunEntry = (kind: AssistantFormKind, values: Begun['values']) => ({
  // Beside the wallets, a new row is a wallet.
  to: `${LISTS[kind]}?${kind === 'TRANSFER' ? 'transfer' : 'id'}=new`,
  options: { state: { begun: { key: Date.now().toString(36), kind, values } satisfies Begun } },
});

/** What the new document of this history entry begins with; null for another kind, or none. */
export const begunOf = (kind: AssistantFormKind, state: unknown): Begun | null =>
  isRecord(state) && isBegun(state.begun) && state.begun.kind === kind ? state.begun : null;

/** The text of a field; '' for one that was not understood. */
export const begunText = (begun: Begun, name: string): string => begun.values[name]?.value ?? '';

/** A field that names a row. */
export const begunOption = (begun: Begun, name: string): Option | null => {
  const given = begun.values[name];
  return given ? { id: given.value, label: given.shown } : null;
};

/** A form with the name that was understood. */
export const begunName = <Form extends { name: string }>(form: Form, begun: Begun): Form => ({
  ...form,
  name: begunText(begun, 'name'),
});

/** An amount; '' for none. What a history entry has is data: it may say anything. */
export const begunMoney = (begun: Begun, name: string): string => {
  const text = begunText(begun, name);
  return /^\d{1,13}(\.\d{1,2})?$/.test(text) ? text : '';
};

export const begunDay = (begun: Begun, name: string): IsoDate | '' => {
  const text = begunText(begun, name);
  return isIsoDate(text) ? text : '';
};

/** A number of installments; 1 for none. */
export const begunCount = (begun: Begun, name: string): number => {
  const count = Number(begunText(begun, name));
  return Number.isInteger(count) && count > 0 && count <= MAX_INSTALLMENTS ? count : 1;
};
