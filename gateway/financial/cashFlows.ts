import { cashFlowEndpoints } from '#schema/financial/cashFlows.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';

export const cashFlows: Resolvers = {
  Query: {
    companyBalance: (_, { companyId, buildingId, endDate }, { rest }) =>
      rest.call(cashFlowEndpoints.balance, {
        query: { companyId: toId(companyId), buildingId: toOptionalId(buildingId), endDate },
      }),
    cashFlow: async (_, { companyId, buildingId, startDate, endDate }, { rest }) => {
      const scope = { companyId: toId(companyId), buildingId: toOptionalId(buildingId) };
      return (await rest.call(cashFlowEndpoints.entries, { query: { ...scope, startDate, endDate } })).content;
    },
  },
};
