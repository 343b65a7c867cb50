import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** An invoice and the payables of its retentions move together: each document with those that it belongs to. */
export const withFamilies = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with invoices as (
      select transaction_id as id from transaction_retentions
      where account_id = ${accountId}
        and (transaction_id = any(${ids}::bigint[]) or payable_transaction_id = any(${ids}::bigint[])))
    select unnest(${ids}::bigint[]) as id union select id from invoices
    union select r.payable_transaction_id from transaction_retentions r join invoices i on i.id = r.transaction_id
    where r.account_id = ${accountId}`.execute(trx);
  return rows.map(({ id }) => id);
};
