import { formatDate } from '#domain/dates.ts';
import { formatExact, formatMoney } from '#domain/numberFormat.ts';
import { PAYMENT_METHOD_LABELS, isPaymentMethod } from '#domain/paymentMethods.ts';
import { formatTerms } from '#domain/purchase/orders/terms.ts';
import type { DocumentField, DocumentModel } from '#web/form/document/model.ts';
import { same } from '#web/form/same.ts';
import type { OrderDetailsFragment, OrderInput } from '#web/generated/purchase.ts';
import { datesOf, figuresOf, installmentsOf } from './figures.ts';
import type { FormLine, OrderForm } from './form.ts';
import { chargeOf, formOf, isOrderForm, problemsOf } from './model.ts';

const lineText = ({ code, quantity, price, stage, canceled }: FormLine): string =>
  [
    `${code} ${quantity === '' ? '?' : formatExact(quantity)} × ${price === '' ? '?' : formatExact(price)}`,
    ...(stage ? [`(${stage.label})`] : []),
    ...(canceled ? ['(cancelado)'] : []),
  ].join(' ');

const amount = (text: string): string => (text === '' ? '' : formatMoney(text));

/** The fields as a conflict shows them, in the order of the form. */
const fields: readonly DocumentField<OrderForm>[] = [
  { field: 'supplier', label: 'Fornecedor', text: ({ supplier }) => supplier?.label ?? '' },
  { field: 'building', label: 'Obra', text: ({ building }) => building?.label ?? '' },
  { field: 'deliveryDate', label: 'Entrega prevista', text: ({ deliveryDate }) => formatDate(deliveryDate) },
  { field: 'createdDate', label: 'Emissão', text: ({ createdDate }) => formatDate(createdDate) },
  { field: 'category', label: 'Categoria da despesa', text: ({ category }) => category?.label ?? '' },
  {
    field: 'paymentMethod',
    label: 'Forma de pagamento',
    text: ({ paymentMethod }) => (isPaymentMethod(paymentMethod) ? PAYMENT_METHOD_LABELS[paymentMethod] : ''),
  },
  { field: 'notes', label: 'Observações', text: ({ notes }) => notes },
  { field: 'lines', label: 'Itens', text: ({ lines }) => lines.map(lineText).join('; ') },
  { field: 'shippingRate', label: 'Frete', text: ({ shippingRate }) => amount(shippingRate) },
  { field: 'ipi', label: 'IPI %', text: ({ ipi }) => (ipi === '' ? '' : formatExact(ipi)) },
  { field: 'ipiAmount', label: 'IPI da nota', text: ({ ipiAmount }) => amount(ipiAmount ?? '') },
  { field: 'discount', label: 'Desconto', text: ({ discount }) => amount(discount) },
  {
    field: 'terms',
    label: 'Pagamento',
    text: ({ terms: { days, base, weights } }) =>
      days.length === 0
        ? ''
        : [formatTerms(days), base === 'DELIVERY' ? 'da entrega' : 'do pedido', ...(weights ?? []).map(amount)].join(
            ' ',
          ),
  },
];

/** Lines that were typed go on top of the stored ones; a line that is no longer stored is a new one. */
const mergedLines = (mine: readonly FormLine[], theirs: readonly FormLine[]): readonly FormLine[] => {
  const stored = new Map(theirs.map((line) => [line.id, line]));
  return mine.map((line) => {
    if (line.id === null) return line;
    const now = stored.get(line.id);
    // What came meanwhile is no matter of this form.
    if (!now) return { ...line, id: null };
    const { receivedQuantity, canceledQuantity, closed } = now;
    return { ...line, receivedQuantity, canceledQuantity, closed };
  });
};

const FORM_NAMES: Readonly<Record<string, string>> = {
  ...{ supplierId: 'supplier', buildingId: 'building', categoryId: 'category', requirementLineList: 'lines' },
};

/** The services name references by their keys, and terms by their place. */
const pathOf = (path: string): string => {
  const own = path.replace(/^input\./, '');
  if (/^requirement(\.|$)/.test(own)) return 'terms';
  return FORM_NAMES[own] ?? own.replace(/^requirementLineList\./, 'lines.').replace(/\.costEstimateGroupId$/, '.stage');
};

/** The document model of an order. */
export const orderDocument: DocumentModel<OrderDetailsFragment, OrderForm> = {
  formOf,
  nextOf: (empty) => empty,
  isForm: isOrderForm,
  problemsOf,
  pathOf,
  fields,
  together: ['building', 'lines'],
  mergeTogether: (merged, _before, theirs) => ({ ...merged, lines: mergedLines(merged.lines, theirs.lines) }),
};

/** Without the name of its type, which the cache adds. */
const plain = ({ dueDate, grossValue }: { dueDate: string; grossValue: string }) => ({ dueDate, grossValue });

const lineInput = ({ id, productId, quantity, price, stage, canceled }: FormLine) => ({
  ...(id !== null && { id }),
  // A canceled line may have been left without them.
  ...{ productId, quantity: quantity || '0', price: price || '0', costEstimateGroupId: stage?.id ?? null, canceled },
});

/**
 * The terms and their installments, which sum to the gross value. Nothing where they are as they were: the days that
 * somebody stored beside other due dates are not taken for a change of these.
 */
const paymentInput = (form: OrderForm, before: OrderDetailsFragment | null): OrderInput['requirement'] => {
  const installmentList = installmentsOf(form, figuresOf(form).grossValue);
  const { base, days } = form.terms;
  const stored = before?.requirement.payment;
  if (stored && same(installmentList, stored.installmentList.map(plain)) && (stored.payAfterBase ?? base) === base)
    return undefined;
  if (installmentList.length === 0) return { payAfterBase: null, payAfterDay: null, installmentList: [] };
  return { payAfterBase: base, payAfterDay: Math.max(0, days[0] ?? 0), installmentList };
};

/** The whole of the document; what a form does not show stays as it is. */
export const inputOf = (form: OrderForm, before: OrderDetailsFragment | null): OrderInput => ({
  ...{ buildingId: form.building?.id ?? null, supplierId: form.supplier?.id ?? null },
  categoryId: form.category?.id ?? null,
  paymentMethod: form.paymentMethod === '' ? null : form.paymentMethod,
  notes: form.notes.trim() === '' ? null : form.notes,
  createdDate: form.createdDate,
  deliveryDate: datesOf(form).deliveryDate,
  requirement: paymentInput(form, before),
  requirementLineList: form.lines.map(lineInput),
  ...{ shippingRate: chargeOf(form.shippingRate), discount: chargeOf(form.discount) },
  ...{ ipi: form.ipi === '' ? '0' : form.ipi, ipiAmount: form.ipiAmount },
});
