import { isIsoDate, type IsoDate } from '#domain/dates.ts';
import { add, isZero, subtract, type Money } from '#domain/money.ts';
import {
  differenceText,
  lineDifferences,
  needsReason,
  NOT_ORDERED,
  UNIT_UNKNOWN,
  type Difference,
} from '#domain/purchase/invoices/differences.ts';
import {
  convertedQuantity,
  discountIsOfPrice,
  invoiceFigures,
  type InvoicedLine,
  type InvoiceFigures,
  type InvoiceTotals,
} from '#domain/purchase/invoices/figures.ts';
import { unitKey } from '#domain/purchase/invoices/units.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { Problems } from '#web/form/useForm.ts';
import { today } from '#web/ui/index.ts';
import type { Line, Order, ReceiveForm } from '../receive/model.ts';
import type { InvoiceDeliveryBody, InvoiceProposal } from './invoiceApi.ts';

export type Invoice = InvoiceProposal['invoice'];
export type InvoiceItem = Invoice['items'][number];

/** A nota that was read for an order. */
export interface ReadNota {
  file: File;
  proposal: InvoiceProposal;
}

/** The choice of an item that is no item of the order. */
export const NOT_OURS = 'none';

/** What is decided about an item of the nota. */
export interface Choice {
  /** Id of a line; '' while nobody has decided. */
  line: string;
  /** Units of the line in one unit of the nota; '' for none. */
  factor: string;
  reason: string;
  /** What is missing of the line after this nota will not come any more. */
  close: boolean;
}

export interface InvoiceForm {
  receivedDate: IsoDate | '';
  /** By the number of the item. */
  items: Readonly<Record<string, Choice>>;
}

const NOTHING: Choice = { line: '', factor: '', reason: '', close: false };

export const choiceOf = ({ items }: InvoiceForm, number: number): Choice => items[String(number)] ?? NOTHING;

export const withChoice = (form: InvoiceForm, number: number, change: Partial<Choice>): Pick<InvoiceForm, 'items'> => ({
  items: { ...form.items, [String(number)]: { ...choiceOf(form, number), ...change } },
});

/** Opens with what the service proposes, received today. */
export const proposedForm = ({ order }: InvoiceProposal): InvoiceForm => ({
  receivedDate: today(),
  items: Object.fromEntries(
    (order?.items ?? []).map(({ number, line, factor }) => [
      String(number),
      { ...NOTHING, line: line ? String(line.id) : '', factor: factor ?? '' },
    ]),
  ),
});

const isChoice = (value: unknown): value is Choice =>
  isRecord(value) &&
  isText(value.line) &&
  isText(value.factor) &&
  isText(value.reason) &&
  typeof value.close === 'boolean';

/** Whether a stored draft has the shape of the form. */
export const isInvoiceForm = (value: unknown): value is InvoiceForm =>
  isRecord(value) && isText(value.receivedDate) && isRecord(value.items) && Object.values(value.items).every(isChoice);

const lineOf = (order: Order, { line }: Choice): Line | undefined =>
  order.requirementLineList.find(({ id }) => id === line);

/** The factor that an item has with a line, as far as the screen can tell: as proposed, or the same unit. */
export const knownFactor = ({ order }: InvoiceProposal, item: InvoiceItem, line: Line | undefined): string => {
  const proposed = order?.items.find(({ number }) => number === item.number);
  if (!line) return '';
  if (proposed?.line && String(proposed.line.id) === line.id) return proposed.factor ?? '';
  return unitKey(item.unit) === unitKey(line.unit.acronyms) ? '1' : '';
};

/** Totals as the arithmetic takes them: the service has joined those that count alike. */
const totalsOf = ({ productsValue, shippingRate, ipiValue, discount, value }: Invoice): InvoiceTotals => {
  const nothing = '0.00';
  const computed = subtract(add(productsValue, shippingRate, ipiValue), discount);
  return {
    ...{ products: productsValue, services: nothing, freight: shippingRate, insurance: nothing, other: nothing },
    ...{ ipi: ipiValue, taxes: nothing, discount, total: value },
    // A nota whose arithmetic does not hold is not received, so that what is left is the ICMS that the law waives.
    waived: subtract(computed, value),
  };
};

/** A line of the order with what the nota brings of it. */
export interface CheckedLine extends Omit<InvoicedLine, 'lineId'> {
  line: Line;
  differences: { difference: Difference; text: string }[];
}

export interface InvoiceCheck {
  figures: InvoiceFigures;
  /** By the id of the line. */
  lines: ReadonlyMap<string, CheckedLine>;
}

const isPlaced = (item: InvoiceItem, choice: Choice): boolean =>
  choice.factor !== '' && convertedQuantity(item.quantity, choice.factor) !== null;

/** The three-way check of what is chosen: by the functions that the service uses when it stores. */
export const checkOf = (
  order: Order,
  { invoice }: InvoiceProposal,
  form: InvoiceForm,
  tolerance: string,
): InvoiceCheck => {
  const placed = invoice.items.map((item) => {
    const choice = choiceOf(form, item.number);
    const line = lineOf(order, choice);
    const place = line && isPlaced(item, choice) ? { lineId: Number(line.id), factor: choice.factor } : null;
    return { item, place };
  });
  const figures = invoiceFigures(placed, totalsOf(invoice), { net: discountIsOfPrice(order.discount) });
  const lines = new Map<string, CheckedLine>();
  for (const { lineId, ...brought } of figures.lines) {
    const line = order.requirementLineList.find(({ id }) => id === String(lineId));
    if (!line) continue;
    const differences = lineDifferences(line, brought, { receipt: tolerance, price: tolerance }).map((difference) => ({
      difference,
      text: differenceText(difference, { line: { ...line, unit: line.unit.acronyms }, brought }),
    }));
    lines.set(line.id, { ...brought, line, differences });
  }
  return { figures, lines };
};

const hasReason = (form: InvoiceForm, items: readonly number[]): boolean =>
  items.some((number) => choiceOf(form, number).reason.trim() !== '');

/** Why an item needs a reason; null where it needs none. That of a line is asked of its first item. */
export const reasonAsked = (item: InvoiceItem, choice: Choice, { lines }: InvoiceCheck): string | null => {
  if (choice.line === NOT_OURS) return differenceText(NOT_ORDERED, {});
  const checked = lines.get(choice.line);
  if (checked?.items[0] !== item.number) return null;
  return checked.differences.find(({ difference }) => needsReason(difference))?.text ?? null;
};

export const itemPath = (number: number, field: keyof Choice): string => `items.${number}.${field}`;

const problemsOfItem = (
  { order, form, check }: { order: Order; form: InvoiceForm; check: InvoiceCheck },
  item: InvoiceItem,
): Problems => {
  const choice = choiceOf(form, item.number);
  const path = (field: keyof Choice) => itemPath(item.number, field);
  if (choice.line === '') return { [path('line')]: 'Escolha o item do pedido, ou diga que não é deste pedido.' };
  const line = lineOf(order, choice);
  if (choice.line !== NOT_OURS && !line) return { [path('line')]: 'Este item não está mais no pedido.' };
  if (line && !isPlaced(item, choice)) {
    const context = { line: { ...line, unit: line.unit.acronyms }, unit: item.unit };
    return { [path('factor')]: differenceText(UNIT_UNKNOWN, context) };
  }
  const asked = reasonAsked(item, choice, check);
  const items = check.lines.get(choice.line)?.items ?? [item.number];
  return asked !== null && !hasReason(form, items) ? { [path('reason')]: 'Diga por quê.' } : {};
};

/** The first check of the nota that keeps it from being received. */
export const blockedBy = ({ checks }: InvoiceProposal): string | undefined =>
  checks.find(({ ok, blocks }) => !ok && blocks)?.text;

export const problemsOf =
  (order: Order, proposal: InvoiceProposal, tolerance: string) =>
  (form: InvoiceForm): Problems => {
    const check = checkOf(order, proposal, form, tolerance);
    const blocked = blockedBy(proposal);
    return {
      ...(blocked === undefined ? {} : { file: blocked }),
      ...(isIsoDate(form.receivedDate) ? {} : { receivedDate: 'Informe o dia do recebimento.' }),
      ...Object.assign({}, ...proposal.invoice.items.map((item) => problemsOfItem({ order, form, check }, item))),
    };
  };

export const inputOf = ({ invoice }: InvoiceProposal, form: InvoiceForm, version: number): InvoiceDeliveryBody => ({
  version,
  ...(form.receivedDate && { receivedDate: form.receivedDate }),
  items: invoice.items.map(({ number }) => {
    const { line, factor, reason, close } = choiceOf(form, number);
    const ours = line !== NOT_OURS;
    return {
      ...{ number, line: ours ? { id: Number(line) } : null },
      ...(ours && { factor, close }),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    };
  }),
});

/** The service counts the items that were sent, the form knows them by their numbers. */
export const pathOf =
  ({ invoice }: InvoiceProposal) =>
  (path: string): string =>
    path.replace(/^items\.(\d+)\.(\w+)/, (whole, index: string, field: string) => {
      const item = invoice.items[Number(index)];
      return item ? `items.${item.number}.${field === 'number' ? 'line' : field}` : whole;
    });

/** The same nota as if it were typed, for what is computed of any. */
export const typedNota = ({ figures, lines }: InvoiceCheck, form: InvoiceForm): ReceiveForm => ({
  ...{ documentNumber: '', emissionDate: '', receivedDate: form.receivedDate },
  ...{ shippingRate: figures.shippingRate, ipiValue: figures.ipiValue, discount: figures.discount },
  lines: Object.fromEntries(
    [...lines].map(([id, { quantity, price, items }]) => [
      id,
      { quantity, price, close: items.some((number) => choiceOf(form, number).close) },
    ]),
  ),
});

/** Due dates that the nota itself agrees; empty where those of the order's terms hold. */
export const agreedDates = ({ invoice, checks }: InvoiceProposal): IsoDate[] => {
  const holds = checks.some(({ code, ok }) => code === 'INSTALLMENTS' && ok);
  const due = invoice.installmentList.filter(({ grossValue }) => !isZero(grossValue as Money));
  return holds ? due.flatMap(({ dueDate }) => dueDate ?? []) : [];
};
