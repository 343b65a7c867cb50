import { AwaitedDrawer } from '#web/register/RegisterDrawer.tsx';
import { RowEditor, type RowEditorProps } from '#web/register/RegisterEditor.tsx';
import type { Wallet } from '../useWallets.ts';
import { wallets as rows } from '../wallets.ts';
import type { WalletForm } from './walletForm.ts';

interface WalletDrawerProps extends Omit<RowEditorProps<Wallet, WalletForm>, 'rows' | 'row'> {
  /** 'new', or the id of the wallet. */
  id: string;
  /** Undefined while the wallets load. */
  wallets: readonly Wallet[] | undefined;
}

/** A wallet beside the list; an existing one is taken from the loaded list. */
export const WalletDrawer = ({ id, wallets, ...props }: WalletDrawerProps) => {
  const row = id === 'new' ? null : wallets?.find((one) => one.id === id);
  if (row !== undefined) return <RowEditor key={id} {...props} rows={rows} row={row} />;
  return (
    <AwaitedDrawer
      title="Carteira"
      error={null}
      missing={wallets !== undefined}
      failureText="Carteira não encontrada"
      onRetry={props.onReload}
      onClose={props.onClose}
    />
  );
};
