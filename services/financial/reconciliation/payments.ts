import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import { add, isPositive, type Money, negate, isNegative, subtract, sum, ZERO } from '#domain/money.ts';
import type { Link } from '#domain/financial/reconciliation/allocate.ts';
import { paymentMethodOf } from '#domain/financial/reconciliation/paymentMethod.ts';
import { isPaymentMethod } from '#domain/transactions.ts';
import { ruleBroken, ServiceError } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { payInstallment, withoutAnnouncement } from '../transactions/payments.ts';
import type { Clerk } from './access.ts';
import type { ChosenLine, PlannedPayment } from './chosen.ts';

/** Says of the problems of a call where they stand in the item. */
export const at = async <T>(path: string, call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const fields = error.fields.map((field) => ({ ...field, path: `${path}.${field.path}` }));
    throw new ServiceError(error.status, error.code, error.message, fields, error.headers);
  }
};

/** What a payment's links need: which installment the money of a line has paid. */
export interface PaidLink extends Link {
  installmentId: number;
  transactionId: number;
}

/** The forecast rest of an installment that was paid in part. */
const restOf = async (trx: Trx, accountId: number, installmentId: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from installments where account_id = ${accountId} and split_from = ${installmentId} and forecast
     order by id desc limit 1`.execute(trx);
  const [rest] = rows;
  if (!rest) throw new Error(`installment ${installmentId} has no rest`);
  return rest.id;
};

const methodOf = ({ memo }: ChosenLine, { preferredPaymentMethod }: PlannedPayment): string => {
  const preferred = preferredPaymentMethod ?? '';
  return paymentMethodOf(memo) ?? (isPaymentMethod(preferred) ? preferred : 'OTHER');
};

const unsigned = (amount: Money): Money => (isNegative(amount) ? negate(amount) : amount);

interface DayOfPayment {
  date: IsoDate;
  line: ChosenLine;
  links: Link[];
  net: Money;
}

/** The links of a payment by the day on which the bank moved the money. */
const daysOf = (lines: readonly ChosenLine[], links: readonly Link[]): DayOfPayment[] => {
  const days = new Map<IsoDate, DayOfPayment>();
  for (const line of lines) {
    const own = links.filter(({ lineId }) => lineId === line.id);
    if (own.length === 0) continue;
    const day = days.get(line.date) ?? { date: line.date, line, links: [], net: ZERO };
    const net = add(day.net, sum(own.map(({ amount }) => unsigned(amount))));
    days.set(line.date, { ...day, links: [...day.links, ...own], net });
  }
  return [...days.values()].sort((a, b) => a.date.localeCompare(b.date));
};

/**
 * Pays an installment on the days on which the bank moved its money: one payment a day, the later ones of its rest. Increase and
 * discount go to the last. `versions` knows the documents that the item has changed already.
 */
export const payOnBankDays = async (
  trx: Trx,
  work: Work,
  clerk: Clerk,
  {
    payment,
    lines,
    links,
    versions,
  }: {
    payment: PlannedPayment;
    lines: readonly ChosenLine[];
    links: readonly Link[];
    versions: Map<number, number>;
  },
): Promise<PaidLink[]> => {
  const reader = payment.type === 'CREDIT' ? clerk.income : clerk.expense;
  const { transactionId, path } = payment;
  const paid: PaidLink[] = [];
  let installmentId = payment.installmentId;
  const days = daysOf(lines, links);
  for (const [index, day] of days.entries()) {
    if (index > 0) installmentId = await restOf(trx, work.session.accountId, installmentId);
    const isLast = index === days.length - 1;
    const grossValue = isLast ? add(subtract(day.net, payment.increase), payment.discount) : day.net;
    if (!isPositive(grossValue))
      throw ruleBroken('Os juros passam do que foi pago no último dia.', [
        { path: `${path}.increase`, message: 'Os juros passam do que foi pago no último dia.' },
      ]);
    const version = versions.get(transactionId) ?? payment.version;
    const body = {
      ...(version !== undefined && { version }),
      paymentDate: day.date,
      bank: { id: day.line.walletId },
      paymentMethod: methodOf(day.line, payment),
      grossValue,
      ...(isLast && { increase: payment.increase, discount: payment.discount }),
    };
    const { answer } = await at(path, () =>
      payInstallment(trx, work, reader, { id: transactionId, installmentId }, body, withoutAnnouncement),
    );
    versions.set(transactionId, answer.transaction.version);
    for (const link of day.links) paid.push({ ...link, installmentId, transactionId });
  }
  return paid;
};
