import { forgetting } from '#web/client/forgetting.ts';
import type { ApolloCache, Reference, StoreObject } from '@apollo/client';

/**
 * After a document was created, edited, paid or deleted: every list, and the counts of the menu, ask again, and show what
 * they had meanwhile. What a payment does to a view (its rows, counts and totals) is the services' to say.
 */
export const forgetLists = forgetting('transactions', 'installments');

interface Changed {
  id: string;
  installments?: readonly { id: string }[] | null;
}

const documentOf = (row: StoreObject | undefined): string | undefined =>
  (row?.transaction as Reference | undefined)?.__ref;

/** As above, knowing what became of a document: rows of installments that it has no longer are forgotten with the lists. */
export const forgetListsOf =
  (documents: readonly Changed[]) =>
  (cache: ApolloCache): void => {
    const rows = Object.entries(cache.extract() as Record<string, StoreObject>);
    for (const { id, installments } of documents) {
      const ref = cache.identify({ __typename: 'Transaction', id });
      const kept = new Set(installments?.map((one) => cache.identify({ __typename: 'InstallmentRow', id: one.id })));
      rows
        .filter(([key, row]) => key.startsWith('InstallmentRow:') && documentOf(row) === ref && !kept.has(key))
        .forEach(([key]) => cache.evict({ id: key }));
    }
    forgetLists(cache);
  };
