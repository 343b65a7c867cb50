import type { ReactNode } from 'react';
import styles from './Card.module.css';

export interface CardProps {
  title?: string;
  /** A count beside the title. */
  badge?: ReactNode;
  /** Small text beside the title; below it on a phone. */
  meta?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A bordered surface that groups related content. */
export const Card = ({ title, badge, meta, actions, children, className }: CardProps) => (
  <section className={[styles.card, className].filter(Boolean).join(' ')} aria-label={title}>
    {title !== undefined && (
      <header className={styles.header}>
        <h2 className={styles.title}>{title}</h2>
        {badge}
        {meta !== undefined && <span className={styles.meta}>{meta}</span>}
        {actions !== undefined && <span className={styles.actions}>{actions}</span>}
      </header>
    )}
    {children}
  </section>
);
