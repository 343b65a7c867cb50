import { errorText } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { RestoreTransactionDocument, type TransactionType } from '#web/generated/financial.ts';
import type { ApolloClient } from '@apollo/client';
import { forgetLists } from '../cachedLists.ts';

const RESTORED = { DEBIT: 'Despesa restaurada', CREDIT: 'Receita restaurada' };

interface Deleted {
  companyId: string;
  type: TransactionType;
  id: string;
}

/** Restores a deleted transaction, and tells so or why not. */
export const restoreTransaction = async (client: ApolloClient, variables: Deleted): Promise<void> => {
  try {
    await client.mutate({ mutation: RestoreTransactionDocument, variables, update: forgetLists });
    notifySuccess(RESTORED[variables.type]);
  } catch (error) {
    notifyFailure(error);
  }
};

/** Restores one of several, and returns why it was not; the caller evicts the lists when all are done. */
export const restoreOne = async (
  client: ApolloClient,
  variables: Deleted,
): Promise<{ id: string; ok: boolean; message?: string }> => {
  const { id } = variables;
  try {
    await client.mutate({ mutation: RestoreTransactionDocument, variables, context: { quiet: true } });
    return { id, ok: true };
  } catch (error) {
    return { id, ok: false, message: errorText(error) };
  }
};
