import type { ReactNode } from 'react';
import styles from './supplier.module.css';

interface CompanyBarProps {
  company: string;
  /** What it asks for. */
  text: string;
  /** At the right. */
  children?: ReactNode;
}

/** Top of a supplier's page: who asks him. */
export const CompanyBar = ({ company, text, children }: CompanyBarProps) => (
  <header className={styles.bar}>
    <span className={styles.initials} aria-hidden="true">
      {company
        .split(/\s+/)
        .slice(0, 2)
        .map((word) => word.charAt(0).toUpperCase())
        .join('')}
    </span>
    <span className={styles.company}>
      <strong>{company}</strong>
      <span>{text}</span>
    </span>
    {children}
  </header>
);
