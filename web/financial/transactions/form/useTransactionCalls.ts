import { reread } from '#web/client/reread.ts';
import {
  TransactionDocument,
  useCreateTransactionMutation,
  useDeleteTransactionMutation,
  usePayInstallmentMutation,
  useUndoInstallmentPaymentMutation,
  useUpdateTransactionMutation,
  useUseTransactionModelMutation,
  type PaymentInput,
  type TransactionDetailFragment,
  type TransactionType,
} from '#web/generated/financial.ts';
import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { forgetting } from '#web/client/forgetting.ts';
import { rowStored } from '#web/client/live.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { restoreTransaction } from '../deleted/restore.ts';
import { forgetLists, forgetListsOf } from '../cachedLists.ts';
import type { GivenModel } from './given.ts';
import { inputOf, type TransactionForm } from './model.ts';
import type { GivenNota } from './nota.ts';

/** The document counts for its model, and takes a month of it. */
const forgetModelsToo = (cache: ApolloCache): void => {
  forgetLists(cache);
  forgetting('transactionModels', 'transactionModel', 'transactionModelPreview', 'transactionModelDraft')(cache);
};

/** Returns the calls that change a transaction and update the cached lists. They throw the gateway's errors. */
export const useTransactionCalls = (
  type: TransactionType,
  transaction: TransactionDetailFragment | null,
  given: GivenModel | null,
  nota: GivenNota | null = null,
) => {
  const client = useApolloClient();
  const { companyId } = usePlace();
  const { may } = useSession();
  const withBalance = may({ allOf: ['DEBIT', 'CREDIT'] });
  const [create, creating] = useCreateTransactionMutation();
  const [createOfModel, using] = useUseTransactionModelMutation();
  const [update, updating] = useUpdateTransactionMutation();
  const [remove, removing] = useDeleteTransactionMutation();
  const [pay, paying] = usePayInstallmentMutation();
  const [undo, undoing] = useUndoInstallmentPaymentMutation();

  /** `version` is the one the form is based on, not that of the cache. */
  const save = async (form: TransactionForm, version: number): Promise<TransactionDetailFragment | undefined> => {
    const input = { ...inputOf(form), ...(nota && { fiscalDocument: nota.linkOf(form) }) };
    if (given) {
      const { data } = await createOfModel({
        variables: { companyId, id: given.model.id, input },
        update: forgetModelsToo,
      });
      return data?.used.transaction;
    }
    if (!transaction) {
      const { data } = await create({ variables: { companyId, type, input }, update: forgetLists });
      return data?.createTransaction.transaction;
    }
    const variables = { companyId, type, id: transaction.id, version, input };
    // The form itself shows a stale version.
    const { data } = await update({
      variables,
      update: (cache, answer) => answer.data && forgetListsOf([answer.data.updateTransaction.transaction])(cache),
      context: { quiet: true },
    });
    return data?.updateTransaction.transaction;
  };

  /** Fetches the stored transaction. */
  const latest = async (): Promise<TransactionDetailFragment | null | undefined> => {
    if (!transaction) return null;
    const variables = { companyId, type, id: transaction.id };
    const data = await reread(client, { query: TransactionDocument, variables, quiet: false });
    return data?.transaction;
  };

  const payOne = async (before: TransactionDetailFragment, installmentId: string, input: PaymentInput) => {
    const { id, version } = before;
    const { data } = await pay({
      variables: { companyId, type, transactionId: id, installmentId, version, input, withBalance },
      update: (cache, answer) => answer.data && forgetListsOf([answer.data.payInstallment.transaction])(cache),
    });
    if (data) rowStored(data.payInstallment.transaction);
    return data?.payInstallment;
  };

  const undoOne = async (before: TransactionDetailFragment, installmentId: string) => {
    const { id, version } = before;
    const { data } = await undo({
      variables: { companyId, type, transactionId: id, installmentId, version, withBalance },
      update: (cache, answer) => answer.data && forgetListsOf([answer.data.undoInstallmentPayment.transaction])(cache),
    });
    if (data) rowStored(data.undoInstallmentPayment.transaction);
    return data?.undoInstallmentPayment;
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
    latest,
    pay: payOne,
    undo: undoOne,
    remove: removeIt,
    ...(transaction && { restore: () => restoreTransaction(client, { companyId, type, id: transaction.id }) }),
    saving: using.loading || creating.loading || updating.loading,
    removing: removing.loading,
    paying: paying.loading || undoing.loading,
  };
};
