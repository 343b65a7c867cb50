import { type MergeBody, mergingEndpoints } from '#schema/purchase/merging.rest.ts';
import type { MergeInput, Resolvers } from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';
import { toPageQuery } from '../platform/lists.ts';

const toBody = ({ survivor, merged }: MergeInput): MergeBody => ({
  survivor: { id: toId(survivor.id), version: survivor.version },
  merged: merged.map(({ id, version, factor }) => ({
    ...{ id: toId(id), version },
    ...(factor == null ? {} : { factor }),
  })),
});

interface Narrowed {
  productTableId?: string | null | undefined;
  productId?: string | null | undefined;
  page?: number | null | undefined;
  size?: number | null | undefined;
}

const toQuery = ({ productTableId, productId, ...paged }: Narrowed) => {
  const { page, size } = toPageQuery(paged);
  return { page, size, productTable: toOptionalId(productTableId), product: toOptionalId(productId) };
};

/** Duplicates of products: suggested pairs, merges and their undoing. */
export const merging: Resolvers = {
  Query: {
    productPairs: async (_, args, context) =>
      context.rest.call(mergingEndpoints.pairs, { params: await context.account(), query: toQuery(args) }),
    productMergePreview: async (_, { input }, context) =>
      context.rest.call(mergingEndpoints.preview, { params: await context.account(), body: toBody(input) }),
    productMerges: async (_, args, context) =>
      context.rest.call(mergingEndpoints.list, { params: await context.account(), query: toQuery(args) }),
  },
  Mutation: {
    dismissProductPair: async (_, { id, dismissed }, context) => {
      const params = { ...(await context.account()), id: toId(id) };
      return { pair: await context.rest.call(mergingEndpoints.dismiss, { params, body: { dismissed } }) };
    },
    mergeProducts: async (_, { input }, context) =>
      context.rest.call(mergingEndpoints.merge, { params: await context.account(), body: toBody(input) }),
    undoProductMerge: async (_, { id }, context) =>
      context.rest.call(mergingEndpoints.undo, { params: { ...(await context.account()), id: toId(id) } }),
  },
};
