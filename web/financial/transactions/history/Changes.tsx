import { changeLines, changeTitle } from '#domain/financial/changes/words.ts';
import { errorText } from '#web/client/errors.ts';
import { useTransactionHistoryQuery, type ChangeRowFragment, type TransactionType } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useRereadOnChange } from '#web/session/useRereadOnChange.ts';
import { ErrorState, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { momentOf } from './Comment.tsx';
import { Pages } from './Pages.tsx';
import type { DocumentKey } from './useComments.ts';
import styles from './History.module.css';

const SIZE = 10;
const CHANGING = ['Transaction'];

/** "Ana Souza"; of a program also which one. */
const authorOf = ({ user, program }: ChangeRowFragment): string => {
  const name = user?.name ?? 'Prumo';
  return program === null ? name : `${name} (pelo programa ${program})`;
};

const Entry = ({ change, type }: { change: ChangeRowFragment; type: TransactionType }) => {
  const lines = changeLines(change, type);
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <span>
          <strong>{authorOf(change)}</strong> {changeTitle(change.action, type)}
        </span>
        <time dateTime={change.at} className={styles.when}>
          {momentOf(change.at)}
        </time>
      </div>
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      )}
    </li>
  );
};

/** What was done to a document, in words with before and after, the latest first. */
export const Changes = ({ of }: { of: DocumentKey }) => {
  const { companyId } = usePlace();
  const [page, setPage] = useState(0);
  const { data, previousData, error, refetch } = useTransactionHistoryQuery({
    variables: { companyId, ...of, page, size: SIZE },
    ...{ fetchPolicy: 'cache-and-network', context: { quiet: true } },
  });
  useRereadOnChange(CHANGING, refetch, false);
  const history = (data ?? previousData)?.history;
  return (
    <section aria-label="Histórico" className={styles.part}>
      <h4 className={styles.title}>Histórico</h4>
      {history ? (
        <ul className={styles.list} aria-label="Histórico">
          {history.content.map((change) => (
            <Entry key={change.id} change={change} type={of.type} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState message={errorText(error)} onRetry={() => void refetch().catch(() => undefined)} />
      ) : (
        <Skeleton rows={3} />
      )}
      {history?.totalElements === 0 && <p className={styles.none}>Nada foi registrado ainda.</p>}
      <Pages page={page} pages={Math.ceil((history?.totalElements ?? 0) / SIZE)} onPage={setPage} noun="Histórico" />
    </section>
  );
};
