import type { ReactElement, ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  icon?: ReactElement;
  /** On first use one action; with filters "Limpar filtros". */
  action?: ReactNode;
  /** 1 where it fills the whole screen. */
  level?: 1 | 2;
}

/** Says that there is nothing to show, and offers the next action. */
export const EmptyState = ({ title, text, icon, action, level = 2 }: EmptyStateProps) => {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty} role="status">
      {icon !== undefined && (
        <div className={styles.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <Heading className={styles.title}>{title}</Heading>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
};
