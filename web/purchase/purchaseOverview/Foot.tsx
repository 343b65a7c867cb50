import { Totals, useIsPhone } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import styles from './purchaseOverview.module.css';
import { MEASURE_LABELS, MEASURES, type Measure, type Values } from './words.ts';

/** A phone has room for what is to be bought. */
const ON_PHONE: readonly Measure[] = ['ordered', 'balance'];

/** The totals, always in sight; at the right what they are of. */
export const Foot = ({ totals, children }: { totals: Values | undefined; children: ReactNode }) => {
  const shown = useIsPhone() ? ON_PHONE : MEASURES;
  return (
    <footer className={styles.foot}>
      <Totals totals={shown.map((measure) => ({ label: MEASURE_LABELS[measure], value: totals?.[measure].value }))} />
      <span className={styles.footText}>{children}</span>
    </footer>
  );
};
