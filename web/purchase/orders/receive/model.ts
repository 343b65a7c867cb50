import { isIsoDate, type IsoDate } from '#domain/dates.ts';
import { decimal4, fromTenThousandths, toTenThousandths, type Money } from '#domain/money.ts';
import { missingQuantity } from '#domain/purchase/orders/receiving.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { OrderDeliveryInput, OrderDetailsFragment } from '#web/generated/purchase.ts';
import { today } from '#web/ui/index.ts';

export type Order = OrderDetailsFragment;
export type Line = Order['requirementLineList'][number];

/** What is typed about a line of the order. */
export interface TypedLine {
  /** Decimal text, '' for none: nothing came of it. */
  quantity: string;
  /** Of the nota; '' for that of the order. */
  price: string;
  /** What is still missing will not come any more. */
  close: boolean;
  /** Price of the nota that was accepted although it is above that of the order. */
  accepted?: string;
}

/** A nota as it is typed; '' is none. */
export interface ReceiveForm {
  documentNumber: string;
  emissionDate: IsoDate | '';
  receivedDate: IsoDate | '';
  /** By the id of the line; a line that nobody has touched is not there. */
  lines: Readonly<Record<string, TypedLine>>;
  /** '' is the order's share, as it is proposed. */
  shippingRate: Money | '';
  ipiValue: Money | '';
  discount: Money | '';
}

const NOTHING: TypedLine = { quantity: '', price: '', close: false };

export const typedOf = ({ lines }: ReceiveForm, id: string): TypedLine => lines[id] ?? NOTHING;

/** The form with a line changed. */
export const withLine = (form: ReceiveForm, id: string, change: Partial<TypedLine>): Pick<ReceiveForm, 'lines'> => ({
  lines: { ...form.lines, [id]: { ...typedOf(form, id), ...change } },
});

/** Opens with nothing filled, received today. */
export const formOf = (): ReceiveForm => ({
  ...{ documentNumber: '', emissionDate: '', receivedDate: today(), lines: {} },
  ...{ shippingRate: '', ipiValue: '', discount: '' },
});

const TEXTS = ['documentNumber', 'emissionDate', 'receivedDate', 'shippingRate', 'ipiValue', 'discount'] as const;

const isTypedLine = (value: unknown): value is TypedLine =>
  isRecord(value) &&
  isText(value.quantity) &&
  isText(value.price) &&
  (value.accepted === undefined || isText(value.accepted)) &&
  typeof value.close === 'boolean';

/** Whether a stored draft has the shape of the form. */
export const isReceiveForm = (value: unknown): value is ReceiveForm =>
  isRecord(value) &&
  TEXTS.every((key) => isText(value[key])) &&
  isRecord(value.lines) &&
  Object.values(value.lines).every(isTypedLine);

export const isPositiveQuantity = (quantity: string): boolean => quantity !== '' && toTenThousandths(quantity) > 0n;

/** Whether something of the line may come; canceled and closed ones wait for nothing. */
export const isWaiting = (line: Line): boolean => !line.canceled && !line.closed && missingQuantity(line) !== '0.0000';

/** Lines of which something comes now, in the order of the document. */
export const comingLines = (order: Order, form: ReceiveForm): { line: Line; typed: TypedLine }[] =>
  order.requirementLineList
    .map((line) => ({ line, typed: typedOf(form, line.id) }))
    .filter(({ line, typed }) => isWaiting(line) && isPositiveQuantity(typed.quantity));

/** Everything that is missing; prices that were typed stay. */
export const withAllMissing = (order: Order, form: ReceiveForm): Pick<ReceiveForm, 'lines'> => ({
  lines: {
    ...form.lines,
    ...Object.fromEntries(
      order.requirementLineList
        .filter(isWaiting)
        .map((line) => [line.id, { ...typedOf(form, line.id), quantity: missingQuantity(line), close: false }]),
    ),
  },
});

/** Problems by path. Only the service knows how much more than ordered may come, so it alone refuses that. */
export const problemsOf =
  (order: Order) =>
  (form: ReceiveForm): Problems => ({
    ...(form.documentNumber.trim() === '' ? { documentNumber: 'Informe o número da nota.' } : {}),
    ...(isIsoDate(form.receivedDate) ? {} : { receivedDate: 'Informe o dia do recebimento.' }),
    ...(comingLines(order, form).length === 0 ? { nothing: 'Informe o que chegou de pelo menos um item.' } : {}),
  });

export const priceOf = (line: Line, { price }: TypedLine): string => decimal4(price === '' ? line.price : price);

/** What is missing of a line after this nota. */
export const missingAfter = (line: Line, { quantity }: TypedLine): string => {
  const left = toTenThousandths(missingQuantity(line)) - (quantity === '' ? 0n : toTenThousandths(quantity));
  return fromTenThousandths(left > 0n ? left : 0n);
};

/** By how much this nota brings more of a line than is missing. */
export const beyond = (line: Line, { quantity }: TypedLine): string | null => {
  const more = (quantity === '' ? 0n : toTenThousandths(quantity)) - toTenThousandths(missingQuantity(line));
  return more > 0n ? fromTenThousandths(more) : null;
};

/** The input of the mutation. Charges that nobody typed are left out: the service proposes the same. */
export const inputOf = (order: Order, form: ReceiveForm): OrderDeliveryInput => ({
  documentNumber: form.documentNumber.trim(),
  ...(form.emissionDate && { emissionDate: form.emissionDate }),
  ...(form.receivedDate && { receivedDate: form.receivedDate }),
  lines: comingLines(order, form).map(({ line, typed }) => ({
    ...{ lineId: line.id, quantity: typed.quantity },
    ...(typed.price !== '' && { price: typed.price }),
    ...(typed.close && missingAfter(line, typed) !== '0.0000' && { close: true }),
  })),
  ...(form.shippingRate && { shippingRate: form.shippingRate }),
  ...(form.ipiValue && { ipiValue: form.ipiValue }),
  ...(form.discount && { discount: form.discount }),
});

/** The service counts the lines that were sent, the form knows them by their ids. */
export const pathOf =
  (order: Order) =>
  (path: string, form: ReceiveForm): string =>
    path.replace(/^(?:input\.)?lines\.(\d+)\.(\w+)$/, (whole, index: string, field: string) => {
      const sent = comingLines(order, form)[Number(index)];
      return sent ? `lines.${sent.line.id}.${field === 'lineId' ? 'quantity' : field}` : whole;
    });
