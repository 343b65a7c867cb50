import { missing } from '#domain/installments.ts';
import { formatCurrency, isPositive, isZero, negate, type Money, ZERO } from '#domain/money.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { TransactionDraft } from './body.ts';
import type { InstallmentDraft, PaymentDraft } from './bodyInstallments.ts';
import { plannedCode } from '../paymentCodes/plan.ts';
import { paymentProblems, type Payment } from './paymentRules.ts';
import { Problems } from '../../platform/problems.ts';
import type { StoredInstallment } from './read.ts';

export interface PlannedInstallment {
  /** Null for a new installment. */
  id: number | null;
  number: number;
  forecast: boolean;
  createdOn: string;
  dueDate: string;
  grossValue: Money;
  increase: Money;
  discount: Money;
  paymentDate: string | null;
  walletId: number | null;
  paymentMethod: string | null;
  /** The installment that a part payment split this one from, and their joint gross value before the split. */
  splitFrom: number | null;
  splitGross: Money | null;
  paymentCode: string | null;
  /** True when this save pays it. */
  paidNow: boolean;
}

export const PAID = 'Parcela paga não pode ser alterada: desfaça o pagamento primeiro.';
const NOT_POSITIVE = 'O valor da parcela deve ser maior que zero.';

/**
 * Plans the installments in the draft's order, numbered from 1. Each problem carries the path of its field in the body.
 */
export const planInstallments = (
  draft: TransactionDraft,
  current: readonly StoredInstallment[],
  today: string,
  problems: Problems,
): PlannedInstallment[] => {
  if (!draft.installments) return current.map(unchanged);
  const byId = new Map(current.map((one) => [one.id, one]));
  const planned = draft.installments.map((one, index) => planOne(one, byId, index, today, problems));
  problems.rules(listProblems(draft.installments, current));
  checkSum(planned, draft.grossValue, problems);
  return planned;
};

const planOne = (
  draft: InstallmentDraft,
  byId: ReadonlyMap<number, StoredInstallment>,
  index: number,
  today: string,
  problems: Problems,
): PlannedInstallment => {
  const stored = draft.id === null ? undefined : byId.get(draft.id);
  const number = index + 1;
  if (stored && !stored.forecast) {
    problems.rules(changesOfPaid(draft, stored, today));
    return { ...unchanged(stored), number };
  }
  // An installment stored with value zero before this rule may stay until its value changes.
  if (!isPositive(draft.grossValue) && stored?.grossValue !== draft.grossValue) {
    problems.rule(`${draft.at}grossValue`, NOT_POSITIVE);
  }
  const base = {
    id: draft.id,
    number,
    createdOn: stored?.createdOn ?? today,
    dueDate: draft.dueDate,
    grossValue: draft.grossValue,
    splitFrom: stored?.splitFrom ?? null,
    splitGross: stored?.splitGross ?? null,
    paymentCode: plannedCode(
      { sent: draft.paymentCode, stored: stored?.paymentCode ?? null, path: `${draft.at}paymentCode` },
      today,
      problems,
    ),
  };
  if (draft.forecast !== false) return { ...base, ...NOTHING_PAID, paidNow: false };
  const payment = paymentOf(draft.payment);
  const faults = paymentProblems(payment, draft.grossValue, today);
  problems.rules(faults.map(({ path, message }) => ({ path: draft.paymentAt + path, message })));
  return { ...base, ...payment, forecast: false, paidNow: true };
};

/** Checks that gross values sum to the total (§4, domain.md §3); the message states the missing or excess amount. */
const checkSum = (installments: readonly { grossValue: Money }[], total: Money, problems: Problems): void => {
  const left = missing(installments, total);
  if (isZero(left)) return;
  problems.contradiction(
    'transactionRecordList',
    isPositive(left)
      ? `Faltam ${formatCurrency(left)} nas parcelas`
      : `As parcelas passam do valor em ${formatCurrency(negate(left))}`,
  );
};

/** §4: a forecast has no payment data. */
export const NOTHING_PAID = {
  forecast: true,
  paymentDate: null,
  walletId: null,
  paymentMethod: null,
  increase: ZERO,
  discount: ZERO,
};

const paymentOf = (draft: PaymentDraft): Payment => ({
  ...draft,
  increase: draft.increase ?? ZERO,
  discount: draft.discount ?? ZERO,
});

const unchanged = ({ walletName: _walletName, value: _value, ...stored }: StoredInstallment): PlannedInstallment => ({
  ...stored,
  paidNow: false,
});

/** Fields of a paid installment that the body would change; an omitted field does not change. */
const changesOfPaid = (draft: InstallmentDraft, stored: StoredInstallment, today: string): FieldError[] => {
  const { payment, paymentCode: sent } = draft;
  const unread = new Problems();
  const code = plannedCode({ sent, stored: stored.paymentCode, path: '' }, today, unread);
  const changed = [
    { path: 'forecast', differs: draft.forecast === true },
    { path: 'dueDate', differs: draft.dueDate !== stored.dueDate },
    { path: 'grossValue', differs: draft.grossValue !== stored.grossValue },
    { path: 'paymentDate', differs: payment.paymentDate !== null && payment.paymentDate !== stored.paymentDate },
    { path: 'bank', differs: payment.walletId !== null && payment.walletId !== stored.walletId },
    {
      path: 'paymentMethod',
      differs: payment.paymentMethod !== null && payment.paymentMethod !== stored.paymentMethod,
    },
    { path: 'increase', differs: payment.increase !== null && payment.increase !== stored.increase },
    { path: 'discount', differs: payment.discount !== null && payment.discount !== stored.discount },
    { path: 'paymentCode', differs: code !== stored.paymentCode || !unread.isEmpty },
  ];
  return changed.filter(({ differs }) => differs).map(({ path }) => ({ path: draft.at + path, message: PAID }));
};

const listProblems = (list: readonly InstallmentDraft[], current: readonly StoredInstallment[]): FieldError[] => {
  const ids = list.flatMap(({ id }) => (id === null ? [] : [id]));
  const repeated = list.flatMap(({ id }, index) =>
    id !== null && ids.indexOf(id) !== ids.lastIndexOf(id) && list.findIndex((one) => one.id === id) < index
      ? [{ path: `transactionRecordList.${index}.id`, message: 'Esta parcela aparece duas vezes.' }]
      : [],
  );
  const gone = current.filter((stored) => !stored.forecast && !ids.includes(stored.id));
  return [
    ...repeated,
    ...gone.map(({ number }) => ({
      path: 'transactionRecordList',
      message: `A parcela ${number} está paga e não pode ser removida: desfaça o pagamento primeiro.`,
    })),
  ];
};
