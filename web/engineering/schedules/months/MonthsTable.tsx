import { formatShortMonth, startOfMonth, type IsoDate } from '#domain/dates.ts';
import { isZero } from '#domain/money.ts';
import { formatMoney, formatPercentage } from '#domain/numberFormat.ts';
import type { Months } from './months.ts';
import styles from './months.module.css';

/** A month without work is empty, so that the work stands out. */
const Amount = ({ value }: { value: string }) => <td>{isZero(value) ? '' : formatMoney(value)}</td>;

const share = (value: string | null | undefined): string => (value == null ? '-' : formatPercentage(value));

/** Stages × months with their sums; the first columns stay while it scrolls sideways. */
export const MonthsTable = ({ schedule, today }: { schedule: Months; today: IsoDate }) => {
  const { months, stages, total, unscheduled } = schedule;
  const rest = !isZero(unscheduled);
  const current = startOfMonth(today);
  return (
    // Focusable: wider than the screen, and scrolled by keyboard.
    <div className={styles.scroll} role="region" aria-label="Valores por mês" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Etapa</th>
            <th scope="col">Total (R$)</th>
            {months.map(({ month }) => (
              <th key={month} scope="col" data-current={month === current || undefined}>
                {formatShortMonth(month)}
              </th>
            ))}
            {rest && <th scope="col">Sem data</th>}
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage.id}>
              <th scope="row">
                <span className={styles.code}>{stage.code}</span> {stage.description}
              </th>
              <td>{formatMoney(stage.total)}</td>
              {months.map(({ month }, index) => (
                <Amount key={month} value={stage.values[index] ?? '0.00'} />
              ))}
              {rest && <Amount value={stage.unscheduled} />}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{formatMoney(total)}</td>
            {months.map(({ month, value }) => (
              <td key={month}>{formatMoney(value)}</td>
            ))}
            {rest && <td>{formatMoney(unscheduled)}</td>}
          </tr>
          <tr>
            <th scope="row">% do total</th>
            <td />
            {months.map(({ month, percentage }) => (
              <td key={month}>{share(percentage)}</td>
            ))}
            {rest && <td />}
          </tr>
          <tr>
            <th scope="row">Acumulado</th>
            <td />
            {months.map(({ month, accumulated }) => (
              <td key={month}>{formatMoney(accumulated)}</td>
            ))}
            {rest && <td />}
          </tr>
          <tr>
            <th scope="row">% acumulado</th>
            <td />
            {months.map(({ month, accumulatedPercentage }) => (
              <td key={month}>{share(accumulatedPercentage)}</td>
            ))}
            {rest && <td />}
          </tr>
        </tfoot>
      </table>
    </div>
  );
};

/** A phone shows the months one below the other, each with its stages. */
export const MonthsList = ({ schedule, today }: { schedule: Months; today: IsoDate }) => (
  <ul className={styles.months}>
    {schedule.months.map(({ month, value, accumulated, percentage, accumulatedPercentage }, index) => (
      <li key={month}>
        <details open={month === startOfMonth(today)}>
          <summary>
            <span>
              <strong>{formatShortMonth(month)}</strong>
              <span>{`${share(percentage)} · acumulado ${share(accumulatedPercentage)}`}</span>
            </span>
            <span>
              <strong>{formatMoney(value)}</strong>
              <span>{formatMoney(accumulated)}</span>
            </span>
          </summary>
          <ul>
            {schedule.stages
              .filter(({ values }) => !isZero(values[index] ?? '0.00'))
              .map((stage) => (
                <li key={stage.id}>
                  <span>{`${stage.code} ${stage.description}`}</span>
                  <span>{formatMoney(stage.values[index] ?? '0.00')}</span>
                </li>
              ))}
          </ul>
        </details>
      </li>
    ))}
  </ul>
);
