import { type IsoDate, addMonths, isIsoDate, monthlyDueDates } from './dates.ts';
import { RuleError } from './errors.ts';
import {
  type Money,
  ZERO,
  add,
  compare,
  formatCurrency,
  fromCents,
  isNegative,
  isPositive,
  isZero,
  money,
  negate,
  subtract,
  sum,
  toCents,
} from './money.ts';
import { INSTALLMENT_COUNT } from './messages.ts';
import { shareCents } from './shares.ts';

/** Maximum installments (thirty years of months), which the database also enforces. */
export const MAX_INSTALLMENTS = 360;

const NEGATIVE = 'O valor não pode ser negativo';

/** One installment during editing. `key` identifies it in the list, independent of its position. */
export interface InstallmentDraft {
  key: string;
  /** False once paid: the functions below then leave its value and date unchanged. */
  forecast: boolean;
  dueDate: IsoDate;
  grossValue: Money;
}

export interface Refusal {
  ok: false;
  /** Portuguese message with the reason and the amount. */
  message: string;
  field?: string;
}

export type InstallmentsResult<T extends InstallmentDraft = InstallmentDraft> =
  { ok: true; installments: T[] } | Refusal;

/**
 * Splits a total into equal parts of two places, half-even, with the remainder in the last; when the last would get
 * zero or less, rounds down and adds the missing cents to the last parts. Sums to the total exactly (§4, domain.md §1).
 * @throws RuleError for a count below 1 (§5) or a negative total.
 */
export function splitAmount(total: Money, count: number): Money[] {
  if (!Number.isInteger(count) || count < 1) {
    throw new RuleError(INSTALLMENT_COUNT, [{ path: 'count', message: INSTALLMENT_COUNT }]);
  }
  const cents = toCents(total);
  if (cents < 0n) throw new RuleError(NEGATIVE, [{ path: 'grossValue', message: NEGATIVE }]);
  return shareCents(cents, new Array<bigint>(count).fill(1n)).map(fromCents);
}

/**
 * Returns a new list: equal values, monthly due dates on the day of the first (§4). Every value is positive, except
 * when the total is zero.
 */
export function buildInstallments(total: Money, count: number, firstDueDate: IsoDate): InstallmentsResult {
  if (!Number.isInteger(count) || count < 1) return refuse(INSTALLMENT_COUNT, 'count');
  if (count > MAX_INSTALLMENTS) return refuse(`Use no máximo ${MAX_INSTALLMENTS} parcelas`, 'count');
  if (!isIsoDate(firstDueDate)) return refuse('Informe o primeiro vencimento', 'dueDate');
  if (isNegative(total)) return refuse(NEGATIVE, 'grossValue');
  if (isPositive(total) && toCents(total) < BigInt(count)) {
    return refuse(`${formatCurrency(total)} não dá um centavo para cada uma das ${count} parcelas`, 'count');
  }
  const values = splitAmount(total, count);
  const installments = monthlyDueDates(firstDueDate, count).map((dueDate, index) => ({
    key: `p${index + 1}`,
    forecast: true,
    dueDate,
    grossValue: values[index] ?? ZERO,
  }));
  return { ok: true, installments };
}

/**
 * Adds an installment a month after the last, on the same anchor day, and splits the unpaid rest of the total over the
 * forecast ones (§4).
 */
export function addInstallment<T extends InstallmentDraft>(
  list: readonly T[],
  total: Money,
): InstallmentsResult<T | InstallmentDraft> {
  const dueDate = nextMonthlyDate(list.map((installment) => installment.dueDate));
  if (!dueDate) return refuse('Informe o primeiro vencimento', 'dueDate');
  if (list.length >= MAX_INSTALLMENTS) return refuse(`Use no máximo ${MAX_INSTALLMENTS} parcelas`, 'count');
  const left = subtract(total, paidTotal(list));
  if (!isPositive(left) && list.some((installment) => !installment.forecast)) {
    return refuse('O valor já está todo pago: não há o que parcelar', 'count');
  }
  return redistribute([...list, { key: freeKey(list), forecast: true, dueDate, grossValue: ZERO }], total);
}

/**
 * Removes a forecast installment and distributes its value over the other forecast ones. Equal values stay equal;
 * values set by hand keep their differences.
 */
export function removeInstallment<T extends InstallmentDraft>(
  list: readonly T[],
  key: string,
  total: Money,
): InstallmentsResult<T> {
  const removed = list.find((installment) => installment.key === key);
  if (!removed) return refuse('Parcela não encontrada');
  if (!removed.forecast) return refuse('Parcela paga não pode ser removida: desfaça o pagamento primeiro');
  const rest = list.filter((installment) => installment !== removed);
  if (rest.length === 0) return refuse(INSTALLMENT_COUNT, 'count');
  const open = rest.filter((installment) => installment.forecast);
  const freed = missing(rest, total);
  if (open.length === 0 && isZero(freed)) return { ok: true, installments: rest };
  if (open.length === 0) return refuse('Não há outra parcela em aberto para receber este valor');
  if (isNegative(freed) || isEvenSplit(list.filter((installment) => installment.forecast))) {
    return redistribute(rest, total);
  }
  const extra = splitAmount(freed, open.length);
  return {
    ok: true,
    installments: withValues(
      rest,
      open.map((one, index) => add(one.grossValue, extra[index] ?? ZERO)),
    ),
  };
}

/**
 * Sets the value of a forecast installment and splits the rest of the total over the later forecast ones, never below
 * zero; paid ones are unchanged (§4). Refuses a value whose rest they cannot absorb.
 */
export function changeInstallmentValue<T extends InstallmentDraft>(
  list: readonly T[],
  key: string,
  value: Money,
  total: Money,
): InstallmentsResult<T> {
  const index = list.findIndex((installment) => installment.key === key);
  const edited = list[index];
  if (!edited) return refuse('Parcela não encontrada');
  if (!edited.forecast) return refuse('Parcela paga não pode ser alterada: desfaça o pagamento primeiro', 'grossValue');
  if (isNegative(value)) return refuse(NEGATIVE, 'grossValue');
  const changed = list.map((one) => (one === edited ? { ...one, grossValue: money(value) } : one));
  const isLater = (one: T, position: number) => position > index && one.forecast;
  const later = changed.filter(isLater);
  const kept = changed.filter((one, position) => !isLater(one, position));
  const left = missing(kept, total);
  if (isNegative(left)) {
    return refuse(`As parcelas passam do valor em ${formatCurrency(negate(left))}`, 'grossValue');
  }
  if (later.length === 0 && !isZero(left)) {
    return refuse(`Faltam ${formatCurrency(left)} e não há parcela posterior em aberto para recebê-los`, 'grossValue');
  }
  if (later.length === 0) return { ok: true, installments: changed };
  const shares = new Map(splitAmount(left, later.length).map((share, position) => [later[position], share]));
  return { ok: true, installments: changed.map((one) => withValue(one, shares.get(one) ?? one.grossValue)) };
}

/** Sets a due date and moves the later forecast installments in monthly steps on the new anchor day (§4). */
export function changeInstallmentDueDate<T extends InstallmentDraft>(
  list: readonly T[],
  key: string,
  dueDate: IsoDate,
): InstallmentsResult<T> {
  const index = list.findIndex((installment) => installment.key === key);
  const edited = list[index];
  if (!edited) return refuse('Parcela não encontrada');
  if (!edited.forecast) return refuse('Parcela paga não pode ser alterada: desfaça o pagamento primeiro', 'dueDate');
  if (!isIsoDate(dueDate)) return refuse('Data inválida', 'dueDate');
  const installments = list.map((one, position) =>
    position >= index && one.forecast ? withDueDate(one, addMonths(dueDate, position - index)) : one,
  );
  return { ok: true, installments };
}

/** Splits the total minus the paid installments equally over the forecast ones. */
export function redistribute<T extends InstallmentDraft>(list: readonly T[], total: Money): InstallmentsResult<T> {
  const open = list.filter((installment) => installment.forecast);
  const left = subtract(total, paidTotal(list));
  if (isNegative(left)) {
    return refuse(`As parcelas pagas passam do valor em ${formatCurrency(negate(left))}`, 'grossValue');
  }
  if (open.length > 0) return { ok: true, installments: withValues(list, splitAmount(left, open.length)) };
  if (isZero(left)) return { ok: true, installments: [...list] };
  return refuse(`Faltam ${formatCurrency(left)} e não há parcela em aberto para recebê-los`, 'grossValue');
}

/**
 * Splits an installment into a paid and a remaining one for a part payment; both sum to the original value (domain.md
 * §3).
 */
export function splitForPartPayment(
  grossValue: Money,
  paidGross: Money,
): { ok: true; paid: Money; remaining: Money } | Refusal {
  if (!isPositive(paidGross)) return refuse('O valor pago deve ser maior que zero', 'grossValue');
  if (compare(paidGross, grossValue) >= 0) {
    const limit = formatCurrency(grossValue);
    return refuse(`O pagamento parcial deve ser menor que a parcela (${limit})`, 'grossValue');
  }
  return { ok: true, paid: money(paidGross), remaining: subtract(grossValue, paidGross) };
}

/** Sum of the gross values. */
export function installmentsTotal(list: readonly Pick<InstallmentDraft, 'grossValue'>[]): Money {
  return sum(list.map((installment) => installment.grossValue));
}

/** Returns total − sum of the installments: positive when the sum is too low, negative when it is too high. */
export function missing(list: readonly Pick<InstallmentDraft, 'grossValue'>[], total: Money): Money {
  return subtract(total, installmentsTotal(list));
}

function refuse(message: string, field?: string): Refusal {
  return field === undefined ? { ok: false, message } : { ok: false, message, field };
}

function paidTotal(list: readonly InstallmentDraft[]): Money {
  return installmentsTotal(list.filter((installment) => !installment.forecast));
}

/** Returns the list with new values for its forecast installments, in order. */
function withValues<T extends InstallmentDraft>(list: readonly T[], values: readonly Money[]): T[] {
  let next = 0;
  return list.map((one) => (one.forecast ? withValue(one, values[next++] ?? one.grossValue) : one));
}

/** An installment whose value stays is the same object: forms draw only what changed. */
function withValue<T extends InstallmentDraft>(one: T, grossValue: Money): T {
  return one.grossValue === grossValue ? one : { ...one, grossValue };
}

function withDueDate<T extends InstallmentDraft>(one: T, dueDate: IsoDate): T {
  return one.dueDate === dueDate ? one : { ...one, dueDate };
}

function isEvenSplit(list: readonly InstallmentDraft[]): boolean {
  const even = splitAmount(installmentsTotal(list), list.length);
  return list.every((installment, index) => compare(installment.grossValue, even[index] ?? ZERO) === 0);
}

/**
 * Returns the date a month after the last, on the anchor day of the list's final run: 31 Jan, 28 Feb is followed by 31
 * Mar. The run starts at the earliest date from which all later ones are monthly steps.
 */
function nextMonthlyDate(dates: readonly IsoDate[]): IsoDate | null {
  const start = dates.findIndex((anchor, first) =>
    dates.slice(first).every((date, step) => date === addMonths(anchor, step)),
  );
  const anchor = dates[start];
  return anchor ? addMonths(anchor, dates.length - start) : null;
}

function freeKey(list: readonly InstallmentDraft[]): string {
  const taken = new Set(list.map((installment) => installment.key));
  let number = list.length + 1;
  while (taken.has(`p${number}`)) number += 1;
  return `p${number}`;
}
