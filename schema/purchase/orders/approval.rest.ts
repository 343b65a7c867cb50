import { Type, type Static } from 'typebox';
import { Instant, NamedReference, Nullable, Version } from '../../platform/shapes.ts';

/** Where an order stands that passed the limit of who saved it (docs/decisions/0063). */
export const ApprovalStatus = Type.Union([Type.Literal('WAITING'), Type.Literal('APPROVED'), Type.Literal('REJECTED')]);
export type ApprovalStatus = Static<typeof ApprovalStatus>;

/** Approval of an order. */
export const OrderApproval = Type.Object({
  status: ApprovalStatus,
  limit: Type.String({ description: 'Decimal as text: limit that the order passed' }),
  value: Type.String({ description: 'Decimal as text: gross value that was asked for, or decided about' }),
  requestedBy: NamedReference,
  requestedAt: Instant,
  decidedBy: Nullable(NamedReference),
  decidedAt: Nullable(Instant),
  reason: Nullable(Type.String()),
  mayDecide: Type.Boolean({ description: 'The user may approve or reject it now' }),
});
export type OrderApproval = Static<typeof OrderApproval>;

export const DecisionBody = Type.Object({
  version: Version,
  decision: Type.Union([Type.Literal('APPROVED'), Type.Literal('REJECTED')]),
  reason: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 500,
        description: 'Needed to reject',
      }),
    ),
  ),
});
export type DecisionBody = Static<typeof DecisionBody>;
