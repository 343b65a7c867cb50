import { NewTransfer, type NewTransferProps } from './NewTransfer.tsx';
import { TransferDetail } from './TransferDetail.tsx';

export interface TransferDialogProps extends NewTransferProps {
  /** 'new', or the id of the transfer (`?transfer=`). */
  id: string;
}

export const TransferDialog = ({ id, wallets, from, onClose }: TransferDialogProps) =>
  id === 'new' ? (
    <NewTransfer wallets={wallets} from={from} onClose={onClose} />
  ) : (
    <TransferDetail id={id} onClose={onClose} />
  );
