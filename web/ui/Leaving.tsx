import type { ReactNode } from 'react';
import { LeavesIcon } from './icons.ts';
import styles from './Leaving.module.css';

const LEAVES = 'Mudou de lugar: sai daqui ao atualizar';

/** Begins a row that stands elsewhere by now (another view, another page), and is gone after the next refresh. */
export const Leaving = ({ children }: { children: ReactNode }) => (
  <span className={styles.leaving} data-leaving>
    <LeavesIcon role="img" aria-label={LEAVES} title={LEAVES} className={styles.icon} />
    {children}
  </span>
);
