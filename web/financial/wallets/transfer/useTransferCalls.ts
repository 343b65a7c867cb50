import { formatCurrency } from '#domain/money.ts';
import { notifyFailure, notifyUndo, notifySuccess } from '#web/client/notify.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import {
  useCreateTransferMutation,
  useDeleteTransferMutation,
  type TransferDetailFragment,
  type TransferInput,
} from '#web/generated/financial.ts';
import { dropTransfer, forgetStatements } from '../walletCache.ts';

type Transfer = TransferDetailFragment;

/** Returns "R$ 250,40 de Itaú para Caixa". */
export const transferText = ({ amount, sourceWallet, targetWallet }: Transfer): string =>
  `${formatCurrency(amount)} de ${sourceWallet?.identifier ?? '—'} para ${targetWallet?.identifier ?? '—'}`;

/** Returns whether the transfer can be created again, so that its deletion can be undone. */
export const canRepeat = ({ sourceWallet, targetWallet }: Transfer): boolean =>
  sourceWallet?.active === true && targetWallet?.active === true;

const inputOf = (transfer: Transfer): TransferInput => ({
  amount: transfer.amount,
  date: transfer.date,
  description: transfer.description,
  sourceWalletId: transfer.sourceWallet?.id ?? '',
  targetWalletId: transfer.targetWallet?.id ?? '',
});

/** Returns the calls that create and delete transfers, each with undo; the payloads update both balances. */
export const useTransferCalls = () => {
  const { companyId } = usePlace();
  const [create, creating] = useCreateTransferMutation();
  const [remove, removing] = useDeleteTransferMutation();

  const createOne = async (input: TransferInput): Promise<Transfer | undefined> => {
    const { data } = await create({
      variables: { companyId, input },
      update: (cache) => forgetStatements(cache, [input.sourceWalletId, input.targetWalletId]),
    });
    return data?.createTransfer.transfer;
  };
  const removeOne = async (id: string): Promise<void> => {
    await remove({
      variables: { companyId, id },
      update: (cache, { data }) =>
        data &&
        dropTransfer(
          cache,
          id,
          data.deleteTransfer.wallets.map((one) => one.id),
        ),
    });
  };

  /** Throws the gateway's error, which the dialog shows at its fields. */
  const send = async (input: TransferInput): Promise<Transfer | undefined> => {
    const transfer = await createOne(input);
    if (transfer) {
      const undo = () => removeOne(transfer.id).then(() => notifySuccess('Transferência desfeita'), notifyFailure);
      notifyUndo('Transferência registrada', () => void undo(), transferText(transfer));
    }
    return transfer;
  };
  /** Returns true when the transfer was deleted. */
  const takeBack = async (transfer: Transfer): Promise<boolean> => {
    try {
      await removeOne(transfer.id);
    } catch (error) {
      notifyFailure(error);
      return false;
    }
    const again = () => createOne(inputOf(transfer)).then(() => notifySuccess('Transferência refeita'), notifyFailure);
    if (canRepeat(transfer)) notifyUndo('Transferência excluída', () => void again(), transferText(transfer));
    else notifySuccess('Transferência excluída', { detail: transferText(transfer) });
    return true;
  };
  return { send, takeBack, sending: creating.loading, removing: removing.loading };
};
