import { baselineEndpoints } from '#schema/engineering/schedules/baselines.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';

export const scheduleBaselines: Resolvers = {
  Query: {
    scheduleBaselines: async (_, { costEstimateId }, { rest }) =>
      (await rest.call(baselineEndpoints.list, { params: { id: toId(costEstimateId) } })).content,
    scheduleBaselineComparison: (_, { costEstimateId, scheduleBaselineId, otherBaselineId }, { rest }) => {
      const other = toOptionalId(otherBaselineId);
      return rest.call(baselineEndpoints.comparison, {
        params: { id: toId(costEstimateId), baselineId: toId(scheduleBaselineId) },
        query: other === undefined ? {} : { otherBaselineId: other },
      });
    },
  },
  Mutation: {
    createScheduleBaseline: async (_, { costEstimateId, name }, { rest }) => ({
      baseline: await rest.call(baselineEndpoints.create, { params: { id: toId(costEstimateId) }, body: { name } }),
    }),
    deleteScheduleBaseline: (_, { costEstimateId, scheduleBaselineId }, { rest }) =>
      rest.call(baselineEndpoints.remove, {
        params: { id: toId(costEstimateId), baselineId: toId(scheduleBaselineId) },
      }),
  },
};
