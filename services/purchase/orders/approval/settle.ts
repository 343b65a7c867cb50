import { sql } from 'kysely';
import {
  approvalStep,
  type ApprovalStep,
  type ApprovedTerms,
  type OrderBefore,
  type OrderLimits,
} from '#domain/purchase/orders/approval.ts';
import { orderFigures, type OrderCharges, type OrderLine } from '#domain/purchase/orders/figures.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import type { StoredOrder } from '../read.ts';

/** An order as it is saved. */
interface Saved extends OrderCharges {
  lines: readonly OrderLine[];
  supplierId: number;
  buildingId: number;
}

const termsOf = (order: Saved): ApprovedTerms => ({
  ...{ value: orderFigures(order.lines, order).grossValue, supplierId: order.supplierId, buildingId: order.buildingId },
});

const termsBefore = (order: StoredOrder): OrderBefore => ({
  ...termsOf({ ...order, supplierId: order.supplier.id, buildingId: order.building.id }),
  approval: order.approval,
});

/** Limits of who saves, and of who made the order wait. One SQL statement. */
const readLimits = async (
  trx: Trx,
  { accountId, userId }: Work['session'],
  companyId: number,
  requesterId: number,
): Promise<OrderLimits> => {
  const { rows } = await sql<OrderLimits>`
    select order_limit(${accountId}, ${companyId}, ${userId}) as saver,
           order_limit(${accountId}, ${companyId}, ${requesterId}) as requester`.execute(trx);
  return rows[0] ?? { saver: null, requester: null };
};

/**
 * Writes what a save makes of the approval of an order, before its figures are refreshed: what waits commits nothing. Under the
 * lock of the order.
 */
export const settleApproval = async (
  trx: Trx,
  { session, clock }: Work,
  { companyId, id }: { companyId: number; id: number },
  { now, before }: { now: Saved; before: StoredOrder | undefined },
): Promise<ApprovalStep> => {
  const { accountId, userId } = session;
  const terms = termsOf(now);
  const requesterId = before?.approval?.requestedBy.id ?? userId;
  const limits = await readLimits(trx, session, companyId, requesterId);
  const step = approvalStep(terms, before ? termsBefore(before) : null, limits);
  if (step.kind === 'NOT_NEEDED' && before?.approval)
    await sql`delete from order_approvals where account_id = ${accountId} and order_id = ${id}`.execute(trx);
  if (step.kind !== 'WAITS') return step;
  const by = step.by === 'saver' ? userId : requesterId;
  await sql`
    insert into order_approvals (account_id, order_id, status, max_value, value, requested_by, requested_at)
    values (${accountId}, ${id}, 'WAITING', ${step.limit}::numeric, ${terms.value}::numeric, ${by}, ${clock.now()})
    on conflict (account_id, order_id) do update
      set status = 'WAITING', max_value = excluded.max_value, value = excluded.value, requested_by = excluded.requested_by,
          requested_at = case when ${step.isNew} then excluded.requested_at else order_approvals.requested_at end,
          decided_by = null, decided_at = null, reason = null`.execute(trx);
  return step;
};
