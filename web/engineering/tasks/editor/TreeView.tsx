import { formatCoefficient, formatPrice4 } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useTaskTreeQuery } from '#web/generated/engineering.ts';
import { ErrorState, LongList, Skeleton } from '#web/ui/index.ts';
import styles from './editor.module.css';
import { LineIcon } from './LineIcon.tsx';

const ROW = 32;

/** All levels of a stored composition, with the quantity that one unit of it takes. */
export const TreeView = ({ id }: { id: string }) => {
  const { data, error, refetch } = useTaskTreeQuery({
    ...{ variables: { id }, fetchPolicy: 'cache-and-network', context: { quiet: true } },
  });
  const lines = data?.taskExplosion;
  if (error && !lines) return <ErrorState message={errorText(error)} onRetry={() => void refetch()} />;
  if (!lines) return <Skeleton rows={8} />;
  return (
    <div role="list" aria-label="Árvore da composição" className={styles.tree}>
      <LongList items={lines} rowHeight={ROW}>
        {(line) => (
          <div className={styles.branch} style={{ paddingInlineStart: 12 + line.level * 22 }}>
            <LineIcon kind={line.kind} type={null} />
            <span className={styles.code}>{line.code}</span>
            <span className={styles.itemName} title={line.name}>
              {line.name}
            </span>
            <span className={styles.branchEnd}>
              {formatCoefficient(line.totalQuantity)} {line.unit}
            </span>
            <span className={styles.branchPrice}>
              {line.unitPrice === null ? 'sem preço' : formatPrice4(line.unitPrice)}
            </span>
          </div>
        )}
      </LongList>
    </div>
  );
};
