import { isSameDueDay } from '#domain/financial/paymentCodes/dueDates.ts';
import { methodOf } from '#domain/financial/paymentCodes/check.ts';
import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import type { KeyedExpense } from '#web/financial/paymentCodes/intake/useFiscalKey.ts';
import { readHere } from '#web/financial/paymentCodes/reading.ts';
import { compare, sum } from '#domain/money.ts';
import { Refused } from '#web/form/document/edit.ts';
import { setInstallmentDueDate, setTotal, type Edit } from '../edits.ts';
import { fillByKey } from './keyEdits.ts';
import { forecastOf, isFilled, type FormInstallment, type TransactionForm } from '../model.ts';

export const setCode =
  (key: string, paymentCode: string | null): Edit =>
  (form) => ({
    ...form,
    installments: form.installments.map((one) => (one.key === key ? { ...one, paymentCode } : one)),
  });

/** Nothing is typed of the value yet: a code may say it. */
const isBlank = ({ grossValue, installments }: TransactionForm): boolean =>
  !isFilled(grossValue) && installments.length === 1 && installments[0]?.paymentCode == null;

const formOf = (result: TransactionForm | Refused<TransactionForm>, before: TransactionForm): TransactionForm =>
  result instanceof Refused ? (result.form ?? before) : result;

/** Edits one after the other; what one of them declines stays as it was. */
const all =
  (...edits: readonly Edit[]): Edit =>
  (form) =>
    edits.reduce<TransactionForm>((now, edit) => formOf(edit(now), now), form);

const setMethod =
  (code: PaymentCode): Edit =>
  (form) =>
    form.preferredPaymentMethod === '' ? { ...form, preferredPaymentMethod: methodOf(code.kind) } : form;

/** Value, due date, method and code of a form that has none. */
const fillWith = (code: PaymentCode): Edit => {
  const { amount, dueDate } = code;
  return (form) => {
    const key = form.installments[0]?.key ?? '';
    return all(
      ...(amount === null ? [] : [setTotal(amount)]),
      ...(dueDate === null ? [] : [setInstallmentDueDate(key, dueDate)]),
      setMethod(code),
      setCode(key, code.code),
    )(form);
  };
};

/** A carnê: an installment for each code, in the order of their due dates. */
const fillWithAll =
  (codes: readonly PaymentCode[]): Edit =>
  (form) => {
    const sorted = [...codes].sort((a, b) => (a.dueDate ?? '').localeCompare(b.dueDate ?? ''));
    const installments = sorted.map(({ code, amount, dueDate }, index) => ({
      ...forecastOf({ key: `p${index + 1}`, forecast: true, dueDate: dueDate ?? '', grossValue: amount ?? '0.00' }),
      paymentCode: code,
    }));
    const total = sum(installments.map(({ grossValue }) => grossValue));
    const [first] = sorted;
    const filled = formOf(setTotal(total)(form), form);
    return first ? all(setMethod(first))({ ...filled, installments }) : filled;
  };

/** What becomes of a code in a form. */
export type Placement =
  { kind: 'placed'; edit: Edit; number: number } | { kind: 'known'; number: number } | { kind: 'asked' };

const isCarne = (codes: readonly PaymentCode[]): boolean =>
  codes.length > 1 && codes.every(({ amount, dueDate }) => amount !== null && dueDate !== null);

/** The open installments that a code says the amount or, without one, the due date of. */
const fitting = (form: TransactionForm, { amount, dueDate }: PaymentCode): FormInstallment[] => {
  const open = form.installments.filter((one) => one.forecast && one.paymentCode == null);
  const sameDay = (one: FormInstallment) =>
    dueDate !== null && one.dueDate !== '' && isSameDueDay(dueDate, one.dueDate);
  if (amount === null) {
    const due = open.filter(sameDay);
    return due.length > 0 ? due : open;
  }
  const same = open.filter((one) => compare(one.grossValue, amount) === 0);
  const exact = same.filter(sameDay);
  return exact.length > 0 ? exact.slice(0, 1) : same;
};

/** The place of a code: its installment by value and date, a form without value, or what the user says. */
export const placementOf = (form: TransactionForm, code: PaymentCode): Placement => {
  const known = form.installments.findIndex(({ paymentCode }) => paymentCode === code.code);
  if (known >= 0) return { kind: 'known', number: known + 1 };
  if (isBlank(form)) return { kind: 'placed', edit: fillWith(code), number: 1 };
  const [one, ...others] = fitting(form, code);
  if (!one || others.length > 0) return { kind: 'asked' };
  const number = 1 + form.installments.findIndex(({ key }) => key === one.key);
  return { kind: 'placed', edit: all(setMethod(code), setCode(one.key, code.code)), number };
};

/** Places codes one after the other; `asked` are those whose place the form does not tell. */
export const placeAll = (
  form: TransactionForm,
  codes: readonly PaymentCode[],
): { edit: Edit; placed: number[]; known: number[]; asked: PaymentCode[] } => {
  if (isBlank(form) && isCarne(codes)) {
    return { edit: fillWithAll(codes), placed: codes.map((_, index) => index + 1), known: [], asked: [] };
  }
  let now = form;
  const edits: Edit[] = [];
  const [placed, known]: [number[], number[]] = [[], []];
  const asked: PaymentCode[] = [];
  for (const code of codes) {
    const placement = placementOf(now, code);
    if (placement.kind === 'asked') asked.push(code);
    else if (placement.kind === 'known') known.push(placement.number);
    else {
      placed.push(placement.number);
      edits.push(placement.edit);
      now = formOf(placement.edit(now), now);
    }
  }
  return { edit: all(...edits), placed, known, asked };
};

/** The form of a new expense that begins with codes, or with the access key of a nota. */
export const startedForm = (
  empty: TransactionForm,
  texts: readonly string[],
  keyed: KeyedExpense | null = null,
): TransactionForm => {
  const form = keyed ? formOf(fillByKey(keyed)(empty), empty) : empty;
  const codes = texts.flatMap((text) => {
    const read = readHere(text);
    return read.ok ? [read.code] : [];
  });
  return codes.length === 0 ? form : formOf(placeAll(form, codes).edit(form), form);
};
