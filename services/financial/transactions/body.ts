import { buildInstallments, missing } from '#domain/installments.ts';
import { INSTALLMENT_COUNT } from '#domain/messages.ts';
import { compare, formatCurrency, isPositive, isZero, money, negate, type Money, ZERO } from '#domain/money.ts';
import { isPaymentMethod } from '#domain/transactions.ts';
import type { ApportionmentBody, InstallmentBody, TransactionBody } from '#schema/financial/transactions.rest.ts';
import type { FieldError } from '../../platform/errors.ts';
import { refuseProblems } from './problems.ts';

/** A body as the rules read it: defaults filled in, empty references dropped (§5), money with two places. */
export interface DocumentDraft {
  documentNumber: string | null;
  description: string | null;
  grossValue: Money;
  emissionDate: string;
  competenceDate: string;
  categoryId: number | null;
  partnerId: number | null;
  expectedWalletId: number | null;
  preferredPaymentMethod: string | null;
  /** Null on an update that does not speak of them: they stay as they are. */
  installments: InstallmentDraft[] | null;
  apportionments: ApportionmentDraft[] | null;
}

export interface InstallmentDraft {
  id: number | null;
  /** What the client says; undefined leaves it as it is, and new ones are forecast. */
  forecast: boolean | undefined;
  dueDate: string;
  grossValue: Money;
  payment: PaymentDraft;
}

/** What was sent of a payment. It counts only where the installment is paid: §4 nulls it on a forecast. */
export interface PaymentDraft {
  paymentDate: string | null;
  walletId: number | null;
  paymentMethod: string | null;
  increase: Money | null;
  discount: Money | null;
}

export interface ApportionmentDraft {
  buildingId: number;
  stageId: number | null;
  grossValue: Money;
  isCustomerCharged: boolean;
}

type Found = FieldError[];

/** Years that a document can speak of; thirty years of installments stay inside the calendar. */
const EARLIEST = '1900-01-01';
const LATEST = '2199-12-31';

/** Reads the body of a new document. @throws ServiceError 422 with every field that breaks a rule. */
export const newDocumentDraft = (body: TransactionBody): DocumentDraft => {
  const found: Found = [];
  const draft = headerDraft(body, found);
  const installments = body.transactionRecordList
    ? installmentDrafts(body.transactionRecordList, found)
    : distributed(body, draft.grossValue, found);
  installments.forEach(({ id }, index) => {
    if (id !== null) found.push({ path: `transactionRecordList.${index}.id`, message: 'Parcela não encontrada.' });
  });
  const apportionments = apportionmentDrafts(body.apportionments ?? [], found);
  refuseProblems(found);
  refuseProblems(sumProblems(installments, draft.grossValue));
  return { ...draft, installments, apportionments };
};

/** Reads the body of a change. @throws ServiceError 422 with every field that breaks a rule. */
export const changedDocumentDraft = (body: TransactionBody): DocumentDraft => {
  const found: Found = [];
  const draft = headerDraft(body, found);
  const installments = body.transactionRecordList ? installmentDrafts(body.transactionRecordList, found) : null;
  const apportionments = body.apportionments ? apportionmentDrafts(body.apportionments, found) : null;
  refuseProblems(found);
  return { ...draft, installments, apportionments };
};

/** Gross values against the total (§4, domain.md §3): the sentence says what is missing or left over. */
export const sumProblems = (installments: readonly { grossValue: Money }[], total: Money): Found => {
  const left = missing(installments, total);
  if (isZero(left)) return [];
  const message = isPositive(left)
    ? `Faltam ${formatCurrency(left)} nas parcelas`
    : `As parcelas passam do valor em ${formatCurrency(negate(left))}`;
  return [{ path: 'transactionRecordList', message }];
};

const headerDraft = (body: TransactionBody, found: Found): Omit<DocumentDraft, 'installments' | 'apportionments'> => {
  const gross = body.grossValue ?? body.value;
  if (gross === undefined || compare(money(gross), ZERO) <= 0) {
    found.push({ path: 'grossValue', message: 'Informe um valor maior que zero.' });
  }
  const method = textOrNull(body.preferredPaymentMethod);
  if (method !== null && !isPaymentMethod(method)) {
    found.push({ path: 'preferredPaymentMethod', message: 'Escolha uma forma de pagamento da lista.' });
  }
  checkDate(body.emissionDate, 'emissionDate', found);
  if (body.competenceDate) checkDate(body.competenceDate, 'competenceDate', found);
  return {
    documentNumber: textOrNull(body.documentNumber),
    description: textOrNull(body.description),
    grossValue: money(gross ?? ZERO),
    emissionDate: body.emissionDate,
    competenceDate: body.competenceDate ?? body.emissionDate,
    categoryId: body.category?.id ?? null,
    partnerId: body.partner?.id ?? null,
    expectedWalletId: body.bank?.id ?? null,
    preferredPaymentMethod: method,
  };
};

const distributed = (body: TransactionBody, total: Money, found: Found): InstallmentDraft[] => {
  if (!body.dueDate) {
    found.push({ path: 'dueDate', message: 'Informe o vencimento.' });
    return [];
  }
  checkDate(body.dueDate, 'dueDate', found);
  if (found.length > 0) return [];
  const built = buildInstallments(total, body.installmentCount ?? 1, body.dueDate);
  if (built.ok) return built.installments.map(({ dueDate, grossValue }) => forecastDraft(dueDate, grossValue));
  found.push({
    path: built.field === 'count' ? 'installmentCount' : (built.field ?? 'grossValue'),
    message: built.message,
  });
  return [];
};

const forecastDraft = (dueDate: string, grossValue: Money): InstallmentDraft => ({
  id: null,
  forecast: true,
  dueDate,
  grossValue,
  payment: { paymentDate: null, walletId: null, paymentMethod: null, increase: null, discount: null },
});

const installmentDrafts = (list: readonly InstallmentBody[], found: Found): InstallmentDraft[] => {
  if (list.length === 0) found.push({ path: 'transactionRecordList', message: INSTALLMENT_COUNT });
  return list.map((item, index) => {
    const path = `transactionRecordList.${index}`;
    const gross = item.grossValue ?? item.value;
    if (gross === undefined) found.push({ path: `${path}.grossValue`, message: 'Informe o valor da parcela.' });
    checkDate(item.dueDate, `${path}.dueDate`, found);
    return {
      id: item.id ?? null,
      forecast: item.forecast,
      dueDate: item.dueDate,
      grossValue: money(gross ?? ZERO),
      payment: paymentDraft(item),
    };
  });
};

const paymentDraft = (item: InstallmentBody): PaymentDraft => ({
  paymentDate: item.paymentDate ?? null,
  walletId: item.bank?.id ?? null,
  paymentMethod: textOrNull(item.paymentMethod),
  increase: moneyOrNull(item.increase),
  discount: moneyOrNull(item.discount),
});

const apportionmentDrafts = (list: readonly ApportionmentBody[], found: Found): ApportionmentDraft[] =>
  list.map((item, index) => {
    const gross = item.grossValue ?? item.value;
    if (gross === undefined)
      found.push({ path: `apportionments.${index}.grossValue`, message: 'Informe o valor da obra.' });
    return {
      buildingId: item.building.id,
      stageId: item.costEstimateGroup?.id ?? null,
      grossValue: money(gross ?? ZERO),
      isCustomerCharged: item.isCustomerCharged ?? false,
    };
  });

const checkDate = (date: string, path: string, found: Found): void => {
  if (date < EARLIEST || date > LATEST) found.push({ path, message: 'Informe uma data entre 1900 e 2199.' });
};

const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null;

const moneyOrNull = (value: string | null | undefined): Money | null => (value == null ? null : money(value));
