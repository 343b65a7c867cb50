import type { IsoDate } from '#domain/dates.ts';
import type { QuoteDetailsFragment } from '#web/generated/purchase.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { NewLine, NewPurchase } from '#web/session/newPurchase.ts';
import { dayOf, instantOf, timeOf } from '#web/ui/clock.ts';
import type { Option } from '#web/ui/useOptions.ts';
import type { QuoteForm, QuoteFormLine, QuoteFormSupplier } from './form.ts';

let serial = 0;
export const newKey = (): string => {
  serial += 1;
  return `n${Date.now().toString(36)}${serial}`;
};

/** An hour at which suppliers still are at work. */
const CLOSING = '18:00';

/** A new quote that another screen begins. */
export const givenForm = ({ building, supplier, lines }: NewPurchase, place: Option | null): QuoteForm => ({
  ...emptyForm(building ? { id: building.id, label: building.name } : place),
  lines: lines.map(givenLine),
  suppliers: supplier ? [{ key: supplier.id, partner: supplier, email: '' }] : [],
});

/** Its reference is the price of the estimate. */
export const givenLine = ({ name, ...line }: NewLine): QuoteFormLine => ({
  ...{ ...line, key: newKey(), id: null, description: name, referencePrice: '' },
});

export const emptyForm = (building: Option | null): QuoteForm => ({
  ...{ title: '', building, deliveryDate: '', deliveryPlace: '', deadlineDate: '', deadlineTime: CLOSING },
  ...{ phone: '', message: '', lines: [], suppliers: [] },
});

type StoredLine = QuoteDetailsFragment['lines'][number];

const lineOf = ({ id, product, description, unit, quantity, ...line }: StoredLine): QuoteFormLine => ({
  ...{ key: id, id, productId: product?.id ?? null, code: product?.code ?? '', description },
  unit: { id: unit.id, label: unit.acronyms },
  quantity: trimmed(quantity),
  stage: line.costEstimateGroup && { id: line.costEstimateGroup.id, label: line.costEstimateGroup.name },
  referencePrice: line.referencePrice === null ? '' : trimmed(line.referencePrice),
});

/** Without the zeros that nobody typed: "8420.0000" is 8420. */
const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

export const formOf = (quote: QuoteDetailsFragment): QuoteForm => ({
  title: quote.title,
  building: { id: quote.building.id, label: quote.building.name },
  deliveryDate: quote.deliveryDate ?? '',
  deliveryPlace: quote.deliveryPlace ?? '',
  deadlineDate: quote.deadline === null ? '' : dayOf(quote.deadline),
  deadlineTime: quote.deadline === null ? CLOSING : timeOf(quote.deadline),
  phone: quote.phone ?? '',
  message: quote.message ?? '',
  lines: quote.lines.map(lineOf),
  suppliers: quote.suppliers.map(({ partner, email }) => ({
    ...{ key: partner.id, partner: { id: partner.id, label: partner.name }, email: email ?? '' },
  })),
});

const isOption = (value: unknown): boolean =>
  value === null || (isRecord(value) && isText(value.id) && isText(value.label));
const isLine = (value: unknown): value is QuoteFormLine =>
  isRecord(value) &&
  [value.key, value.code, value.description, value.quantity, value.referencePrice].every(isText) &&
  [value.id, value.productId].every((one) => one === null || isText(one)) &&
  isOption(value.unit) &&
  isOption(value.stage);
const isSupplier = (value: unknown): value is QuoteFormSupplier =>
  isRecord(value) && isText(value.key) && isText(value.email) && value.partner !== null && isOption(value.partner);

/** Whether a kept draft has the shape of this version's form. */
export const isQuoteForm = (value: unknown): value is QuoteForm =>
  isRecord(value) &&
  ['title', 'deliveryDate', 'deliveryPlace', 'deadlineDate', 'deadlineTime', 'phone', 'message'].every((key) =>
    isText(value[key]),
  ) &&
  isOption(value.building) &&
  Array.isArray(value.lines) &&
  value.lines.every(isLine) &&
  Array.isArray(value.suppliers) &&
  value.suppliers.every(isSupplier);

export const linePath = (key: string, field: string): string => `line.${key}.${field}`;

const isTime = (text: string): boolean => /^([01]?\d|2[0-3]):[0-5]\d$/.test(text.trim());

/** What a draft needs before it is stored; sending needs more, which the server tells. */
export const problemsOf = ({ title, building, lines, deadlineDate, deadlineTime }: QuoteForm): Problems => ({
  ...(title.trim() === '' && { title: 'Informe o título da cotação.' }),
  ...(building === null && { building: 'Escolha a obra.' }),
  ...(deadlineDate !== '' && !isTime(deadlineTime) && { deadlineTime: 'Informe a hora, como 18:00.' }),
  ...Object.fromEntries(
    lines.flatMap(({ key, quantity, unit, description }) => [
      ...(quantity === '' || Number(quantity) === 0
        ? [[linePath(key, 'quantity'), 'Informe a quantidade.'] as const]
        : []),
      ...(unit === null ? [[linePath(key, 'unit'), 'Escolha a unidade.'] as const] : []),
      ...(description.trim() === '' ? [[linePath(key, 'description'), 'Descreva o que cotar.'] as const] : []),
    ]),
  ),
});

/** The deadline as an instant; null without a day. */
export const deadlineOf = (date: IsoDate | '', time: string): string | null =>
  date === '' || !isTime(time) ? null : instantOf(date, time.trim());
