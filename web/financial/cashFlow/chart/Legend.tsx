import styles from './Legend.module.css';

interface LegendProps {
  scenario?: boolean;
  /** Some of what is shown is committed by orders. */
  committed?: boolean;
  balance?: string;
}

/** Legend of the chart; marks differ in shape as well as in colour. */
export const Legend = ({ scenario = false, committed = false, balance = 'Saldo final' }: LegendProps) => (
  <ul className={styles.legend} aria-label="Legenda">
    <li>
      <span className={styles.in} aria-hidden="true" /> Entradas
    </li>
    <li>
      <span className={styles.out} aria-hidden="true" /> Saídas
    </li>
    <li>
      <span className={styles.line} aria-hidden="true" /> {balance}
    </li>
    <li>
      <span className={styles.forecast} aria-hidden="true" /> Previsto
    </li>
    {committed && (
      <li>
        <span className={styles.committed} aria-hidden="true" /> Comprometido
      </li>
    )}
    {scenario && (
      <li>
        <span className={styles.scenario} aria-hidden="true" /> Simulação
      </li>
    )}
  </ul>
);
