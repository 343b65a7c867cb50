import { add, subtract, ZERO } from '#domain/money.ts';
import type { TransactionRowFragment, TransactionsQuery } from '#web/generated/financial.ts';
import type { ApolloCache, Reference } from '@apollo/client';

type Totals = NonNullable<NonNullable<TransactionsQuery['transactions']>['totals']>;
type Figures = Pick<TransactionRowFragment, 'status' | 'overdue' | 'value' | 'paidValue' | 'openValue'>;

/** Totals of a list in which one document changed; a payment needs no question to the server for them. */
export const updatedTotals = (totals: Totals, before: Figures, after: Figures): Totals => {
  const move = (sum: string, was: string, is: string) => add(subtract(sum, was), is);
  const count = (of: (one: Figures) => boolean) => Number(of(after)) - Number(of(before));
  const overdueValue = (one: Figures) => (one.overdue ? one.openValue : ZERO);
  return {
    ...totals,
    value: move(totals.value, before.value, after.value),
    paidValue: move(totals.paidValue, before.paidValue, after.paidValue),
    openValue: move(totals.openValue, before.openValue, after.openValue),
    overdueValue: move(totals.overdueValue, overdueValue(before), overdueValue(after)),
    counts: {
      ...totals.counts,
      open: totals.counts.open + count((one) => one.status === 'OPEN'),
      partial: totals.counts.partial + count((one) => one.status === 'PARTIAL'),
      paid: totals.counts.paid + count((one) => one.status === 'PAID'),
      overdue: totals.counts.overdue + count((one) => one.overdue),
    },
  };
};

interface CachedPage {
  content?: readonly Reference[];
  totals?: Totals | null;
}

const isPage = (value: unknown): value is CachedPage =>
  typeof value === 'object' && value !== null && 'content' in value;

/**
 * Keeps cached lists true after a payment or its undoing: a page that shows the document gets new totals, any other
 * page of documents is forgotten and asked for again when it is next shown.
 */
export const applyPayment = (cache: ApolloCache, before: Figures & { id: string }, after: Figures): void => {
  const id = cache.identify({ __typename: 'Transaction', id: before.id });
  cache.modify<Record<string, unknown>>({
    id: 'ROOT_QUERY',
    fields: {
      // Rows of installments know what was paid; which list they stand in, and its sums, do not.
      installments: (_existing: unknown, { DELETE }) => DELETE,
      transactions: (existing: unknown, { DELETE }) => {
        if (!isPage(existing) || !existing.content?.some((row) => row.__ref === id)) return DELETE;
        return existing.totals ? { ...existing, totals: updatedTotals(existing.totals, before, after) } : existing;
      },
    },
  });
};

/** After a document was created, edited or deleted: every list asks again, and shows what it had meanwhile. */
export const forgetLists = (cache: ApolloCache): void => {
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'transactions' });
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'installments' });
  cache.gc();
};
