import type { Trx } from '../platform/db/unitOfWork.ts';
import { insertOwnCatalogue } from './catalogues.ts';

/** Product types that a new account starts with; migration 0019 gives the same to those that exist. */
export const STANDARD_PRODUCT_TYPES: readonly string[] = [
  'Material',
  'Mão de obra',
  'Equipamento',
  'Serviço de terceiros',
  'Outros',
];

/** Cost database that a new account starts with. */
export const STANDARD_PRODUCT_TABLE = 'Próprios';

/** Inserts the product types and the cost database of a new account. */
export const insertStandardCatalogue = async (trx: Trx, accountId: number): Promise<void> => {
  const types = STANDARD_PRODUCT_TYPES.map((name) => ({ account_id: accountId, name }));
  await trx.insertInto('product_types').values(types).execute();
  const owned = { account_id: accountId, catalogue_id: await insertOwnCatalogue(trx, accountId) };
  await trx
    .insertInto('product_tables')
    .values({ ...owned, name: STANDARD_PRODUCT_TABLE, source: 'GO' })
    .execute();
};
