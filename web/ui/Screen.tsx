import type { ReactNode } from 'react';
import styles from './Screen.module.css';

export interface ScreenProps {
  children: ReactNode;
  /** Its rows have a least height; in a window too short for that, the whole screen scrolls. */
  least?: boolean;
}

/** A screen whose rows scroll between a fixed head and foot. */
export const Screen = ({ children, least = false }: ScreenProps) => (
  <div className={`${styles.screen} ${least ? styles.whole : ''}`}>{children}</div>
);
