import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

export interface PageHeaderProps {
  title: string;
  /** "1.238 parcelas · R$ 12.447.673,46" */
  summary?: ReactNode;
  /** Buttons at the right; the main one last. */
  actions?: ReactNode;
  /** ViewTabs, below the title. */
  tabs?: ReactNode;
}

/** Title of a screen with its count and sum, its actions and its views. */
export const PageHeader = ({ title, summary, actions, tabs }: PageHeaderProps) => (
  <header className={styles.header}>
    <div className={styles.row}>
      <div className={styles.titles}>
        <h1 className={styles.title}>{title}</h1>
        {summary !== undefined && <div className={styles.summary}>{summary}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
    {tabs !== undefined && <div className={styles.tabs}>{tabs}</div>}
  </header>
);
