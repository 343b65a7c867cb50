import type { ReactNode } from 'react';
import styles from './CardList.module.css';

export interface CardItem {
  id: string;
  /** First line, strong. */
  title: string;
  /** Second line, small. */
  meta?: ReactNode;
  /** Right of the title: an amount. */
  end?: ReactNode;
  /** Under it: a StatusPill. */
  endMeta?: ReactNode;
}

export interface CardListProps {
  items: readonly CardItem[];
  onOpen: (id: string) => void;
  ariaLabel: string;
}

/** Rows of a list on a phone: one touch opens one. */
export const CardList = ({ items, onOpen, ariaLabel }: CardListProps) => (
  <ul className={styles.list} aria-label={ariaLabel}>
    {items.map(({ id, title, meta, end, endMeta }) => (
      <li key={id}>
        <button type="button" className={styles.card} onClick={() => onOpen(id)}>
          <span className={styles.name}>{title}</span>
          <span className={styles.end}>{end}</span>
          <span className={styles.meta}>{meta}</span>
          <span className={styles.end}>{endMeta}</span>
        </button>
      </li>
    ))}
  </ul>
);
