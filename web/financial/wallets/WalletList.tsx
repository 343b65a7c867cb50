import { WarningIcon } from '#web/ui/icons.ts';
import { LongList, MoneyText, Skeleton, StatusPill } from '#web/ui/index.ts';
import { RowMark } from '#web/list/RowMark.tsx';
import { useKeptScroll } from '#web/list/useKeptScroll.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { ignoredText } from './texts.ts';
import { useWalletAddress } from './useWalletAddress.ts';
import { totalOf, type Wallet } from './useWallets.ts';
import type { View } from './views.ts';
import styles from './WalletList.module.css';

export interface WalletListProps {
  /** Undefined while the wallets load. */
  wallets: readonly Wallet[] | undefined;
  /** Ids of wallets that no longer belong to this view; the sum omits them, and the next refresh removes them. */
  left: ReadonlySet<string>;
  /** Who has changed a wallet while it is shown, by its id. */
  changed: ReadonlyMap<string, string>;
  /** The view of the list; a change of view scrolls to the top. */
  view: View;
  chosenId: string | undefined;
  /** Shown when there are no wallets. */
  empty: ReactElement;
}

/** The wallets with today's balances and their sum; a click on one opens its statement. */
export const WalletList = ({ wallets, left, changed, view, chosenId, empty }: WalletListProps) => {
  const addressOf = useWalletAddress();
  const scroll = useKeptScroll('wallets', wallets !== undefined, view);
  if (!wallets) {
    return (
      <div className={styles.pane}>
        <Skeleton rows={5} />
      </div>
    );
  }
  if (wallets.length === 0) return <div className={styles.pane}>{empty}</div>;
  return (
    <section className={styles.pane} aria-label="Saldos de hoje">
      <div role="list" className={styles.list} {...scroll}>
        <LongList items={wallets} rowHeight={62}>
          {(wallet) => (
            <div role="listitem" key={wallet.id} className={styles.item}>
              <Link
                to={addressOf(wallet.id)}
                className={styles.wallet}
                aria-current={wallet.id === chosenId ? 'true' : undefined}
              >
                <WalletLine wallet={wallet} leaves={left.has(wallet.id)} changedBy={changed.get(wallet.id)} />
              </Link>
            </div>
          )}
        </LongList>
      </div>
      <p className={styles.total}>
        <span>Total</span>
        <MoneyText value={totalOf(wallets.filter(({ id }) => !left.has(id)))} tone="sign" strong />
      </p>
    </section>
  );
};

interface WalletLineProps {
  wallet: Wallet;
  leaves: boolean;
  changedBy: string | undefined;
}

const WalletLine = ({ wallet: { identifier, description, active, balance }, leaves, changedBy }: WalletLineProps) => (
  <>
    <span className={styles.name}>
      <RowMark leaves={leaves} changedBy={changedBy}>
        {identifier}
      </RowMark>
    </span>
    <MoneyText value={balance?.balance} tone="sign" strong />
    {description && <span className={styles.description}>{description}</span>}
    {!active && (
      <span className={styles.state}>
        <StatusPill tone="neutral">Inativa</StatusPill>
      </span>
    )}
    {balance && balance.ignoredMovements > 0 && (
      <span className={styles.ignored}>
        <WarningIcon aria-hidden="true" />
        {ignoredText(balance.ignoredMovements)}
      </span>
    )}
  </>
);
