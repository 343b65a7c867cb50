import type { ReactNode } from 'react';
import styles from './FilterBar.module.css';

/** The row below a list's title: SearchBox, chips, more filters. `onPaper`: false where paper says them in another way. */
export const FilterBar = ({ children, onPaper = true }: { children: ReactNode; onPaper?: boolean }) => (
  <div className={styles.bar} data-paper={onPaper}>
    {children}
  </div>
);
