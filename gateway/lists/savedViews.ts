import { savedViewEndpoints as endpoints, type SavedView as RestSavedView } from '#schema/lists/savedViews.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';

export type SavedViewParent = RestSavedView;

const ofCompany = (companyId: string) => ({ companyId: toId(companyId) });

export const savedViews: Resolvers = {
  Query: {
    savedViews: async (_, { companyId }, { rest }) =>
      (await rest.call(endpoints.list, { params: ofCompany(companyId) })).content,
  },
  Mutation: {
    saveView: async (_, { companyId, input }, { rest }) => ({
      saved: await rest.call(endpoints.save, { params: ofCompany(companyId), body: input }),
    }),
    changeSavedView: async (_, { companyId, id, input }, { rest }) => ({
      saved: await rest.call(endpoints.change, { params: { ...ofCompany(companyId), id: toId(id) }, body: input }),
    }),
    deleteSavedView: async (_, { companyId, id }, { rest }) => {
      await rest.call(endpoints.forget, { params: { ...ofCompany(companyId), id: toId(id) } });
      return { id };
    },
  },
  SavedView: { createdByName: ({ createdBy }) => createdBy.name },
};
