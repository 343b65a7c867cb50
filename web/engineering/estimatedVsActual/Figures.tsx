import { daysBetween, formatDate } from '#domain/dates.ts';
import { formatCurrency, formatPercentage, isNegative, isZero, percentageOf } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { toDecimal } from '#domain/decimal.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { documentsLink, estimateLink, ordersLink, scheduleLink } from './links.ts';
import { deviationText, indexText, NONE, toneOfDeviation, toneOfIndex } from '#domain/engineering/earnedValue/texts.ts';
import { availableText, type MayOpen, type Overview } from './rows.ts';
import committed from './committed.module.css';
import styles from './overview.module.css';

interface CardProps {
  label: ReactNode;
  value: string;
  tone?: string;
  to?: string | undefined;
  children: ReactNode;
  mark?: 'planned' | 'measured' | 'actual' | 'committed';
  hint?: string | undefined;
}

const Mark = ({ mark }: Pick<CardProps, 'mark'>) =>
  mark === 'committed' ? (
    <span className={committed.mark} aria-hidden="true" />
  ) : (
    mark && <span className={styles.mark} data-line={mark} aria-hidden="true" />
  );

const Figure = ({ label, value, tone = 'plain', to, mark, hint, children }: CardProps) => (
  <div className={styles.figure} title={hint}>
    <dt>
      <Mark mark={mark} /> {label}
    </dt>
    <dd data-tone={tone}>{to ? <Link to={to}>{value}</Link> : value}</dd>
    <dd className={styles.note}>{children}</dd>
  </div>
);

const money = (value: string | null | undefined): string =>
  value === null || value === undefined ? NONE : formatCurrency(value).replace('-', '−');

const shareOf = (part: string | null | undefined, whole: string | null | undefined): string | null =>
  part && whole && !isZero(whole) ? formatPercentage(percentageOf(part, whole)) : null;

interface FiguresProps {
  overview: Overview;
  mayOpen: MayOpen;
}

const Amounts = ({ overview, mayOpen }: FiguresProps) => {
  const { total, withoutStage, lastMeasurementDate, buildingId, date, openOrders } = overview;
  const planned = shareOf(total.estimatedValue, total.estimateTotal);
  const measured = shareOf(total.measuredValue, total.estimateTotal);
  return (
    <dl className={styles.strip} aria-label="Valores até a data">
      <Figure
        label="Orçado"
        value={money(total.estimateTotal)}
        to={total.estimateTotal ? estimateLink(overview) : undefined}
      >
        {overview.costEstimates.map(({ code }) => code).join(', ') || 'sem orçamento'}
        {overview.costEstimates.some(({ approved }) => !approved) && ' · não aprovado'}
      </Figure>
      <Figure
        label="Planejado"
        mark="planned"
        value={money(total.estimatedValue)}
        to={total.estimatedValue ? scheduleLink(overview) : undefined}
      >
        {planned ? `PV · ${planned} do orçado` : 'PV · sem cronograma'}
      </Figure>
      <Figure label="Medido" mark="measured" value={money(total.measuredValue)}>
        {measured && lastMeasurementDate
          ? `EV · ${measured}, última em ${formatDate(lastMeasurementDate)}`
          : 'EV · sem medição'}
      </Figure>
      <Figure
        label="Realizado"
        mark="actual"
        value={money(total.actualValue)}
        to={mayOpen.documents && !isZero(total.actualValue) ? documentsLink(buildingId, { to: date }) : undefined}
      >
        AC{' '}
        {!isZero(withoutStage.actualValue) && (
          <span className={styles.warning}>· {money(withoutStage.actualValue)} sem etapa</span>
        )}
      </Figure>
      <Figure
        label="Comprometido"
        mark="committed"
        value={money(total.committedValue)}
        to={mayOpen.orders && openOrders > 0 ? ordersLink(buildingId) : undefined}
        hint={availableText(total)}
      >
        {openOrders > 0 ? `${counted(openOrders, 'pedido')} a receber` : 'nada a receber'}
      </Figure>
    </dl>
  );
};

/** "no ritmo, termina 6 semanas depois" */
const paceText = ({ finish, projectedFinish, total }: Overview): string => {
  if (!total.spi) return 'medido ÷ planejado';
  if (!finish || !projectedFinish) return 'no ritmo, não termina';
  const days = daysBetween(finish, projectedFinish);
  if (days === 0) return 'no ritmo, termina na data';
  const size = Math.abs(days);
  const length = size < 14 ? counted(size, 'dia', 'dias') : counted(Math.round(size / 7), 'semana', 'semanas');
  return `no ritmo, termina ${length} ${days > 0 ? 'depois' : 'antes'}`;
};

/** From the amounts: an index that is rounded already would be rounded twice. */
const earnedText = ({ cpi, measuredValue, actualValue }: Overview['total']): string =>
  cpi && measuredValue
    ? `cada R$ 1,00 gasto rendeu ${formatCurrency(toDecimal(measuredValue).div(toDecimal(actualValue)).toFixed(2))}`
    : isZero(actualValue)
      ? 'sem despesas até o dia'
      : 'medido ÷ realizado';

const Indices = ({ overview }: { overview: Overview }) => {
  const { cpi, spi, estimateAtCompletion, estimateToComplete, deviation, deviationPercentage } = overview.total;
  return (
    <dl className={styles.strip} aria-label="Índices">
      <Figure label="IDC, custo (CPI)" value={indexText(cpi)} tone={toneOfIndex(cpi)}>
        {earnedText(overview.total)}
      </Figure>
      <Figure label="IDP, prazo (SPI)" value={indexText(spi)} tone={toneOfIndex(spi)}>
        {paceText(overview)}
      </Figure>
      <Figure label="Custo final estimado (EAC)" value={money(estimateAtCompletion)}>
        {estimateToComplete ? `orçado ÷ IDC · faltam ${money(estimateToComplete)}` : 'orçado ÷ IDC'}
      </Figure>
      <Figure
        label={deviation && isNegative(deviation) ? 'Sobra prevista' : 'Estouro previsto'}
        value={deviation && !isNegative(deviation) ? `+${money(deviation)}` : money(deviation)}
        tone={toneOfDeviation(deviationPercentage)}
      >
        {deviationPercentage ? `${deviationText(deviationPercentage)} sobre o orçado` : 'custo final − orçado'}
      </Figure>
    </dl>
  );
};

/** The amounts of the whole building, and what follows from them. */
export const Figures = (props: FiguresProps) => (
  <>
    <Amounts {...props} />
    <Indices overview={props.overview} />
  </>
);
