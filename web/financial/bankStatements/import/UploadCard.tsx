import { formatBytes } from '#web/client/bytes.ts';
import { CloseIcon, DocumentIcon } from '#web/ui/icons.ts';
import { IconButton, useDelayed } from '#web/ui/index.ts';
import type { Upload } from './useUploads.ts';
import styles from './import.module.css';

/** Above it, a file that is read shows how far it is. */
const PATIENCE = 1_000;

const stateOf = ({ share }: Upload): string => {
  if (share === null) return 'na fila';
  return share < 1 ? `enviando ${Math.round(share * 100)}%` : 'lendo…';
};

/** A file that is read now, or that was refused. */
export const UploadCard = ({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) => {
  const { file, share, failure } = upload;
  const slow = useDelayed(failure === null && share !== null, PATIENCE);
  return (
    <li className={styles.card} aria-label={file.name}>
      <div className={styles.head}>
        <DocumentIcon aria-hidden="true" className={styles.icon} />
        <span className={styles.name}>{file.name}</span>
        {failure !== null && (
          <span data-removes="">
            {' '}
            <IconButton size="small" label={`Dispensar ${file.name}`} icon={<CloseIcon />} onClick={onDismiss} />
          </span>
        )}
      </div>
      {failure === null ? (
        <p className={styles.meta} role="status">
          {formatBytes(file.size)} · {stateOf(upload)}
        </p>
      ) : (
        <p className={styles.problem} role="alert">
          {failure}
        </p>
      )}
      {slow && (
        <progress
          className={styles.progress}
          aria-label={`Leitura de ${file.name}`}
          // Without a value it moves: the file is there, and is read.
          {...(share !== null && share < 1 && { value: share })}
        />
      )}
    </li>
  );
};
