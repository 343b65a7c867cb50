import { notaName } from '#domain/lists/orders.ts';
import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { Card, MoneyText } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { NotaReturns, ReturnButton } from '../returns/NotaReturns.tsx';
import styles from './order.module.css';
import { NotaFiles } from '../files/NotaFiles.tsx';
import { useDeliveryFiles } from '../files/useDeliveryFiles.ts';
import { InvoiceLink } from '../invoice/InvoiceLink.tsx';
import { OUTCOME } from '../words.ts';

/** The notas of an order, and the one expense that follows from them. */
export const DeliveriesCard = ({
  order,
  writable,
  dirty,
}: {
  order: OrderDetailsFragment;
  writable: boolean;
  /** What is given back is of the stored order. */
  dirty: boolean;
}) => {
  const files = useDeliveryFiles(order);
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
        {deliveries.map((nota) => (
          <li key={nota.id}>
            <strong>{nota.documentNumber ?? 'Sem número'}</strong>
            <span>{formatDate(nota.receivedDate)}</span>
            <span className={styles.deliveryValue}>
              <MoneyText value={nota.value} />
            </span>
            <div className={styles.deliveryFiles}>
              <InvoiceLink nota={nota} />
              <NotaFiles nota={nota} name={notaName(nota)} files={files} writable={writable} />
            </div>
            {writable && !dirty && <ReturnButton order={order} nota={nota} />}
            <NotaReturns order={order} nota={nota} readOnly={!writable || dirty} />
          </li>
        ))}
      </ul>
      {(deliveries.length > 1 || deliveries.some(({ returns }) => returns.length > 0)) && (
        <div className={styles.valueRow}>
          <span>
            {deliveries.some(({ returns }) => returns.length > 0) ? 'Notas menos devoluções' : 'Soma das notas'}
          </span>
          <MoneyText value={invoicedValue} strong />
        </div>
      )}
    </Card>
  );
};
