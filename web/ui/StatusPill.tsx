import type { ReactElement, ReactNode } from 'react';
import styles from './StatusPill.module.css';

export type Tone = 'in' | 'out' | 'info' | 'warning' | 'violet' | 'neutral';

export interface StatusPillProps {
  /** in: paga; out: vencida; info: a vencer; violet: parcial; warning; neutral. */
  tone: Tone;
  /** Hollow dot and outline: a forecast. */
  forecast?: boolean;
  /** An icon instead of the dot. */
  icon?: ReactElement | undefined;
  children: ReactNode;
}

/** A state as a word with a dot, so that colour is never the only sign. */
export const StatusPill = ({ tone, forecast = false, icon, children }: StatusPillProps) => (
  <span className={`${styles.pill} ${styles[tone] ?? ''} ${forecast ? styles.forecast : ''}`}>
    <span className={icon ? styles.icon : styles.dot} aria-hidden="true">
      {icon}
    </span>
    {children}
  </span>
);
