import { changeLines, changeTitle } from '#domain/financial/changes/words.ts';
import { ChangeList, type ToldChange } from '#web/form/history/ChangeList.tsx';
import { useTransactionHistoryQuery, type ChangeRowFragment, type TransactionType } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useRereadOnChange } from '#web/session/useRereadOnChange.ts';
import { useState } from 'react';
import type { DocumentKey } from './useComments.ts';
import styles from '#web/form/history/history.module.css';

const SIZE = 10;
const CHANGING = ['Transaction'];

/** "Ana Souza"; of a program also which one. */
const authorOf = ({ user, program }: ChangeRowFragment): string => {
  const name = user?.name ?? 'Prumo';
  return program === null ? name : `${name} (pelo programa ${program})`;
};

const toldOf = (change: ChangeRowFragment, type: TransactionType): ToldChange => ({
  ...{ id: change.id, at: change.at, author: authorOf(change) },
  ...{ title: changeTitle(change.action, type), lines: changeLines(change, type) },
});

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
      <ChangeList
        changes={history?.content.map((change) => toldOf(change, of.type))}
        total={history?.totalElements ?? 0}
        onRetry={() => void refetch().catch(() => undefined)}
        onPage={setPage}
        size={SIZE}
        {...{ error, page }}
      />
    </section>
  );
};
