import { useBegun } from '#web/choices/useBegun.ts';
import { NewTransfer, type NewTransferProps } from './NewTransfer.tsx';
import { TransferDetail } from './TransferDetail.tsx';

export interface TransferDialogProps extends Omit<NewTransferProps, 'begun'> {
  /** 'new', or the id of the transfer (`?transfer=`). */
  id: string;
}

export const TransferDialog = ({ id, wallets, from, onClose }: TransferDialogProps) => {
  const { begun, waiting } = useBegun('TRANSFER');
  if (id !== 'new') return <TransferDetail id={id} onClose={onClose} />;
  if (waiting) return null;
  return <NewTransfer key={begun?.key ?? 'new'} wallets={wallets} from={from} begun={begun} onClose={onClose} />;
};
