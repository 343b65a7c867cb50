import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/**
 * Deletes transactions with everything below them in one statement (migration 0081): the triggers that keep sums run once
 * for all of them.
 */
export const removeMany = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<void> => {
  await sql`select delete_documents(${accountId}, ${[...ids]}::bigint[])`.execute(trx);
};
