import { addDays, endOfMonth, startOfMonth } from '#domain/dates.ts';
import { useBuildingChoice } from '#web/choices/useBuildingChoice.ts';
import { useWalletChoice } from '#web/choices/useWalletChoice.ts';
import { useSession } from '#web/session/sessionContext.ts';
import {
  DateInput,
  Field,
  PeriodPicker,
  ReadingContext,
  Segments,
  Select,
  today,
  unreadProblems,
  useReading,
} from '#web/ui/index.ts';
import { useEffect, useEffectEvent } from 'react';
import { presets, type ReportEntry } from './model.ts';
import type { ReportView } from './useReportView.ts';
import styles from './parameters.module.css';

interface Props {
  entry: ReportEntry;
  view: ReportView;
}

const REGIMES: { value: 'CASH' | 'ACCRUAL'; label: string }[] = [
  { value: 'ACCRUAL', label: 'Competência' },
  { value: 'CASH', label: 'Caixa' },
];

/** `shown`: the days of the preview, which are the report's own where the address names none. */
const Period = ({ entry, view, shown }: Props & { shown: Shown }) => {
  const from = view.chosen.from ?? shown.from;
  const to = view.chosen.to ?? shown.to;
  const whole = entry.period === 'MONTHS';
  return (
    <PeriodPicker
      label="Período"
      ariaLabel="Período do relatório"
      clearable={false}
      presets={presets(today())}
      value={from && to ? { start: from, end: addDays(to, 1) } : null}
      onChange={(range) => {
        if (!range) return;
        const last = addDays(range.end, -1);
        view.setPeriod(whole ? startOfMonth(range.start) : range.start, whole ? endOfMonth(last) : last);
      }}
    />
  );
};

const Until = ({ view, shown }: { view: ReportView; shown: Shown }) => {
  const reading = useReading();
  const problems = unreadProblems(reading.unread);
  return (
    <ReadingContext value={reading}>
      <span className={styles.day}>
        <Field label="Até o dia" error={problems.until}>
          <DateInput
            path="until"
            towards="past"
            value={view.chosen.to ?? shown.to ?? today()}
            onChange={(day) => day && view.setPeriod(null, day)}
          />
        </Field>
      </span>
    </ReadingContext>
  );
};

const CompanyChoice = () => {
  const { companies, place, setPlace } = useSession();
  if (companies.length < 2) return null;
  return (
    <span className={styles.choice}>
      <Select
        ariaLabel="Empresa"
        value={place.company?.id ?? ''}
        options={companies.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => setPlace(id, null)}
      />
    </span>
  );
};

const BuildingChoice = ({ entry, view }: Props) => {
  const { options } = useBuildingChoice();
  const required = entry.building === 'REQUIRED';
  const { buildingId } = view.chosen;
  const first = options[0]?.id;
  const { setBuilding } = view;
  const missing = required && buildingId === null && first !== undefined;
  // A report of one obra begins with the first one.
  const begin = useEffectEvent((id: string) => setBuilding(id, true));
  useEffect(() => {
    if (missing) begin(first);
  }, [missing, first]);
  return (
    <span className={styles.choice}>
      <Select
        ariaLabel="Obra"
        value={buildingId ?? 'all'}
        options={[
          ...(required ? [] : [{ value: 'all', label: 'Todas as obras' }]),
          ...options.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={(id) => setBuilding(id === 'all' ? null : id)}
      />
    </span>
  );
};

const WalletChoice = ({ view }: { view: ReportView }) => {
  const { options } = useWalletChoice();
  const { walletId } = view.chosen;
  const first = options[0]?.id;
  const { setWallet } = view;
  const missing = walletId === null && first !== undefined;
  const begin = useEffectEvent((id: string) => setWallet(id, true));
  useEffect(() => {
    if (missing) begin(first);
  }, [missing, first]);
  return (
    <span className={styles.choice}>
      <Select
        ariaLabel="Carteira"
        value={walletId ?? ''}
        options={options.map(({ id, label }) => ({ value: id, label }))}
        onChange={(id) => setWallet(id)}
      />
    </span>
  );
};

export interface Shown {
  from: string | null;
  to: string | null;
}

/** What the report asks for, and nothing else. */
export const Parameters = ({ entry, view, shown }: Props & { shown: Shown }) => (
  <div className={styles.parameters} role="group" aria-label="Parâmetros">
    {(entry.period === 'DAYS' || entry.period === 'MONTHS') && <Period entry={entry} view={view} shown={shown} />}
    {entry.period === 'UNTIL' && <Until view={view} shown={shown} />}
    <CompanyChoice />
    {entry.building !== 'NONE' && <BuildingChoice entry={entry} view={view} />}
    {entry.wallet && <WalletChoice view={view} />}
    {entry.regime && (
      <Segments
        ariaLabel="Regime"
        value={view.chosen.regime ?? 'ACCRUAL'}
        options={REGIMES}
        onChange={view.setRegime}
      />
    )}
    {entry.groupings.length > 0 && (
      <span className={styles.choice}>
        <Select
          ariaLabel="Agrupar por"
          value={view.chosen.grouping ?? entry.groupings[0]?.grouping ?? ''}
          options={entry.groupings.map(({ grouping, title }) => ({ value: grouping, label: title }))}
          onChange={view.setGrouping}
        />
      </span>
    )}
  </div>
);
