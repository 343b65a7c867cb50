import type { ReactNode } from 'react';
import { ErrorIcon, InfoIcon, WarningIcon } from './icons.ts';
import styles from './Banner.module.css';

export interface BannerProps {
  tone: 'warning' | 'error' | 'info';
  children: ReactNode;
  /** A button at the right. */
  action?: ReactNode;
  /** A save was refused for it: the focus is led here. */
  problem?: boolean;
}

const icons = { warning: <WarningIcon />, error: <ErrorIcon />, info: <InfoIcon /> };

/** A remark that stays: a duplicate found, a draft brought back, a rule that stands in the way. */
export const Banner = ({ tone, children, action, problem = false }: BannerProps) => (
  <div
    className={`${styles.banner} ${styles[tone] ?? ''}`}
    role={tone === 'error' ? 'alert' : 'status'}
    {...(problem ? { 'data-problem': '', tabIndex: -1 } : {})}
  >
    <span className={styles.icon} aria-hidden="true">
      {icons[tone]}
    </span>
    <div className={styles.text}>{children}</div>
    {action}
  </div>
);
