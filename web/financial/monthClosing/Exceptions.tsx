import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useEndMonthExceptionMutation } from '#web/generated/financial.ts';
import { UnlockIcon } from '#web/ui/icons.ts';
import { Button, Card, StatusPill } from '#web/ui/index.ts';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { changeText, fieldName, momentText, valueText, type Closing, type Exception } from './model.ts';
import type { ClosingView } from './useClosingView.ts';
import styles from './side.module.css';

const ExceptionDialog = lazy(() => import('./exception/ExceptionDialog.tsx'));

const endOf = ({ active, endedAt, endedByName, expiresAt }: Exception): string => {
  if (active) return `até ${momentText(expiresAt)}`;
  return endedAt
    ? `encerrada por ${endedByName ?? 'alguém'} em ${momentText(endedAt)}`
    : `terminou em ${momentText(expiresAt)}`;
};

const Changes = ({ changes }: { changes: Exception['changes'] }) =>
  changes.length === 0 ? (
    <p className={styles.meta}>Nada foi alterado.</p>
  ) : (
    <ul className={styles.changes} aria-label="O que foi alterado">
      {changes.map((change) => (
        <li key={`${change.at} ${change.entity} ${change.entityId} ${change.action}`}>
          {changeText(change)} <span className={styles.meta}>· {momentText(change.at)}</span>
          {change.fields.length > 0 && (
            <dl className={styles.fields}>
              {change.fields.map(({ of, field, before, after }) => (
                <div key={`${of ?? ''} ${field}`}>
                  <dt>{of === null ? fieldName(field) : `${of}: ${fieldName(field)}`}</dt>
                  <dd>
                    <del>{valueText(field, before)}</del> <span aria-hidden="true">→</span>{' '}
                    <ins>{valueText(field, after)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );

const ExceptionItem = ({ exception, companyId }: { exception: Exception; companyId: string }) => {
  const [end, { loading }] = useEndMonthExceptionMutation({ context: { quiet: true } });
  const { id, label, reason, userName, createdByName, createdAt, transactionId, transactionType, active } = exception;
  const stop = () =>
    end({ variables: { companyId, id } }).then(
      () => notifySuccess('Exceção encerrada'),
      (error: unknown) => notifyFailure(error),
    );
  const list = transactionType === 'CREDIT' ? 'income' : 'outcome';
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        {transactionId ? (
          <Link to={`/home/forms/transactions/${list}?id=${transactionId}`}>{label}</Link>
        ) : (
          <strong>{label}</strong>
        )}
        {active ? <StatusPill tone="warning">Aberta</StatusPill> : <StatusPill tone="neutral">Encerrada</StatusPill>}
      </div>
      <p>{reason}</p>
      <p className={styles.meta}>
        Para {userName ?? 'quem saiu'}, por {createdByName ?? 'alguém'} em {momentText(createdAt)}; {endOf(exception)}
      </p>
      <Changes changes={exception.changes} />
      {active && (
        <Button busy={loading} onClick={() => void stop()}>
          Encerrar
        </Button>
      )}
    </li>
  );
};

/** Leave to change what is closed, and what was changed under it. */
export const Exceptions = ({ closing, view }: { closing: Closing; view: ClosingView }) => {
  const [opening, setOpening] = useState(false);
  const { exceptions, state, month } = closing;
  return (
    <Card
      title="Exceções"
      meta={exceptions.length > 0 ? String(exceptions.length) : undefined}
      actions={
        state === 'CLOSED' && (
          <Button icon={<UnlockIcon />} onClick={() => setOpening(true)}>
            Abrir exceção
          </Button>
        )
      }
    >
      {exceptions.length === 0 ? (
        <p className={styles.meta}>
          {state === 'CLOSED'
            ? 'Ninguém pode alterar este mês. Uma exceção deixa uma pessoa alterar, por um tempo e com motivo, um lançamento ou o mês.'
            : 'O mês não está fechado: não precisa de exceção.'}
        </p>
      ) : (
        <ul className={styles.list}>
          {exceptions.map((exception) => (
            <ExceptionItem key={exception.id} exception={exception} companyId={view.companyId} />
          ))}
        </ul>
      )}
      {opening && (
        <Suspense>
          <ExceptionDialog month={month} onClose={() => setOpening(false)} />
        </Suspense>
      )}
    </Card>
  );
};
