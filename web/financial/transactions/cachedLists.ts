import { forgetting } from '#web/client/forgetting.ts';
import type { ApolloCache, Reference, StoreObject } from '@apollo/client';

/**
 * Evicts all lists, statements of wallets and the menu's counts after a transaction was created, edited, paid or deleted; mounted lists
 * refetch and keep their rows meanwhile. Only the services decide how a payment changes a view's rows, counts and
 * totals.
 */
export const forgetLists = forgetting('transactions', 'installments', 'retentions', 'walletStatement');

interface Changed {
  id: string;
  installments?: readonly { id: string }[] | null;
}

const transactionRefOf = (row: StoreObject | undefined): string | undefined =>
  (row?.transaction as Reference | undefined)?.__ref;

type Rows = Record<string, StoreObject>;

const refsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((one) => (one as Reference).__ref);

/** Payables of the retentions of a cached transaction. */
const payablesOf = (rows: Rows, row: StoreObject | undefined): string[] =>
  refsOf(row?.retentions ?? []).flatMap((retention) => refsOf(rows[retention]?.payable ?? []));

/** Evicts the payables of a changed invoice, and the invoice of a changed payable: each tells of the other's days and payments. */
const forgetRetained = (cache: ApolloCache, rows: Rows, id: string): void => {
  const own = cache.identify({ __typename: 'RetentionPayable', id });
  const transactions = Object.keys(rows).filter((key) => key.startsWith('Transaction:'));
  const invoices = transactions.filter((key) => payablesOf(rows, rows[key]).some((payable) => payable === own));
  const mine = payablesOf(rows, rows[cache.identify({ __typename: 'Transaction', id }) ?? '']);
  const payables = mine.map((key) => cache.identify({ __typename: 'Transaction', id: String(rows[key]?.id) }));
  for (const key of [...invoices, ...payables]) if (key !== undefined) cache.evict({ id: key });
};

/** Evicts the lists, the rows of installments that a changed transaction no longer has, and what was withheld of it. */
export const forgetListsOf =
  (changes: readonly Changed[]) =>
  (cache: ApolloCache): void => {
    const all = cache.extract() as Rows;
    const rows = Object.entries(all);
    for (const { id, installments } of changes) {
      forgetRetained(cache, all, id);
      const ref = cache.identify({ __typename: 'Transaction', id });
      const kept = new Set(installments?.map((one) => cache.identify({ __typename: 'InstallmentRow', id: one.id })));
      rows
        .filter(([key, row]) => key.startsWith('InstallmentRow:') && transactionRefOf(row) === ref && !kept.has(key))
        .forEach(([key]) => cache.evict({ id: key }));
    }
    forgetLists(cache);
  };

/** Evicts the lists, and what was withheld of changed transactions. */
export const forgetListsAndRetained =
  (ids: readonly string[]) =>
  (cache: ApolloCache): void => {
    const rows = cache.extract() as Rows;
    for (const id of ids) forgetRetained(cache, rows, id);
    forgetLists(cache);
  };
