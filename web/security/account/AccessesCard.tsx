import { errorText } from '#web/client/errors.ts';
import { useOwnAccessesQuery } from '#web/generated/security.ts';
import { Button, Card, ErrorState, Skeleton, instantText } from '#web/ui/index.ts';
import { WarningIcon } from '#web/ui/icons.ts';
import { useState } from 'react';
import styles from './account.module.css';
import { accessText, addressText, isRefusal } from './words.ts';

const FIRST = 5;
const ALL = 200;

/** What happened to the access of the user; refused attempts in amber. `version` changes when the list may have. */
export const AccessesCard = ({ version }: { version: number }) => {
  const [size, setSize] = useState(FIRST);
  return (
    <Card title="Acessos" className={styles.flush} meta="guardados por ao menos 6 meses">
      <Accesses key={version} size={size} onAll={() => setSize(ALL)} />
    </Card>
  );
};

const Accesses = ({ size, onAll }: { size: number; onAll: () => void }) => {
  const { data, previousData, error, refetch } = useOwnAccessesQuery({
    variables: { page: 0, size },
    fetchPolicy: 'cache-and-network',
  });
  const page = (data ?? previousData)?.ownAccesses;
  if (error) return <ErrorState message={errorText(error)} onRetry={() => void refetch()} />;
  if (!page) return <Skeleton rows={4} />;
  return (
    <>
      <ul className={styles.accesses}>
        {page.content.map((access) => (
          <li key={access.id}>
            <span className={styles.at}>{instantText(access.at)}</span>
            <span className={isRefusal(access.kind) ? styles.refused : styles.kind}>
              {isRefusal(access.kind) && <WarningIcon aria-hidden="true" />}
              {accessText(access.kind, access.times)}
            </span>
            <span className={styles.from}>
              {access.device} · {addressText(access)}
            </span>
          </li>
        ))}
      </ul>
      {!page.last && size === FIRST && (
        <div className={styles.more}>
          <Button variant="subtle" onClick={onAll}>
            Ver todos
          </Button>
        </div>
      )}
    </>
  );
};
