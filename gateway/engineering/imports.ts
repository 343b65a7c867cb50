import { importEndpoints } from '#schema/engineering/imports/imports.rest.ts';
import type { CostDatabaseImport as RestImport } from '#schema/engineering/imports/costDatabaseImport.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { pick, toPageQuery } from '../platform/lists.ts';

export type CostDatabaseImportParent = RestImport;

export const imports: Resolvers = {
  Query: {
    importReport: (_, { importId, filter, ...page }, { rest }) =>
      rest.call(importEndpoints.report, {
        params: { id: toId(importId) },
        query: { ...toPageQuery(page), ...pick(filter, ['search', 'outcome']) },
      }),
  },
  Mutation: {
    answerImport: async (_, { importId, input }, { rest }) => ({
      job: await rest.call(importEndpoints.answer, {
        params: { id: toId(importId) },
        body: pick(input, ['states', 'regimes', 'withoutRejected']),
      }),
    }),
  },
};
