import type { GraphQLResolveInfo } from 'graphql';
import type { TransactionSummary } from '#schema/financial/transactions/transactions.rest.ts';
import { MAX_PARTS } from '../../limits/settings.ts';
import { timesAsked } from '../../platform/selection.ts';
import { invalid } from '../../rest/errors.ts';

/** Installments and shares that one list may bring: those of one operation share what all may. */
export const mostParts = (info: GraphQLResolveInfo): number => {
  const lists =
    timesAsked(info, 'transactions', ['content', 'installments']) +
    timesAsked(info, 'installments', ['content', 'transaction', 'installments']);
  return Math.floor(MAX_PARTS / Math.max(1, lists));
};

/**
 * Throws INVALID where the installments of these rows' transactions, and the shares of each, are more than a list may bring: a
 * transaction that stands in many rows is answered in each of them.
 */
export const requireFewParts = (rows: readonly TransactionSummary[], most: number): void => {
  const parts = rows.reduce(
    (sum, { installmentCount, transactionRecordBuildings: shares }) => sum + installmentCount * (1 + shares.length),
    0,
  );
  if (parts <= most || rows.length < 2) return;
  const message = `A página tem ${parts} parcelas e rateios, e o limite é ${most}: peça páginas menores.`;
  throw invalid(message, [{ path: 'size', message }]);
};
