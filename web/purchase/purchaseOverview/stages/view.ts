import type { ListQuery } from '#domain/listQuery.ts';
import { filterText, oneOf, specs, type FilterSpecs } from '#web/list/listFilters.ts';

/** Keys of the address. */
export const filters: FilterSpecs = {
  search: specs.search,
  building: specs.choice('Obra'),
  exceeded: { label: 'Só excedidas', reads: oneOf('true') },
  level: { label: 'Nível', reads: (text) => text === 'inputs' || /^[2-9]$/.test(text) },
};

/** How deep the tree is open: 1 shows the stages at the top, 2 those in them; 'inputs' everything. */
export type Level = number | 'inputs';

export const levelOf = (query: ListQuery): Level => {
  const level = filterText(query, 'level');
  if (level === 'inputs') return level;
  return /^[2-9]$/.test(level ?? '') ? Number(level) : 1;
};
