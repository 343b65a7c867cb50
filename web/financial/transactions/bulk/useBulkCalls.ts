import { newKey } from '#web/client/idempotency.ts';
import {
  useChangeDueDatesMutation,
  useChangeTransactionsMutation,
  useDeleteTransactionsMutation,
  type DueDateChangeInput,
  type TransactionChangeInput,
  type TransactionRemovalInput,
  type TransactionType,
} from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { forgetLists, forgetListsAndRetained } from '../cachedLists.ts';
import { restoreOne } from '../deleted/restore.ts';

/** Maximum rows of one call; the service refuses more. */
const MOST = 500;

/** What became of one row; `id` is that of the row. */
export interface RowResult {
  id: string;
  ok: boolean;
  message?: string | null;
  /** Of its document, after the change. */
  version?: number | null;
}

/** Sends items in calls of so many, one after the other. */
const inCalls = async <Item extends { transactionId: string }>(
  items: readonly Item[],
  send: (chunk: Item[]) => Promise<readonly RowResult[]>,
): Promise<RowResult[]> => {
  const results: RowResult[] = [];
  for (let from = 0; from < items.length; from += MOST) results.push(...(await send(items.slice(from, from + MOST))));
  return results;
};

const optionsOf = (chunk: readonly { transactionId: string }[]) => ({
  context: { quiet: true, headers: { 'idempotency-key': newKey() } },
  update: forgetListsAndRetained(chunk.map(({ transactionId }) => transactionId)),
});

/** Returns the calls that change and delete many documents, and change due dates of many installments. */
export const useBulkCalls = (type: TransactionType) => {
  const client = useApolloClient();
  const { companyId } = usePlace();
  const [changeMany, changing] = useChangeTransactionsMutation();
  const [changeDays, moving] = useChangeDueDatesMutation();
  const [removeMany, removing] = useDeleteTransactionsMutation();
  return {
    change: (all: readonly TransactionChangeInput[]) =>
      inCalls(all, async (items) => {
        const { data } = await changeMany({ variables: { companyId, type, items }, ...optionsOf(items) });
        return (data?.changeTransactions.results ?? []).map((one) => ({ ...one, id: one.transactionId }));
      }),
    changeDueDates: (all: readonly DueDateChangeInput[]) =>
      inCalls(all, async (items) => {
        const { data } = await changeDays({ variables: { companyId, type, items }, ...optionsOf(items) });
        return data?.changeDueDates.results ?? [];
      }),
    remove: (all: readonly TransactionRemovalInput[]) =>
      inCalls(all, async (items) => {
        const { data } = await removeMany({ variables: { companyId, type, items }, ...optionsOf(items) });
        return (data?.deleteTransactions ?? []).map((one) => ({ ...one, id: one.transactionId }));
      }),
    /** One after the other: each is restored, or says why not. */
    restore: async (ids: readonly string[]): Promise<RowResult[]> => {
      const results: RowResult[] = [];
      for (const id of ids) results.push(await restoreOne(client, { companyId, type, id }));
      client.cache.batch({ update: forgetLists });
      return results;
    },
    busy: changing.loading || moving.loading || removing.loading,
  };
};
