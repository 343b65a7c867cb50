import { newModelOf } from '#web/session/newTransaction.ts';
import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { useFrequentTransactionsQuery } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Button, Skeleton } from '#web/ui/index.ts';
import { useNavigate } from 'react-router-dom';
import styles from './models.module.css';

/** A company without models begins with the expenses that repeat the most. */
export const FirstModels = () => {
  const { companyId } = usePlace();
  const navigate = useNavigate();
  const { data } = useFrequentTransactionsQuery({
    variables: { companyId },
    skip: companyId === '',
    context: { quiet: true },
  });
  const rows = data?.frequent;
  return (
    <section className={styles.first} aria-labelledby="first-models">
      <h2 id="first-models" className={styles.firstTitle}>
        Crie a partir de uma despesa
      </h2>
      <p className={styles.muted}>
        Um modelo guarda fornecedor, categoria, rateio e vencimento, e mostra todo mês o que seria criado.
      </p>
      {!data && <Skeleton rows={5} />}
      {rows?.length === 0 && <p className={styles.muted}>Nenhuma despesa se repetiu nos últimos doze meses.</p>}
      <ul className={styles.frequent}>
        {(rows ?? []).map(({ type, partner, description, lastId, count, value }) => (
          <li key={lastId}>
            <span className={styles.frequentText}>
              <strong>{description}</strong>
              <span className={styles.muted}>
                {[partner?.name, counted(count, 'lançamento'), `último de ${formatCurrency(value)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Button onClick={() => void navigate(newModelOf(type, lastId))}>Criar modelo</Button>
          </li>
        ))}
      </ul>
    </section>
  );
};
