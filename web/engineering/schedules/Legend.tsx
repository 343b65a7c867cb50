import styles from './schedule.module.css';

/** What the colours of the bars mean. */
export const Legend = ({ withBaseline }: { withBaseline: boolean }) => (
  <span className={styles.legend}>
    <span data-kind="done">Executado</span>
    <span data-kind="planned">Planejado</span>
    <span data-kind="critical">Caminho crítico</span>
    {withBaseline && <span data-kind="baseline">Linha de base</span>}
  </span>
);
