import { addMonths, startOfMonth } from '#domain/dates.ts';
import { dateFilterRange } from '#domain/dateFilter.ts';
import { DUE_DATE_FILTER } from '#domain/listQuery.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { ALL_BUILDINGS } from '#web/list/buildingFilter.ts';
import { filterDates, filterText, isId, withFilter } from '#web/list/listFilters.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import type { TransactionRowFragment, TransactionType } from '#web/generated/financial.ts';
import { Button, FilterChip, PeriodPicker, Popover, today } from '#web/ui/index.ts';
import { FilterIcon } from '#web/ui/icons.ts';
import { useBuildingChoice } from '#web/choices/useBuildingChoice.ts';
import { useStageChoice } from '#web/choices/useStageChoice.ts';
import { useCategoryChoice } from '#web/choices/useCategoryChoice.ts';
import { useWalletChoice } from '#web/choices/useWalletChoice.ts';
import { words } from '../words.ts';
import { FilterPanel, type Choice, type FilteredList } from './FilterPanel.tsx';
import { useAmountRange } from './useAmountRange.ts';
import { WITHIN_STAGE } from './useTransactionList.ts';
import styles from './Filters.module.css';

interface FiltersProps {
  type: TransactionType;
  list: FilteredList;
  rows: readonly Pick<TransactionRowFragment, 'partner'>[];
}

/** Period and filter chips beside the search. */
export const Filters = ({ type, list, rows }: FiltersProps) => {
  const { query, setQuery } = list;
  const { buildingId: placed } = usePlace();
  const categories = useCategoryChoice(type).options;
  const wallets = useWalletChoice().options;
  const buildings = useBuildingChoice().options;
  const choices: readonly Choice[] = [
    { id: 'building', label: 'Obra', options: buildings },
    { id: 'category', label: 'Categoria', options: categories },
    { id: 'bank', label: 'Carteira', options: wallets },
  ];
  const amounts = useAmountRange(list);
  const set = (id: string, value: string | null) => setQuery((now) => withFilter(now, id, value));
  // An option that no longer exists still filters: its chip shows the id and can be removed.
  const labelOf = (id: Choice['id'], options: { id: string; label: string }[]) => {
    const requestedId = filterText(query, id);
    if (id === 'building' && requestedId === '-1') return 'sem obra';
    // Where no obra is chosen in the menu, that is no filter.
    if (id === 'building' && requestedId === ALL_BUILDINGS) return placed === null ? undefined : 'todas';
    return isId(requestedId)
      ? (options.find((option) => option.id === requestedId)?.label ?? `nº ${requestedId}`)
      : undefined;
  };
  const partnerId = filterText(query, 'partner');
  const partnerLabel = words[type].partner;
  // The address has only the id; the filtered rows have the name.
  const partnerName = rows.find((row) => row.partner?.id === partnerId)?.partner?.name ?? 'selecionado';
  return (
    <>
      <PeriodFilter {...list} />
      <StageChip {...list} />
      {choices.map(({ id, label, options }) => {
        const chosen = labelOf(id, options);
        return chosen ? <FilterChip key={id} label={label} value={chosen} onClear={() => set(id, null)} /> : null;
      })}
      {isId(partnerId) && <FilterChip label={partnerLabel} value={partnerName} onClear={() => set('partner', null)} />}
      <Popover
        ariaLabel="Filtros"
        onOpenChange={(open) => !open && amounts.commit()}
        trigger={
          <Button icon={<FilterIcon />} className={styles.pill}>
            Filtro
          </Button>
        }
      >
        <FilterPanel
          {...{ type, list, choices, amounts }}
          partner={isId(partnerId) ? { id: partnerId, label: partnerName } : null}
        />
      </Popover>
    </>
  );
};

/** The stage of the address, with everything in it; only its building knows its name. */
const StageChip = ({ query, setQuery }: Pick<ListState, 'query' | 'setQuery'>) => {
  const { buildingId } = usePlace();
  const stage = filterText(query, WITHIN_STAGE);
  const building = filterText(query, 'building');
  const { options } = useStageChoice(isId(stage) ? (isId(building) ? building : buildingId) : null);
  if (!isId(stage) && stage !== '-1') return null;
  const known = options.find(({ id }) => id === stage)?.label;
  return (
    <FilterChip
      label="Etapa"
      value={stage === '-1' ? 'sem etapa' : (known ?? `nº ${stage}`)}
      onClear={() => setQuery((now) => withFilter(now, WITHIN_STAGE, null))}
    />
  );
};

const PeriodFilter = ({ query, setQuery }: Pick<ListState, 'query' | 'setQuery'>) => {
  const month = startOfMonth(today());
  return (
    <PeriodPicker
      label="Vencimento"
      ariaLabel="Período de vencimento"
      value={filterDates(query, DUE_DATE_FILTER) ?? null}
      onChange={(range) => setQuery((now) => withFilter(now, DUE_DATE_FILTER, range))}
      presets={[
        { label: 'Hoje', range: dateFilterRange({ key: 'today' }, today()) },
        { label: 'Esta semana', range: dateFilterRange({ key: 'thisWeek' }, today()) },
        { label: 'Este mês', range: dateFilterRange({ key: 'thisMonth' }, today()) },
        { label: 'Próximo mês', range: { start: addMonths(month, 1), end: addMonths(month, 2) } },
      ]}
    />
  );
};
