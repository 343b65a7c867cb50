import { forgetting } from '#web/client/forgetting.ts';
import type { ApolloCache, Reference, StoreObject } from '@apollo/client';

/**
 * Evicts all lists and the menu's counts after a transaction was created, edited, paid or deleted; mounted lists
 * refetch and keep their rows meanwhile. Only the services decide how a payment changes a view's rows, counts and
 * totals.
 */
export const forgetLists = forgetting('transactions', 'installments', 'retentions');

interface Changed {
  id: string;
  installments?: readonly { id: string }[] | null;
}

const transactionRefOf = (row: StoreObject | undefined): string | undefined =>
  (row?.transaction as Reference | undefined)?.__ref;

/** Evicts the lists and the rows of installments that a changed transaction no longer has. */
export const forgetListsOf =
  (changes: readonly Changed[]) =>
  (cache: ApolloCache): void => {
    const rows = Object.entries(cache.extract() as Record<string, StoreObject>);
    for (const { id, installments } of changes) {
      const ref = cache.identify({ __typename: 'Transaction', id });
      const kept = new Set(installments?.map((one) => cache.identify({ __typename: 'InstallmentRow', id: one.id })));
      rows
        .filter(([key, row]) => key.startsWith('InstallmentRow:') && transactionRefOf(row) === ref && !kept.has(key))
        .forEach(([key]) => cache.evict({ id: key }));
    }
    forgetLists(cache);
  };
