import { isPositive } from '#domain/money.ts';
import type { ReactNode } from 'react';
import { MoneyText } from './MoneyText.tsx';
import styles from './Totals.module.css';

export interface Total {
  label: string;
  /** Decimal text; null or undefined hides the total. */
  value: string | null | undefined;
  /** out: red, and hidden when zero. */
  tone?: 'out';
  /** Stands behind the value: by how much it differs from another one. */
  after?: ReactNode;
}

const isShown = (total: Total): total is Total & { value: string } =>
  total.value !== null && total.value !== undefined && (total.tone !== 'out' || isPositive(total.value));

/** The sums that a foot shows: those that are known, and what is overdue only where something is. */
export const shownTotals = (totals: readonly Total[]) => totals.filter(isShown);

/** Sums over the filter, in the foot of a list. */
export const Totals = ({ totals }: { totals: readonly Total[] }) => (
  <span className={styles.totals}>
    {shownTotals(totals).map(({ label, value, tone, after }) => (
      <span key={label} className={tone && styles[tone]}>
        {label} <MoneyText value={value} tone={tone} strong /> {after}
      </span>
    ))}
  </span>
);
