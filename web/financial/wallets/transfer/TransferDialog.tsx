import type { Wallet } from '../useWallets.ts';
import { NewTransfer } from './NewTransfer.tsx';
import { TransferDetail } from './TransferDetail.tsx';

export interface TransferDialogProps {
  /** 'new', or the transfer's id (`?transfer=`). */
  id: string;
  wallets: readonly Wallet[];
  /** The wallet whose statement is shown: where the money comes from unless told otherwise. */
  from: Wallet | undefined;
  onClose: () => void;
}

export const TransferDialog = ({ id, wallets, from, onClose }: TransferDialogProps) =>
  id === 'new' ? (
    <NewTransfer wallets={wallets} from={from} onClose={onClose} />
  ) : (
    <TransferDetail id={id} onClose={onClose} />
  );
