import { ArrowRightIcon } from '#web/ui/icons.ts';
import { MoneyText } from '#web/ui/index.ts';
import type { Effect } from './transferForm.ts';
import styles from './Transfer.module.css';

/** Today's balance of each wallet, before and after the transfer. */
export const Effects = ({ effects }: { effects: readonly Effect[] }) => (
  <div role="status" className={styles.effects}>
    {effects.map(({ wallet, before, after, remark }) => (
      <p key={wallet.id} className={styles.effect}>
        <span className={styles.name}>{wallet.identifier}</span>
        <span className={styles.figures}>
          <MoneyText value={before} />
          <ArrowRightIcon aria-label="passa a" />
          <MoneyText value={after} tone="sign" strong />
        </span>
        {remark !== null && <span className={styles.remark}>{remark}</span>}
      </p>
    ))}
  </div>
);
