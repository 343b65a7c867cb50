import { dateFilterRange } from '#domain/dateFilter.ts';
import { DUE_DATE_FILTER } from '#domain/listQuery.ts';
import { withFilter } from '#web/list/listFilters.ts';
import { CheckIcon } from '#web/ui/icons.ts';
import { Button, FilterBar, FilterChip, PeriodPicker, SearchBox, Select, today, useIsPhone } from '#web/ui/index.ts';
import { DEFAULT_MINIMUM, MINIMUMS } from './model.ts';
import type { DeskState } from './useDesk.ts';
import styles from './desk.module.css';

const presets = () =>
  (
    [
      { label: 'Esta semana', key: 'thisWeek' },
      { label: 'Este mês', key: 'thisMonth' },
    ] as const
  ).map(({ label, key }) => ({ label, range: dateFilterRange({ key }, today()) }));

interface AcceptAllProps {
  count: number;
  busy: boolean;
  phone: boolean;
  onAccept: () => void;
}

/** Says how many it accepts before it does. */
const AcceptAll = ({ count, busy, phone, onAccept }: AcceptAllProps) => {
  const text = count === 1 ? 'Aceitar a sugestão' : `Aceitar as ${count} sugestões`;
  if (count === 0) return null;
  return (
    <Button icon={<CheckIcon />} busy={busy} onClick={onAccept}>
      {phone ? `Aceitar ${count}` : text}
    </Button>
  );
};

interface DeskFiltersProps {
  state: DeskState;
  acceptable: number;
  accepting: boolean;
  onAcceptAll: () => void;
}

/** Wallet, search, period and file; at the end the certainty, and what has it. */
export const DeskFilters = ({ state, acceptable, accepting, onAcceptAll }: DeskFiltersProps) => {
  const { list, wallet, file, dates, minimum, search, view } = state;
  const { setQuery } = list;
  const phone = useIsPhone();
  const set = (id: string, value: string | null, history?: 'replace') =>
    setQuery((now) => withFilter(now, id, value), history);
  const isListed = wallet.options.some(({ id }) => id === wallet.walletId);
  const isOpen = view === 'OPEN' || view === 'SUGGESTED';
  return (
    <FilterBar>
      <Select
        ariaLabel="Carteira"
        value={wallet.walletId}
        options={[
          ...wallet.options.map(({ id, label }) => ({ value: id, label })),
          ...(isListed || wallet.walletId === '' ? [] : [{ value: wallet.walletId, label: 'Carteira inativa' }]),
        ]}
        onChange={(id) => set('bank', id)}
      />
      {!phone && (
        <SearchBox
          value={search}
          onChange={(text) => set('search', text || null, 'replace')}
          label="Buscar histórico ou valor"
        />
      )}
      {(!phone || dates !== null) && (
        <PeriodPicker
          label="Período"
          ariaLabel="Período"
          value={dates}
          onChange={(range) => setQuery((now) => withFilter(now, DUE_DATE_FILTER, range))}
          presets={presets()}
        />
      )}
      {file !== null && <FilterChip label="Arquivo" value={`nº ${file}`} onClear={() => set('file', null)} />}
      {isOpen && (
        <span className={styles.accepting}>
          {!phone && (
            <label className={styles.minimum}>
              <span>Certeza mínima</span>
              <Select
                value={minimum}
                options={MINIMUMS.map((value) => ({ value, label: `${value}%` }))}
                onChange={(value) => set('minimum', value === DEFAULT_MINIMUM ? null : value)}
              />
            </label>
          )}
          <AcceptAll count={acceptable} busy={accepting} phone={phone} onAccept={onAcceptAll} />
        </span>
      )}
    </FilterBar>
  );
};
