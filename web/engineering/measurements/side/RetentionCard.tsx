import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import { isZero } from '#domain/money.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { Button, Card } from '#web/ui/index.ts';
import { useState } from 'react';
import { DocumentLink } from '../DocumentLink.tsx';
import { documentText, failures } from '../words.ts';
import type { Side } from './model.ts';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import styles from './side.module.css';
import { useSideCalls } from './useSideCalls.ts';

/** What the closed measurements of a side have kept back (caução), and what of it was released. */
export const RetentionCard = ({ side }: { side: Side }) => {
  const calls = useSideCalls();
  const [releasing, setReleasing] = useState(false);
  const document = side.kind === 'CUSTOMER' ? 'receita' : 'despesa';
  const undo = async (releaseId: string) => {
    try {
      await calls.undoRelease(side, releaseId);
      notifySuccess('Liberação desfeita');
    } catch (error) {
      notifyFailure(error, failures.release);
    }
  };
  return (
    <Card title="Retenção (caução)">
      <p className={styles.kept}>{formatCurrency(side.retained)}</p>
      <p className={styles.note}>retidos nas medições fechadas e ainda não liberados</p>
      {side.releases.length > 0 && (
        <ul className={styles.releases} aria-label="Liberações">
          {side.releases.map(({ id, value, dueDate, transaction, canUndo }) => (
            <li key={id} className={styles.release}>
              <span>
                {formatCurrency(value)}
                <small>
                  <DocumentLink
                    transaction={transaction}
                    text={`${documentText(document, transaction.status)} de ${formatDate(dueDate)}`}
                  />
                </small>
              </span>
              {canUndo && (
                <Button size="small" onClick={() => void undo(id)}>
                  Desfazer
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isZero(side.retained) && <Button onClick={() => setReleasing(true)}>Liberar retenção…</Button>}
      {releasing && <ReleaseDialog side={side} onClose={() => setReleasing(false)} />}
    </Card>
  );
};
