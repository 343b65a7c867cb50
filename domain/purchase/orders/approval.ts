/**
 * Approval of orders by limit (docs/decisions/0063): who passes his limit makes an order that waits for somebody whose limit
 * reaches its value.
 */
import { compare, type Money } from '../../money.ts';

export type ApprovalStatus = 'WAITING' | 'APPROVED' | 'REJECTED';

/** Largest value that a user may order; null: any. */
export type OrderLimit = Money | null;

/** What an approval is about: a change of the rest asks nobody. */
export interface ApprovedTerms {
  value: Money;
  supplierId: number;
  buildingId: number;
}

/** An order before a save, with what was asked and decided about it. */
export interface OrderBefore extends ApprovedTerms {
  approval: { status: ApprovalStatus; value: Money } | null;
}

/** Limits that a save is held to. */
export interface OrderLimits {
  saver: OrderLimit;
  /** Of the user for whose sake the order waits or was rejected. */
  requester: OrderLimit;
}

/** What a save makes of the approval of an order. */
export type ApprovalStep =
  /** As it was: approved already, or in force without an approval. */
  | { kind: 'KEPT' }
  | { kind: 'NOT_NEEDED' }
  /** It waits. `isNew`: for more than it waited for before, so that it is told again. */
  | { kind: 'WAITS'; isNew: boolean; by: keyof OrderLimits; limit: Money };

/** Whether an order counts, is received and is sent: it waits for nobody, and nobody rejected it. */
export const isInForce = (approval: { status: ApprovalStatus } | null): boolean =>
  approval === null || approval.status === 'APPROVED';

const asksMore = (now: ApprovedTerms, before: ApprovedTerms): boolean =>
  now.supplierId !== before.supplierId || now.buildingId !== before.buildingId || compare(now.value, before.value) > 0;

/** The limit that a value passes, of those named, the first. */
const passedOf = (
  value: Money,
  limits: OrderLimits,
  order: readonly (keyof OrderLimits)[],
): { by: keyof OrderLimits; limit: Money } | null => {
  for (const by of order) {
    const limit = limits[by];
    if (limit !== null && compare(value, limit) > 0) return { by, limit };
  }
  return null;
};

/**
 * What a save makes of the approval of an order. What is in force stays so while value, supplier and building ask for no more.
 * While an order waits, the limit of who made it wait counts too: nobody else approves it by saving.
 */
export const approvalStep = (now: ApprovedTerms, before: OrderBefore | null, limits: OrderLimits): ApprovalStep => {
  const approval = before?.approval ?? null;
  if (before && isInForce(approval)) {
    if (!asksMore(now, { ...before, value: approval?.value ?? before.value })) return { kind: 'KEPT' };
    const passed = passedOf(now.value, limits, ['saver']);
    return passed ? { kind: 'WAITS', isNew: true, ...passed } : { kind: 'NOT_NEEDED' };
  }
  const isSame = before !== null && approval?.status === 'WAITING' && !asksMore(now, before);
  const passed = passedOf(now.value, limits, isSame ? ['requester', 'saver'] : ['saver', 'requester']);
  return passed ? { kind: 'WAITS', isNew: !isSame, ...passed } : { kind: 'NOT_NEEDED' };
};
