import {
  type BreakdownColumn as RestColumn,
  type BreakdownInput as RestInput,
  type BreakdownStage as RestStage,
  type CostBreakdown as RestBreakdown,
  costBreakdownEndpoints as endpoints,
} from '#schema/engineering/costBreakdown/costBreakdown.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';

export type CostBreakdownParent = RestBreakdown;
export type BreakdownColumnParent = RestColumn;
export type BreakdownStageParent = RestStage;
export type BreakdownInputParent = RestInput;

const referenceOf = (id: string | null | undefined) => (id == null ? null : { id: toId(id) });

export const costBreakdown: Resolvers = {
  Query: {
    costBreakdown: (_, { companyId, buildingId, regime, date }, { rest }) =>
      rest.call(endpoints.get, {
        params: { companyId: toId(companyId), id: toId(buildingId) },
        query: { ...(regime && { regime }), ...(date && { date }) },
      }),
  },
  Mutation: {
    classifyInputs: async (_, { items }, { rest }) => {
      const answer = await rest.call(endpoints.classifyInputs, {
        body: {
          items: items.map(({ kind, groupId, categoryId }) => ({
            ...{ kind, group: referenceOf(groupId), category: referenceOf(categoryId) },
          })),
        },
        fieldNames: (path) => path.replace(/\.(group|category)(\.id)?$/, '.$1Id'),
      });
      return { changed: answer.items };
    },
  },
  CostBreakdown: {
    buildingId: ({ building }) => building.id,
    name: ({ building }) => building.name,
  },
  BreakdownColumn: {
    categoryId: ({ category }) => category?.id ?? null,
    name: ({ category }) => category?.name ?? null,
  },
  BreakdownStage: {
    stageId: ({ id }) => id,
  },
  BreakdownInput: {
    groupId: ({ group }) => group?.id ?? null,
    groupCode: ({ group }) => group?.code ?? null,
    groupName: ({ group }) => group?.name ?? null,
    categoryId: ({ category }) => category?.id ?? null,
    categoryName: ({ category }) => category?.name ?? null,
  },
};
