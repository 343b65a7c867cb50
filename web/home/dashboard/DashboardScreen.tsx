import { firstNegativeDay, lowestDay } from '#domain/cashFlow.ts';
import { formatDate, formatLongDate, formatShortMonth } from '#domain/dates.ts';
import { formatCurrency, isZero } from '#domain/money.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { Legend } from '#web/financial/cashFlow/chart/Legend.tsx';
import type { Bar } from '#web/financial/cashFlow/chart/FlowChart.tsx';
import { cashFlowPath } from '#web/financial/cashFlow/links.ts';
import type { DashboardFlowQuery } from '#web/generated/home.ts';
import { Banner, Button, Card, PageHeader, Skeleton, timeOf, today } from '#web/ui/index.ts';
import { lazy, Suspense } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Buildings } from './Buildings.tsx';
import { Categories } from './Categories.tsx';
import { DueDates } from './DueDates.tsx';
import { dashboardDays, type DashboardDays } from './figures.ts';
import { Kpis, type ChosenBuilding } from './Kpis.tsx';
import { PartCard } from './PartCard.tsx';
import { useDashboard, type Dashboard } from './useDashboard.ts';
import styles from './DashboardScreen.module.css';

const FlowChart = lazy(() => import('#web/financial/cashFlow/chart/FlowChart.tsx'));

const greeting = (): string => {
  const hour = Number(timeOf(new Date().toISOString()).slice(0, 2));
  return hour < 5 || hour >= 18 ? 'Boa noite' : hour < 12 ? 'Bom dia' : 'Boa tarde';
};

/**
 * Painel (§2 /home/dashboard): today's figures of the company or the chosen building; each figure links to its rows.
 */
const DashboardScreen = () => {
  const { user, place, setPlace } = useSession();
  const days = dashboardDays(today());
  const dashboard = useDashboard(usePlace(), days);
  const parts = Object.values(dashboard);
  const waiting = parts.every(({ data, error }) => data === undefined && !error);
  return (
    <div className={styles.screen}>
      <PageHeader
        title={`${greeting()}, ${user.name.split(' ')[0] ?? ''}`}
        summary={[
          formatLongDate(days.today),
          place.company?.name,
          place.company && (place.building?.name ?? 'Todas as obras'),
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          place.company &&
          place.building && <Button onClick={() => setPlace(place.company?.id ?? '', null)}>Ver todas as obras</Button>
        }
      />
      <div className={styles.body}>
        {waiting ? <Skeleton rows={12} /> : <Contents dashboard={dashboard} days={days} building={place.building} />}
      </div>
    </div>
  );
};

export default DashboardScreen;

interface ContentsProps {
  dashboard: Dashboard;
  days: DashboardDays;
  /** Building whose shares the figures count; null is the whole company. */
  building: ChosenBuilding | null;
}

const Contents = ({ dashboard, days, building }: ContentsProps) => (
  <>
    {dashboard.wallets.data?.wallets?.content.length === 0 && <FirstSteps />}
    {dashboard.flow.data && !building && <Warning data={dashboard.flow.data} />}
    <Kpis dashboard={dashboard} days={days} building={building} />
    <div className={styles.columns}>
      <PartCard title="Fluxo de caixa" className={styles.flow} part={dashboard.flow}>
        {(data) => <Flow data={data} days={days} balance={building ? 'Resultado' : 'Saldo'} />}
      </PartCard>
      <PartCard title="Próximos vencimentos" part={dashboard.due}>
        {({ toPay, next }) =>
          toPay && next && <DueDates toPay={toPay} next={next} days={days} buildingId={building?.id ?? null} />
        }
      </PartCard>
      <PartCard title="Obras" part={dashboard.buildings}>
        {({ buildings, progress }) =>
          buildings && (
            <Buildings
              buildings={buildings.filter(({ buildingId }) => !building || buildingId === building.id)}
              progress={progress ?? []}
              days={days}
            />
          )
        }
      </PartCard>
      <PartCard title="A pagar por categoria" part={dashboard.categories}>
        {({ categories }) => categories && <Categories categories={categories} days={days} />}
      </PartCard>
    </div>
  </>
);

/** A company without a wallet has no figures yet, so the setup steps come first. */
const FirstSteps = () => {
  const navigate = useNavigate();
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" onClick={() => void navigate('/home/first-access')}>
          Ver primeiros passos
        </Button>
      }
    >
      <strong>Comece por aqui</strong>: cadastre as obras e as carteiras, e os números deste painel ganham vida.
    </Banner>
  );
};

const Warning = ({ data }: { data: DashboardFlowQuery }) => {
  const navigate = useNavigate();
  const [negative, lowest] = [firstNegativeDay(data.projected ?? []), lowestDay(data.projected ?? [])];
  if (!negative || !lowest) return null;
  return (
    <Banner
      tone="warning"
      action={
        <Button size="small" onClick={() => void navigate(`${cashFlowPath}?group=day&simulate=1`)}>
          Ver simulação
        </Button>
      }
    >
      <strong>Saldo previsto negativo em {formatDate(negative.date)}</strong>: menor saldo{' '}
      {formatCurrency(lowest.balance).replace('-', '−')} em {formatDate(lowest.date)}.
    </Banner>
  );
};

const Flow = ({ data, days, balance }: { data: DashboardFlowQuery; days: DashboardDays; balance: string }) => {
  const navigate = useNavigate();
  const bars: Bar[] = (data.months ?? []).map((month) => ({
    ...month,
    key: month.start,
    label: formatShortMonth(month.start),
    balance: month.expectedBalance,
    expected: month.end > days.today,
    current: month.start <= days.today && days.today <= month.end,
  }));
  return (
    <Card
      title="Fluxo de caixa"
      className={styles.flow}
      meta={<Legend balance={balance} committed={bars.some(({ committedToPay }) => !isZero(committedToPay))} />}
      actions={
        <Link to={cashFlowPath} className={styles.open}>
          Abrir
        </Link>
      }
    >
      <Suspense fallback={<Skeleton rows={6} />}>
        <FlowChart
          bars={bars}
          height={286}
          summary="Entradas, saídas e saldo por mês; os valores estão em Fluxo de caixa."
          onOpen={(index) => {
            const month = bars[index];
            if (month) void navigate(`${cashFlowPath}?listFrom=${month.key}&listTo=${data.months?.[index]?.end}`);
          }}
        />
      </Suspense>
    </Card>
  );
};
