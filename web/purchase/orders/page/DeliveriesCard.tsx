import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { Card, MoneyText } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import styles from './order.module.css';
import { OUTCOME } from '../words.ts';

/** The notas of an order, and the one expense that follows from them. */
export const DeliveriesCard = ({ order }: { order: OrderDetailsFragment }) => {
  const { deliveries, expense, invoicedValue } = order;
  const seesExpense = useSession().may({ anyOf: ['DEBIT'] });
  if (deliveries.length === 0) return null;
  return (
    <Card
      title="Notas recebidas"
      meta={counted(deliveries.length, 'nota')}
      actions={
        expense && seesExpense ? (
          <Link to={`${OUTCOME}?id=${expense.id}`} className={styles.link}>
            Abrir despesa
          </Link>
        ) : undefined
      }
    >
      <ul className={styles.deliveries} aria-label="Notas recebidas">
        {deliveries.map(({ id, documentNumber, receivedDate, value }) => (
          <li key={id}>
            <strong>{documentNumber ?? 'Sem número'}</strong>
            <span>{formatDate(receivedDate)}</span>
            <span className={styles.deliveryValue}>
              <MoneyText value={value} />
            </span>
          </li>
        ))}
      </ul>
      {deliveries.length > 1 && (
        <div className={styles.valueRow}>
          <span>Soma das notas</span>
          <MoneyText value={invoicedValue} strong />
        </div>
      )}
    </Card>
  );
};
