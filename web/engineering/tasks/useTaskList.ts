import { TasksDocument, type TaskFilter } from '#web/generated/engineering.ts';
import { activeOf, filterText, flagOf, isId, oneOf, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { useListPage } from '#web/list/useListPage.ts';
import type { ListQuery } from '#domain/listQuery.ts';

export const SOURCES = [
  { id: 'GO', label: 'Próprias' },
  { id: 'SINAPI', label: 'SINAPI' },
] as const;

/** Filter keys of the address, by the names of §3. */
const filters: FilterSpecs = {
  active: specs.active,
  search: specs.search,
  code: specs.text('Código'),
  costDatabase: specs.choice('Base'),
  source: { label: 'Origem', reads: oneOf('GO', 'SINAPI') },
  activeCostDatabase: specs.flag('Base ativa'),
};

const filterOf = (query: ListQuery): TaskFilter => {
  const [database, source] = [filterText(query, 'costDatabase'), filterText(query, 'source')];
  return {
    search: filterText(query, 'search') ?? null,
    active: activeOf(query),
    code: filterText(query, 'code') ?? null,
    ...(isId(database) ? { costDatabaseId: database } : {}),
    ...(source === 'GO' || source === 'SINAPI' ? { source } : {}),
    activeCostDatabase: flagOf(query, 'activeCostDatabase') ?? null,
  };
};

/** The page of compositions that the address requests. */
export const useTaskList = () =>
  useListPage({
    document: TasksDocument,
    pageOf: (data) => data.tasks,
    filters,
    sortable: ['code', 'description', 'unit', 'unitPrice', 'costDatabase'],
    variables: (query) => ({ filter: filterOf(query) }),
  });
