import { Drawer, ErrorState, Skeleton } from '#web/ui/index.ts';
import type { Wallet } from '../useWallets.ts';
import { WalletEditor, type WalletEditorProps } from './WalletEditor.tsx';

export interface WalletDrawerProps extends Omit<WalletEditorProps, 'wallet'> {
  /** 'new', or the wallet's id. */
  id: string;
  /** Undefined until they are here. */
  wallets: readonly Wallet[] | undefined;
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
