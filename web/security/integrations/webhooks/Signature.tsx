import { Card } from '#web/ui/index.ts';
import styles from '../integrations.module.css';

/** "Conferir a assinatura": what a receiver compares, and where the guide shows it in full. */
export const Signature = () => (
  <Card title="Conferir a assinatura">
    <pre className={styles.code} tabIndex={0} aria-label="Cabeçalhos de um webhook">
      {
        'webhook-id: evt_0f3a…\nwebhook-timestamp: 1795443519\nwebhook-signature: v1,K5oZfz…\n\nHMAC-SHA256(segredo,\n  id + "." + timestamp + "." + corpo)'
      }
    </pre>
    <p className={styles.meta}>
      Recuse o que tiver mais de 5 minutos. O id é o mesmo em toda tentativa.{' '}
      <a href="/docs#webhooks" target="_blank" rel="noreferrer">
        Exemplos em Node e Python
      </a>
    </p>
  </Card>
);
