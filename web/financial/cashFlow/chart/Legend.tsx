import styles from './Legend.module.css';

/** Legend of the chart; marks differ in shape as well as in colour. */
export const Legend = ({ scenario = false, balance = 'Saldo final' }: { scenario?: boolean; balance?: string }) => (
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
    {scenario && (
      <li>
        <span className={styles.scenario} aria-hidden="true" /> Simulação
      </li>
    )}
  </ul>
);
