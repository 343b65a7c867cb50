import { sql } from 'kysely';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { isInForce } from '#domain/purchase/orders/approval.ts';
import { orderState } from '#domain/purchase/orders/receiving.ts';
import type { OrderSendBody } from '#schema/purchase/orders/dispatch.rest.ts';
import type { Order } from '#schema/purchase/orders/orders.rest.ts';
import { ruleBroken } from '../../../platform/errors.ts';
import { Problems } from '../../../platform/problems.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { blankAsNull } from '../../../platform/text.ts';
import { ENTITY } from '../access.ts';
import { requireApproved } from '../approval/stored.ts';
import type { Receiver } from '../expense.ts';
import { holdOrder } from '../hold.ts';
import { readOrder, type StoredOrder } from '../read.ts';
import { contentHash } from './content.ts';
import { makeOrderLink } from './links.ts';
import { queueOrderMail } from './mails.ts';

type Buyer = Pick<Receiver, 'session' | 'companyId'>;

/** Why there is nothing to confirm; null: there is. */
export const closedReason = (order: Pick<StoredOrder, 'lines' | 'deliveries' | 'approval'>): string | null => {
  if (orderState(order.lines) === 'CANCELED') return 'Este pedido foi cancelado.';
  if (order.deliveries.length > 0) return 'Este pedido já tem recebimento: não há mais o que confirmar.';
  // What was changed above a limit is not ordered before it is approved.
  return order.approval && !isInForce(order.approval) ? 'O comprador está revendo este pedido.' : null;
};

const requireSendable = (order: StoredOrder): void => {
  requireApproved(order);
  const message = closedReason(order);
  if (message !== null) throw ruleBroken(message, [{ path: 'id', message }]);
};

/** Whoever lost access has it again, by new links alone. */
const dropRevoked = async (trx: Trx, { accountId }: Work['session'], { id, dispatch }: StoredOrder): Promise<void> => {
  if (dispatch?.revoked !== true) return;
  await sql`delete from order_links where account_id = ${accountId} and order_id = ${id}`.execute(trx);
  await sql`
    update order_dispatches set revoked_at = null, opened_at = null
     where account_id = ${accountId} and order_id = ${id}`.execute(trx);
};

interface Told {
  email: string | null;
  phone: string | null;
  message: string | null;
}

/** Notes that an order goes to its supplier; what he answered before stays. */
const storeSending = async (trx: Trx, work: Work, order: StoredOrder, told: Told): Promise<void> => {
  const { accountId, userId } = work.session;
  const now = work.clock.now();
  await dropRevoked(trx, work.session, order);
  await sql`
    insert into order_dispatches (account_id, order_id, partner_id, sent_by, sent_at, email, phone, message, content_hash)
    values (${accountId}, ${order.id}, ${order.supplier.id}, ${userId}, ${now}, ${told.email}, ${told.phone},
            ${told.message}, ${contentHash(order)})
    on conflict (account_id, order_id) do update
      set sent_by = excluded.sent_by, sent_at = excluded.sent_at, email = excluded.email, phone = excluded.phone,
          message = excluded.message`.execute(trx);
};

/** The address that a mail goes to. Adds a problem where there is none. */
const addressOf = (given: string | null, { supplierEmail, supplier }: StoredOrder, problems: Problems): string => {
  const address = given ?? supplierEmail;
  if (address === null)
    problems.rule('email', `${supplier.name} não tem e-mail no cadastro: informe um, ou copie o link.`);
  else if (!isEmail(normalizeEmail(address))) problems.rule('email', 'Informe um e-mail válido.');
  return normalizeEmail(address ?? '');
};

/** Mails an order to its supplier. @throws ServiceError 404, 409, 422 */
export const sendOrder = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  { id, body: { version, ...body } }: { id: number; body: OrderSendBody },
): Promise<Order> => {
  const now = work.clock.now();
  const order = await holdOrder(trx, session, { companyId, id, version });
  requireSendable(order);
  const problems = new Problems();
  const email = addressOf(blankAsNull(body.email) ?? null, order, problems);
  problems.refuse();
  const told = { email, phone: blankAsNull(body.phone) ?? null, message: blankAsNull(body.message) ?? null };
  await storeSending(trx, work, order, told);
  await queueOrderMail(trx, session.accountId, { orderId: id, kind: 'ORDER', address: email }, now);
  work.audit({ action: 'send', entity: ENTITY, entityId: id, details: told });
  return readOrder(trx, session, { companyId, id });
};

/** Makes a link to be sent by other means: the order counts as sent. @throws ServiceError 404, 422 */
export const linkOrder = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  { id, publicUrl }: { id: number; publicUrl: string },
): Promise<{ order: Order; url: string }> => {
  const now = work.clock.now();
  const order = await holdOrder(trx, session, { companyId, id });
  requireSendable(order);
  if (order.dispatch === null) await storeSending(trx, work, order, { email: null, phone: null, message: null });
  else await dropRevoked(trx, session, order);
  const path = await makeOrderLink(trx, session.accountId, id, now);
  work.audit({ action: 'makeLink', entity: ENTITY, entityId: id });
  return { order: await readOrder(trx, session, { companyId, id }), url: `${publicUrl}${path}` };
};

/** All links of an order stop working; what its supplier answered stays. @throws ServiceError 404, 422 */
export const revokeLinks = async (trx: Trx, work: Work, { session, companyId }: Buyer, id: number): Promise<Order> => {
  const order = await holdOrder(trx, session, { companyId, id });
  if (order.dispatch === null) {
    const message = 'Este pedido não foi enviado.';
    throw ruleBroken(message, [{ path: 'id', message }]);
  }
  await sql`update order_dispatches set revoked_at = coalesce(revoked_at, ${work.clock.now()})
    where account_id = ${session.accountId} and order_id = ${id}`.execute(trx);
  work.audit({ action: 'revoke', entity: ENTITY, entityId: id });
  return readOrder(trx, session, { companyId, id });
};
