import { FilterChip } from '#web/ui/index.ts';
import { filterText, isTurned, withFilter, type FilterSpecs } from './listFilters.ts';
import type { ListState } from './useListQuery.ts';

export interface FilterChipsProps {
  filters: FilterSpecs;
  list: Pick<ListState, 'query' | 'setQuery'>;
}

/** Chips for the address's filters that no other control shows; each can be removed. */
export const FilterChips = ({ filters, list: { query, setQuery } }: FilterChipsProps) =>
  Object.entries(filters).map(([id, { label, reads, shows }]) => {
    const text = filterText(query, id);
    if (text === undefined || !shows || !reads(text) || isTurned(query, filters, id)) return null;
    return (
      <FilterChip
        key={id}
        label={label}
        value={shows(text)}
        onClear={() => setQuery((now) => withFilter(now, id, null))}
      />
    );
  });
