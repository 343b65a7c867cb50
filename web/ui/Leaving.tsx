import type { ReactNode } from 'react';
import { LeavesIcon } from './icons.ts';
import styles from './Leaving.module.css';

const LEAVES = 'Mudou de lugar: sai daqui ao atualizar';

/** Marks a row that no longer belongs to this view or page; the next refresh removes it. */
export const Leaving = ({ children }: { children: ReactNode }) => (
  <span className={styles.leaving} data-leaving>
    <LeavesIcon role="img" aria-label={LEAVES} title={LEAVES} className={styles.icon} />
    {children}
  </span>
);
