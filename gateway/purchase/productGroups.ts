import { productGroupEndpoints } from '#schema/purchase/productGroups.rest.ts';
import type { ProductGroupInput, Resolvers } from '../generated/resolvers.ts';
import { toId, toReference } from '../platform/ids.ts';
import { importing, undoing } from '../platform/imports.ts';
import { pick, toPageQuery } from '../platform/lists.ts';

const bodyOf = ({ name, parentId, position, active }: ProductGroupInput) => ({
  name,
  ...(parentId === undefined ? {} : { parent: toReference(parentId) }),
  ...(position == null ? {} : { position }),
  ...(active == null ? {} : { active }),
});

/** The input of GraphQL names the parent by its id. */
const fieldNames = (path: string): string => path.replace(/^parent(\.id)?$/, 'parentId');

export const productGroups: Resolvers = {
  Query: {
    productGroups: async (_, { filter, ...args }, context) =>
      context.rest.call(productGroupEndpoints.list, {
        params: await context.account(),
        query: { ...toPageQuery(args), ...pick(filter, ['active', 'name', 'search']) },
      }),
    productGroup: async (_, { id }, context) =>
      context.rest.call(productGroupEndpoints.get, { params: { ...(await context.account()), id: toId(id) } }),
  },
  Mutation: {
    createProductGroup: async (_, { input }, context) => {
      const params = await context.account();
      const productGroup = await context.rest.call(productGroupEndpoints.create, {
        ...{ params, body: bodyOf(input), fieldNames },
      });
      return { productGroup };
    },
    updateProductGroup: async (_, { id, version, input }, context) => {
      const params = await context.account();
      const body = { ...bodyOf(input), id: toId(id), version };
      return { productGroup: await context.rest.call(productGroupEndpoints.update, { params, body, fieldNames }) };
    },
    importProductGroups: importing(productGroupEndpoints.import),
    undoImportProductGroups: undoing(productGroupEndpoints.undoImport),
    deleteProductGroup: async (_, { id }, context) => {
      await context.rest.call(productGroupEndpoints.remove, { params: { ...(await context.account()), id: toId(id) } });
      return { id };
    },
  },
};
