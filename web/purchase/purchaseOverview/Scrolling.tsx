import { useIsPhone } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import styles from './purchaseOverview.module.css';

/** What scrolls below a head that stays; on a phone, the head scrolls with it. */
export const Scrolling = ({ head, children }: { head: ReactNode; children: ReactNode }) => {
  const phone = useIsPhone();
  return (
    <>
      {!phone && head}
      <div className={styles.rest}>
        {phone && head}
        {children}
      </div>
    </>
  );
};
