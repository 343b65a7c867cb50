import { sql } from 'kysely';
import type { Trx } from '../platform/db/unitOfWork.ts';

/** Makes the catalogue of a cost database of the account's own, which has it to itself. */
export const insertOwnCatalogue = async (trx: Trx, accountId: number): Promise<number> => {
  const { id } = await trx
    .insertInto('catalogues')
    .values({ account_id: accountId, source: 'GO' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Deletes the catalogue, and the definitions in it, when its last cost database is gone. */
export const deleteUnusedCatalogue = async (trx: Trx, accountId: number, id: number): Promise<void> => {
  await sql`delete from catalogues c where c.account_id = ${accountId} and c.id = ${id}
    and not exists (select from product_tables t where t.account_id = c.account_id and t.catalogue_id = c.id)`.execute(
    trx,
  );
};
