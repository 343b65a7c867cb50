import { dateFilterRange } from '#domain/dateFilter.ts';
import { DUE_DATE_FILTER } from '#domain/listQuery.ts';
import { useWalletChoice } from '#web/choices/useWalletChoice.ts';
import type { BankLineRowFragment } from '#web/generated/financial.ts';
import { filterDates, filterText, isId, withFilter } from '#web/list/listFilters.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import { FilterChip, PeriodPicker, Select, today } from '#web/ui/index.ts';

const presets = () =>
  (
    [
      { label: 'Esta semana', key: 'thisWeek' },
      { label: 'Este mês', key: 'thisMonth' },
    ] as const
  ).map(({ label, key }) => ({ label, range: dateFilterRange({ key }, today()) }));

interface LineFiltersProps {
  list: ListState;
  rows: readonly BankLineRowFragment[];
}

/** Wallet, period and file beside the search. */
export const LineFilters = ({ list, rows }: LineFiltersProps) => {
  const { query, setQuery } = list;
  const wallets = useWalletChoice().options;
  const [wallet, file] = [filterText(query, 'bank'), filterText(query, 'file')];
  const fileName = rows.find((row) => row.file.id === file)?.file.name ?? `nº ${file}`;
  const set = (id: string, value: string | null) => setQuery(withFilter(query, id, value));
  return (
    <>
      <Select
        ariaLabel="Carteira"
        value={isId(wallet) ? wallet : ''}
        options={[
          { value: '', label: 'Todas as carteiras' },
          ...wallets.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={(id) => set('bank', id === '' ? null : id)}
      />
      <PeriodPicker
        label="Período"
        ariaLabel="Período"
        value={filterDates(query, DUE_DATE_FILTER) ?? null}
        onChange={(range) => setQuery(withFilter(query, DUE_DATE_FILTER, range))}
        presets={presets()}
      />
      {isId(file) && <FilterChip label="Arquivo" value={fileName} onClear={() => set('file', null)} />}
    </>
  );
};
