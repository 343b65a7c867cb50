import type { ReactNode } from 'react';
import styles from './Changed.module.css';

export interface ChangedProps {
  /** Name of who changed the row. */
  by: string;
  children: ReactNode;
}

/** Marks a row that somebody else has just changed, and that is shown as it is now. */
export const Changed = ({ by, children }: ChangedProps) => {
  const text = `${by} acabou de alterar`;
  return (
    <span className={styles.changed} data-changed>
      <span role="img" aria-label={text} title={text} className={styles.dot} />
      {children}
    </span>
  );
};
