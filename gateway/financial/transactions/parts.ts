import type { GraphQLResolveInfo } from 'graphql';
import type { TransactionSummary } from '#schema/financial/transactions/transactions.rest.ts';
import { MAX_PARTS } from '../../limits/settings.ts';
import { selectionCount } from '../../platform/selection.ts';
import { invalid } from '../../rest/errors.ts';

/** Returns the maximum installments and shares of one list: MAX_PARTS divided by the lists of the operation. */
export const mostParts = (info: GraphQLResolveInfo): number => {
  const lists =
    selectionCount(info, 'transactions', ['content', 'installments']) +
    selectionCount(info, 'installments', ['content', 'transaction', 'installments']);
  return Math.floor(MAX_PARTS / Math.max(1, lists));
};

/**
 * Throws INVALID when the installments of these rows' transactions, and the shares of each, exceed the list's maximum.
 * A transaction in several rows counts once per row, since the response repeats it.
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
