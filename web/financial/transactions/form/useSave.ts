import {
  useCreateTransactionMutation,
  useDeleteTransactionMutation,
  usePayInstallmentMutation,
  useUndoInstallmentPaymentMutation,
  useUpdateTransactionMutation,
  type PaymentInput,
  type TransactionDetailFragment,
  type TransactionType,
} from '#web/generated/financial.ts';
import { usePlace, useSession } from '#web/app/sessionContext.ts';
import { applyPayment, forgetLists } from '../totals.ts';
import { inputOf, type TransactionForm } from './model.ts';

/** The calls that change one document, and what they do to the cached lists. They throw what the gateway answers. */
export const useSave = (type: TransactionType, transaction: TransactionDetailFragment | null) => {
  const { companyId } = usePlace();
  const { may } = useSession();
  const withBalance = may({ allOf: ['DEBIT', 'CREDIT'] });
  const [create, creating] = useCreateTransactionMutation();
  const [update, updating] = useUpdateTransactionMutation();
  const [remove, removing] = useDeleteTransactionMutation();
  const [pay, paying] = usePayInstallmentMutation();
  const [undo, undoing] = useUndoInstallmentPaymentMutation();

  const save = async (form: TransactionForm): Promise<TransactionDetailFragment | undefined> => {
    const input = inputOf(form);
    if (!transaction) {
      const { data } = await create({ variables: { companyId, type, input }, update: forgetLists });
      return data?.createTransaction.transaction;
    }
    const { id, version } = transaction;
    const { data } = await update({ variables: { companyId, type, id, version, input }, update: forgetLists });
    return data?.updateTransaction.transaction;
  };

  const payOne = async (before: TransactionDetailFragment, installmentId: string, input: PaymentInput) => {
    const { data } = await pay({
      variables: {
        companyId,
        type,
        transactionId: before.id,
        installmentId,
        version: before.version,
        input,
        withBalance,
      },
      update: (cache, answer) => answer.data && applyPayment(cache, before, answer.data.payInstallment.transaction),
    });
    return data?.payInstallment.transaction;
  };

  const undoOne = async (before: TransactionDetailFragment, installmentId: string) => {
    const { data } = await undo({
      variables: { companyId, type, transactionId: before.id, installmentId, version: before.version, withBalance },
      update: (cache, answer) =>
        answer.data && applyPayment(cache, before, answer.data.undoInstallmentPayment.transaction),
    });
    return data?.undoInstallmentPayment.transaction;
  };

  const removeIt = async () => {
    if (!transaction) return;
    const { id, version } = transaction;
    await remove({
      variables: { companyId, type, id, version },
      update: (cache) => {
        cache.evict({ id: cache.identify({ __typename: 'Transaction', id }) });
        forgetLists(cache);
      },
    });
  };

  return {
    save,
    pay: payOne,
    undo: undoOne,
    remove: removeIt,
    saving: creating.loading || updating.loading,
    removing: removing.loading,
    paying: paying.loading || undoing.loading,
  };
};
