import type { ReactNode } from 'react';
import styles from './FilterBar.module.css';

/** The row below a list's title: SearchBox, chips, more filters. */
export const FilterBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>;
