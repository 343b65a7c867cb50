import { formatCount } from '#domain/numberFormat.ts';
import styles from './CountBadge.module.css';

export interface CountBadgeProps {
  count: number;
  /** out: a count that needs attention (vencidas); warning: one that somebody should look at. */
  tone?: 'neutral' | 'out' | 'warning';
  /** Hides the count from screen readers where another text already states it. */
  silent?: boolean;
  /** Class that positions the badge beside the counted item. */
  className?: string | undefined;
}

/** A count in a pill beside a name. */
export const CountBadge = ({ count, tone = 'neutral', silent = false, className }: CountBadgeProps) => (
  <span
    className={[styles.count, tone !== 'neutral' && styles[tone], className].filter(Boolean).join(' ')}
    aria-hidden={silent}
  >
    {formatCount(count)}
  </span>
);
