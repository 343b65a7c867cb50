import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import { PAYMENT_METHOD_LABELS } from '#domain/paymentMethods.ts';
import type { FormApportionment, FormInstallment, TransactionForm } from './model.ts';

/** A field that somebody else changed meanwhile. */
export interface Difference {
  label: string;
  /** What the form was opened with. */
  before: string;
  /** What the other person stored. */
  theirs: string;
  /** What was typed here; null where nothing was. */
  mine: string | null;
}

const installmentText = (installments: readonly FormInstallment[]): string =>
  installments
    .map(
      ({ dueDate, forecast, grossValue }) =>
        `${formatDate(dueDate)} ${formatCurrency(grossValue)}${forecast ? '' : ' (paga)'}`,
    )
    .join('; ');

const apportionmentText = (apportionments: readonly FormApportionment[]): string =>
  apportionments
    .map(
      ({ building, stage, grossValue, isCustomerCharged }) =>
        `${[building?.label, stage?.label].filter(Boolean).join(', ')} ${formatCurrency(grossValue || '0.00')}${
          isCustomerCharged ? ' (cobrar do cliente)' : ''
        }`,
    )
    .join('; ');

type Field = keyof TransactionForm;

/** How each field is told; the order is that of the form. */
const fields: { field: Field; label: string; text: (form: TransactionForm) => string }[] = [
  { field: 'partner', label: 'Parceiro', text: ({ partner }) => partner?.label ?? '' },
  { field: 'documentNumber', label: 'Documento', text: ({ documentNumber }) => documentNumber },
  { field: 'description', label: 'Descrição', text: ({ description }) => description },
  { field: 'grossValue', label: 'Valor total', text: ({ grossValue }) => grossValue && formatCurrency(grossValue) },
  { field: 'emissionDate', label: 'Emissão', text: ({ emissionDate }) => formatDate(emissionDate) },
  { field: 'category', label: 'Categoria', text: ({ category }) => category?.label ?? '' },
  { field: 'competenceDate', label: 'Competência', text: ({ competenceDate }) => formatDate(competenceDate) },
  { field: 'expectedWallet', label: 'Carteira prevista', text: ({ expectedWallet }) => expectedWallet?.label ?? '' },
  {
    field: 'preferredPaymentMethod',
    label: 'Forma de pagamento',
    text: ({ preferredPaymentMethod: method }) => method && PAYMENT_METHOD_LABELS[method],
  },
  { field: 'installments', label: 'Parcelas', text: ({ installments }) => installmentText(installments) },
  { field: 'apportionments', label: 'Rateio', text: ({ apportionments }) => apportionmentText(apportionments) },
];

/** What the other person changed, and what was typed here in the same fields. */
export const differencesOf = (before: TransactionForm, mine: TransactionForm, theirs: TransactionForm): Difference[] =>
  fields
    .map(({ label, text }) => ({ label, before: text(before), theirs: text(theirs), mine: text(mine) }))
    .filter((one) => one.before !== one.theirs)
    .map((one) => ({ ...one, mine: one.mine === one.before ? null : one.mine }));

/** These hang together: values of one do not fit those of another. */
const money: readonly Field[] = ['grossValue', 'installments', 'apportionments'];

/**
 * The other person's version with everything that was typed here on top: fields that only they changed are theirs,
 * fields that were typed in are mine. Value, installments and rateio go together; what they paid meanwhile stays paid.
 */
export const mergedForm = (
  before: TransactionForm,
  mine: TransactionForm,
  theirs: TransactionForm,
): TransactionForm => {
  const changed = (field: Field) => textOf(field, mine) !== textOf(field, before);
  const moneyIsMine = money.some(changed);
  const takesMine = (field: Field) => (money.includes(field) ? moneyIsMine : changed(field));
  const own = Object.fromEntries(
    fields.filter(({ field }) => takesMine(field)).map(({ field }) => [field, mine[field]]),
  ) as Partial<TransactionForm>;
  const merged = { ...theirs, ...own };
  return moneyIsMine ? { ...merged, installments: mergedInstallments(before, mine, theirs) } : merged;
};

const textOf = (field: Field, form: TransactionForm): string =>
  fields.find((one) => one.field === field)?.text(form) ?? '';

/** Mine, but paid ones are as they stored them, what they deleted is gone, and what they added is there. */
const mergedInstallments = (
  before: TransactionForm,
  mine: TransactionForm,
  theirs: TransactionForm,
): FormInstallment[] => {
  const stored = new Map(theirs.installments.map((one) => [one.id, one]));
  const known = new Set(before.installments.map(({ id }) => id));
  const kept = mine.installments.flatMap((one) => {
    if (one.id === null) return one;
    const now = stored.get(one.id);
    if (!now) return [];
    return now.forecast && one.forecast ? one : now;
  });
  return [...kept, ...theirs.installments.filter(({ id }) => !known.has(id))];
};
