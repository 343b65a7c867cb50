import { purchaseEndpoints } from '#schema/purchase/purchases.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';
import { pick, toPageQuery } from '../platform/lists.ts';

export const purchases: Resolvers = {
  Query: {
    purchases: (_, { companyId, filter, ...page }, { rest }) =>
      rest.call(purchaseEndpoints.list, {
        params: { companyId: toId(companyId) },
        query: {
          ...toPageQuery(page),
          ...pick(filter, ['search', 'from', 'to']),
          product: toOptionalId(filter?.productId),
          supplier: toOptionalId(filter?.supplierId),
          building: toOptionalId(filter?.buildingId),
        },
      }),
  },
};
