import { formatDate } from '#domain/dates.ts';
import { formatExact } from '#domain/numberFormat.ts';
import type { DocumentField, DocumentModel } from '#web/form/document/model.ts';
import type { QuoteDetailsFragment, QuoteInput } from '#web/generated/purchase.ts';
import type { QuoteForm, QuoteFormLine } from './form.ts';
import { deadlineOf, formOf, isQuoteForm, problemsOf } from './model.ts';

const lineText = ({ code, description, quantity, unit }: QuoteFormLine): string =>
  `${[code, description].filter(Boolean).join(' ')} ${quantity === '' ? '?' : formatExact(quantity)} ${unit?.label ?? ''}`;

/** The fields as a conflict shows them, in the order of the form. */
const fields: readonly DocumentField<QuoteForm>[] = [
  { field: 'title', label: 'Título', text: ({ title }) => title },
  { field: 'building', label: 'Obra', text: ({ building }) => building?.label ?? '' },
  {
    field: 'deadlineDate',
    label: 'Responder até',
    text: ({ deadlineDate, deadlineTime }) =>
      deadlineDate === '' ? '' : `${formatDate(deadlineDate)} ${deadlineTime}`,
  },
  { field: 'deliveryDate', label: 'Entrega até', text: ({ deliveryDate }) => formatDate(deliveryDate) },
  { field: 'deliveryPlace', label: 'Local da entrega', text: ({ deliveryPlace }) => deliveryPlace },
  { field: 'phone', label: 'Telefone', text: ({ phone }) => phone },
  { field: 'message', label: 'Mensagem', text: ({ message }) => message },
  { field: 'lines', label: 'Itens', text: ({ lines }) => lines.map(lineText).join('; ') },
  {
    field: 'suppliers',
    label: 'Fornecedores',
    text: ({ suppliers }) => suppliers.map(({ partner }) => partner.label).join('; '),
  },
];

const FORM_NAMES: Readonly<Record<string, string>> = { buildingId: 'building', deadline: 'deadlineDate' };

const pathOf = (path: string): string => {
  const own = path.replace(/^input\./, '');
  return (
    FORM_NAMES[own] ??
    own
      .replace(/\.costEstimateGroupId$/, '.stage')
      .replace(/\.unitId$/, '.unit')
      .replace(/\.productId$/, '.description')
  );
};

/** The document model of a quote request. */
export const quoteDocument: DocumentModel<QuoteDetailsFragment, QuoteForm> = {
  formOf,
  nextOf: (empty) => empty,
  isForm: isQuoteForm,
  problemsOf,
  pathOf,
  fields,
  together: ['building', 'lines'],
  mergeTogether: (merged) => merged,
};

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const lineInput = (line: QuoteFormLine) => ({
  ...(line.id !== null && { id: line.id }),
  ...{ productId: line.productId, description: orNull(line.description), unitId: line.unit?.id ?? null },
  ...{ quantity: line.quantity || '0', costEstimateGroupId: line.stage?.id ?? null },
  // A new line without a price takes that of the cost estimate.
  ...(line.referencePrice === '' && line.id === null ? {} : { referencePrice: orNull(line.referencePrice) }),
});

/** The whole of the document. */
export const inputOf = (form: QuoteForm): QuoteInput => ({
  title: form.title.trim(),
  buildingId: form.building?.id ?? null,
  deliveryDate: form.deliveryDate === '' ? null : form.deliveryDate,
  deliveryPlace: orNull(form.deliveryPlace),
  message: orNull(form.message),
  phone: orNull(form.phone),
  deadline: deadlineOf(form.deadlineDate, form.deadlineTime),
  lines: form.lines.map(lineInput),
  suppliers: form.suppliers.map(({ partner, email }) => ({ partnerId: partner.id, email: orNull(email) })),
});
