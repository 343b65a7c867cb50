import { sql } from 'kysely';
import { convertPrice } from '#domain/purchase/unitFactors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Choice } from './choice.ts';

export interface JoiningPrice {
  day: string;
  price: string;
}

interface StoredPrice {
  productId: number;
  day: string;
  price: string | null;
}

/**
 * Prices of the merged products that join the history of the survivor, for one of its units: those of days on which it
 * has none. Of several of one day, that of the product named first.
 */
export const joiningPrices = async (
  trx: Trx,
  accountId: number,
  { survivor, merged }: Choice,
): Promise<JoiningPrice[]> => {
  const ids = [survivor.id, ...merged.map(({ product }) => product.id)];
  const { rows } = await sql<StoredPrice>`
    select product_id as "productId", day, price from product_prices
     where account_id = ${accountId} and product_id = any(${ids}::bigint[])
     order by day, array_position(${ids}::bigint[], product_id)`.execute(trx);
  const factors = new Map(merged.map(({ product, factor }) => [product.id, factor ?? '1']));
  const taken = new Set(rows.filter(({ productId }) => productId === survivor.id).map(({ day }) => day));
  return rows.flatMap(({ productId, day, price: stored }) => {
    const factor = factors.get(productId);
    const price = factor === undefined ? null : convertPrice(stored, factor);
    if (price === null || taken.has(day)) return [];
    taken.add(day);
    return [{ day, price }];
  });
};
