import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Id, Nullable, Reference } from '../../platform/shapes.ts';

/** Maximum lines of one classification. */
export const MAX_CLASSIFIED_LINES = 1_000;

/** Puts lines of orders of one building into stages; null: into none. */
export const OrderStagesBody = Type.Object({
  building: Reference,
  lines: Type.Array(Type.Object({ id: Id, stage: Nullable(Reference) }), {
    minItems: 1,
    maxItems: MAX_CLASSIFIED_LINES,
  }),
});
export type OrderStagesBody = Static<typeof OrderStagesBody>;

/** Result of one order. Nothing of a rejected one is stored. */
export const OrderStagesResult = Type.Object({
  orderId: Id,
  document: Type.String(),
  ok: Type.Boolean(),
  message: Nullable(Type.String({ description: 'Why it was rejected: Portuguese text for the user' })),
  version: Nullable(Type.Integer({ description: 'Version after the change; null for a rejected one' })),
  lines: Type.Array(Type.Object({ id: Id, stage: Nullable(Reference) }), {
    description: 'The stages before: sent back, they undo the change',
  }),
});
export type OrderStagesResult = Static<typeof OrderStagesResult>;

export const orderStagesEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/purchase/company/:companyId/order-stages',
  summary:
    'Puts lines of orders into stages, which moves the shares of their expenses too; returns a result for each order',
  params: Type.Object({ companyId: Id }),
  body: OrderStagesBody,
  answer: Type.Object({ results: Type.Array(OrderStagesResult) }),
});
