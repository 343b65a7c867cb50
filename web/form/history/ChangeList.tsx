import { errorText } from '#web/client/errors.ts';
import { ErrorState, Skeleton } from '#web/ui/index.ts';
import { momentOf } from './moment.ts';
import { Pages } from './Pages.tsx';
import styles from './history.module.css';

/** What somebody did to a document, in words. */
export interface ToldChange {
  id: string;
  at: string;
  author: string;
  /** After the author's name: "alterou o pedido". */
  title: string;
  lines: readonly string[];
}

export interface ChangeListProps {
  /** Undefined until they are read. */
  changes: readonly ToldChange[] | undefined;
  total: number;
  error: unknown;
  onRetry: () => void;
  page: number;
  /** Changes of a page. */
  size: number;
  onPage: (page: number) => void;
}

const Entry = ({ at, author, title, lines }: ToldChange) => (
  <li className={styles.entry}>
    <div className={styles.head}>
      <span>
        <strong>{author}</strong> {title}
      </span>
      <time dateTime={at} className={styles.when}>
        {momentOf(at)}
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

/** A page of what was done to a document, the latest first. */
export const ChangeList = ({ changes, total, error, onRetry, page, size, onPage }: ChangeListProps) => (
  <>
    {changes ? (
      <ul className={styles.list} aria-label="Histórico">
        {changes.map((change) => (
          <Entry key={change.id} {...change} />
        ))}
      </ul>
    ) : error ? (
      <ErrorState message={errorText(error)} onRetry={onRetry} />
    ) : (
      <Skeleton rows={3} />
    )}
    {changes?.length === 0 && total === 0 && <p className={styles.none}>Nada foi registrado ainda.</p>}
    <Pages page={page} pages={Math.ceil(total / size)} onPage={onPage} noun="Histórico" />
  </>
);
