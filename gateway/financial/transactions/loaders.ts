import { creditEndpoints, debitEndpoints } from '#schema/financial/transactions/endpoints.ts';
import { byIds } from '../../rest/loaders.ts';

/** Load complete transactions by id, for rows of lists without installments. */
export const transactionLoaders = {
  CREDIT: byIds(creditEndpoints.list, creditEndpoints.get),
  DEBIT: byIds(debitEndpoints.list, debitEndpoints.get),
};
