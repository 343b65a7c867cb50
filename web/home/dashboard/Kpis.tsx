import { formatCurrency, isNegative, isPositive, subtract, sum } from '#domain/money.ts';
import { movementsLink } from '#web/financial/cashFlow/links.ts';
import type { DashboardQuery } from '#web/generated/home.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { changeText, type DashboardDays } from './figures.ts';
import { Sparkline } from './Sparkline.tsx';
import styles from './Kpis.module.css';

const number = new Intl.NumberFormat('pt-BR');
const counted = (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`;
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

/** One figure; pressing it opens the list whose sum it is. */
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

/** Balances, to receive and to pay in 30 days, result of the month. */
export const Kpis = ({ data, days }: { data: DashboardQuery; days: DashboardDays }) => {
  const months = data.months ?? [];
  const past = months.filter(({ start }) => start <= days.today);
  const current = past.at(-1);
  const wallets = data.wallets?.content ?? [];
  const cash = sum(wallets.map(({ balance }) => balance?.balance ?? '0.00'));
  const change = changeText(cash, past.at(-2)?.actualBalance);
  const soon = { from: days.today, to: days.soon };
  const result = current ? subtract(current.received, current.paid) : '0.00';
  return (
    <div className={styles.kpis}>
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
      {data.toReceive && (
        <Kpi
          label="A receber"
          hint="30 dias"
          value={data.toReceive.received}
          to={movementsLink({ ...soon, type: 'CREDIT', state: 'FORECAST' })}
          spark={<Sparkline tone="in" values={past.map(({ received }) => received)} />}
        >
          {counted(data.toReceive.totalElements, 'parcela', 'parcelas')}
          {isPositive(data.toReceive.overdueValue) && (
            <>
              {' · '}
              <Link className={styles.alarm} to={movementsLink({ ...soon, type: 'CREDIT', state: 'OVERDUE' })}>
                {text(data.toReceive.overdueValue)} em atraso
              </Link>
            </>
          )}
        </Kpi>
      )}
      {data.toPay && (
        <Kpi
          label="A pagar"
          hint="30 dias"
          value={data.toPay.paid}
          to={movementsLink({ ...soon, type: 'DEBIT', state: 'FORECAST' })}
          spark={<Sparkline tone="out" values={past.map(({ paid }) => paid)} />}
        >
          {counted(data.toPay.totalElements, 'parcela', 'parcelas')}
          {data.toPay.overdue > 0 && (
            <>
              {' · '}
              <Link className={styles.alarm} to={movementsLink({ ...soon, type: 'DEBIT', state: 'OVERDUE' })}>
                {counted(data.toPay.overdue, 'vencida', 'vencidas')}
              </Link>
            </>
          )}
        </Kpi>
      )}
      {current && (
        <Kpi
          label="Resultado do mês"
          hint="caixa"
          value={result}
          tone={isNegative(result) ? 'out' : 'in'}
          to={movementsLink({ from: days.monthStart, to: days.monthEnd, state: 'PAID' })}
          spark={
            <Sparkline
              tone={isNegative(result) ? 'out' : 'in'}
              values={past.map(({ received, paid }) => subtract(received, paid))}
            />
          }
        >
          Recebido {text(current.received)} · pago {text(current.paid)}
        </Kpi>
      )}
    </div>
  );
};
