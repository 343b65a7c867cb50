import type { ReactNode } from 'react';
import styles from './StatusPill.module.css';

export type Tone = 'in' | 'out' | 'info' | 'warning' | 'violet' | 'neutral';

export interface StatusPillProps {
  /** in: paga; out: vencida; info: a vencer; violet: parcial; warning; neutral. */
  tone: Tone;
  /** Hollow dot and outline: a forecast. */
  forecast?: boolean;
  children: ReactNode;
}

/** A state as a word with a dot, so that colour is never the only sign. */
export const StatusPill = ({ tone, forecast = false, children }: StatusPillProps) => (
  <span className={`${styles.pill} ${styles[tone] ?? ''} ${forecast ? styles.forecast : ''}`}>
    <span className={styles.dot} aria-hidden="true" />
    {children}
  </span>
);
