import { sql } from 'kysely';
import type { ApprovalStep } from '#domain/purchase/orders/approval.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import { postMessage } from '../../../assistant/postMessage.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { namedUser } from '../../../platform/namedUser.ts';
import type { StoredOrder } from '../read.ts';
import { queueApprovalMails } from './mails.ts';
import { orderPath } from './path.ts';

/** Who may see what is told of an order. */
const aboutOf = ({ companyId, building }: StoredOrder) => ({
  ...{ companyId, permission: 'PURCHASE' as const, buildingIds: [building.id] },
});

/** Those of the users who have a password: an address that nobody proved reads nothing. */
const withPassword = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from users where account_id = ${accountId} and id = any(${[...ids]}::bigint[])
       and password_hash is not null order by id`.execute(trx);
  return rows.map(({ id }) => id);
};

/** Tells users in the assistant that an order waits for them. */
export const postWaiting = async (
  trx: Trx,
  work: Work,
  { order, userIds }: { order: StoredOrder; userIds: readonly number[] },
): Promise<void> => {
  const { approval, document, supplier, building } = order;
  if (!approval) return;
  await postMessage(trx, work, {
    ...{ userIds, about: aboutOf(order), event: 'APPROVAL', kind: 'WARNING', link: orderPath(order) },
    text: `O pedido ${document} aguarda a sua aprovação: ${formatCurrency(approval.value)} a ${supplier.name}, obra ${building.name}. Comprador: ${namedUser(approval.requestedBy.id)}.`,
    people: [approval.requestedBy.id],
  });
};

/**
 * Tells who may approve an order that it waits, by the assistant and by mail; who was told of the same waiting is not told
 * again.
 */
export const tellWaiting = async (
  trx: Trx,
  work: Work,
  { step, before, after }: { step: ApprovalStep; before: StoredOrder | undefined; after: StoredOrder },
): Promise<void> => {
  const { approval } = after;
  if (step.kind !== 'WAITS' || !approval) return;
  const told = new Set(step.isNew ? [] : before?.approval?.approvers);
  const userIds = await withPassword(
    trx,
    work.session.accountId,
    approval.approvers.filter((id) => id !== work.session.userId && !told.has(id)),
  );
  await postWaiting(trx, work, { order: after, userIds });
  await queueApprovalMails(trx, { accountId: work.session.accountId, orderId: after.id, userIds }, work.clock.now());
};

/** Tells who asked, and the buyer, what was decided. */
export const tellDecision = async (trx: Trx, work: Work, order: StoredOrder): Promise<void> => {
  const { approval, document, buyer } = order;
  if (!approval?.decidedBy) return;
  const { id: deciderId } = approval.decidedBy;
  const decider = namedUser(deciderId);
  const userIds = [approval.requestedBy.id, ...(buyer ? [buyer.id] : [])].filter((id) => id !== deciderId);
  const value = formatCurrency(approval.value);
  const why = approval.reason === null ? '' : ` ${decider}: “${approval.reason}”`;
  await postMessage(trx, work, {
    ...{ userIds, about: aboutOf(order), event: 'APPROVAL', link: orderPath(order), people: [deciderId] },
    ...(approval.status === 'APPROVED'
      ? { kind: 'SUCCESS', text: `${decider} aprovou o pedido ${document}, de ${value}.${why}` }
      : { kind: 'WARNING', text: `${decider} reprovou o pedido ${document}, de ${value}.${why}` }),
  });
};
