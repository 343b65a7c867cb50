import { categoryEndpoints } from '#schema/financial/categories.rest.ts';
import { byIds } from '../rest/loaders.ts';

export const categoryLoader = byIds(categoryEndpoints.list, categoryEndpoints.get);
