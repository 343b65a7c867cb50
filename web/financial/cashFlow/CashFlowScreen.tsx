import { firstNegativeDay, lowestDay, type DayBalance } from '#domain/cashFlow.ts';
import { addDays, formatDate } from '#domain/dates.ts';
import { formatCurrency, isZero } from '#domain/money.ts';
import { errorText } from '#web/client/errors.ts';
import { Failure, usualPeriod } from '#web/client/Failure.tsx';
import { ExportButton } from '#web/list/ExportButton.tsx';
import { useListQuery } from '#web/list/useListQuery.ts';
import { useNamedCompany } from '#web/list/useNamedCompany.ts';
import { useCashFlowQuery } from '#web/generated/financial.ts';
import { Banner, Button, Card, PageHeader, Segments, Select, Skeleton, Switch } from '#web/ui/index.ts';
import { lazy, Suspense } from 'react';
import { useBuildingChoice } from '#web/choices/useBuildingChoice.ts';
import { useWalletChoice } from '#web/choices/useWalletChoice.ts';
import { ChosenPeriod } from './ChosenPeriod.tsx';
import { Legend } from './chart/Legend.tsx';
import type { Bar } from './chart/FlowChart.tsx';
import { FlowTable } from './FlowTable.tsx';
import { MovementsDrawer } from './MovementsDrawer.tsx';
import { ScenarioPanel } from './ScenarioPanel.tsx';
import { flowColumns, flowOf, flowRows, labelOf, type FlowPeriod } from './series.ts';
import { useCashFlowView, type CashFlowView } from './useCashFlowView.ts';
import { useScenario } from './useScenario.ts';
import styles from './CashFlowScreen.module.css';

const FlowChart = lazy(() => import('./chart/FlowChart.tsx'));

/** Days that the warning and the simulation look ahead. */
const HORIZON = 180;

const groups = [
  { value: 'DAY' as const, label: 'Dia' },
  { value: 'WEEK' as const, label: 'Semana' },
  { value: 'MONTH' as const, label: 'Mês' },
];

const barsOf = (periods: readonly FlowPeriod[], view: CashFlowView, scenario: readonly DayBalance[] | null): Bar[] => {
  const supposed = new Map(scenario?.map(({ date, balance }) => [date, balance]));
  return periods.map((period) => {
    const forecasts = view.forecasts ? {} : { toReceive: '0.00', toPay: '0.00', committedToPay: '0.00' };
    return {
      ...period,
      ...forecasts,
      key: period.start,
      label: labelOf(period.start, view.group),
      balance: flowOf(period, view.forecasts).closing,
      expected: period.end > view.today,
      current: period.start <= view.today && view.today <= period.end,
      scenario: supposed.get(period.end),
    };
  });
};

/** What the flow was asked for, for paper. */
const useFlowFacts = ({ buildingId, walletId, days, forecasts }: CashFlowView) => {
  const buildings = useBuildingChoice().options;
  const wallets = useWalletChoice().options;
  const nameOf = (options: readonly { id: string; label: string }[], id: string | null) =>
    id === null ? 'Todas' : (options.find((option) => option.id === id)?.label ?? `nº ${id}`);
  return () => [
    { label: 'Obra', value: nameOf(buildings, buildingId) },
    { label: 'Carteira', value: nameOf(wallets, walletId) },
    { label: 'Período', value: `${formatDate(days.start)} – ${formatDate(days.end)}` },
    { label: 'Previsões', value: forecasts ? 'incluídas' : 'não incluídas' },
  ];
};

/** Fluxo de caixa (§2 /cashflow): chart and table of past and forecast movements, and a simulation. */
const CashFlowScreen = () => {
  const view = useCashFlowView();
  useNamedCompany(useListQuery());
  const { companyId, buildingId, walletId, today, days, chosen } = view;
  const horizon = { start: today, end: [addDays(today, HORIZON), days.end].sort().at(-1) ?? today };
  const {
    data: fresh,
    previousData,
    error,
    refetch,
  } = useCashFlowQuery({
    variables: {
      ...{ companyId, buildingId, walletId, today, group: view.group, horizon: horizon.end },
      ...{ startDate: days.start, endDate: days.end, from: chosen.start, to: chosen.end },
    },
    skip: companyId === '',
    fetchPolicy: 'cache-and-network',
  });
  const data = fresh ?? previousData;
  const place = { companyId, buildingId, walletId, allBuildings: view.allBuildings };
  const projected = data?.projected ?? [];
  const simulation = useScenario(place, horizon, data?.now?.[0]?.actualBalance, view.simulating);
  const periods = data?.periods ?? [];
  const bars = barsOf(periods, view, simulation.days);
  const facts = useFlowFacts(view);
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Fluxo de caixa"
        summary={`${formatDate(days.start)} – ${formatDate(days.end)}`}
        actions={
          <ExportButton
            title="Fluxo de caixa"
            columns={flowColumns(periods, view.group)}
            rows={flowRows(periods, view.forecasts)}
            facts={facts}
          />
        }
      />
      <div className={styles.body}>
        <Controls
          view={view}
          scenario={simulation.days !== null}
          committed={bars.some(({ committedToPay }) => !isZero(committedToPay))}
        />
        {error && !data ? (
          <Failure
            error={error}
            message={errorText(error)}
            onRetry={() => void refetch()}
            remedy={usualPeriod(view.dropDays)}
          />
        ) : !data ? (
          <Skeleton rows={10} />
        ) : (
          <>
            <ChosenPeriod view={view} figures={data.chosen?.[0]} />
            <Warning projected={projected} view={view} />
            {view.simulating && (
              <ScenarioPanel simulation={simulation} projected={projected} onClose={() => view.set('simulate', null)} />
            )}
            <Card className={styles.chart}>
              <Suspense fallback={<Skeleton rows={6} />}>
                <FlowChart
                  bars={bars}
                  summary={`Entradas, saídas e saldo de ${formatDate(days.start)} a ${formatDate(days.end)}; os valores estão na tabela abaixo.`}
                  onOpen={(index) => {
                    const period = periods[index];
                    if (period) view.open({ from: period.start, to: period.end });
                  }}
                />
              </Suspense>
            </Card>
            <FlowTable
              periods={periods}
              group={view.group}
              forecasts={view.forecasts}
              today={today}
              onOpen={view.open}
            />
          </>
        )}
      </div>
      {view.movements && (
        <MovementsDrawer
          key={JSON.stringify(view.movements)}
          question={view.movements}
          place={place}
          onClose={() => view.open(null)}
        />
      )}
    </div>
  );
};

export default CashFlowScreen;

const Controls = ({ view, ...shown }: { view: CashFlowView; scenario: boolean; committed: boolean }) => {
  const wallets = useWalletChoice().options;
  const buildings = useBuildingChoice().options;
  const options = (choices: readonly { id: string; label: string }[], all: string) => [
    { value: 'all', label: all },
    ...choices.map(({ id, label }) => ({ value: id, label })),
  ];
  return (
    <div className={styles.controls}>
      <Segments
        ariaLabel="Agrupar por"
        value={view.group}
        options={groups}
        onChange={(group) => view.set('group', group === 'MONTH' ? null : group.toLowerCase())}
      />
      <Select
        ariaLabel="Carteira"
        value={view.walletId ?? 'all'}
        options={options(wallets, 'Todas as carteiras')}
        onChange={(id) => view.set('bank', id === 'all' ? null : id)}
      />
      <Select
        ariaLabel="Obra"
        value={view.buildingId ?? 'all'}
        options={options(buildings, 'Todas as obras')}
        onChange={(id) => view.chooseBuilding(id === 'all' ? null : id)}
      />
      <div className={styles.forecasts}>
        <Switch
          label="Incluir previsões"
          checked={view.forecasts}
          onChange={(checked) => view.set('forecast', checked ? null : 'off')}
        />
      </div>
      <div className={styles.legend}>
        <Legend {...shown} />
      </div>
    </div>
  );
};

const Warning = ({ projected, view }: { projected: readonly DayBalance[]; view: CashFlowView }) => {
  const [negative, lowest] = [firstNegativeDay(projected), lowestDay(projected)];
  const simulate = view.simulating ? undefined : (
    <Button size="small" onClick={() => view.set('simulate', '1')}>
      Simular
    </Button>
  );
  if (view.buildingId !== null) {
    return view.simulating ? null : (
      <Banner tone="info" action={simulate}>
        Valores da obra: o saldo é o que ela recebeu menos o que pagou. As carteiras são da empresa toda.
      </Banner>
    );
  }
  if (!negative || !lowest) {
    return view.simulating ? null : (
      <Banner tone="info" action={simulate}>
        O saldo previsto não fica negativo nos próximos {HORIZON} dias.
      </Banner>
    );
  }
  return (
    <Banner tone="warning" action={simulate}>
      Caixa fica <strong>negativo em {formatDate(negative.date)}</strong>: mínimo de{' '}
      <strong>{formatCurrency(lowest.balance).replace('-', '−')}</strong> em {formatDate(lowest.date)}.
    </Banner>
  );
};
