import { dateFilterRange } from '#domain/dateFilter.ts';
import { addMonths, startOfMonth } from '#domain/dates.ts';
import { DUE_DATE_FILTER } from '#domain/listQuery.ts';
import { useBuildingChoice } from '#web/choices/useBuildingChoice.ts';
import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import type { PurchaseRowFragment } from '#web/generated/purchase.ts';
import { ALL_BUILDINGS } from '#web/list/buildingFilter.ts';
import { filterDates, filterText, isId, withFilter } from '#web/list/listFilters.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { FilterIcon } from '#web/ui/icons.ts';
import { Button, Combobox, Field, FilterChip, PeriodPicker, Popover, today } from '#web/ui/index.ts';
import styles from './purchases.module.css';
import { useProductOptions } from './useProductOptions.ts';

interface PurchaseFiltersProps {
  list: ListState;
  rows: readonly PurchaseRowFragment[];
}

const presets = () => {
  const month = startOfMonth(today());
  return [
    { label: 'Este mês', range: dateFilterRange({ key: 'thisMonth' }, today()) },
    { label: 'Mês passado', range: { start: addMonths(month, -1), end: month } },
    { label: 'Últimos 12 meses', range: { start: addMonths(month, -11), end: addMonths(month, 1) } },
  ];
};

/** Period of the receipts, input, supplier and building beside the search. */
export const PurchaseFilters = ({ list: { query, setQuery }, rows }: PurchaseFiltersProps) => {
  const { buildingId: placed } = usePlace();
  const buildings = useBuildingChoice().options;
  const suppliers = usePartnerChoice('DEBIT');
  const products = useProductOptions();
  const [first] = rows;
  const set = (id: string, value: string | null) => setQuery((now) => withFilter(now, id, value));
  /** The address has only the id; the rows that it leaves have the name. */
  const chosen = (id: string, name: string | undefined) => {
    const value = filterText(query, id);
    return isId(value) ? { id: value, label: name ?? `nº ${value}` } : null;
  };
  const asked = filterText(query, 'building');
  const choices = [
    {
      id: 'product',
      label: 'Insumo',
      value: chosen('product', first?.product.name),
      source: { loadOptions: products },
    },
    {
      ...{ id: 'supplier', label: 'Fornecedor', value: chosen('supplier', first?.supplier.name) },
      source: { loadOptions: suppliers.load },
    },
    {
      ...{ id: 'building', label: 'Obra', source: { options: buildings } },
      value: chosen('building', buildings.find(({ id }) => id === asked)?.label),
    },
  ];
  return (
    <>
      <PeriodPicker
        label="Recebimento"
        ariaLabel="Período de recebimento"
        value={filterDates(query, DUE_DATE_FILTER) ?? null}
        onChange={(range) => setQuery((now) => withFilter(now, DUE_DATE_FILTER, range))}
        presets={presets()}
      />
      {choices.map(
        ({ id, label, value }) =>
          value && <FilterChip key={id} label={label} value={value.label} onClear={() => set(id, null)} />,
      )}
      {asked === ALL_BUILDINGS && placed !== null && (
        <FilterChip label="Obra" value="todas" onClear={() => set('building', null)} />
      )}
      <Popover
        ariaLabel="Filtros"
        trigger={
          <Button icon={<FilterIcon />} className={styles.filter}>
            Filtro
          </Button>
        }
      >
        <div className={styles.panel}>
          {choices.map(({ id, label, value, source }) => (
            <Field key={id} label={label}>
              <Combobox value={value} {...source} onChange={(option) => set(id, option?.id ?? null)} />
            </Field>
          ))}
        </div>
      </Popover>
    </>
  );
};
