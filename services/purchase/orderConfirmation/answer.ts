import { sql } from 'kysely';
import { addDays, formatDate, todayIn, type IsoDate } from '#domain/dates.ts';
import type { ConfirmBody, OrderConfirmation, ProposeBody } from '#schema/purchase/orders/dispatch.rest.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import { blankAsNull } from '../../platform/text.ts';
import { ENTITY } from '../orders/access.ts';
import type { StoredAnswer } from '../orders/dispatch/stored.ts';
import { announceAnswer } from './messages.ts';
import { confirmationAnswer, holdConfirmation, readConfirmation, type SentOrder } from './read.ts';
import type { Visitor } from './visitor.ts';

/** The latest day that may be proposed, from today. */
const FARTHEST = 730;

const CLOSED: Record<Exclude<OrderConfirmation['state'], 'OPEN'>, string> = {
  RECEIVED: 'Este pedido já tem recebimento: não há mais o que confirmar.',
  CANCELED: 'Este pedido foi cancelado.',
  UNAPPROVED: 'O comprador está revendo este pedido.',
  REVOKED: 'Este link não vale mais.',
};

/** @throws ServiceError 409 for an order that was changed since it was read, 422 for one that takes no answers */
const requireAnswerable = ({ state, dispatch }: SentOrder, revision: number): void => {
  if (state !== 'OPEN') throw ruleBroken(CLOSED[state], [{ path: 'token', message: CLOSED[state] }]);
  if (revision !== dispatch.revision)
    throw conflict('O pedido mudou enquanto esta página estava aberta. Confira e responda de novo.');
};

type Answered = Pick<StoredAnswer, 'type' | 'date' | 'note' | 'supplierDocument'>;

/** Whether an answer says what the stored one says already. */
const isSame = (said: Answered, { dispatch: { answer, revision } }: SentOrder): boolean =>
  answer !== null &&
  answer.revision === revision &&
  answer.decision === null &&
  answer.type === said.type &&
  answer.date === said.date &&
  answer.note === said.note &&
  answer.supplierDocument === said.supplierDocument;

/** Notes an answer where it says anything new, and tells the buyer. */
const storeAnswer = async (
  trx: Trx,
  work: Work<Outsider>,
  { visitor, sent, said }: { visitor: Visitor; sent: SentOrder; said: Answered },
): Promise<OrderConfirmation> => {
  const { accountId, orderId } = visitor;
  if (isSame(said, sent)) return confirmationAnswer(trx, visitor, sent);
  await sql`
    update order_dispatches
       set answer = ${said.type}, answered_at = ${work.clock.now()}, answer_revision = revision,
           answer_date = ${said.date}::date, answer_note = ${said.note}, supplier_document = ${said.supplierDocument},
           decision = null, date_before = null
     where account_id = ${accountId} and order_id = ${orderId}`.execute(trx);
  const action = said.type === 'CONFIRMED' ? 'confirm' : 'propose';
  work.audit({ action, entity: ENTITY, entityId: orderId, details: { ...said, revision: sent.dispatch.revision } });
  await announceAnswer(trx, work, sent, said);
  return confirmationAnswer(trx, visitor, await readConfirmation(trx, visitor));
};

/** Confirms an order with its delivery date. @throws ServiceError 404, 409, 422 */
export const confirmOrder = async (
  trx: Trx,
  work: Work<Outsider>,
  visitor: Visitor,
  { revision, note, supplierDocument }: ConfirmBody,
): Promise<OrderConfirmation> => {
  const sent = await holdConfirmation(trx, visitor);
  requireAnswerable(sent, revision);
  const said: Answered = {
    ...{ type: 'CONFIRMED', date: sent.order.deliveryDate },
    ...{ note: blankAsNull(note) ?? null, supplierDocument: blankAsNull(supplierDocument) ?? null },
  };
  return storeAnswer(trx, work, { visitor, sent, said });
};

const dateProblem = (date: IsoDate, today: IsoDate, agreed: IsoDate | null): string | null => {
  if (date < today) return 'Este dia já passou.';
  if (date > addDays(today, FARTHEST)) return `Confira a data: vai até ${formatDate(addDays(today, FARTHEST))}.`;
  return date === agreed ? 'Esta já é a data do pedido: confirme o pedido.' : null;
};

/** Proposes another delivery date. @throws ServiceError 404, 409, 422 */
export const proposeDate = async (
  trx: Trx,
  work: Work<Outsider>,
  visitor: Visitor,
  { revision, date, note }: ProposeBody,
): Promise<OrderConfirmation> => {
  const sent = await holdConfirmation(trx, visitor);
  requireAnswerable(sent, revision);
  const problems = new Problems();
  const problem = dateProblem(date, todayIn(work.clock.now()), sent.order.deliveryDate);
  if (problem !== null) problems.rule('date', problem);
  problems.refuse();
  const said: Answered = { type: 'PROPOSED', date, note: blankAsNull(note) ?? null, supplierDocument: null };
  return storeAnswer(trx, work, { visitor, sent, said });
};

/** The order of a link, whose visit is noted: the buyer sees that it was opened. */
export const visitOrder = async (trx: Trx, work: Work<Outsider>, visitor: Visitor): Promise<OrderConfirmation> => {
  const { accountId, orderId } = visitor;
  const sent = await readConfirmation(trx, visitor);
  if (sent.dispatch.openedAt === null && sent.state === 'OPEN') {
    await sql`
      update order_dispatches set opened_at = ${work.clock.now()}
       where account_id = ${accountId} and order_id = ${orderId} and opened_at is null`.execute(trx);
    work.audit({ action: 'visit', entity: ENTITY, entityId: orderId });
  }
  return confirmationAnswer(trx, visitor, sent);
};
