import { isIsoDate } from '#domain/dates.ts';
import { PAYMENT_METHODS, PAYMENT_METHOD_LABELS } from '#domain/paymentMethods.ts';
import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import { useStageChoice } from '#web/choices/useStageChoice.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { buildingOf } from '#web/list/buildingFilter.ts';
import { filterText, isId, isTurned, withFilter, type FilterSpecs } from '#web/list/listFilters.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import {
  Combobox,
  DateInput,
  Field,
  MoneyInput,
  ReadingContext,
  Select,
  unreadProblems,
  useReading,
} from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { words } from '../words.ts';
import type { AmountRange } from './useAmountRange.ts';
import { WITHIN_STAGE } from './useTransactionList.ts';
import styles from './Filters.module.css';

/** A filter by one row of a list that is loaded whole. */
export interface Choice {
  id: 'building' | 'category' | 'bank';
  label: string;
  options: Option[];
}

export type FilteredList = Pick<ListState, 'query' | 'setQuery'> & { filters: FilterSpecs };

interface FilterPanelProps {
  type: TransactionType;
  list: FilteredList;
  choices: readonly Choice[];
  partner: Option | null;
  amounts: AmountRange;
}

const ALL = 'all';
const METHODS = [
  { value: ALL, label: 'Todas' },
  ...PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] })),
];
const ATTACHMENT = [
  { value: ALL, label: 'Com ou sem' },
  { value: 'true', label: 'Com anexo' },
  { value: 'false', label: 'Sem anexo' },
];
const AMOUNTS = ['valueFrom', 'valueTo'] as const;
const DAYS = ['emissionFrom', 'emissionTo', 'paidFrom', 'paidTo'] as const;

/** What lists of transactions and of installments can be filtered by, in the panel below "Filtro". */
export const FilterPanel = ({ type, list, choices, partner, amounts }: FilterPanelProps) => {
  const { query, setQuery, filters } = list;
  const partners = usePartnerChoice(type);
  const set = (id: string, value: string | null) => setQuery((now) => withFilter(now, id, value));
  const choose = (id: Choice['id'], value: string | null) =>
    // Another building has other stages.
    setQuery((now) => withFilter(id === 'building' ? withFilter(now, WITHIN_STAGE, null) : now, id, value));
  const fixed = (id: string, options: readonly { value: string; label: string }[]) => (
    <Field label={filters[id]?.label ?? id}>
      <Select
        value={filterText(query, id) ?? ALL}
        options={options}
        onChange={(value) => set(id, value === ALL ? null : value)}
      />
    </Field>
  );
  return (
    <div className={styles.panel}>
      <Field label={words[type].partner}>
        <Combobox
          value={partner}
          loadOptions={partners.load}
          onChange={(option) => set('partner', option?.id ?? null)}
        />
      </Field>
      {choices.map(({ id, label, options }) => (
        <Field key={id} label={label}>
          <Combobox
            value={options.find((option) => option.id === filterText(query, id)) ?? null}
            options={options}
            onChange={(option) => choose(id, option?.id ?? null)}
          />
        </Field>
      ))}
      <StageField {...list} />
      {fixed('method', METHODS)}
      <Ranges list={list} amounts={amounts} />
      {fixed('hasAttachment', ATTACHMENT)}
    </div>
  );
};

/** Stages are those of one building: that of the filter, or of the place. */
const StageField = ({ query, setQuery }: FilteredList) => {
  const { buildingId: placed } = usePlace();
  const building = buildingOf(query, placed);
  const { options } = useStageChoice(isId(building ?? undefined) ? building : null);
  const stage = filterText(query, WITHIN_STAGE);
  return (
    <Field label="Etapa" hint={building === null ? 'Escolha antes a obra' : undefined}>
      <Combobox
        value={options.find(({ id }) => id === stage) ?? null}
        options={options}
        disabled={building === null}
        onChange={(option) => setQuery((now) => withFilter(now, WITHIN_STAGE, option?.id ?? null))}
      />
    </Field>
  );
};

/** Values, and days of emission and of payment; both ends are included. */
const Ranges = ({ list, amounts }: { list: FilteredList; amounts: AmountRange }) => {
  const { query, setQuery, filters } = list;
  const reading = useReading();
  const unread = unreadProblems(reading.unread);
  const labelOf = (id: string): string => filters[id]?.label ?? id;
  const problemOf = (id: string): string | undefined => {
    const after = isTurned(query, filters, id) ? filters[id]?.after : undefined;
    return unread[id] ?? (after && `${labelOf(id)} ${after.problem} “${labelOf(after.key)}”.`);
  };
  const dayOf = (id: string): string => {
    const text = filterText(query, id);
    return isIsoDate(text) ? text : '';
  };
  return (
    <ReadingContext value={reading}>
      <div
        className={styles.range}
        onBlur={amounts.commit}
        onKeyDown={({ key }) => key === 'Enter' && amounts.commit()}
      >
        {AMOUNTS.map((amount) => (
          <Field key={amount} label={labelOf(amount)} error={problemOf(amount)}>
            <MoneyInput
              path={amount}
              symbol="R$"
              value={amounts.valueOf(amount)}
              onChange={(value) => amounts.type(amount, value)}
            />
          </Field>
        ))}
      </div>
      {DAYS.map((day) => (
        <Field key={day} label={labelOf(day)} error={problemOf(day)}>
          <DateInput
            path={day}
            towards="past"
            value={dayOf(day)}
            onChange={(value) => setQuery((now) => withFilter(now, day, value || null))}
          />
        </Field>
      ))}
    </ReadingContext>
  );
};
