import { dateFilterRange } from '#domain/dateFilter.ts';
import { addDays, type DateRange } from '#domain/dates.ts';
import { DUE_DATE_FILTER } from '#domain/listQuery.ts';
import { useBuildingChoice } from '#web/choices/useBuildingChoice.ts';
import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import type { OrderRowFragment } from '#web/generated/purchase.ts';
import { ALL_BUILDINGS } from '#web/list/buildingFilter.ts';
import { filterDates, filterText, isId, withFilter } from '#web/list/listFilters.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { FilterIcon } from '#web/ui/icons.ts';
import { Button, Combobox, Field, FilterChip, PeriodPicker, Popover, today } from '#web/ui/index.ts';
import { deliveryOf } from './useOrderList.ts';
import styles from './orders.module.css';

interface OrderFiltersProps {
  list: ListState;
  rows: readonly OrderRowFragment[];
}

const presets = () =>
  (
    [
      { label: 'Hoje', key: 'today' },
      { label: 'Esta semana', key: 'thisWeek' },
      { label: 'Este mês', key: 'thisMonth' },
    ] as const
  ).map(({ label, key }) => ({ label, range: dateFilterRange({ key }, today()) }));

/** Periods, supplier and building beside the search. */
export const OrderFilters = ({ list, rows }: OrderFiltersProps) => {
  const { query, setQuery } = list;
  const { buildingId: placed } = usePlace();
  const buildings = useBuildingChoice().options;
  const suppliers = usePartnerChoice('DEBIT');
  const set = (id: string, value: string | null) => setQuery((now) => withFilter(now, id, value));
  const [supplierId, buildingId] = [filterText(query, 'supplier'), filterText(query, 'building')];
  // The address has only the id; the rows that it leaves have the name.
  const supplierName = rows.find(({ supplier }) => supplier.id === supplierId)?.supplier.name ?? 'selecionado';
  const supplier = isId(supplierId) ? { id: supplierId, label: supplierName } : null;
  const building = isId(buildingId)
    ? (buildings.find(({ id }) => id === buildingId) ?? { id: buildingId, label: `nº ${buildingId}` })
    : null;
  const setDelivery = (range: DateRange | null) =>
    setQuery((now) =>
      withFilter(withFilter(now, 'deliveryFrom', range && range.start), 'deliveryTo', range && addDays(range.end, -1)),
    );
  return (
    <>
      <PeriodPicker
        label="Emissão"
        ariaLabel="Período de emissão"
        value={filterDates(query, DUE_DATE_FILTER) ?? null}
        onChange={(range) => setQuery((now) => withFilter(now, DUE_DATE_FILTER, range))}
        presets={presets()}
      />
      <PeriodPicker
        label="Entrega"
        ariaLabel="Período de entrega"
        value={deliveryOf(query) ?? null}
        onChange={setDelivery}
        presets={presets()}
      />
      {supplier && <FilterChip label="Fornecedor" value={supplier.label} onClear={() => set('supplier', null)} />}
      {filterText(query, 'open') === 'true' && (
        <FilterChip label="Situação" value="a receber" onClear={() => set('open', null)} />
      )}
      {building && <FilterChip label="Obra" value={building.label} onClear={() => set('building', null)} />}
      {buildingId === ALL_BUILDINGS && placed !== null && (
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
          <Field label="Fornecedor">
            <Combobox
              value={supplier}
              loadOptions={suppliers.load}
              onChange={(option) => set('supplier', option?.id ?? null)}
            />
          </Field>
          <Field label="Obra">
            <Combobox value={building} options={buildings} onChange={(option) => set('building', option?.id ?? null)} />
          </Field>
        </div>
      </Popover>
    </>
  );
};
