import { formatDate } from '#domain/dates.ts';
import { paymentChangeText } from '#domain/financial/partners/paymentChanges.ts';
import { formatCount } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { usePaymentChangesQuery, type PaymentChangeRowFragment } from '#web/generated/financial.ts';
import { Button, dayOf, ErrorState, FormSection, timeOf } from '#web/ui/index.ts';
import { useState } from 'react';
import { changeOf } from './changeOf.ts';
import styles from './Payment.module.css';

const FIRST = 5;
const MOST = 200;

const Entry = ({ change }: { change: PaymentChangeRowFragment }) => (
  <li>
    {paymentChangeText(changeOf(change))}
    <span className={styles.when}>
      {change.user?.name ?? 'Usuário excluído'} · {formatDate(dayOf(change.at))}, {timeOf(change.at)}
    </span>
  </li>
);

/** "Alterações dos dados de pagamento": who changed keys and accounts, with before and after; nothing where there is none. */
export const PaymentChanges = ({ partnerId }: { partnerId: string }) => {
  const [size, setSize] = useState(FIRST);
  const { data, error, refetch } = usePaymentChangesQuery({
    ...{ variables: { partnerId, size }, fetchPolicy: 'cache-and-network', context: { quiet: true } },
  });
  const changes = data?.changes;
  if (!changes && !error) return null;
  if (changes?.totalElements === 0) return null;
  const left = changes ? changes.totalElements - changes.content.length : 0;
  return (
    <FormSection title="Alterações dos dados de pagamento">
      {changes ? (
        <ul className={styles.changes} aria-label="Alterações">
          {changes.content.map((change) => (
            <Entry key={change.id} change={change} />
          ))}
        </ul>
      ) : (
        <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
      )}
      {left > 0 && size < MOST && (
        <div className={styles.more}>
          <Button variant="subtle" size="small" onClick={() => setSize(MOST)}>
            {`Mostrar mais ${formatCount(left)}`}
          </Button>
        </div>
      )}
    </FormSection>
  );
};
