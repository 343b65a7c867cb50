import { Card } from '#web/ui/index.ts';
import { momentText, recordedText, type Closing } from './model.ts';
import styles from './side.module.css';

/** Each time the month was closed and reopened, by whom, with what it lacked and why. */
export const History = ({ closing: { history, state } }: { closing: Closing }) => (
  <Card title="Histórico">
    {history.length === 0 ? (
      <p className={styles.meta}>
        {state === 'CLOSED' ? 'Fechado junto com o primeiro fechamento da empresa.' : 'Este mês nunca foi fechado.'}
      </p>
    ) : (
      <ol className={styles.list}>
        {history.map((record) => (
          <li key={record.id} className={styles.item}>
            {record.reopenedAt && (
              <p>
                <strong>Reaberto</strong> por {record.reopenedByName ?? 'alguém'} em {momentText(record.reopenedAt)}
                <br />
                <span className={styles.meta}>{record.reopenReason}</span>
              </p>
            )}
            <p>
              <strong>Fechado</strong> por {record.closedByName ?? 'alguém'} em {momentText(record.closedAt)}
              {record.earlierToo && ', com todos os meses anteriores'}
              <br />
              <span className={styles.meta}>
                {record.openPoints.length === 0 ? 'Sem pendências' : record.openPoints.map(recordedText).join('; ')}
              </span>
            </p>
          </li>
        ))}
      </ol>
    )}
  </Card>
);
