import type { DateBounds, ListQuery } from '#domain/listQuery.ts';
import { useEffect } from 'react';

/** The text of one equality filter of the address. */
export const filterText = (query: ListQuery, id: string): string | undefined => {
  const value = query.filters.find((filter) => filter.id === id)?.value;
  return typeof value === 'string' ? value : undefined;
};

/** The view of a register by `active`: those in use unless the address says 'false' or 'all' (null). */
export const activeOf = (query: ListQuery): boolean | null => {
  const view = filterText(query, 'active');
  return view === 'all' ? null : view !== 'false';
};

/** The period of one filter of the address. */
export const filterDates = (query: ListQuery, id: string): DateBounds | undefined => {
  const value = query.filters.find((filter) => filter.id === id)?.value;
  return typeof value === 'object' ? value : undefined;
};

/** The query with one filter set, or without it (null); back on the first page. */
export const withFilter = (query: ListQuery, id: string, value: string | DateBounds | null): ListQuery => ({
  ...query,
  page: undefined,
  filters: [...query.filters.filter((filter) => filter.id !== id), ...(value === null ? [] : [{ id, value }])],
});

/** A filter that the list does not know is ignored, and said in the console (domain.md §7). */
export const useUnknownFilters = (query: ListQuery, known: readonly string[]): void => {
  const unknown = query.filters
    .map(({ id }) => id)
    .filter((id) => !known.includes(id))
    .join(', ');
  useEffect(() => {
    if (unknown !== '') console.warn(`Filtro desconhecido: ${unknown}`);
  }, [unknown]);
};
