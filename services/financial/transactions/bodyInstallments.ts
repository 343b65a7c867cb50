import { buildInstallments } from '#domain/installments.ts';
import { add, isPositive, money, subtract, type Money, ZERO } from '#domain/money.ts';
import type { InstallmentBody, TransactionBody } from '#schema/financial/transactions/bodies.rest.ts';
import type { Installment, Transaction } from '#schema/financial/transactions/transactions.rest.ts';
import { isNew, moneyOrNull, readShares, type ShareDraft } from './bodyShares.ts';
import { checkDate, textOrNull } from './bodyTexts.ts';
import type { Problems } from '../../platform/problems.ts';
import type { StoredInstallment, StoredTransaction } from './read.ts';

export interface InstallmentDraft {
  id: number | null;
  /** Undefined for a paid installment whose body omits it. */
  forecast: boolean | undefined;
  dueDate: string;
  grossValue: Money;
  payment: PaymentDraft;
  /** Undefined keeps the stored one. */
  paymentCode?: string | null | undefined;
  /** Path of the item in the body: "transactionRecordList.2.", or "" for an installment created from the header. */
  at: string;
  /** Path of its payment fields: that of the item, or "" when the header carries the payment. */
  paymentAt: string;
  /** Apportionment of this installment; null when the body has none or repeats the stored one. */
  shares: ShareDraft[] | null;
}

/** Payment fields of a body. For an existing payment, null means omitted. */
export interface PaymentDraft {
  paymentDate: string | null;
  walletId: number | null;
  paymentMethod: string | null;
  increase: Money | null;
  discount: Money | null;
}

/** A body with an empty installment list normalized to null. */
type Body = Omit<TransactionBody, 'id' | 'transactionRecordList'> & { transactionRecordList: InstallmentBody[] | null };
type PaymentBody = Pick<InstallmentBody, 'paymentDate' | 'bank' | 'paymentMethod' | 'increase' | 'discount'>;

const NO_PAYMENT: PaymentDraft = {
  paymentDate: null,
  walletId: null,
  paymentMethod: null,
  increase: null,
  discount: null,
};

/** §4: error message for each payment field that a forecast must not have. */
export const NOT_OF_A_FORECAST = {
  paymentDate: 'Uma parcela em aberto não tem data de pagamento.',
  bank: 'Uma parcela em aberto não tem carteira de pagamento.',
  paymentMethod: 'Uma parcela em aberto não tem forma de pagamento.',
  increase: 'Uma parcela em aberto não tem acréscimo.',
  discount: 'Uma parcela em aberto não tem desconto.',
};

export const paymentDraft = (item: PaymentBody): PaymentDraft => ({
  paymentDate: item.paymentDate ?? null,
  walletId: item.bank?.id ?? null,
  paymentMethod: textOrNull(item.paymentMethod),
  increase: moneyOrNull(item.increase),
  discount: moneyOrNull(item.discount),
});

/** Reads the installments of a new transaction: those of its list, or those created from its header (§4). */
export const newInstallments = (
  body: Body,
  header: PaymentDraft | null,
  total: Money,
  problems: Problems,
): InstallmentDraft[] => {
  if (body.transactionRecordList) return readList(body.transactionRecordList, undefined, { body, header }, problems);
  return header ? paidAtOnce(body, header, total, problems) : distributed(body, total, problems);
};

/** Reads the installments of an update; null when it does not change them. */
export const changedInstallments = (
  body: Body,
  before: { stored: StoredTransaction; answer: Transaction },
  header: PaymentDraft | null,
  total: Money,
  problems: Problems,
): InstallmentDraft[] | null => {
  if (body.transactionRecordList) return readList(body.transactionRecordList, before, { body, header }, problems);
  const { installments } = before.stored;
  const [only, ...others] = installments;
  const moves = only?.forecast && others.length === 0;
  const dueDate = body.dueDate != null && body.dueDate !== before.answer.dueDate ? body.dueDate : null;
  const changes = header !== null || (moves && (dueDate !== null || total !== only.grossValue));
  if (!changes) return null;
  const open = installments.filter(({ forecast }) => forecast).length;
  return installments.map((stored) => {
    const kept = keptDraft(stored);
    return {
      ...kept,
      ...(moves ? { grossValue: total, dueDate: dueDate ?? kept.dueDate } : {}),
      ...(stored.forecast && header ? { forecast: false, payment: forOneOf(header, open) } : {}),
    };
  });
};

const keptDraft = (stored: StoredInstallment): InstallmentDraft => ({
  id: stored.id,
  forecast: stored.forecast ? true : undefined,
  dueDate: stored.dueDate,
  grossValue: stored.grossValue,
  payment: NO_PAYMENT,
  at: '',
  paymentAt: '',
  shares: null,
});

/** §4: a transaction paid by its header, without a list of installments, has one installment. */
const paidAtOnce = (body: Body, payment: PaymentDraft, total: Money, problems: Problems): InstallmentDraft[] => {
  if ((body.installmentCount ?? 1) !== 1) {
    const message = 'Um lançamento pago pelo cabeçalho tem uma parcela: envie as parcelas em transactionRecordList.';
    problems.contradiction('installmentCount', message);
  }
  const dueDate = body.dueDate ?? payment.paymentDate;
  if (dueDate !== null) checkDate(dueDate, 'dueDate', problems);
  return [{ ...fromHeader(dueDate ?? body.emissionDate, total), forecast: false, payment }];
};

const distributed = (body: Body, total: Money, problems: Problems): InstallmentDraft[] => {
  if (!body.dueDate) {
    problems.rule('dueDate', 'Informe o vencimento.');
    return [];
  }
  checkDate(body.dueDate, 'dueDate', problems);
  if (!problems.isEmpty || !isPositive(total)) return [];
  const built = buildInstallments(total, body.installmentCount ?? 1, body.dueDate);
  if (built.ok) return built.installments.map(({ dueDate, grossValue }) => fromHeader(dueDate, grossValue));
  problems.rule(built.field === 'count' ? 'installmentCount' : (built.field ?? 'grossValue'), built.message);
  return [];
};

const fromHeader = (dueDate: string, grossValue: Money): InstallmentDraft => ({
  id: null,
  forecast: true,
  dueDate,
  grossValue,
  payment: NO_PAYMENT,
  at: '',
  paymentAt: '',
  shares: null,
});

interface Header {
  body: Body;
  header: PaymentDraft | null;
}

const readList = (
  list: readonly InstallmentBody[],
  before: { stored: StoredTransaction; answer: Transaction } | undefined,
  { body, header }: Header,
  problems: Problems,
): InstallmentDraft[] => {
  const inheriting = list.filter((item) => isWithoutPayment(item) && !isPaid(item, before?.stored)).length;
  return list.map((item, index) => {
    const stored = before?.stored.installments.find(({ id }) => id === item.id);
    const answered = before?.answer.transactionRecordList.find(({ id }) => id === item.id);
    if (item.id != null && !stored) problems.rule(`transactionRecordList.${index}.id`, 'Parcela não encontrada.');
    const inherited =
      header && isWithoutPayment(item) && !isPaid(item, before?.stored) ? forOneOf(header, inheriting) : null;
    const draft = readItem(item, { at: `transactionRecordList.${index}.`, stored, answered, inherited }, problems);
    return draft.dueDate === '' ? { ...draft, dueDate: ownDueDate(draft, list, body, problems) } : draft;
  });
};

/** Drops the header's increase and discount when there are several installments: each then carries its own. */
const forOneOf = (header: PaymentDraft, count: number): PaymentDraft =>
  count === 1 ? header : { ...header, increase: null, discount: null };

/** Whether the item states neither a payment nor a forecast. */
export const isWithoutPayment = (item: InstallmentBody): boolean =>
  item.forecast === undefined && Object.values(paymentDraft(item)).every((value) => value === null);

const isPaid = ({ id }: InstallmentBody, stored: StoredTransaction | undefined): boolean =>
  stored?.installments.some((one) => one.id === id && !one.forecast) ?? false;

interface ItemContext {
  at: string;
  stored: StoredInstallment | undefined;
  answered: Installment | undefined;
  inherited: PaymentDraft | null;
}

const readItem = (
  item: InstallmentBody,
  { at, stored, answered, inherited }: ItemContext,
  problems: Problems,
): InstallmentDraft => {
  const payment = inherited ?? paymentDraft(item);
  const wasPaid = stored?.forecast === false;
  const pays = item.forecast === false || (item.forecast === undefined && payment.paymentDate !== null);
  if (!pays && !wasPaid) refusePayment(payment, at, problems);
  if (item.dueDate) checkDate(item.dueDate, `${at}dueDate`, problems);
  return {
    id: item.id ?? null,
    forecast: wasPaid ? item.forecast : !pays,
    dueDate: item.dueDate ?? stored?.dueDate ?? '',
    grossValue: grossOf(item, { stored, answered, payment }, at, problems),
    payment,
    paymentCode: item.paymentCode,
    at,
    paymentAt: inherited ? '' : at,
    shares: readShares(
      item.transactionRecordBuildings,
      answered?.transactionRecordBuildings,
      `${at}transactionRecordBuildings`,
      false,
    ),
  };
};

const refusePayment = (payment: PaymentDraft, at: string, problems: Problems): void => {
  const { walletId, ...others } = payment;
  for (const [field, value] of Object.entries({ ...others, bank: walletId })) {
    if (value === null) continue;
    problems.contradiction(at + field, NOT_OF_A_FORECAST[field as keyof typeof NOT_OF_A_FORECAST]);
  }
};

/**
 * The item's gross value, or the one that follows from its `value`; of a stored installment, whichever of the two
 * changed.
 */
const grossOf = (
  { grossValue, value }: InstallmentBody,
  { stored, answered, payment }: Pick<ItemContext, 'stored' | 'answered'> & { payment: PaymentDraft },
  at: string,
  problems: Problems,
): Money => {
  const valueAlone = answered && isNew(value, answered.value) && !isNew(grossValue, answered.grossValue);
  if (grossValue != null && !valueAlone) return money(grossValue);
  if (value != null) {
    const { increase, discount } = figuresOfPayment(payment, stored);
    return subtract(add(money(value), discount), increase);
  }
  if (stored) return stored.grossValue;
  problems.rule(`${at}grossValue`, 'Informe o valor da parcela.');
  return ZERO;
};

/** Increase and discount of an installment after the save: on a paid one, an omitted field keeps its stored value. */
export const figuresOfPayment = (
  { increase, discount }: Pick<PaymentDraft, 'increase' | 'discount'>,
  stored: Pick<StoredInstallment, 'increase' | 'discount'> | undefined,
): { increase: Money; discount: Money } => ({
  increase: increase ?? stored?.increase ?? ZERO,
  discount: discount ?? stored?.discount ?? ZERO,
});

/**
 * Default due date of a paid installment: the payment date; of the only installment, the due date of the transaction.
 */
const ownDueDate = (
  draft: InstallmentDraft,
  list: readonly InstallmentBody[],
  body: Body,
  problems: Problems,
): string => {
  const found = (list.length === 1 ? body.dueDate : null) ?? draft.payment.paymentDate;
  if (found != null) return found;
  problems.rule(`${draft.at}dueDate`, 'Informe o vencimento.');
  return body.emissionDate;
};
