import type { ReactNode } from 'react';
import styles from './Field.module.css';

export interface ProblemProps {
  children: ReactNode;
  className?: string;
}

/** What is wrong with several fields at once; a refused save leads here as it leads to a field. */
export const Problem = ({ children, className }: ProblemProps) => (
  <p role="alert" tabIndex={-1} data-problem="" className={[styles.problem, className].filter(Boolean).join(' ')}>
    {children}
  </p>
);
