import {
  type EstimatedVsActual as RestEstimatedVsActual,
  estimatedVsActualEndpoints,
} from '#schema/engineering/estimatedVsActual.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';

export type EstimatedVsActualParent = RestEstimatedVsActual;

export const estimatedVsActual: Resolvers = {
  Query: {
    estimatedVsActual: (_, { buildingId, date }, { rest }) =>
      rest.call(estimatedVsActualEndpoints.one, { query: { buildingId: toId(buildingId), date } }),
    companyEstimatedVsActual: async (_, { companyId, date }, { rest }) => {
      const params = { companyId: toId(companyId) };
      return (await rest.call(estimatedVsActualEndpoints.ofCompany, { params, query: { date } })).content;
    },
  },
  EstimatedVsActual: {
    buildingId: ({ building }) => building.id,
    name: ({ building }) => building.name,
  },
};
