import type { ReactNode } from 'react';
import { ErrorIcon, InfoIcon, WarningIcon } from './icons.ts';
import styles from './Banner.module.css';

export interface BannerProps {
  tone: 'warning' | 'error' | 'info';
  children: ReactNode;
  /** Buttons at the right, or below the text where it would be squeezed. */
  action?: ReactNode;
  /** True when this banner explains a refused save: FirstProblem then focuses it. */
  problem?: boolean;
}

const icons = { warning: <WarningIcon />, error: <ErrorIcon />, info: <InfoIcon /> };

/** A message that stays on screen: a duplicate found, a draft restored, a rule that blocks an action. */
export const Banner = ({ tone, children, action, problem = false }: BannerProps) => (
  <div
    className={`${styles.banner} ${styles[tone] ?? ''}`}
    role={tone === 'error' ? 'alert' : 'status'}
    {...(problem ? { 'data-problem': '', tabIndex: -1 } : {})}
  >
    <span className={styles.icon} aria-hidden="true">
      {icons[tone]}
    </span>
    <div className={styles.content}>
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  </div>
);
