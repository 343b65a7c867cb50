import { creditEndpoints, debitEndpoints } from '#schema/financial/transactions/endpoints.ts';
import { byIds } from '../../rest/loaders.ts';

/** Whole transactions by key, for rows that brought them without their installments. */
export const transactionLoaders = {
  CREDIT: byIds(creditEndpoints.list, creditEndpoints.get),
  DEBIT: byIds(debitEndpoints.list, debitEndpoints.get),
};
