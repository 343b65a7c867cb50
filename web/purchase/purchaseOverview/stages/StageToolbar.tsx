import { filterText, withFilter } from '#web/list/listFilters.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import { FilterBar, SearchBox, Segments, Switch } from '#web/ui/index.ts';
import { useCallback } from 'react';
import { levelOf } from './view.ts';

/** Most levels that can be chosen; deeper ones are opened with everything. */
const MOST = 4;

/** Search, depth, and only what is above its estimate; all of it in the address. */
export const StageToolbar = ({ list, depth }: { list: ListState; depth: number }) => {
  const { query, setQuery } = list;
  const search = useCallback(
    (text: string) => setQuery((now) => withFilter(now, 'search', text || null), 'replace'),
    [setQuery],
  );
  const set = (key: string, value: string | null) => setQuery((now) => withFilter(now, key, value));
  const levels = Array.from({ length: Math.min(MOST, depth) }, (_, index) => index + 1);
  return (
    <FilterBar>
      <SearchBox value={filterText(query, 'search') ?? ''} onChange={search} label="Buscar etapa" />
      <Segments
        ariaLabel="Nível"
        value={String(levelOf(query))}
        options={[
          ...levels.map((level) => ({ value: String(level), label: `Nível ${level}` })),
          { value: 'inputs', label: 'Insumos' },
        ]}
        onChange={(level) => set('level', level === '1' ? null : level)}
      />
      <Switch
        label="Só excedidas"
        checked={filterText(query, 'exceeded') === 'true'}
        onChange={(checked) => set('exceeded', checked ? 'true' : null)}
      />
    </FilterBar>
  );
};
