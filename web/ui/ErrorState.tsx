import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { ErrorIcon } from './icons.ts';
import styles from './EmptyState.module.css';

export interface ErrorStateProps {
  /** Portuguese sentence of §8. */
  message: string;
  onRetry?: () => void;
  /** What else can be done about it, and the button that does it. */
  hint?: string;
  action?: ReactNode;
}

/** Error message with a retry button, or with what helps instead. */
export const ErrorState = ({ message, onRetry, hint, action }: ErrorStateProps) => (
  <div className={`${styles.empty} ${styles.error}`} role="alert">
    <div className={styles.icon} aria-hidden="true">
      <ErrorIcon />
    </div>
    <p className={styles.title}>{message}</p>
    {hint !== undefined && <p className={styles.text}>{hint}</p>}
    {action !== undefined && <div className={styles.action}>{action}</div>}
    {onRetry !== undefined && (
      <div className={styles.action}>
        <Button onClick={onRetry}>Tentar novamente</Button>
      </div>
    )}
  </div>
);
