import { sql } from 'kysely';
import type { Tolerances } from '#domain/purchase/invoices/differences.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { receiptTolerance } from '../orders/deliveries.ts';

/** Percent that a price may be above the ordered one: a setting of the account, none unless set. */
const priceTolerance = async (trx: Trx, accountId: number): Promise<string> => {
  const { rows } = await sql<{ tolerance: string | null }>`
    select settings ->> 'priceTolerance' as tolerance from accounts where id = ${accountId}`.execute(trx);
  const tolerance = rows[0]?.tolerance ?? '0';
  return /^\d{1,2}(\.\d{1,4})?$/.test(tolerance) ? tolerance : '0';
};

export const readTolerances = async (trx: Trx, accountId: number): Promise<Tolerances> => ({
  receipt: await receiptTolerance(trx, accountId),
  price: await priceTolerance(trx, accountId),
});
