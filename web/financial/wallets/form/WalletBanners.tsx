import { Banner, Button } from '#web/ui/index.ts';
import { ignoredSentence } from '../texts.ts';
import type { Wallet } from '../useWallets.ts';
import styles from './WalletEditor.module.css';

export interface WalletBannersProps {
  wallet: Wallet;
  /** Why it could not be deleted: the sentence names what uses it. */
  used: string | null;
  onDeactivate: () => void;
}

/** What stands in the way of deleting it, and what does not count in its balance. */
export const WalletBanners = ({ wallet, used, onDeactivate }: WalletBannersProps) => {
  const ignored = wallet.balance?.ignoredMovements ?? 0;
  return (
    <div className={styles.banners}>
      {used !== null && (
        <Banner tone="error" action={wallet.active && <Button onClick={onDeactivate}>Desativar</Button>}>
          {used}
        </Banner>
      )}
      {ignored > 0 && (
        <Banner tone="warning">
          {ignoredSentence(ignored, wallet.balanceDate)} Se deviam contar, recue a data e ajuste o saldo inicial.
        </Banner>
      )}
    </div>
  );
};
