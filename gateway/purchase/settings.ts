import { purchaseSettingsEndpoints } from '#schema/purchase/settings.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { pick } from '../platform/lists.ts';

/** How the account buys. */
export const purchaseSettings: Resolvers = {
  Query: {
    purchaseSettings: (_, _args, { rest }) => rest.call(purchaseSettingsEndpoints.get, {}),
  },
  Mutation: {
    updatePurchaseSettings: async (_, { input }, { rest }) => ({
      settings: await rest.call(purchaseSettingsEndpoints.update, {
        body: pick(input, ['receiptTolerance', 'priceTolerance']),
      }),
    }),
  },
};
