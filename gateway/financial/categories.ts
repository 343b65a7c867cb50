import { type Category as RestCategory, categoryEndpoints } from '#schema/financial/categories.rest.ts';
import { type Embedded, embedded, wholeOf } from '../platform/embedded.ts';
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

export const categories = registerResolvers('Category', categoryEndpoints);
