import type { ReactNode } from 'react';
import styles from './Field.module.css';

export interface ProblemProps {
  children: ReactNode;
  className?: string;
}

/** An error about several fields at once; FirstProblem focuses it after a refused save, as it does a field. */
export const Problem = ({ children, className }: ProblemProps) => (
  <p role="alert" tabIndex={-1} data-problem="" className={[styles.problem, className].filter(Boolean).join(' ')}>
    {children}
  </p>
);
