import { sql } from 'kysely';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { register, type RegisterDefinition } from '../../platform/register/register.ts';
import { usagesOfProducts } from '../usagesOfProducts.ts';
import { PRODUCT_NOT_FOUND } from './rows.ts';
import { lockProducts } from './save.ts';

/** What keeps a product, and how it is called. */
export const productDefinition: RegisterDefinition<'products'> = {
  table: 'products',
  entity: 'product',
  noun: { name: 'Insumo', feminine: false },
  missing: PRODUCT_NOT_FOUND,
  usages: ({ account_id, id }) => usagesOfProducts({ accountId: account_id, ids: sql`${id}` }),
};
const rows = register(productDefinition);

/** Deletes a product of the account's own that nothing uses, with its definition. */
export const removeProduct = async (trx: Trx, work: Work, id: number): Promise<{ id: number }> => {
  const { accountId } = work.session;
  await lockProducts(trx, accountId, [{ id }]);
  const { definition_id: definition } = await rows.remove(trx, work, { id });
  await sql`delete from product_definitions where account_id = ${accountId} and id = ${definition}`.execute(trx);
  return { id };
};
