import { Totals } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import styles from './purchaseOverview.module.css';
import { MEASURE_LABELS, MEASURES, type Values } from './words.ts';

/** The totals, always in sight; at the right what they are of. */
export const Foot = ({ totals, children }: { totals: Values | undefined; children: ReactNode }) => (
  <footer className={styles.foot}>
    <Totals totals={MEASURES.map((measure) => ({ label: MEASURE_LABELS[measure], value: totals?.[measure].value }))} />
    <span className={styles.footText}>{children}</span>
  </footer>
);
