import {
  type Category as RestCategory,
  categoryEndpoints,
  statementLinesEndpoint,
} from '#schema/financial/categories.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { type Embedded, embedded, wholeOf } from '../platform/embedded.ts';
import { toId } from '../platform/ids.ts';
import { registerResolvers } from '../platform/register.ts';
import { categoryLoader } from './categories.loaders.ts';

export type CategoryParent = Embedded<RestCategory, 'id' | 'name'>;
/** Fields of the category that a transaction row embeds. */
export const KNOWN_CATEGORY: ReadonlySet<string> = new Set(['id', 'name']);

export const embeddedCategory = embedded<'category', CategoryParent>(
  'category',
  KNOWN_CATEGORY,
  wholeOf(categoryLoader),
);

const register = registerResolvers('Category', categoryEndpoints);

export const categories: Resolvers = {
  ...register,
  Mutation: {
    ...register.Mutation,
    classifyCategories: async (_, { items }, context) => {
      const { content } = await context.rest.call(statementLinesEndpoint, {
        params: await context.account(),
        body: {
          items: items.map(({ id, version, statementLine }) => ({
            ...{ id: toId(id), version, statementLine: statementLine ?? null },
          })),
        },
      });
      return { categories: content };
    },
  },
};
