import { formatCurrency, isNegative, isPositive, subtract, sum } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { movementsLink } from '#web/financial/cashFlow/links.ts';
import { errorText } from '#web/client/errors.ts';
import type {
  DashboardBuildingsQuery,
  DashboardDueQuery,
  DashboardFlowQuery,
  DashboardWalletsQuery,
} from '#web/generated/home.ts';
import { Button, Skeleton } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { changeText, type DashboardDays } from './figures.ts';
import { Sparkline } from '#web/ui/Sparkline.tsx';
import type { Dashboard, Part } from './useDashboard.ts';
import styles from './Kpis.module.css';

const text = (value: string) => formatCurrency(value).replace('-', '−');

interface KpiProps {
  label: string;
  hint?: string;
  value: string;
  tone?: 'in' | 'out' | undefined;
  to: string;
  spark: ReactNode;
  children: ReactNode;
}

/** One figure, linked to the list whose sum it is. */
const Kpi = ({ label, hint, value, tone, to, spark, children }: KpiProps) => (
  <section className={styles.kpi} aria-label={label}>
    <h2>
      {label} {hint && <small>{hint}</small>}
    </h2>
    <div className={styles.row}>
      <Link to={to} className={`${styles.value} ${tone ? styles[tone] : ''}`}>
        {text(value)}
      </Link>
      {spark}
    </div>
    <p>{children}</p>
  </section>
);

/** Placeholder for a figure that is loading or failed to load: no figure is shown rather than a wrong one. */
const Gap = ({ label, hint, part }: Pick<KpiProps, 'label' | 'hint'> & { part: Part<unknown> }) => (
  <section className={styles.kpi} aria-label={label}>
    <h2>
      {label} {hint && <small>{hint}</small>}
    </h2>
    {part.error ? (
      <div role="alert" className={styles.gap}>
        <p>{errorText(part.error)}</p>
        <Button size="small" onClick={part.retry}>
          Tentar novamente
        </Button>
      </div>
    ) : (
      <Skeleton rows={1} />
    )}
  </section>
);

export interface ChosenBuilding {
  id: string;
}

interface KpisProps {
  dashboard: Pick<Dashboard, 'wallets' | 'flow' | 'due' | 'buildings'>;
  days: DashboardDays;
  building: ChosenBuilding | null;
}

/**
 * Wallet balances (for a building, which has no wallets, its result), to receive and to pay in 30 days, result of the
 * month.
 */
export const Kpis = ({ dashboard, days, building }: KpisProps) => {
  const { flow, due } = dashboard;
  const past = (flow.data?.months ?? []).filter(({ start }) => start <= days.today);
  return (
    <div className={styles.kpis}>
      <Standing dashboard={dashboard} past={past} days={days} building={building} />
      {due.data?.toReceive ? (
        <ToReceive toReceive={due.data.toReceive} past={past} days={days} />
      ) : (
        <Gap label="A receber" hint="30 dias" part={due} />
      )}
      {due.data?.toPay ? (
        <ToPay toPay={due.data.toPay} past={past} days={days} />
      ) : (
        <Gap label="A pagar" hint="30 dias" part={due} />
      )}
      {flow.data ? <Result past={past} days={days} /> : <Gap label="Resultado do mês" hint="caixa" part={flow} />}
    </div>
  );
};

type Month = NonNullable<DashboardFlowQuery['months']>[number];
type Wallet = NonNullable<DashboardWalletsQuery['wallets']>['content'][number];

const Standing = ({ dashboard, past, days, building }: KpisProps & { past: readonly Month[] }) => {
  const { wallets, buildings } = dashboard;
  if (building) {
    const standing = buildings.data?.buildings?.find(({ buildingId }) => buildingId === building.id);
    if (!standing) return <Gap label="Resultado da obra" hint="caixa" part={buildings} />;
    return <BuildingResult standing={standing} past={past} days={days} />;
  }
  if (!wallets.data?.wallets) return <Gap label="Saldo em carteiras" part={wallets} />;
  return <Cash wallets={wallets.data.wallets.content} past={past} />;
};

type Building = NonNullable<DashboardBuildingsQuery['buildings']>[number];

const BuildingResult = ({ standing, past, days }: DueProps & { standing: Building }) => {
  const result = subtract(standing.received, standing.paid);
  return (
    <Kpi
      label="Resultado da obra"
      hint="caixa"
      value={result}
      tone={isNegative(result) ? 'out' : 'in'}
      to={movementsLink({ from: days.first, to: days.last, state: 'PAID' })}
      spark={<Sparkline tone="brand" values={past.map(({ actualBalance }) => actualBalance)} />}
    >
      Recebido {text(standing.received)} · <span className={styles.whole}>pago {text(standing.paid)}</span>
    </Kpi>
  );
};

const soonOf = (days: DashboardDays) => ({ from: days.today, to: days.soon });

const Cash = ({ wallets, past }: { wallets: readonly Wallet[]; past: readonly Month[] }) => {
  const cash = sum(wallets.map(({ balance }) => balance?.balance ?? '0.00'));
  const change = changeText(cash, past.at(-2)?.actualBalance);
  return (
    <Kpi
      label="Saldo em carteiras"
      value={cash}
      tone={isNegative(cash) ? 'out' : undefined}
      to="/home/forms/transactions/bank"
      spark={<Sparkline tone="brand" values={past.map(({ actualBalance }) => actualBalance)} />}
    >
      {change && (
        <>
          <b className={change.startsWith('+') ? styles.in : styles.out}>{change}</b> no mês ·{' '}
        </>
      )}
      {counted(wallets.length, 'carteira', 'carteiras')}
    </Kpi>
  );
};

interface DueProps {
  past: readonly Month[];
  days: DashboardDays;
}

const ToReceive = ({
  toReceive,
  past,
  days,
}: DueProps & { toReceive: NonNullable<DashboardDueQuery['toReceive']> }) => (
  <Kpi
    label="A receber"
    hint="30 dias"
    value={toReceive.received}
    to={movementsLink({ ...soonOf(days), type: 'CREDIT', state: 'FORECAST' })}
    spark={<Sparkline tone="in" values={past.map(({ received }) => received)} />}
  >
    {counted(toReceive.totalElements, 'parcela', 'parcelas')}
    {isPositive(toReceive.overdueValue) && (
      <>
        {' · '}
        <Link className={styles.alarm} to={movementsLink({ ...soonOf(days), type: 'CREDIT', state: 'OVERDUE' })}>
          {text(toReceive.overdueValue)} vencido
        </Link>
      </>
    )}
  </Kpi>
);

const ToPay = ({ toPay, past, days }: DueProps & { toPay: NonNullable<DashboardDueQuery['toPay']> }) => (
  <Kpi
    label="A pagar"
    hint="30 dias"
    value={toPay.paid}
    to={movementsLink({ ...soonOf(days), type: 'DEBIT', state: 'FORECAST' })}
    spark={<Sparkline tone="out" values={past.map(({ paid }) => paid)} />}
  >
    {counted(toPay.totalElements, 'parcela', 'parcelas')}
    {toPay.overdue > 0 && (
      <>
        {' · '}
        <Link className={styles.alarm} to={movementsLink({ ...soonOf(days), type: 'DEBIT', state: 'OVERDUE' })}>
          {counted(toPay.overdue, 'vencida', 'vencidas')}
        </Link>
      </>
    )}
  </Kpi>
);

const Result = ({ past, days }: DueProps) => {
  const current = past.at(-1);
  if (!current) return null;
  const result = subtract(current.received, current.paid);
  const tone = isNegative(result) ? 'out' : 'in';
  return (
    <Kpi
      label="Resultado do mês"
      hint="caixa"
      value={result}
      tone={tone}
      to={movementsLink({ from: days.monthStart, to: days.monthEnd, state: 'PAID' })}
      spark={<Sparkline tone={tone} values={past.map(({ received, paid }) => subtract(received, paid))} />}
    >
      Recebido {text(current.received)} · <span className={styles.whole}>pago {text(current.paid)}</span>
    </Kpi>
  );
};
