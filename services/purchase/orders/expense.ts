import { fromCents, toCents, type Money } from '#domain/money.ts';
import { compareDates, type IsoDate } from '#domain/dates.ts';
import type { OrderInstallment } from '#domain/purchase/orders/terms.ts';
import { sql } from 'kysely';
import { ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { expense } from '../../financial/transactions/kinds.ts';
import { lockTransaction } from '../../financial/transactions/lock.ts';
import type { StoredTransaction } from '../../financial/transactions/read.ts';
import { readerOf, type Reader } from '../../financial/transactions/reader.ts';
import { makeTransaction, remakeTransaction, removeTransaction } from '../../financial/transactions/save.ts';
import { installmentsByDay, invoicedValue, keptDeliveries, type StoredOrder } from './read.ts';

/** Who receives, and his day: the expense is made also without the permission to write expenses by hand. */
export interface Receiver {
  session: Session;
  companyId: number;
  today: IsoDate;
}

const readerFor = ({ session, companyId, today }: Receiver): Reader =>
  readerOf({ ...session, admin: true }, companyId, expense, today);

const MAX_PARTS = 100;

/** What has stayed of the deliveries by the stages of its lines, landed: the sum is what the order is invoiced. */
const apportioned = ({ lines, deliveries, building }: StoredOrder) => {
  const stages = new Map(lines.map(({ id, costEstimateGroup }) => [id, costEstimateGroup?.id ?? null]));
  const parts = new Map<number | null, bigint>();
  for (const { lineId, landedValue, returnedValue } of deliveries.flatMap((delivery) => delivery.lines)) {
    const stage = stages.get(lineId) ?? null;
    parts.set(stage, (parts.get(stage) ?? 0n) + toCents(landedValue) - toCents(returnedValue));
  }
  const shares = [...parts].filter(([, cents]) => cents > 0n);
  if (shares.length > MAX_PARTS) return [{ building: { id: building.id }, grossValue: invoicedValue({ deliveries }) }];
  return shares.map(([stage, cents]) => ({
    building: { id: building.id },
    ...(stage !== null && { costEstimateGroup: { id: stage } }),
    grossValue: fromCents(cents),
  }));
};

/** "Pedido PC-0415, notas 15.402 e 15.447" */
const descriptionOf = ({ document, deliveries }: StoredOrder): string => {
  const numbers = deliveries.flatMap(({ documentNumber }) => documentNumber ?? []);
  const last = numbers.at(-1);
  if (last === undefined) return `Pedido ${document}`;
  const notas = numbers.length === 1 ? `nota ${last}` : `notas ${numbers.slice(0, -1).join(', ')} e ${last}`;
  return `Pedido ${document}, ${notas}`.slice(0, 500);
};

const firstOf = ({ deliveries }: StoredOrder): IsoDate =>
  deliveries.map(({ emissionDate }) => emissionDate).sort()[0] ?? '';

const make = async (trx: Trx, work: Work, receiver: Receiver, order: StoredOrder): Promise<void> => {
  const { id } = await makeTransaction(trx, work, readerFor(receiver), {
    documentNumber: order.document,
    description: descriptionOf(order),
    grossValue: invoicedValue(order),
    emissionDate: firstOf(order),
    partner: { id: order.supplier.id },
    ...(order.category && { category: { id: order.category.id } }),
    preferredPaymentMethod: order.paymentMethod,
    transactionRecordList: installmentsByDay(keptDeliveries(order.deliveries)).map((one) => ({
      forecast: true,
      ...one,
    })),
    transactionRecordBuildings: apportioned(order),
  });
  await sql`update orders set transaction_id = ${id}
    where account_id = ${receiver.session.accountId} and id = ${order.id}`.execute(trx);
};

type StoredInstallments = StoredTransaction['installments'];

/** What a return takes from an open installment. */
export interface Taken {
  one: { id: number };
  value: Money;
}

/**
 * What becomes of the installments of an expense: further ones are added, a return takes from open ones, or all follow the
 * deliveries anew.
 */
export type InstallmentChange = { added: readonly OrderInstallment[] } | { taken: readonly Taken[] } | 'anew';

const changed = (stored: StoredInstallments, change: InstallmentChange, { deliveries }: StoredOrder) => {
  if (change === 'anew') return rebuilt(stored, installmentsByDay(keptDeliveries(deliveries)));
  return 'added' in change ? withAdded(stored, change.added) : withoutTaken(stored, change.taken);
};

/** Further installments on top of those that the expense has: what somebody changed of these stays. */
const withAdded = (stored: StoredInstallments, added: readonly OrderInstallment[]) => {
  const open = stored.filter(({ forecast }) => forecast);
  const more = new Map(added.map(({ dueDate, grossValue }) => [dueDate, toCents(grossValue)]));
  const kept = open.map(({ id, dueDate, grossValue }) => {
    const extra = more.get(dueDate) ?? 0n;
    more.delete(dueDate);
    return { id, forecast: true, dueDate, grossValue: fromCents(toCents(grossValue) + extra) };
  });
  const fresh = [...more].map(([dueDate, cents]) => ({ forecast: true, dueDate, grossValue: fromCents(cents) }));
  const paid = stored.filter(({ forecast }) => !forecast).map(({ id, dueDate }) => ({ dueDate, one: { id } }));
  const unpaid = [...kept, ...fresh].map((one) => ({ dueDate: one.dueDate, one }));
  return [...paid, ...unpaid].sort((a, b) => compareDates(a.dueDate, b.dueDate)).map(({ one }) => one);
};

/** The installments without what a return takes from them; those of nothing are left out. */
const withoutTaken = (stored: StoredInstallments, taken: readonly Taken[]) => {
  const byId = new Map(taken.map(({ one, value }) => [one.id, toCents(value)]));
  return stored
    .map(({ id, forecast, dueDate, grossValue }) => {
      if (!forecast) return { id };
      const cents = toCents(grossValue) - (byId.get(id) ?? 0n);
      return cents === 0n ? null : { id, forecast: true, dueDate, grossValue: fromCents(cents) };
    })
    .filter((one) => one !== null);
};

/** The installments of the deliveries that are left, in place of all others. */
const rebuilt = (stored: StoredInstallments, wanted: readonly OrderInstallment[]) => {
  const byDay = new Map(stored.map(({ dueDate, id }) => [dueDate, id]));
  return wanted.map((one) => ({
    ...(byDay.has(one.dueDate) && { id: byDay.get(one.dueDate) }),
    forecast: true,
    ...one,
  }));
};

/** An order before and after what changes it, and its expense with it. */
interface ChangedOrder {
  before: StoredOrder;
  after: StoredOrder;
  installments: InstallmentChange;
}

const change = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  { before, after, stored, installments }: ChangedOrder & { stored: StoredTransaction },
): Promise<void> => {
  const own = descriptionOf(before).slice(0, 500);
  const categoryChanges = before.category?.id !== after.category?.id;
  const category = categoryChanges ? (after.category?.id ?? null) : stored.categoryId;
  await remakeTransaction(trx, work, readerFor(receiver), {
    id: stored.id,
    documentNumber: stored.documentNumber === before.document ? after.document : stored.documentNumber,
    description: stored.description === own ? descriptionOf(after) : stored.description,
    grossValue: invoicedValue(after),
    emissionDate: stored.emissionDate,
    competenceDate: stored.competenceDate,
    partner: { id: after.supplier.id },
    category: category === null ? null : { id: category },
    ...(stored.expectedWalletId !== null && { expectedBank: { id: stored.expectedWalletId } }),
    preferredPaymentMethod: stored.preferredPaymentMethod,
    transactionRecordList: changed(stored.installments, installments, after),
    transactionRecordBuildings: apportioned(after),
  });
};

/** Deletes the expense of an order. @throws ServiceError 422 once any of it is paid */
export const removeExpense = async (trx: Trx, work: Work, receiver: Receiver, { id, expense: made }: StoredOrder) => {
  if (!made) return;
  await sql`update orders set transaction_id = null
    where account_id = ${receiver.session.accountId} and id = ${id}`.execute(trx);
  await removeTransaction(trx, work, readerFor(receiver), { id: made.id });
};

export const PAID = 'Há parcela paga nesta despesa. Desfaça o pagamento antes de desfazer o recebimento.';

/** @throws ServiceError 422 once any of the expense is paid */
export const requireUnpaid = ({ expense: made }: StoredOrder): void => {
  if (made && made.status !== 'OPEN') throw ruleBroken(PAID);
};

/** Holds the expense of an order until the SQL transaction ends, against being paid meanwhile, and reads it. */
export const holdExpense = async (trx: Trx, receiver: Receiver, id: number): Promise<StoredTransaction> =>
  (await lockTransaction(trx, readerFor(receiver), { id })).stored;

/**
 * Brings the one expense of an order to its deliveries (domain.md §4): its value is their sum less what went back, its shares
 * follow the stages of the lines that have stayed.
 */
export const syncExpense = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  { before, after, installments }: ChangedOrder,
): Promise<void> => {
  const value = invoicedValue(after);
  if (!after.expense) {
    if (toCents(value) > 0n) await make(trx, work, receiver, after);
    return;
  }
  if (toCents(value) === 0n) return removeExpense(trx, work, receiver, after);
  const stored = await holdExpense(trx, receiver, after.expense.id);
  await change(trx, work, receiver, { before, after, stored, installments });
};
