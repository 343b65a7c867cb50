import { sql } from 'kysely';
import type { DecisionBody } from '#schema/purchase/orders/approval.rest.ts';
import type { Order } from '#schema/purchase/orders/orders.rest.ts';
import { forbidden, ruleBroken } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/problems.ts';
import { blankAsNull } from '../../../platform/text.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import { ENTITY } from '../access.ts';
import type { Receiver } from '../expense.ts';
import { holdOrder } from '../hold.ts';
import { readOrder } from '../read.ts';
import { refreshOrder } from '../store.ts';
import { approvalSnapshot } from './stored.ts';
import { tellDecision } from './tell.ts';

const SETTLED = 'Este pedido não aguarda aprovação.';
const NOT_YOURS = 'Este pedido passa do seu limite: quem aprova é outra pessoa.';

/**
 * Approves or rejects an order that waits. @throws ServiceError 404, 409 on a stale version, 403 for who may not, 422 for one
 * that does not wait, or without a reason to reject
 */
export const decideOrder = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Receiver,
  { id, body }: { id: number; body: DecisionBody },
): Promise<Order> => {
  const { accountId, userId } = session;
  const key = { companyId, id };
  const before = await holdOrder(trx, session, { ...key, version: body.version });
  if (before.approval?.status !== 'WAITING') throw ruleBroken(SETTLED);
  if (!before.approval.approvers.includes(userId)) throw forbidden(NOT_YOURS);
  const reason = blankAsNull(body.reason) ?? null;
  if (body.decision === 'REJECTED' && reason === null)
    refuseProblems([{ path: 'reason', message: 'Diga por que o pedido foi reprovado.' }]);
  await sql`
    update order_approvals set status = ${body.decision}, decided_by = ${userId}, decided_at = ${work.clock.now()},
           reason = ${reason}
     where account_id = ${accountId} and order_id = ${id}`.execute(trx);
  // What is approved is committed.
  const after = await refreshOrder(trx, work, session, key);
  const action = body.decision === 'APPROVED' ? 'approve' : 'reject';
  const details = { approval: after.approval && approvalSnapshot(after.approval) };
  work.audit({ action, entity: ENTITY, entityId: id, details });
  await tellDecision(trx, work, after);
  return readOrder(trx, session, key);
};
