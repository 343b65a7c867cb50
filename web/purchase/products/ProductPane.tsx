import { formatCount } from '#domain/numberFormat.ts';
import type { ProductPaneQuery } from '#web/generated/purchase.ts';
import { filterText, withFilter } from '#web/list/listFilters.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import { Field, Select, Switch } from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './Products.module.css';

type Group = NonNullable<ProductPaneQuery['productCounts']>['groups'][number];

interface Entry {
  /** null: all groups. */
  id: string | null;
  label: string;
  count: number | undefined;
  level: number;
}

export interface ProductPaneProps {
  data: ProductPaneQuery | undefined;
  list: ListState;
}

const tablesOf = ({ data, list }: ProductPaneProps): Entry[] => {
  const chosen = filterText(list.query, 'productTable');
  const counts = new Map(data?.productCounts?.tables.map(({ id, count }) => [id, count]));
  return (data?.productTables?.content ?? [])
    .filter(({ id, active }) => active || id === chosen)
    .map(({ id, name }) => ({ id, label: name, count: counts.get(id) ?? 0, level: 1 }));
};

/** Groups at the top, and those inside of the chosen branch. */
const isOpen = ({ code, level }: Group, chosen: Group | undefined): boolean => {
  const parent = code.slice(0, code.lastIndexOf('.'));
  return level === 1 || (chosen !== undefined && (chosen.code === parent || chosen.code.startsWith(`${parent}.`)));
};

/** Groups without products are left out, unless they are wanted or chosen. */
const groupsOf = ({ data, list }: ProductPaneProps, empty: boolean): Entry[] => {
  const counts = data?.productCounts;
  if (!counts) return [];
  const all = counts.groups
    .filter(({ level }) => level === 1)
    .reduce((sum, { count }) => sum + count, counts.ungrouped);
  const chosen = counts.groups.find(({ id }) => id === filterText(list.query, 'productGroup'));
  return [
    { id: null, label: 'Todos', count: all, level: 1 },
    ...counts.groups
      .filter((group) => isOpen(group, chosen) && (empty || group.count > 0 || group.id === chosen?.id))
      .map(({ id, name, count, level }) => ({ id, label: name, count, level })),
  ];
};

interface EntriesProps {
  title: string;
  entries: readonly Entry[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

const Entries = ({ title, entries, chosen, onChoose }: EntriesProps) => (
  <nav aria-label={title}>
    <h2 className={styles.heading}>{title}</h2>
    <ul className={styles.list}>
      {entries.map(({ id, label, count, level }) => (
        <li key={id ?? 'all'} style={{ paddingInlineStart: (level - 1) * 16 }}>
          <button
            type="button"
            className={styles.entry}
            aria-current={id === chosen ? 'true' : undefined}
            onClick={() => onChoose(id)}
          >
            <span className={styles.label}>{label}</span>
            {count !== undefined && <span className={styles.count}>{formatCount(count)}</span>}
          </button>
        </li>
      ))}
    </ul>
  </nav>
);

/** Cost databases and product groups, with how many products each holds. */
export const ProductPane = (props: ProductPaneProps) => {
  const { query, setQuery } = props.list;
  const [empty, setEmpty] = useState(false);
  const groups = props.data?.productCounts?.groups ?? [];
  const inTable = (id: string | null) =>
    setQuery((now) => withFilter(withFilter(now, 'productGroup', null), 'productTable', id));
  return (
    <aside className={styles.pane} aria-label="Tabelas e grupos">
      <Entries
        title="Tabela"
        entries={tablesOf(props)}
        chosen={filterText(query, 'productTable') ?? null}
        onChoose={inTable}
      />
      <Entries
        title="Grupos"
        entries={groupsOf(props, empty)}
        chosen={filterText(query, 'productGroup') ?? null}
        onChoose={(id) => setQuery((now) => withFilter(now, 'productGroup', id))}
      />
      {groups.some(({ count }) => count === 0) && (
        <Switch label="Incluir grupos vazios" checked={empty} onChange={setEmpty} />
      )}
    </aside>
  );
};

/** The same choices in the panel of filters on a phone. */
export const ProductPaneFields = (props: ProductPaneProps) => {
  const { query, setQuery } = props.list;
  const groups = props.data?.productCounts?.groups ?? [];
  return (
    <>
      <Field label="Tabela">
        <Select
          value={filterText(query, 'productTable') ?? ''}
          options={tablesOf(props).map(({ id, label }) => ({ value: id ?? '', label }))}
          onChange={(id) => setQuery((now) => withFilter(withFilter(now, 'productGroup', null), 'productTable', id))}
        />
      </Field>
      <Field label="Grupo">
        <Select
          value={filterText(query, 'productGroup') ?? 'all'}
          options={[
            { value: 'all', label: 'Todos' },
            ...groups.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })),
          ]}
          onChange={(id) => setQuery((now) => withFilter(now, 'productGroup', id === 'all' ? null : id))}
        />
      </Field>
    </>
  );
};
