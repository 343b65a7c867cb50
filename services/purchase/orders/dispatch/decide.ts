import { sql } from 'kysely';
import type { OrderDateDecision } from '#schema/purchase/orders/dispatch.rest.ts';
import type { Order } from '#schema/purchase/orders/orders.rest.ts';
import { ruleBroken } from '../../../platform/errors.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { ENTITY } from '../access.ts';
import type { Receiver } from '../expense.ts';
import { holdOrder } from '../hold.ts';
import { readOrder, type StoredOrder } from '../read.ts';
import { updateOrderOf } from '../save.ts';
import { queueOrderMail } from './mails.ts';
import { closedReason } from './send.ts';
import type { StoredAnswer, StoredDispatch } from './stored.ts';

interface Proposed {
  order: StoredOrder;
  dispatch: StoredDispatch;
  answer: StoredAnswer;
}

const refuse = (message: string): never => {
  throw ruleBroken(message, [{ path: 'decision', message }]);
};

/** What a decision is about. @throws ServiceError 422 where nothing is proposed */
const proposedOf = (order: StoredOrder): Proposed => {
  const closed = closedReason(order);
  if (closed !== null) refuse(closed);
  const { dispatch } = order;
  if (dispatch?.answer?.type !== 'PROPOSED') return refuse('O fornecedor não propôs outra data.');
  return { order, dispatch, answer: dispatch.answer };
};

/**
 * Moves the delivery date, and with it the installments that are counted from it. What the supplier answered stands to
 * the order as it is then, for nothing but his own date was changed.
 */
const moveDate = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  { order, dispatch, date }: Proposed & { date: string | null },
): Promise<void> => {
  await updateOrderOf(trx, work, receiver, { id: order.id, delivery: { date } });
  await sql`
    update order_dispatches set changed_at = ${dispatch.changedAt}::timestamptz, answer_revision = answer_revision
           + revision - ${dispatch.revision}
     where account_id = ${receiver.session.accountId} and order_id = ${order.id}`.execute(trx);
};

const storeDecision = async (
  trx: Trx,
  { session }: Work,
  { id }: StoredOrder,
  { decision, dateBefore }: Pick<StoredAnswer, 'decision' | 'dateBefore'>,
): Promise<void> => {
  await sql`
    update order_dispatches set decision = ${decision}, date_before = ${dateBefore}::date
     where account_id = ${session.accountId} and order_id = ${id}`.execute(trx);
};

type Decide = (trx: Trx, work: Work, receiver: Receiver, proposed: Proposed) => Promise<void>;

const accept: Decide = async (trx, work, receiver, proposed) => {
  const { order, answer } = proposed;
  if (answer.decision === 'ACCEPTED') return;
  await moveDate(trx, work, receiver, { ...proposed, date: answer.date });
  await storeDecision(trx, work, order, { decision: 'ACCEPTED', dateBefore: order.deliveryDate });
};

const keep: Decide = async (trx, work, _receiver, { order, dispatch, answer }) => {
  if (answer.decision === 'ACCEPTED') refuse('A data proposta já foi aceita.');
  if (answer.decision === 'KEPT') return;
  await storeDecision(trx, work, order, { decision: 'KEPT', dateBefore: null });
  const { email: address } = dispatch;
  if (address === null) return;
  const mail = { orderId: order.id, kind: 'ORDER_DATE_KEPT' as const, address };
  await queueOrderMail(trx, work.session.accountId, mail, work.clock.now());
};

const undo: Decide = async (trx, work, receiver, proposed) => {
  const { order, answer } = proposed;
  if (answer.decision !== 'ACCEPTED') refuse('Não há o que desfazer: a data proposta não foi aceita.');
  if (order.deliveryDate !== answer.date) refuse('A data do pedido já é outra.');
  await moveDate(trx, work, receiver, { ...proposed, date: answer.dateBefore });
  await storeDecision(trx, work, order, { decision: null, dateBefore: null });
};

const DECISIONS: Record<OrderDateDecision, Decide> = { ACCEPT: accept, KEEP: keep, UNDO: undo };

/** Decides about the date that a supplier proposed. @throws ServiceError 404, 409, 422 */
export const decideDate = async (
  trx: Trx,
  work: Work,
  receiver: Receiver,
  { id, version, decision }: { id: number; version: number | undefined; decision: OrderDateDecision },
): Promise<Order> => {
  const { session, companyId } = receiver;
  const proposed = proposedOf(await holdOrder(trx, session, { companyId, id, version }));
  await DECISIONS[decision](trx, work, receiver, proposed);
  const details = { decision, date: proposed.answer.date };
  work.audit({ action: 'decideDate', entity: ENTITY, entityId: id, details });
  return readOrder(trx, session, { companyId, id });
};
