import type { InstallmentDraft } from '#domain/installments.ts';
import { formatTaxId } from '#domain/taxId.ts';
import { ZERO, isPositive, subtract, sum, type Money } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/paymentMethods.ts';
import type { DocumentFormState } from '#web/form/document/useDocumentForm.ts';
import type { TransactionDetailFragment, TransactionInput } from '#web/generated/financial.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { isFormRetention, netOf, retentionInputs, retentionRow, type FormRetention } from './retentions.ts';

/** A supplier that is made, or reactivated, when the expense of a nota is saved. */
export const NEW_PARTNER = 'new';

/** Installment of the form; without id it is new. The form never changes paid ones. */
export interface FormInstallment extends InstallmentDraft {
  id: string | null;
  /** Net value as paid; the gross value of a forecast. */
  value: Money;
  increase: Money | null;
  discount: Money | null;
  paymentDate: string | null;
  walletName: string | null;
  /** Of an expense: boleto, collection or Pix; absent in drafts of older versions. */
  paymentCode?: string | null;
}

export interface FormApportionment {
  key: string;
  building: Option | null;
  stage: Option | null;
  grossValue: Money | '';
  isCustomerCharged: boolean;
  /** Of a share that follows the total in this proportion, until a value of the apportionment is typed. */
  weight?: Money;
}

/** Values of the form; '' is "nothing typed yet". */
export interface TransactionForm {
  documentNumber: string;
  description: string;
  /** With what is withheld of it: the apportionment sums to it, the installments to what is left. */
  grossValue: Money | '';
  emissionDate: string;
  competenceDate: string;
  partner: Option | null;
  category: Option | null;
  expectedWallet: Option | null;
  preferredPaymentMethod: PaymentMethod | '';
  installments: FormInstallment[];
  apportionments: FormApportionment[];
  retentions: FormRetention[];
  /** Something is withheld of the stored one: an emptied list is sent too. */
  retained: boolean;
}

export type TransactionFormState = DocumentFormState<TransactionForm>;

/** What has an apportionment: a transaction, or a model of transactions. */
export type Apportioned = Pick<TransactionForm, 'grossValue' | 'apportionments'>;

/** Returns the form of a new transaction: one installment due today, wholly on the building of the place. */
export const emptyForm = (today: string, building: Option | null = null): TransactionForm => ({
  documentNumber: '',
  description: '',
  grossValue: '',
  emissionDate: today,
  competenceDate: '',
  partner: null,
  category: null,
  expectedWallet: null,
  preferredPaymentMethod: '',
  installments: [forecastOf({ key: 'p1', forecast: true, dueDate: today, grossValue: ZERO })],
  apportionments: building ? [{ key: 'r1', building, stage: null, grossValue: '', isCustomerCharged: false }] : [],
  retentions: [],
  retained: false,
});

/** Returns the next new form after a save, keeping only what consecutive invoices usually share. */
export const nextForm = (empty: TransactionForm, last: TransactionForm): TransactionForm => ({
  ...empty,
  emissionDate: last.emissionDate,
  expectedWallet: last.expectedWallet,
  preferredPaymentMethod: last.preferredPaymentMethod,
});

/** Returns a forecast installment of the form for a draft of the domain. */
export const forecastOf = (draft: InstallmentDraft): FormInstallment => ({
  ...draft,
  id: null,
  value: draft.grossValue,
  increase: null,
  discount: null,
  paymentDate: null,
  walletName: null,
  paymentCode: null,
});

const optionOf = (row: { id: string; name: string } | null | undefined, hint?: string | null): Option | null =>
  row ? { id: row.id, label: row.name, ...(hint ? { hint } : {}) } : null;

const taxIdOf = (partner: TransactionDetailFragment['partner']): string | null =>
  partner?.taxId ? formatTaxId(partner.taxId) : null;

/** Returns the form of a stored transaction. */
export const formOf = (transaction: TransactionDetailFragment): TransactionForm => ({
  documentNumber: transaction.documentNumber ?? '',
  description: transaction.description ?? '',
  grossValue: transaction.invoiceValue,
  emissionDate: transaction.emissionDate,
  competenceDate: transaction.competenceDate === transaction.emissionDate ? '' : transaction.competenceDate,
  partner: optionOf(transaction.partner, taxIdOf(transaction.partner)),
  category: optionOf(transaction.category),
  expectedWallet: transaction.expectedWallet
    ? { id: transaction.expectedWallet.id, label: transaction.expectedWallet.identifier }
    : null,
  preferredPaymentMethod: transaction.preferredPaymentMethod ?? '',
  installments: transaction.installments.map((installment) => ({
    key: installment.id,
    id: installment.id,
    forecast: installment.forecast,
    dueDate: installment.dueDate,
    grossValue: installment.grossValue,
    value: installment.value,
    increase: installment.increase ?? null,
    discount: installment.discount ?? null,
    paymentDate: installment.paymentDate ?? null,
    walletName: installment.wallet?.identifier ?? null,
    paymentCode: installment.paymentCode ?? null,
  })),
  apportionments: transaction.apportionments.map((apportionment) => ({
    key: apportionment.id,
    building: optionOf(apportionment.building),
    stage: optionOf(apportionment.stage),
    grossValue: apportionment.invoiceValue,
    isCustomerCharged: apportionment.isCustomerCharged,
  })),
  retentions: transaction.retentions.map((one) => retentionRow(one, transaction.invoiceValue)),
  retained: transaction.retentions.length > 0,
});

/** Id of the partner; null without one, or for one that is made with the document. */
export const partnerIdOf = ({ partner }: Pick<TransactionForm, 'partner'>): string | null =>
  partner === null || partner.id === NEW_PARTNER ? null : partner.id;

/** Returns the mutation's input. Call it on a form without problems. */
export const inputOf = (form: TransactionForm): TransactionInput => ({
  documentNumber: form.documentNumber.trim() || null,
  description: form.description.trim() || null,
  grossValue: netOf(form),
  emissionDate: form.emissionDate,
  competenceDate: form.competenceDate || form.emissionDate,
  categoryId: form.category?.id ?? null,
  partnerId: partnerIdOf(form),
  expectedWalletId: form.expectedWallet?.id ?? null,
  preferredPaymentMethod: form.preferredPaymentMethod || null,
  installments: form.installments.map(({ id, dueDate, grossValue, paymentCode }) => ({
    id,
    dueDate,
    grossValue,
    // A draft from before codes says nothing of them.
    ...(paymentCode !== undefined && { paymentCode }),
  })),
  apportionments: form.apportionments.flatMap(({ building, stage, grossValue, isCustomerCharged }) =>
    building && grossValue
      ? [{ buildingId: building.id, stageId: stage?.id ?? null, isCustomerCharged, ...partOf(form, grossValue) }]
      : [],
  ),
  ...((form.retained || form.retentions.length > 0) && { retentions: retentionInputs(form) }),
});

/** A share is part of the invoice where something is withheld of it. */
const partOf = (form: TransactionForm, grossValue: Money) =>
  retentionInputs(form).length > 0 ? { invoiceValue: grossValue } : { grossValue };

/** Returns the total that the apportionments have to reach; that of the installments is `netOf` (retentions.ts). */
export const totalOf = (form: Pick<Apportioned, 'grossValue'>): Money => form.grossValue || ZERO;

export const apportioned = (form: Pick<Apportioned, 'apportionments'>): Money =>
  sum(form.apportionments.map(({ grossValue }) => grossValue || ZERO));

/** Returns total − apportioned; positive while a part has no building. */
export const unapportioned = (form: Apportioned): Money => subtract(totalOf(form), apportioned(form));

/** Returns the value, paid and open value of the transaction, net of increases and discounts. */
export const figuresOf = (form: TransactionForm): { value: Money; paid: Money; open: Money } => {
  const of = (forecast: boolean) =>
    sum(
      form.installments
        .filter((one) => one.forecast === forecast)
        .map((one) => (forecast ? one.grossValue : one.value)),
    );
  const [paid, open] = [of(false), of(true)];
  return { value: sum([paid, open]), paid, open };
};

/** Returns the path of an installment's field by its key, so that typed text follows the row when it moves. */
export const installmentPath = (key: string, field: 'dueDate' | 'grossValue'): string => `installment ${key} ${field}`;

/** Returns the path of an apportionment's field by its key. */
export const apportionmentPath = (key: string, field: 'building' | 'stage' | 'percentage' | 'grossValue'): string =>
  `share ${key} ${field}`;

export const hasPaid = (form: TransactionForm): boolean => form.installments.some((one) => !one.forecast);

const holds = <T>(value: unknown, texts: readonly (keyof T & string)[]): boolean =>
  typeof value === 'object' && value !== null && texts.every((key) => typeof Reflect.get(value, key) === 'string');

const FORM_TEXTS = [
  'documentNumber',
  'description',
  'grossValue',
  'emissionDate',
  'competenceDate',
  'preferredPaymentMethod',
] as const;

/** Returns whether a stored draft has the current shape of the form; others are discarded. */
export const isTransactionForm = (value: unknown): value is TransactionForm => {
  if (!holds<TransactionForm>(value, FORM_TEXTS)) return false;
  const { installments, apportionments, retentions } = value as Partial<TransactionForm>;
  return (
    Array.isArray(retentions) &&
    retentions.every(isFormRetention) &&
    Array.isArray(installments) &&
    installments.every((one) => holds<FormInstallment>(one, ['key', 'dueDate', 'grossValue', 'value'])) &&
    Array.isArray(apportionments) &&
    apportionments.every((one) => holds<FormApportionment>(one, ['key', 'grossValue']))
  );
};

export const isFilled = (value: Money | ''): value is Money => value !== '' && isPositive(value);
