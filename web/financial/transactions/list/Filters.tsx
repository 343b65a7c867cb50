import { addMonths, startOfMonth } from '#domain/dates.ts';
import { dateFilterRange } from '#domain/dateFilter.ts';
import type { ListQuery } from '#domain/listQuery.ts';
import { useSession } from '#web/app/sessionContext.ts';
import type { TransactionRowFragment, TransactionType } from '#web/generated/financial.ts';
import {
  Button,
  Combobox,
  Field,
  FilterBar,
  FilterChip,
  PeriodPicker,
  Popover,
  SearchBox,
  today,
} from '#web/ui/index.ts';
import { FilterIcon } from '#web/ui/icons.ts';
import { useCategoryChoice, usePartnerChoice, useWalletChoice } from '../form/useChoices.ts';
import { dueDateOf, valueOf, withFilter, type FilterKey } from './useTransactionList.ts';
import styles from './Filters.module.css';

interface FiltersProps {
  type: TransactionType;
  query: ListQuery;
  setQuery: (query: ListQuery, history?: 'push' | 'replace') => void;
  rows: readonly Pick<TransactionRowFragment, 'partner'>[];
}

/** Search, period and chips. Typing replaces the address, applying a filter adds to the history. */
export const Filters = ({ type, query, setQuery, rows }: FiltersProps) => {
  const { place } = useSession();
  const categories = useCategoryChoice(type).options;
  const wallets = useWalletChoice().options;
  const buildings = (place.company?.buildings ?? []).map(({ id, name }) => ({ id, label: name }));
  const choices = [
    { id: 'building' as const, label: 'Obra', options: buildings },
    { id: 'category' as const, label: 'Categoria', options: categories },
    { id: 'bank' as const, label: 'Carteira', options: wallets },
  ];
  const set = (id: FilterKey, value: string | null) => setQuery(withFilter(query, id, value));
  const labelOf = (id: FilterKey, options: { id: string; label: string }[]) =>
    options.find((option) => option.id === valueOf(query, id))?.label;
  const partners = usePartnerChoice(type);
  const partnerId = valueOf(query, 'partner');
  const partnerLabel = type === 'DEBIT' ? 'Fornecedor' : 'Cliente';
  // The address holds an id; the rows that it lets through know the name.
  const partnerName = rows.find((row) => row.partner?.id === partnerId)?.partner?.name ?? 'selecionado';
  return (
    <FilterBar>
      <SearchBox
        value={valueOf(query, 'search') ?? ''}
        onChange={(text) => setQuery(withFilter(query, 'search', text || null), 'replace')}
        label={type === 'DEBIT' ? 'Buscar em despesas' : 'Buscar em receitas'}
      />
      <PeriodFilter query={query} setQuery={setQuery} />
      {choices.map(({ id, label, options }) => {
        const chosen = labelOf(id, options);
        return chosen ? <FilterChip key={id} label={label} value={chosen} onClear={() => set(id, null)} /> : null;
      })}
      {partnerId !== undefined && (
        <FilterChip label={partnerLabel} value={partnerName} onClear={() => set('partner', null)} />
      )}
      <Popover
        ariaLabel="Filtros"
        trigger={
          <Button icon={<FilterIcon />} className={styles.pill}>
            Filtro
          </Button>
        }
      >
        <div className={styles.panel}>
          <Field label={partnerLabel}>
            <Combobox
              value={partnerId === undefined ? null : { id: partnerId, label: partnerName }}
              loadOptions={partners.load}
              onChange={(option) => set('partner', option?.id ?? null)}
            />
          </Field>
          {choices.map(({ id, label, options }) => (
            <Field key={id} label={label}>
              <Combobox
                value={options.find((option) => option.id === valueOf(query, id)) ?? null}
                options={options}
                onChange={(option) => set(id, option?.id ?? null)}
              />
            </Field>
          ))}
        </div>
      </Popover>
    </FilterBar>
  );
};

const PeriodFilter = ({ query, setQuery }: Pick<FiltersProps, 'query' | 'setQuery'>) => {
  const month = startOfMonth(today());
  return (
    <PeriodPicker
      label="Vencimento"
      ariaLabel="Período de vencimento"
      value={dueDateOf(query) ?? null}
      onChange={(range) => setQuery(withFilter(query, 'dueDate', range))}
      presets={[
        { label: 'Hoje', range: dateFilterRange({ key: 'today' }, today()) },
        { label: 'Esta semana', range: dateFilterRange({ key: 'thisWeek' }, today()) },
        { label: 'Este mês', range: dateFilterRange({ key: 'thisMonth' }, today()) },
        { label: 'Próximo mês', range: { start: addMonths(month, 1), end: addMonths(month, 2) } },
      ]}
    />
  );
};
