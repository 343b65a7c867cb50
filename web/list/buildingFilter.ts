import type { ListQuery } from '#domain/listQuery.ts';
import { filterText, isId, type FilterSpec } from './listFilters.ts';

/** Value of the key `building` by which a list shows all buildings, although one is chosen in the menu. */
export const ALL_BUILDINGS = 'all';

export const buildingSpec: FilterSpec = { label: 'Obra', reads: (text) => text === ALL_BUILDINGS || isId(text) };

/** The building that the address names, else that of the place; null for all of them. */
export const buildingOf = (query: ListQuery, placed: string | null): string | null => {
  const named = filterText(query, 'building');
  if (named === ALL_BUILDINGS) return null;
  return isId(named) ? named : placed;
};
