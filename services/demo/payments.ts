import { addDays, daysBetween, type IsoDate } from '#domain/dates.ts';
import { applyPercentage, fromCents, ZERO, type Money } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/paymentMethods.ts';
import { businessDay } from './calendar.ts';
import type { Draft, DraftInstallment, DraftPayment } from './drafts.ts';
import { randomFor, type Random } from './random.ts';

/** Methods that always pay on time: direct debits, wages and taxes. */
const PUNCTUAL = new Set<PaymentMethod>(['DIRECT_DEBIT', 'TRANSFER', 'CREDIT_CARD', 'CASH']);

/** Recent bills, of which this percentage is still open on the seed date. */
const RECENT_DAYS = 18;
const STILL_OPEN_PERCENT = 28;

/** Fine of 2 % and interest of 1 % a month, as printed on every boleto. */
const lateFee = (gross: Money, days: number): Money =>
  applyPercentage(gross, fromCents(200n + (BigInt(days) * 10n) / 3n));

interface Behaviour {
  date: IsoDate;
  increase: Money;
  discount: Money;
}

const behave = (draft: Draft, { dueDate, gross }: DraftInstallment, random: Random): Behaviour => {
  const due = businessDay(dueDate);
  const onTime = { date: due, increase: ZERO, discount: ZERO };
  const luck = random.int(1, 100);
  const days = random.int(1, 11);
  if (PUNCTUAL.has(draft.method) || draft.partner === null) return onTime;
  if (luck <= 9) {
    const date = businessDay(addDays(due, days));
    return { ...onTime, date, increase: draft.method === 'BOLETO' ? lateFee(gross, daysBetween(due, date)) : ZERO };
  }
  if (luck > 94 && draft.method === 'BOLETO') {
    const date = businessDay(addDays(due, -7));
    return { ...onTime, date: date < draft.emission ? due : date, discount: applyPercentage(gross, '2.5') };
  }
  return onTime;
};

const isLeftOpen = (draft: Draft, dueDate: IsoDate, seedDate: IsoDate, random: Random): boolean => {
  const forgotten = random.chance(STILL_OPEN_PERCENT);
  const age = daysBetween(dueDate, seedDate);
  return forgotten && draft.partner !== null && !PUNCTUAL.has(draft.method) && age >= 1 && age <= RECENT_DAYS;
};

const paymentOf = (
  draft: Draft,
  installment: DraftInstallment,
  seedDate: IsoDate,
  random: Random,
): DraftPayment | null => {
  const behaviour = behave(draft, installment, random);
  const paidToday = random.chance(40);
  const isPast = behaviour.date < seedDate || (behaviour.date === seedDate && paidToday);
  if (isLeftOpen(draft, installment.dueDate, seedDate, random) || !isPast) return null;
  return { ...behaviour, wallet: draft.wallet, method: draft.method };
};

/** Pays the installments due before the seed date: mostly on time, some late, early or not yet. */
export const settle = <D extends Draft>(draft: D, seedDate: IsoDate): D => {
  const random = randomFor(`payment of ${draft.key}`);
  const installments = draft.installments.map((one) => ({ ...one, payment: paymentOf(draft, one, seedDate, random) }));
  return { ...draft, installments };
};
