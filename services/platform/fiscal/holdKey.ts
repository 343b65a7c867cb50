import { sql } from 'kysely';
import type { Trx } from '../db/unitOfWork.ts';

/**
 * Lets those who use a nota wait for each other until the SQL transaction ends: an order that is received by it and an
 * expense that it fills stand in two tables, which no one constraint covers.
 */
export const holdAccessKey = async (trx: Trx, accountId: number, accessKey: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`nota ${accountId} ${accessKey}`}, 0))`.execute(trx);
};
