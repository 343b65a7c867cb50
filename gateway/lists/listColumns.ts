import { listColumnEndpoints as endpoints } from '#schema/lists/listColumns.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';

/** How the user sees the columns of lists. */
export const listColumns: Resolvers = {
  Query: {
    listColumns: async (_, _args, { rest }) => (await rest.call(endpoints.get, {})).content,
  },
  Mutation: {
    saveListColumns: async (_, { input: { list, columns } }, { rest }) => {
      const choices = columns.map(({ id, shown, width }) => ({ id, shown: shown ?? null, width: width ?? null }));
      return { saved: await rest.call(endpoints.save, { body: { list, columns: choices } }) };
    },
  },
};
