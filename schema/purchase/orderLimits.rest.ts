import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Decimal, Id, NamedReference, Nullable, Reference, Version } from '../platform/shapes.ts';
import { Money } from './amounts.ts';

/** Maximum limits of one company. */
export const MAX_ORDER_LIMITS = 500;

/** Who may order up to how much in a company (docs/decisions/0063). Without limits, no order waits for approval. */
export const OrderLimits = Type.Object({
  limits: Type.Array(
    Type.Object({
      user: Nullable(
        Type.Object(NamedReference.properties, { description: 'Null: everybody who has none of his own' }),
      ),
      limit: Nullable(Decimal),
    }),
    { description: 'That of everybody else first, then by name. Administrators have none' },
  ),
  version: Version,
});
export type OrderLimits = Static<typeof OrderLimits>;

export const OrderLimitsBody = Type.Object({
  limits: Type.Array(
    Type.Object({
      user: Nullable(Type.Object(Reference.properties, { description: 'Null: everybody who has none of his own' })),
      limit: Nullable(Money),
    }),
    { maxItems: MAX_ORDER_LIMITS },
  ),
  version: Version,
});
export type OrderLimitsBody = Static<typeof OrderLimitsBody>;

const definition = {
  path: '/api/v1/purchase/company/:companyId/order-limits',
  params: Type.Object({ companyId: Id }),
  answer: OrderLimits,
} as const;

export const orderLimitEndpoints = {
  get: endpoint({ method: 'GET', summary: 'Who may order up to how much without approval', ...definition }),
  update: endpoint({
    method: 'PUT',
    summary: 'Replaces the limits of a company; without any, no order waits for approval',
    body: OrderLimitsBody,
    ...definition,
  }),
};
