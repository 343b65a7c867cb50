import { isZero, type Money, ZERO } from '#domain/money.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { DocumentDraft, InstallmentDraft, PaymentDraft } from './body.ts';
import { paymentProblems, type Payment } from './paymentRules.ts';
import type { StoredInstallment } from './read.ts';

export interface PlannedInstallment {
  /** Null for a new one. */
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
  /** Paid by this very save. */
  paidNow: boolean;
}

const PAID = 'Parcela paga não pode ser alterada: desfaça o pagamento primeiro.';

/** Installments in the order of the draft, numbered from 1. Problems name the field of the form that they are about. */
export const planInstallments = (
  draft: DocumentDraft,
  current: readonly StoredInstallment[],
  today: string,
  problems: FieldError[],
): PlannedInstallment[] => {
  if (!draft.installments) return current.map(unchanged);
  const byId = new Map(current.map((one) => [one.id, one]));
  const planned = draft.installments.map((one, index) => {
    const found: FieldError[] = [];
    const row = planOne(one, byId, index, today, found);
    problems.push(...found.map(({ path, message }) => ({ path: `transactionRecordList.${index}.${path}`, message })));
    return row;
  });
  problems.push(...listProblems(draft.installments, current));
  return planned;
};

const planOne = (
  draft: InstallmentDraft,
  byId: ReadonlyMap<number, StoredInstallment>,
  index: number,
  today: string,
  found: FieldError[],
): PlannedInstallment => {
  const stored = draft.id === null ? undefined : byId.get(draft.id);
  if (draft.id !== null && !stored) found.push({ path: 'id', message: 'Parcela não encontrada.' });
  const number = index + 1;
  if (stored && !stored.forecast) {
    found.push(...changesOfPaid(draft, stored));
    return { ...unchanged(stored), number };
  }
  const base = {
    id: draft.id,
    number,
    createdOn: stored?.createdOn ?? today,
    dueDate: draft.dueDate,
    grossValue: draft.grossValue,
  };
  if (draft.forecast !== false) return { ...base, ...NOTHING_PAID };
  const payment = paymentOf(draft.payment);
  found.push(...paymentProblems(payment, draft.grossValue, today));
  return { ...base, ...payment, forecast: false, paidNow: true };
};

/** §4: whatever a client sends of a payment, a forecast carries nothing of it. */
const NOTHING_PAID = {
  forecast: true,
  paymentDate: null,
  walletId: null,
  paymentMethod: null,
  increase: ZERO,
  discount: ZERO,
  paidNow: false,
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

/** Fields of a paid installment that were sent with another value than it has; what was not sent is not changed. */
const changesOfPaid = (draft: InstallmentDraft, stored: StoredInstallment): FieldError[] => {
  const { payment } = draft;
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
  ];
  return changed.filter(({ differs }) => differs).map(({ path }) => ({ path, message: PAID }));
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

/** True when nothing was added or taken off: for messages that mention both only when there is something to mention. */
export const isPlain = ({ increase, discount }: Pick<PlannedInstallment, 'increase' | 'discount'>): boolean =>
  isZero(increase) && isZero(discount);
