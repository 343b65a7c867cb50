import { Card } from '#web/ui/index.ts';
import { toDecimal } from '#domain/decimal.ts';
import { isNegative } from '#domain/money.ts';
import { amountText } from '#domain/engineering/earnedValue/texts.ts';
import type { Overview } from './rows.ts';
import styles from './deviations.module.css';

interface Row {
  key: string;
  name: string;
  cost: string | null | undefined;
  time: string | null | undefined;
}

const rowsOf = ({ stages, withoutStage, sharesWithoutStage }: Overview): Row[] => [
  ...stages
    .filter(({ level, estimateTotal }) => level === 0 && estimateTotal)
    .map(({ stageId, name, costVariance, scheduleVariance }) => ({
      ...{ key: stageId, name, cost: costVariance, time: scheduleVariance },
    })),
  ...(sharesWithoutStage > 0 ? [{ key: 'none', name: 'Sem etapa', cost: withoutStage.costVariance, time: null }] : []),
];

/** Length of a bar in percent of the longest one; pixels, not an amount. */
const size = (value: string | null | undefined, most: number): number =>
  value && most > 0 ? (Math.abs(toDecimal(value).toNumber()) / most) * 100 : 0;

const Bar = ({ value, most, kind }: { value: string | null | undefined; most: number; kind: 'cost' | 'time' }) => (
  <span className={styles.variance} data-kind={kind} data-below={(value && isNegative(value)) || undefined}>
    <span style={{ inlineSize: `${size(value, most) / 2}%` }} />
  </span>
);

/** Where cost and time deviate: EV − AC and EV − PV of the stages at the top. */
export const Deviations = ({ overview }: { overview: Overview }) => {
  const rows = rowsOf(overview);
  const known = rows.flatMap(({ cost, time }) => [cost, time]).flatMap((value) => (value ? [value] : []));
  const most = known.reduce((size, value) => Math.max(size, Math.abs(toDecimal(value).toNumber())), 0);
  const { costVariance, scheduleVariance } = overview.total;
  return (
    <Card
      title="Onde está o desvio"
      meta={
        <span className={styles.keys}>
          <span data-kind="cost">custo</span> <span data-kind="time">prazo</span> R$
        </span>
      }
    >
      {costVariance === null || costVariance === undefined ? (
        <p className={styles.muted}>O desvio compara o medido com o realizado e o planejado: ainda não há medição.</p>
      ) : (
        <div className={styles.deviationList} tabIndex={0} role="region" aria-label="Desvio por etapa">
          <ul className={styles.deviations}>
            {rows.map(({ key, name, cost, time }) => (
              <li key={key}>
                <span className={styles.deviationName}>{name}</span>
                <span aria-hidden="true">
                  <Bar value={cost} most={most} kind="cost" />
                  <Bar value={time} most={most} kind="time" />
                </span>
                <Amounts cost={cost} time={time} />
              </li>
            ))}
            <li className={styles.deviationTotal}>
              <span>Total</span>
              <span />
              <Amounts cost={costVariance} time={scheduleVariance} />
            </li>
          </ul>
        </div>
      )}
    </Card>
  );
};

const Amounts = ({ cost, time }: Pick<Row, 'cost' | 'time'>) => (
  <span className={styles.deviationAmounts}>
    <span data-tone={cost ? (isNegative(cost) ? 'out' : 'in') : 'plain'}>
      <span className="visuallyHidden">custo </span>
      {amountText(cost)}
    </span>
    <span>
      <span className="visuallyHidden">prazo </span>
      {amountText(time)}
    </span>
  </span>
);
