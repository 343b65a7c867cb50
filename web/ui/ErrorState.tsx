import { Button } from './Button.tsx';
import { ErrorIcon } from './icons.ts';
import styles from './EmptyState.module.css';

export interface ErrorStateProps {
  /** Portuguese sentence of §8. */
  message: string;
  onRetry?: () => void;
}

/** Error message with a retry button. */
export const ErrorState = ({ message, onRetry }: ErrorStateProps) => (
  <div className={`${styles.empty} ${styles.error}`} role="alert">
    <div className={styles.icon} aria-hidden="true">
      <ErrorIcon />
    </div>
    <p className={styles.title}>{message}</p>
    {onRetry !== undefined && (
      <div className={styles.action}>
        <Button onClick={onRetry}>Tentar novamente</Button>
      </div>
    )}
  </div>
);
