import { daysBetween, type IsoDate } from '#domain/dates.ts';
import { isNegative, toTenThousandths, ZERO, type Money } from '#domain/money.ts';
import { baseDate, formatTerms, parseTerms } from '#domain/purchase/orders/terms.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { NewLine, NewPurchase } from '#web/session/newPurchase.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { OrderCandidateFragment, OrderDetailsFragment } from '#web/generated/purchase.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { datesOf, figuresOf, installmentsOf } from './figures.ts';
import type { FormLine, FormTerms, OrderForm } from './form.ts';

export const linePath = (key: string, field: string): string => `lines.${key}.${field}`;

let lines = 0;
/** A key for a line that is not stored; drafts keep it. */
export const newKey = (): string => {
  lines += 1;
  return `new-${Date.now().toString(36)}-${lines}`;
};

const NONE = '0.0000';
const optionOf = (row: { id: string; name: string } | null): Option | null => row && { id: row.id, label: row.name };

/** Without the zeros at its end: "180.0000" is shown and typed as "180". */
export const typed = (value: string): string => value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
const typedCharge = (value: string): string => (toTenThousandths(value) === 0n ? '' : value);

const lineOf = (line: OrderDetailsFragment['requirementLineList'][number]): FormLine => ({
  // Problems of the services name a line by its place: a bare id could be taken for one.
  ...{
    key: `line-${line.id}`,
    id: line.id,
    productId: line.product.id,
    code: line.product.code,
    name: line.product.name,
  },
  ...{ unit: line.unit.acronyms, quantity: typed(line.quantity), price: typed(line.price) },
  ...{ stage: optionOf(line.costEstimateGroup), canceled: line.canceled, closed: line.closed },
  ...{ receivedQuantity: line.receivedQuantity, canceledQuantity: line.canceledQuantity, unknown: null },
});

const NO_TERMS: FormTerms = { days: [], base: 'DELIVERY', weights: null };

/** The terms that stored installments follow. Other shares than equal ones are kept as they are until terms are typed. */
const termsOf = ({ requirement: { payment } }: OrderDetailsFragment, form: OrderForm): FormTerms => {
  const list = payment.installmentList;
  const base = payment.payAfterBase ?? (form.deliveryDate === '' ? 'ORDER' : 'DELIVERY');
  const from = baseDate(base, datesOf(form));
  const terms: FormTerms = { days: list.map(({ dueDate }) => daysBetween(from, dueDate)), base, weights: null };
  const equal = installmentsOf({ ...form, terms }, figuresOf(form).grossValue);
  const isEqual = list.every(({ grossValue }, index) => equal[index]?.grossValue === grossValue);
  return isEqual ? terms : { ...terms, weights: list.map(({ grossValue }) => grossValue) };
};

export const formOf = (order: OrderDetailsFragment): OrderForm => {
  const form: OrderForm = {
    ...{ supplier: optionOf(order.supplier), building: optionOf(order.building), category: optionOf(order.category) },
    ...{ deliveryDate: order.delivery.date ?? '', createdDate: order.createdDate },
    ...{ paymentMethod: order.paymentMethod ?? '', notes: order.notes ?? '' },
    lines: order.requirementLineList.map(lineOf),
    ...{ shippingRate: typedCharge(order.shippingRate), discount: typedCharge(order.discount) },
    ...{ ipi: typed(typedCharge(order.ipi)), ipiAmount: order.ipiAmount, terms: NO_TERMS },
  };
  return { ...form, terms: termsOf(order, form) };
};

export const emptyForm = (building: Option | null, createdDate: IsoDate): OrderForm => ({
  ...{ supplier: null, building, deliveryDate: '', createdDate, category: null, paymentMethod: '', notes: '' },
  ...{ lines: [], shippingRate: '', ipi: '', ipiAmount: null, discount: '', terms: NO_TERMS },
});

const EMPTY_LINE: Omit<FormLine, 'key'> = {
  ...{ id: null, productId: '', code: '', name: '', unit: '', quantity: '', price: '', stage: null },
  ...{ canceled: false, closed: false, receivedQuantity: NONE, unknown: null },
};

/** A line of what a search found, in the unit that the product is bought in. */
export const lineOfCandidate = (
  { id, code, name, unit, purchaseUnit }: OrderCandidateFragment,
  given: Partial<Pick<FormLine, 'quantity' | 'price' | 'stage'>> = {},
): FormLine => ({
  ...{ ...EMPTY_LINE, key: newKey(), productId: id, code, name, unit: (purchaseUnit ?? unit)?.acronyms ?? '' },
  ...given,
});

/** A new order that another screen begins. */
export const givenForm = (
  { building, supplier = null, lines: given }: NewPurchase,
  place: Option | null,
  createdDate: IsoDate,
): OrderForm => ({
  ...emptyForm(optionOf(building) ?? place, createdDate),
  supplier,
  lines: given.map(({ unit, ...line }) => ({ ...EMPTY_LINE, ...line, unit: unit.label, key: newKey() })),
});

/** What a quote asks for, of the items of an order: those that are not canceled. */
export const quotedLines = ({ requirementLineList }: OrderDetailsFragment): NewLine[] =>
  requirementLineList
    .filter(({ canceled }) => !canceled)
    .map(({ product, unit, quantity, costEstimateGroup }) => ({
      ...{ productId: product.id, code: product.code, name: product.name, quantity: typed(quantity) },
      ...{ unit: { id: unit.id, label: unit.acronyms }, stage: optionOf(costEstimateGroup) },
    }));

/** A pasted line whose text is not known; it keeps what was pasted. */
export const unknownLine = (code: string, given: Pick<FormLine, 'quantity' | 'price'>, unknown: string): FormLine => ({
  ...{ ...EMPTY_LINE, ...given, key: newKey(), code, unknown },
});

const isOption = (value: unknown): value is Option | null =>
  value === null || (isRecord(value) && isText(value.id) && isText(value.label));

const isLine = (value: unknown): value is FormLine =>
  isRecord(value) &&
  [value.key, value.productId, value.code, value.name, value.unit, value.quantity, value.price].every(isText) &&
  [value.id, value.unknown].every((one) => one === null || isText(one)) &&
  isText(value.receivedQuantity) &&
  (value.canceledQuantity === undefined || isText(value.canceledQuantity)) &&
  isOption(value.stage) &&
  [value.canceled, value.closed].every((one) => typeof one === 'boolean');

const isTerms = (value: unknown): value is FormTerms =>
  isRecord(value) &&
  Array.isArray(value.days) &&
  value.days.every(Number.isInteger) &&
  (value.base === 'DELIVERY' || value.base === 'ORDER') &&
  (value.weights === null || (Array.isArray(value.weights) && value.weights.every(isText)));

export const isOrderForm = (value: unknown): value is OrderForm =>
  isRecord(value) &&
  [value.deliveryDate, value.createdDate, value.paymentMethod, value.notes].every(isText) &&
  [value.shippingRate, value.ipi, value.discount].every(isText) &&
  [value.supplier, value.building, value.category].every(isOption) &&
  (value.ipiAmount === null || isText(value.ipiAmount)) &&
  isTerms(value.terms) &&
  Array.isArray(value.lines) &&
  value.lines.every(isLine);

const lineProblems = ({ key, quantity, price, canceled, unknown }: FormLine): [string, string][] => {
  if (unknown !== null) return [[linePath(key, 'productId'), unknown]];
  if (canceled) return [];
  return [
    ...(quantity === '' || toTenThousandths(quantity) === 0n
      ? [[linePath(key, 'quantity'), 'Informe a quantidade'] satisfies [string, string]]
      : []),
    ...(price === '' ? [[linePath(key, 'price'), 'Informe o preço'] satisfies [string, string]] : []),
  ];
};

const HUNDRED = toTenThousandths('100');

export const problemsOf = (form: OrderForm): Problems => ({
  ...(form.supplier === null && { supplier: 'Escolha o fornecedor' }),
  ...(form.building === null && { building: 'Escolha a obra' }),
  ...(form.createdDate === '' && { createdDate: 'Informe a emissão' }),
  ...(form.lines.length === 0 && { lines: 'Inclua ao menos um item.' }),
  ...(form.ipi !== '' && toTenThousandths(form.ipi) > HUNDRED && { ipi: 'No máximo 100 %' }),
  ...(isNegative(figuresOf(form).grossValue) && { discount: 'O desconto passa do valor do pedido.' }),
  ...Object.fromEntries(form.lines.flatMap(lineProblems)),
});

/** "28 / 42 / 56", "à vista", or "3x" for one every thirty days; null for what is none of these, '' for no terms. */
export const readTerms = (text: string): readonly number[] | null => {
  if (text.trim() === '') return [];
  const [, count] = /^\s*(\d{1,3})\s*(?:x|vezes|parcelas?)\s*$/i.exec(text) ?? [];
  if (count === undefined) return parseTerms(text);
  const days = spread([], Number(count));
  return days.length === 0 ? null : parseTerms(formatTerms(days));
};

const MONTH = 30;

/** Days of a number of installments: as far apart as the first two, or thirty days. */
export const spread = (days: readonly number[], count: number): number[] => {
  const [first = MONTH, second = first + MONTH] = days;
  return Array.from({ length: count }, (_, index) => first + index * (second - first));
};

export const chargeOf = (text: string): Money => (text === '' ? ZERO : text);
