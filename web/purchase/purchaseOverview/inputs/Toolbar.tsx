import { filterText, withFilter } from '#web/list/listFilters.ts';
import { FilterChips } from '#web/list/FilterChips.tsx';
import type { ListState } from '#web/list/useListQuery.ts';
import { FilterIcon } from '#web/ui/icons.ts';
import {
  Button,
  Combobox,
  Field,
  FilterBar,
  FilterChip,
  Popover,
  SearchBox,
  Segments,
  Select,
  Switch,
  useIsPhone,
} from '#web/ui/index.ts';
import { useCallback } from 'react';
import styles from '../purchaseOverview.module.css';
import type { Group } from './rows.ts';
import { filters, inPurchaseUnits, NO_GROUP, shownOf, type Shown } from './view.ts';

const COLUMNS = [
  { value: 'quantity' as const, label: 'Quantidade' },
  { value: 'value' as const, label: 'Valor' },
  { value: 'both' as const, label: 'Ambos' },
];

const UNITS = [
  { value: 'own' as const, label: 'Un. do insumo' },
  { value: 'purchase' as const, label: 'Un. de compra' },
];

interface ToolbarProps {
  list: ListState;
  /** Groups of the whole obra. */
  groups: readonly Group[];
}

/** The groups that the inputs of the obra are in. */
const GroupFilter = ({ list, groups }: ToolbarProps) => {
  const { query, setQuery } = list;
  const id = filterText(query, 'group');
  const options = [
    ...groups.flatMap(({ group }) => (group ? [{ id: group.id, label: group.name }] : [])),
    { id: NO_GROUP, label: 'Sem grupo' },
  ];
  const chosen = id === undefined ? null : (options.find((one) => one.id === id) ?? { id, label: `nº ${id}` });
  const set = (next: string | null) => setQuery((now) => withFilter(now, 'group', next));
  const trigger = chosen ? (
    <FilterChip label="Grupo" value={chosen.label} onClear={() => set(null)} />
  ) : (
    <Button icon={<FilterIcon />} className={styles.filter}>
      Grupo
    </Button>
  );
  return (
    <Popover ariaLabel="Grupo de insumos" trigger={trigger}>
      <div className={styles.panel}>
        <Field label="Grupo de insumos">
          <Combobox value={chosen} options={options} onChange={(option) => set(option?.id ?? null)} />
        </Field>
      </div>
    </Popover>
  );
};

/** Search, filters, and which figures are shown; all of it in the address. */
export const Toolbar = ({ list, groups }: ToolbarProps) => {
  const { query, setQuery } = list;
  const phone = useIsPhone();
  const search = useCallback(
    (text: string) => setQuery((now) => withFilter(now, 'search', text || null), 'replace'),
    [setQuery],
  );
  const set = (key: string, value: string | null) => setQuery((now) => withFilter(now, key, value));
  return (
    <FilterBar>
      <SearchBox value={filterText(query, 'search') ?? ''} onChange={search} label="Buscar insumo ou código" />
      <GroupFilter list={list} groups={groups} />
      <FilterChips filters={filters} list={list} />
      <Switch
        label="Só com pedido ou saldo"
        checked={filterText(query, 'moving') === 'true'}
        onChange={(checked) => set('moving', checked ? 'true' : null)}
      />
      {!phone && (
        <Segments<Shown>
          ariaLabel="Colunas"
          value={shownOf(query)}
          options={COLUMNS}
          onChange={(shown) => set('show', shown === 'both' ? null : shown)}
        />
      )}
      <Select
        ariaLabel="Unidade das quantidades"
        value={inPurchaseUnits(query) ? 'purchase' : 'own'}
        options={UNITS}
        onChange={(unit) => set('unit', unit === 'own' ? null : unit)}
      />
    </FilterBar>
  );
};
