import type { Tolerances } from '#domain/purchase/invoices/differences.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readPurchaseSettings } from '../settings.ts';

/** The setting of the account for receiving is of quantities, and of prices without a question (domain.md §4, mock 20d). */
export const readTolerances = async (trx: Trx, accountId: number): Promise<Tolerances> => {
  const { receiptTolerance } = await readPurchaseSettings(trx, accountId);
  return { receipt: receiptTolerance, price: receiptTolerance };
};
