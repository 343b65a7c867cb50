import { Drawer, ErrorState, Skeleton } from '#web/ui/index.ts';
import type { Wallet } from '../useWallets.ts';
import { WalletEditor } from './WalletEditor.tsx';

export interface WalletDrawerProps {
  /** 'new', or the wallet's id. */
  id: string;
  /** Undefined until they are here. */
  wallets: readonly Wallet[] | undefined;
  onClose: () => void;
  /** Opens the next (1) or previous (-1) wallet of the list. */
  onMove?: (direction: 1 | -1) => void;
  /** A new wallet was stored under this id. */
  onSaved: (id: string) => void;
  /** Asks for the wallets again, after somebody else changed one. */
  reload: () => Promise<unknown>;
}

/** One wallet beside the list: a new one at once, another from the list that is already here. */
export const WalletDrawer = (props: WalletDrawerProps) => {
  const { id, wallets, onClose, reload } = props;
  if (id === 'new') return <WalletEditor key="new" {...props} wallet={null} />;
  const wallet = wallets?.find((one) => one.id === id);
  if (wallet) return <WalletEditor key={id} {...props} wallet={wallet} />;
  return (
    <Drawer open onClose={onClose} title="Carteira">
      {wallets ? <ErrorState message="Carteira não encontrada" onRetry={() => void reload()} /> : <Skeleton rows={6} />}
    </Drawer>
  );
};
