import { BeforeAfter } from '#web/ui/index.ts';
import type { Effect } from './transferForm.ts';
import styles from './Transfer.module.css';

/** Today's balance of each wallet, before and after the transfer. */
export const Effects = ({ effects }: { effects: readonly Effect[] }) => (
  <div role="status" className={styles.effects}>
    {effects.map(({ wallet, before, after, remark }) => (
      <p key={wallet.id} className={styles.effect}>
        <span className={styles.name}>{wallet.identifier}</span>
        <BeforeAfter before={before} after={after} />
        {remark !== null && <span className={styles.remark}>{remark}</span>}
      </p>
    ))}
  </div>
);
