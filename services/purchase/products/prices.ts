import { sql, type RawBuilder } from 'kysely';
import { addMonths, type IsoDate } from '#domain/dates.ts';
import type { ProductFigures, ProductPrice } from '#schema/purchase/products.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { ProductPriceRow } from '../tables.ts';

/** Keeps the price that a product has from a day on; the last one of a day is the one that stays. */
export const recordPrice = async (
  trx: Trx,
  row: { account_id: number; product_id: number; day: IsoDate; price: string | null },
  origin: ProductPriceRow['origin'],
): Promise<void> => {
  await trx
    .insertInto('product_prices')
    .values({ ...row, origin })
    .onConflict((day) => day.columns(['account_id', 'product_id', 'day']).doUpdateSet({ price: row.price, origin }))
    .execute();
};

interface PriceOfProduct extends ProductPrice {
  id: number;
}

/**
 * Prices of products, oldest first: of own ones those that were kept, of published ones those of the same code, state
 * and regime in all months. With `from`, those since that day and the last one before it.
 */
const pricesOf = async (
  trx: Trx,
  accountId: number,
  ids: readonly number[],
  from: IsoDate | null = null,
): Promise<PriceOfProduct[]> => {
  const wanted = sql`${[...ids]}::bigint[]`;
  const prices: RawBuilder<unknown> = sql`
    select h.product_id as id, h.day, h.price, h.origin
      from product_prices h where h.account_id = ${accountId} and h.product_id = any(${wanted})
    union all
    select p.id, k.month, o.price, 'PUBLISHED'
      from products p
      join product_tables t on t.account_id = p.account_id and t.id = p.product_table_id and t.source = 'SINAPI'
      join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
      join product_tables s on s.account_id = t.account_id and s.source = t.source and s.state = t.state and s.regime = t.regime
      join catalogues k on k.account_id = s.account_id and k.id = s.catalogue_id
      join product_definitions e on e.account_id = s.account_id and e.catalogue_id = s.catalogue_id and e.code_key = d.code_key
      join products o on o.account_id = e.account_id and o.definition_id = e.id and o.product_table_id = s.id
     where p.account_id = ${accountId} and p.id = any(${wanted})`;
  const { rows } = await sql<PriceOfProduct>`
    with prices as (${prices}),
         numbered as (select *, lead(day) over (partition by id order by day) as next_day from prices)
    select id, day, price, origin from numbered
     where ${from}::date is null or day >= ${from}::date or next_day > ${from}::date or next_day is null
     order by id, day`.execute(trx);
  return rows;
};

export const priceHistory = async (trx: Trx, accountId: number, id: number): Promise<ProductPrice[]> =>
  (await pricesOf(trx, accountId, [id])).map(({ day, price, origin }) => ({ day, price, origin }));

/** How many tasks use each of these products. */
const usesOf = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<Map<number, number>> => {
  const { rows } = await sql<{ id: number; uses: number }>`
    select l.product_id as id, count(distinct l.task_id) as uses from task_lines l
     where l.account_id = ${accountId} and l.product_id = any(${[...ids]}::bigint[]) group by 1`.execute(trx);
  return new Map(rows.map(({ id, uses }) => [id, Number(uses)]));
};

/** What a list shows beside its products. */
export const productFigures = async (
  trx: Trx,
  accountId: number,
  ids: readonly number[],
  today: IsoDate,
): Promise<ProductFigures[]> => {
  const prices = await pricesOf(trx, accountId, ids, addMonths(today, -12));
  const uses = await usesOf(trx, accountId, ids);
  const byId = new Map<number, PriceOfProduct[]>();
  for (const price of prices) byId.set(price.id, [...(byId.get(price.id) ?? []), price]);
  const { rows } = await sql<{ id: number; suggested: boolean }>`
    select p.id, exists (
             select from product_pairs x where x.account_id = p.account_id and x.first_id = p.definition_id and not x.dismissed
             union all
             select from product_pairs x where x.account_id = p.account_id and x.second_id = p.definition_id and not x.dismissed
           ) as suggested
      from products p where p.account_id = ${accountId} and p.id = any(${[...ids]}::bigint[]) order by p.id`.execute(
    trx,
  );
  return rows.map(({ id, suggested }) => {
    const known = byId.get(id) ?? [];
    return {
      id,
      // A merge brings older prices; the product's own last one is what it costs.
      priceDay: known.findLast(({ origin }) => origin !== 'MERGE')?.day ?? null,
      prices: known.map(({ day, price }) => ({ day, price })),
      uses: uses.get(id) ?? 0,
      suggested,
    };
  });
};
