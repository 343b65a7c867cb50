import { errorText } from '#web/client/errors.ts';
import { useWebhookDeliveryQuery } from '#web/generated/security.ts';
import { Button, Dialog, ErrorState, Skeleton } from '#web/ui/index.ts';
import type { Delivery } from './model.ts';
import { answerText, durationText, momentText } from './words.ts';
import styles from './webhooks.module.css';

/** JSON with a line for each field; a text that is none stays as it is. */
const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

interface DeliveryDialogProps {
  webhookId: string;
  delivery: Delivery;
  onClose: () => void;
}

/** What was sent of an event, and what each attempt was answered. */
export const DeliveryDialog = ({ webhookId, delivery, onClose }: DeliveryDialogProps) => {
  const { data, error, refetch } = useWebhookDeliveryQuery({
    variables: { webhookId, id: delivery.id },
    fetchPolicy: 'network-only',
    context: { quiet: true },
  });
  const details = data?.webhookDelivery;
  return (
    <Dialog
      open
      onClose={onClose}
      title={[delivery.type, delivery.label].filter(Boolean).join(', ')}
      actions={<Button onClick={onClose}>Fechar</Button>}
    >
      {error && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
      {!details && !error && <Skeleton rows={5} />}
      {details && (
        <div className={styles.details}>
          <h3>O que é enviado</h3>
          <p className={styles.small}>
            webhook-id: <code>{details.eventId}</code>
          </p>
          <pre className={styles.text} tabIndex={0} aria-label="Corpo enviado">
            {pretty(details.body)}
          </pre>
          <h3>Tentativas</h3>
          {details.history.length === 0 && <p className={styles.small}>Nenhuma ainda.</p>}
          <ol className={styles.history}>
            {details.history.map((attempt) => (
              <li key={attempt.id}>
                <span>{momentText(attempt.at)}</span> <strong>{attempt.status ?? '—'}</strong>{' '}
                <span>{answerText(attempt)}</span> <span>{durationText(attempt.milliseconds)}</span>
                {attempt.answer && (
                  <pre className={styles.text} tabIndex={0} aria-label="Resposta">
                    {pretty(attempt.answer)}
                  </pre>
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
    </Dialog>
  );
};
