import { add, compare, money, subtract, sum, type Money, ZERO } from '#domain/money.ts';
import { isPaymentMethod } from '#domain/transactions.ts';
import type {
  InstallmentBody,
  TransactionBody,
  TransactionUpdate,
} from '#schema/financial/transactions/bodies.rest.ts';
import type { Transaction } from '#schema/financial/transactions/transactions.rest.ts';
import {
  changedInstallments,
  figuresOfPayment,
  isWithoutPayment,
  newInstallments,
  paymentDraft,
  type InstallmentDraft,
  type PaymentDraft,
} from './bodyInstallments.ts';
import { isNew, readShares, type ShareDraft } from './bodyShares.ts';
import { checkBases, readRetentions, retainedValues, type RetentionDraft } from '../retentions/draft.ts';
import { readInvoiceShares, type InvoiceParts } from '../retentions/invoice.ts';
import { checkDate, textOrNull } from './bodyTexts.ts';
import type { Problems } from '../../platform/problems.ts';
import type { Maker } from './maker.ts';
import type { StoredTransaction } from './read.ts';

/** A normalized request body: defaults filled in, empty references dropped (§5), money with two decimal places. */
export interface TransactionDraft {
  documentNumber: string | null;
  description: string | null;
  grossValue: Money;
  emissionDate: string;
  competenceDate: string;
  categoryId: number | null;
  partnerId: number | null;
  expectedWallet: WalletDraft;
  preferredPaymentMethod: string | null;
  /** Null on an update without installments: the stored ones do not change. */
  installments: InstallmentDraft[] | null;
  /** Apportionment of the whole transaction; null when the body has none or repeats the stored one. */
  shares: ShareDraft[] | null;
  /** Null when the body has no list: the stored ones do not change. */
  retentions: RetentionDraft[] | null;
  /** With what is withheld; null without retentions. */
  invoiceValue: Money | null;
  /** Parts of the invoice as the body has them. */
  invoiceParts: InvoiceParts;
}

interface WalletDraft {
  id: number | null;
  /** Field of the body that names the wallet. */
  path: string;
}

/** The transaction that an update changes: as stored, and in the REST form that the user received. */
export interface Before {
  stored: StoredTransaction;
  /** As in `Locked`. */
  madeBy: Maker | null;
  answer: Transaction;
}

/** Normalizes the body of a create or, with `before`, of an update. Adds every error to `problems`. */
export const readBody = (
  body: TransactionBody | TransactionUpdate,
  before: Before | undefined,
  problems: Problems,
): TransactionDraft => {
  const parts = {
    ...body,
    transactionRecordList: body.transactionRecordList?.length ? body.transactionRecordList : null,
  };
  const header = headerPayment(parts, before);
  const retentions = readRetentions(body.retentions, before, problems);
  const retained = retainedValues(retentions, before?.stored.retentions);
  const sentTotal = totalOf(body, before, { extras: paymentsOf(parts, before, header), retained: sum(retained) });
  const total = sentTotal ?? before?.stored.grossValue ?? ZERO;
  const installments = before
    ? changedInstallments(parts, before, header, total, problems)
    : newInstallments(parts, header, total, problems);
  const grossValue = sentTotal ?? before?.stored.grossValue ?? sum((installments ?? []).map((one) => one.grossValue));
  if (compare(grossValue, ZERO) <= 0) {
    problems.rule(body.grossValue == null && body.value != null ? 'value' : 'grossValue', NOT_POSITIVE);
  }
  if (retentions) checkBases(retentions, grossValue, problems);
  const shares = readShares(
    body.transactionRecordBuildings,
    before?.answer.transactionRecordBuildings,
    'transactionRecordBuildings',
    true,
  );
  // Parts of an invoice whose figures are refused would only repeat the refusal.
  const divided = problems.isEmpty
    ? readInvoiceShares(shares, { net: grossValue, retained, stored: before?.stored }, problems)
    : { shares, parts: null };
  return {
    ...texts(body, problems),
    grossValue,
    expectedWallet: expectedWallet(body, before, header !== null, problems),
    installments,
    shares: divided.shares,
    retentions,
    invoiceValue: retained.length > 0 ? add(grossValue, ...retained) : null,
    invoiceParts: divided.parts,
  };
};

const NOT_POSITIVE = 'Informe um valor maior que zero.';

type Parts = Omit<TransactionBody, 'id' | 'transactionRecordList'> & {
  transactionRecordList: InstallmentBody[] | null;
};

/**
 * The payment in a header, or null (§4: what is not a forecast is paid). For a new transaction without a list,
 * `forecast: false` suffices; otherwise a header without a payment date only repeats its installments.
 */
const headerPayment = (body: Parts, before: Before | undefined): PaymentDraft | null => {
  if (body.forecast === true) return null;
  const isAlone = body.forecast === false && !before && !body.transactionRecordList;
  return body.paymentDate != null || isAlone ? paymentDraft(body) : null;
};

type Extras = Pick<PaymentDraft, 'increase' | 'discount'>;

/**
 * Increases and discounts of the transaction's future installments: the difference between its value and its gross
 * value.
 */
const paymentsOf = (body: Parts, before: Before | undefined, header: PaymentDraft | null): Extras[] => {
  const stored = before?.stored.installments ?? [];
  const list = body.transactionRecordList;
  if (!list) return header ? [...stored.filter(({ forecast }) => !forecast), header] : stored;
  const own = list.map((item) =>
    figuresOfPayment(
      paymentDraft(item),
      stored.find(({ id }) => id === item.id),
    ),
  );
  return header && list.length === 1 && list.every(isWithoutPayment) ? [header] : own;
};

const texts = (body: TransactionBody | TransactionUpdate, problems: Problems) => {
  const method = textOrNull(body.preferredPaymentMethod);
  if (method !== null && !isPaymentMethod(method)) {
    problems.rule('preferredPaymentMethod', 'Escolha uma forma de pagamento da lista.');
  }
  checkDate(body.emissionDate, 'emissionDate', problems);
  if (body.competenceDate) checkDate(body.competenceDate, 'competenceDate', problems);
  return {
    documentNumber: textOrNull(body.documentNumber),
    description: textOrNull(body.description),
    emissionDate: body.emissionDate,
    competenceDate: body.competenceDate ?? body.emissionDate,
    categoryId: body.category?.id ?? null,
    partnerId: body.partner?.id ?? null,
    preferredPaymentMethod: method,
  };
};

/**
 * The gross total of a body: `grossValue`, or `invoiceValue` less what is withheld of it, or `value` less increases plus
 * discounts of the installments; on an update, whichever of them changed. Undefined when the body has none.
 */
const totalOf = (
  { grossValue, invoiceValue, value }: Pick<TransactionBody, 'grossValue' | 'invoiceValue' | 'value'>,
  before: Before | undefined,
  { extras, retained }: { extras: readonly Extras[]; retained: Money },
): Money | undefined => {
  const unchanged = before !== undefined && !isNew(grossValue, before.answer.grossValue);
  const invoiceAlone = unchanged && isNew(invoiceValue, before.answer.invoiceValue);
  const valueAlone = unchanged && isNew(value, before.answer.value);
  if (grossValue != null && !valueAlone && !invoiceAlone) return money(grossValue);
  const isOnlyInvoice = grossValue == null && value == null;
  if (invoiceValue != null && (invoiceAlone || !before || isOnlyInvoice))
    return subtract(money(invoiceValue), retained);
  if (value == null) return undefined;
  const all = (field: keyof Extras) => sum(extras.map((one) => one[field] ?? ZERO));
  return subtract(add(money(value), all('discount')), all('increase'));
};

/**
 * `expectedBank`; or `bank` while nothing is paid, because it then names the expected wallet. On an update, whichever
 * of the two changed.
 */
const expectedWallet = (
  body: TransactionBody | TransactionUpdate,
  before: Before | undefined,
  paysNow: boolean,
  problems: Problems,
): WalletDraft => {
  const own = { id: body.expectedBank?.id ?? null, path: 'expectedBank' };
  const shown = { id: body.bank?.id ?? null, path: 'bank' };
  const was = before?.stored.expectedWalletId ?? null;
  const isOpen = !paysNow && (before?.stored.paidInstallmentCount ?? 0) === 0;
  if (body.expectedBank === undefined) {
    if (before && !isOpen) return { id: was, path: 'expectedBank' };
    return shown;
  }
  if (!isOpen || body.bank === undefined || shown.id === own.id) return own;
  if (before && own.id === was) return shown;
  if (!before || shown.id !== was) {
    problems.contradiction('bank', 'A carteira prevista é outra: envie a mesma em bank e em expectedBank.');
  }
  return own;
};
