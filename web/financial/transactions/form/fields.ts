import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import { PAYMENT_METHOD_LABELS } from '#domain/paymentMethods.ts';
import type { DocumentField } from '#web/form/document/model.ts';
import { retentionText } from './retentions.ts';
import type { FormApportionment, FormInstallment, TransactionForm } from './model.ts';

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

/** The fields as a conflict shows them, in the order of the form. */
export const fields: readonly DocumentField<TransactionForm>[] = [
  { field: 'partner', label: 'Parceiro', text: ({ partner }) => partner?.label ?? '' },
  { field: 'documentNumber', label: 'Documento', text: ({ documentNumber }) => documentNumber },
  { field: 'description', label: 'Descrição', text: ({ description }) => description },
  { field: 'grossValue', label: 'Valor bruto', text: ({ grossValue }) => grossValue && formatCurrency(grossValue) },
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
  { field: 'retentions', label: 'Retenções', text: ({ retentions }) => retentionText(retentions) },
  { field: 'apportionments', label: 'Rateio', text: ({ apportionments }) => apportionmentText(apportionments) },
];

/** Fields that are merged together, because their values depend on each other. */
export const moneyFields: readonly (keyof TransactionForm)[] = [
  'grossValue',
  'installments',
  'apportionments',
  'retentions',
  'retained',
];

type Installments = Pick<TransactionForm, 'installments'>;

/** Returns my installments, with the stored state of paid ones, without deleted ones, and with added ones. */
export const mergedInstallments = (
  mine: Installments,
  before: Installments,
  theirs: Installments,
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
