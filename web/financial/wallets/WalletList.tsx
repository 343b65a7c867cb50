import { WarningIcon } from '#web/ui/icons.ts';
import { Leaving, LongList, MoneyText, Skeleton, StatusPill } from '#web/ui/index.ts';
import { useKeptScroll } from '#web/list/useKeptScroll.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { ignoredText } from './texts.ts';
import { useWalletAddress } from './useWalletAddress.ts';
import { totalOf, type Wallet } from './useWallets.ts';
import type { View } from './views.ts';
import styles from './WalletList.module.css';

export interface WalletListProps {
  /** Undefined until they are here. */
  wallets: readonly Wallet[] | undefined;
  /** Ids of those that stand elsewhere by now: they leave at the next refresh, and do not count here. */
  left: ReadonlySet<string>;
  /** The view they are of: another one begins at its top. */
  view: View;
  chosenId: string | undefined;
  /** Shown where there are none. */
  empty: ReactElement;
}

/** The wallets with what each holds today, and their sum; choosing one shows its statement. */
export const WalletList = ({ wallets, left, view, chosenId, empty }: WalletListProps) => {
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
                <WalletLine wallet={wallet} leaves={left.has(wallet.id)} />
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
}

const WalletLine = ({ wallet: { identifier, description, active, balance }, leaves }: WalletLineProps) => (
  <>
    <span className={styles.name}>{leaves ? <Leaving>{identifier}</Leaving> : identifier}</span>
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
