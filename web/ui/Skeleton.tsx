import { useDelayed } from './useDelayed.ts';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** Rows of 36 px. */
  rows?: number;
  label?: string;
}

/** Grey rows while the first data loads; visible only after 150 ms. */
export const Skeleton = ({ rows = 8, label = 'Carregando…' }: SkeletonProps) => {
  const visible = useDelayed(true);
  return (
    <div className={styles.skeleton} role="status" aria-label={label} data-visible={visible}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row}>
          <span className={styles.short} />
          <span className={styles.long} />
          <span className={styles.short} />
        </div>
      ))}
    </div>
  );
};
