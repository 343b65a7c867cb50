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

const dayOf = ({ date, withBdi }: { date: string; withBdi?: boolean | null }) => ({
  date,
  ...(typeof withBdi === 'boolean' ? { withBdi } : {}),
});

export const estimatedVsActual: Resolvers = {
  Query: {
    estimatedVsActual: (_, { buildingId, ...day }, { rest }) =>
      rest.call(estimatedVsActualEndpoints.one, { query: { buildingId: toId(buildingId), ...dayOf(day) } }),
    companyEstimatedVsActual: async (_, { companyId, ...day }, { rest }) => {
      const params = { companyId: toId(companyId) };
      return (await rest.call(estimatedVsActualEndpoints.ofCompany, { params, query: dayOf(day) })).content;
    },
    appropriationsOverview: (_, { companyId, buildingId, ...day }, { rest }) => {
      const params = { companyId: toId(companyId), id: toId(buildingId) };
      return rest.call(estimatedVsActualEndpoints.overview, { params, query: dayOf(day) });
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
