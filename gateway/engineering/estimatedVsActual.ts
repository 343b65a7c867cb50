import {
  type AppropriationsOverview as RestAppropriationsOverview,
  type EstimatedVsActual as RestEstimatedVsActual,
  type StageOverview as RestStageOverview,
  estimatedVsActualEndpoints,
} from '#schema/engineering/estimatedVsActual.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';

export type EstimatedVsActualParent = RestEstimatedVsActual;
export type AppropriationsOverviewParent = RestAppropriationsOverview;
export type StageOverviewParent = RestStageOverview;

const bdiOf = ({ withBdi }: { withBdi?: boolean | null }) => (typeof withBdi === 'boolean' ? { withBdi } : {});
const dayOf = ({ date, ...rest }: { date: string; withBdi?: boolean | null }) => ({ date, ...bdiOf(rest) });

export const estimatedVsActual: Resolvers = {
  Query: {
    estimatedVsActual: (_, { buildingId, ...day }, { rest }) =>
      rest.call(estimatedVsActualEndpoints.one, { query: { buildingId: toId(buildingId), ...dayOf(day) } }),
    companyEstimatedVsActual: async (_, { companyId, ...day }, { rest }) => {
      const params = { companyId: toId(companyId) };
      return (await rest.call(estimatedVsActualEndpoints.ofCompany, { params, query: dayOf(day) })).content;
    },
    appropriationsOverview: (_, { companyId, buildingId, date, ...prices }, { rest }) => {
      const params = { companyId: toId(companyId), id: toId(buildingId) };
      const query = { ...(date == null ? {} : { date }), ...bdiOf(prices) };
      return rest.call(estimatedVsActualEndpoints.overview, { params, query });
    },
  },
  EstimatedVsActual: {
    buildingId: ({ building }) => building.id,
    name: ({ building }) => building.name,
  },
  AppropriationsOverview: {
    buildingId: ({ building }) => building.id,
    name: ({ building }) => building.name,
  },
  StageOverview: {
    stageId: ({ id }) => id,
  },
};
