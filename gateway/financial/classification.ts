import {
  classificationEndpoint,
  type ClassificationResult as RestClassificationResult,
} from '#schema/financial/classification.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';

export type ClassificationResultParent = RestClassificationResult;

const FIELDS: Record<string, string> = { building: 'buildingId', fromStage: 'fromStageId', toStage: 'toStageId' };

const stageOf = (id: string | null | undefined) => (id === null || id === undefined ? null : { id: toId(id) });

export const classification: Resolvers = {
  Mutation: {
    classifyExpenses: async (_, { companyId, input }, { rest }) => {
      const { buildingId, fromStageId, toStageId, items } = input;
      const { results } = await rest.call(classificationEndpoint, {
        params: { companyId: toId(companyId) },
        body: {
          building: { id: toId(buildingId) },
          ...{ fromStage: stageOf(fromStageId), toStage: stageOf(toStageId) },
          items: items.map(({ transactionId, version }) => ({ transactionId: toId(transactionId), version })),
        },
        fieldNames: (path) => FIELDS[path.replace(/\.id$/, '')] ?? path,
      });
      return results;
    },
  },
};
