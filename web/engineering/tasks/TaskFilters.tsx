import type { ListQuery } from '#domain/listQuery.ts';
import type { TaskChoicesQuery } from '#web/generated/engineering.ts';
import { filterText, withFilter } from '#web/list/listFilters.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import { Select, type Fact } from '#web/ui/index.ts';
import styles from './tasks.module.css';
import { SOURCES } from './useTaskList.ts';

interface TaskFiltersProps {
  list: ListState;
  choices: TaskChoicesQuery | undefined;
}

const ALL = 'all';

/** The chosen origin and cost database, for paper. */
export const sourceWords = (query: ListQuery, choices: TaskChoicesQuery | undefined): Fact[] => {
  const source = SOURCES.find(({ id }) => id === filterText(query, 'source'));
  const database = choices?.productTables?.content.find(({ id }) => id === filterText(query, 'costDatabase'));
  return [
    ...(source ? [{ label: 'Origem', value: source.label }] : []),
    ...(database ? [{ label: 'Base', value: database.name }] : []),
  ];
};

/** Where the listed compositions come from: own or published, and the cost database. */
export const TaskFilters = ({ list, choices }: TaskFiltersProps) => {
  const { query, setQuery } = list;
  const set = (key: string, value: string) => setQuery((now) => withFilter(now, key, value === ALL ? null : value));
  const source = filterText(query, 'source');
  const databases = (choices?.productTables?.content ?? []).filter(
    (one) => source === undefined || one.source === source,
  );
  return (
    <>
      <span className={styles.filter}>
        <Select
          ariaLabel="Origem"
          value={source ?? ALL}
          options={[
            { value: ALL, label: 'Todas as origens' },
            ...SOURCES.map(({ id, label }) => ({ value: id, label })),
          ]}
          onChange={(value) => set('source', value)}
        />
      </span>
      <span className={styles.filter}>
        <Select
          ariaLabel="Base"
          value={filterText(query, 'costDatabase') ?? ALL}
          options={[
            { value: ALL, label: 'Todas as bases' },
            ...databases.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => set('costDatabase', value)}
        />
      </span>
    </>
  );
};
