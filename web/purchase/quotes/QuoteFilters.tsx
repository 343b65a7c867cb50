import { addDays, type DateRange } from '#domain/dates.ts';
import { useBuildingChoice } from '#web/choices/useBuildingChoice.ts';
import { ALL_BUILDINGS } from '#web/list/buildingFilter.ts';
import { filterText, isId, withFilter } from '#web/list/listFilters.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { FilterIcon } from '#web/ui/icons.ts';
import { Button, Combobox, Field, FilterChip, PeriodPicker, Popover } from '#web/ui/index.ts';
import { deadlineOf } from './useQuoteList.ts';
import styles from './quotes.module.css';

/** Deadline and building beside the search. */
export const QuoteFilters = ({ list }: { list: ListState }) => {
  const { query, setQuery } = list;
  const { buildingId: placed } = usePlace();
  const buildings = useBuildingChoice().options;
  const set = (id: string, value: string | null) => setQuery((now) => withFilter(now, id, value));
  const buildingId = filterText(query, 'building');
  const building = isId(buildingId)
    ? (buildings.find(({ id }) => id === buildingId) ?? { id: buildingId, label: `nº ${buildingId}` })
    : null;
  const setDeadline = (range: DateRange | null) =>
    setQuery((now) =>
      withFilter(withFilter(now, 'deadlineFrom', range && range.start), 'deadlineTo', range && addDays(range.end, -1)),
    );
  return (
    <>
      <PeriodPicker
        label="Encerra"
        ariaLabel="Período do prazo"
        value={deadlineOf(query) ?? null}
        onChange={setDeadline}
        presets={[]}
      />
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
          <Field label="Obra">
            <Combobox value={building} options={buildings} onChange={(option) => set('building', option?.id ?? null)} />
          </Field>
        </div>
      </Popover>
    </>
  );
};
