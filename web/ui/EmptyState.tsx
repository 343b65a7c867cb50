import type { ReactElement, ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  icon?: ReactElement;
  /** First use: one action. Filtered: "Limpar filtros". */
  action?: ReactNode;
}

/** Nothing to show, and what to do about it. */
export const EmptyState = ({ title, text, icon, action }: EmptyStateProps) => (
  <div className={styles.empty} role="status">
    {icon !== undefined && (
      <div className={styles.icon} aria-hidden="true">
        {icon}
      </div>
    )}
    <h2 className={styles.title}>{title}</h2>
    {text !== undefined && <p className={styles.text}>{text}</p>}
    {action !== undefined && <div className={styles.action}>{action}</div>}
  </div>
);
