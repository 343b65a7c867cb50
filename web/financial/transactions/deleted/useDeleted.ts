import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { counted } from '#domain/numberFormat.ts';
import {
  useDeletedTransactionsQuery,
  useEmptyDeletedTransactionsMutation,
  useForgetDeletedTransactionMutation,
  type TransactionType,
} from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { restoreTransaction } from './restore.ts';

const STEP = 100;
/** The largest page of the gateway. */
const MOST = 500;

/** The deleted transactions of a type, and what can be done with them. */
export const useDeleted = (type: TransactionType) => {
  const client = useApolloClient();
  const { companyId } = usePlace();
  const [search, setSearch] = useState('');
  const [size, setSize] = useState(STEP);
  const { data, previousData, error, loading, refetch } = useDeletedTransactionsQuery({
    variables: { companyId, type, search: search || null, size },
    fetchPolicy: 'network-only',
    context: { quiet: true },
  });
  const [forgetOne] = useForgetDeletedTransactionMutation();
  const [emptyAll] = useEmptyDeletedTransactionsMutation();
  /** The one that is being restored or forgotten. */
  const [busyId, setBusyId] = useState<string | null>(null);
  const page = (data ?? previousData)?.deletedTransactions;
  const done = async (id: string, act: () => Promise<unknown>) => {
    setBusyId(id);
    try {
      await act();
    } catch (failure) {
      notifyFailure(failure);
    }
    await refetch().catch(() => undefined);
    setBusyId(null);
  };
  const left = page ? page.totalElements - page.content.length : 0;
  return {
    search,
    setSearch,
    rows: page?.content,
    total: page?.totalElements ?? 0,
    error,
    loading,
    refetch,
    busyId,
    /** Shows more of them; null when all are shown. */
    more: left > 0 && size < MOST ? () => setSize(Math.min(size + STEP, MOST)) : null,
    left,
    restore: (id: string) => done(id, () => restoreTransaction(client, { companyId, type, id })),
    forget: (id: string) => done(id, () => forgetOne({ variables: { companyId, type, id } })),
    empty: () =>
      done('', async () => {
        const answer = await emptyAll({ variables: { companyId, type } });
        const count = answer.data?.emptyDeletedTransactions.count ?? 0;
        notifySuccess(`${counted(count, 'documento')} ${count === 1 ? 'excluído' : 'excluídos'} de vez`);
      }),
  };
};
