import { formatCount } from '#domain/numberFormat.ts';
import styles from './CountBadge.module.css';

export interface CountBadgeProps {
  count: number;
  /** out: a count that asks for attention (vencidas). */
  tone?: 'neutral' | 'out';
  /** Where something else says the count to who does not see it. */
  silent?: boolean;
  /** Its place beside what it counts. */
  className?: string | undefined;
}

/** How many there are, as a pill beside a name. */
export const CountBadge = ({ count, tone = 'neutral', silent = false, className }: CountBadgeProps) => (
  <span
    className={[styles.count, tone === 'out' && styles.out, className].filter(Boolean).join(' ')}
    aria-hidden={silent}
  >
    {formatCount(count)}
  </span>
);
