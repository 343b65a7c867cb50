import { orderLimitEndpoints } from '#schema/purchase/orderLimits.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId, toReference } from '../platform/ids.ts';

/** Who may order up to how much. */
export const orderLimits: Resolvers = {
  Query: {
    orderLimits: (_, { companyId }, { rest }) =>
      rest.call(orderLimitEndpoints.get, { params: { companyId: toId(companyId) } }),
  },
  Mutation: {
    updateOrderLimits: async (_, { companyId, version, limits }, { rest }) => ({
      orderLimits: await rest.call(orderLimitEndpoints.update, {
        params: { companyId: toId(companyId) },
        body: {
          version,
          limits: limits.map(({ userId, limit }) => ({ user: toReference(userId), limit: limit ?? null })),
        },
        fieldNames: (path) => path.replace(/\.user(\.id)?$/, '.userId'),
      }),
    }),
  },
};
