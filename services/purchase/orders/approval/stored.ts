import { sql } from 'kysely';
import { isInForce, type ApprovalStatus } from '#domain/purchase/orders/approval.ts';
import type { Money } from '#domain/money.ts';
import type { OrderApproval } from '#schema/purchase/orders/approval.rest.ts';
import { instant } from '../../../platform/db/instants.ts';
import { ruleBroken } from '../../../platform/errors.ts';

type Named = { id: number; name: string };

/** What was asked and decided about an order that passed a limit. */
export interface StoredApproval {
  status: ApprovalStatus;
  limit: Money;
  value: Money;
  requestedBy: Named;
  requestedAt: string;
  decidedBy: Named | null;
  decidedAt: string | null;
  reason: string | null;
  /** Users who may decide about it now; empty once it is decided. */
  approvers: number[];
}

/** Column "approval" of the orders "o". */
export const APPROVAL = sql`(
  select json_build_object('status', a.status, 'limit', a.max_value::text, 'value', a.value::text,
           'requestedBy', json_build_object('id', r.id, 'name', r.name), 'requestedAt', ${instant('a.requested_at')},
           'decidedBy', case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end,
           'decidedAt', ${instant('a.decided_at')}, 'reason', a.reason,
           'approvers', case when a.status = 'WAITING'
             then array(select order_approvers(a.account_id, a.order_id, a.value)) else '{}' end)
    from order_approvals a
    join users r on r.account_id = a.account_id and r.id = a.requested_by
    left join users d on d.account_id = a.account_id and d.id = a.decided_by
   where a.account_id = o.account_id and a.order_id = o.id) as approval`;

export const approvalAnswer = (
  { approvers, ...approval }: StoredApproval,
  /** A supplier is no user. */
  { userId }: { userId?: number },
): OrderApproval => ({ ...approval, mayDecide: userId !== undefined && approvers.includes(userId) });

/** What the history keeps of it: people by their ids alone, since nothing in it is changed when one is anonymised. */
export const approvalSnapshot = ({ approvers: _approvers, requestedBy, decidedBy, ...approval }: StoredApproval) => ({
  ...approval,
  requestedBy: { id: requestedBy.id },
  decidedBy: decidedBy && { id: decidedBy.id },
});

const SENTENCES = {
  WAITING: 'Este pedido aguarda aprovação: até lá, não é enviado nem recebido.',
  REJECTED: 'Este pedido foi reprovado: não é enviado nem recebido. Altere-o e salve para pedir aprovação de novo.',
};

/** Returns for an order that counts. @throws ServiceError 422 for one that waits for approval or was rejected */
export const requireApproved = ({ approval }: { approval: { status: ApprovalStatus } | null }): void => {
  if (approval === null || isInForce(approval)) return;
  throw ruleBroken(SENTENCES[approval.status === 'WAITING' ? 'WAITING' : 'REJECTED']);
};
