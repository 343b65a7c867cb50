import { type Category as RestCategory, categoryEndpoints } from '#schema/financial/categories.rest.ts';
import type { CategoryInput, Resolvers } from '../generated/resolvers.ts';
import { type Embedded, embedded, wholeOf } from '../platform/embedded.ts';
import { toId } from '../platform/ids.ts';
import { pick, toPageQuery } from '../platform/lists.ts';
import { categoryLoader } from './categories.loaders.ts';

export type CategoryParent = Embedded<RestCategory, 'id' | 'name'>;
/** Fields of the category that a transaction row embeds. */
export const KNOWN_CATEGORY: ReadonlySet<string> = new Set(['id', 'name']);

export const embeddedCategory = embedded<'category', CategoryParent>(
  'category',
  KNOWN_CATEGORY,
  wholeOf(categoryLoader),
);

const toBody = ({ active, ...input }: CategoryInput) => ({ ...input, active: active ?? undefined });

export const categories: Resolvers = {
  Query: {
    categories: async (_, { filter, ...page }, context) =>
      context.rest.call(categoryEndpoints.list, {
        params: await context.account(),
        query: { ...toPageQuery(page), ...pick(filter, ['type', 'active', 'name', 'statementLine', 'search']) },
      }),
    category: async (_, { id }, context) =>
      context.rest.call(categoryEndpoints.get, { params: { ...(await context.account()), id: toId(id) } }),
  },
  Mutation: {
    createCategory: async (_, { input }, context) => ({
      category: await context.rest.call(categoryEndpoints.create, {
        params: await context.account(),
        body: toBody(input),
      }),
    }),
    updateCategory: async (_, { id, version, input }, context) => ({
      category: await context.rest.call(categoryEndpoints.update, {
        params: await context.account(),
        body: { ...toBody(input), id: toId(id), version },
      }),
    }),
    deleteCategory: async (_, { id }, context) => {
      await context.rest.call(categoryEndpoints.remove, { params: { ...(await context.account()), id: toId(id) } });
      return { id };
    },
  },
};
