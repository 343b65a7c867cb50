import styles from './SampleExpense.module.css';

const installments = [
  { number: 1, due: '10/12/2026', value: '3.333,33', state: 'Paga' },
  { number: 2, due: '10/01/2027', value: '3.333,33', state: 'A vencer' },
  { number: 3, due: '10/02/2027', value: '3.333,34', state: 'A vencer' },
];

const description =
  'Exemplo de uma despesa de dez mil reais em três parcelas, 3.333,33, 3.333,33 e 3.333,34, dividida entre duas obras.';

/** Picture of an expense whose total does not divide by three to the cent; not interactive. */
export const SampleExpense = () => (
  <div className={styles.card} role="img" aria-label={description}>
    <div className={styles.head}>
      <span className={`${styles.pill} ${styles.partial}`}>Parcial</span>
      <span className={styles.muted}>1 de 3 parcelas paga</span>
    </div>
    <strong className={styles.name}>Concreteira Paulista Ltda</strong>
    <span className={styles.muted}>NF 10.482 · Concreto usinado FCK 30</span>
    <div className={styles.figures}>
      <div>
        <span>Valor líquido</span>
        <strong>R$ 10.000,00</strong>
      </div>
      <div>
        <span>Pago</span>
        <strong className={styles.in}>R$ 3.333,33</strong>
      </div>
      <div>
        <span>Em aberto</span>
        <strong>R$ 6.666,67</strong>
      </div>
    </div>
    <ol className={styles.rows}>
      {installments.map(({ number, due, value, state }) => (
        <li key={number}>
          <span className={styles.muted}>{number}</span>
          <span>{due}</span>
          <span className={styles.value}>{value}</span>
          <span className={`${styles.pill} ${state === 'Paga' ? styles.paid : styles.due}`}>{state}</span>
        </li>
      ))}
      <li className={styles.sum}>
        <span />
        <span>Soma das parcelas</span>
        <strong className={styles.value}>10.000,00</strong>
        <span className={styles.in}>✓ confere</span>
      </li>
    </ol>
    <div className={styles.bar}>
      <span className={styles.barOne} />
      <span className={styles.barTwo} />
    </div>
    <div className={styles.legend}>
      <span>
        <i className={styles.barOne} /> Casa Jardim · Fundações · 62,50%
      </span>
      <span>
        <i className={styles.barTwo} /> Clínica Centro · 37,50%
      </span>
    </div>
  </div>
);
