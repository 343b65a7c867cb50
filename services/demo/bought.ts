import type pg from 'pg';
import { Decimal } from '#domain/decimal.ts';
import type { OrderedProduct } from '../purchase/orders/references.ts';

/** An input as orders and quotes take it. */
export interface BoughtProduct extends OrderedProduct {
  brandId: number | null;
  /** Of its own unit. */
  price: string;
}

/** What an input costs today in the unit that it is bought in, with so many decimal places. */
export const purchasePrice = ({ price, purchaseFactor }: BoughtProduct, places: number): string =>
  new Decimal(price).times(purchaseFactor ?? 1).toFixed(places);

/** The account's own inputs, by name. */
export const readBought = async (client: pg.Client, accountId: number): Promise<(name: string) => BoughtProduct> => {
  const { rows } = await client.query<BoughtProduct>(
    `select p.id, d.code, d.name, p.active, d.unit_id as "unitId", d.purchase_unit_id as "purchaseUnitId",
            d.purchase_factor::text as "purchaseFactor", p.price::text,
            (select min(b.brand_id) from product_brands b where b.account_id = d.account_id and b.definition_id = d.id) as "brandId"
       from products p
       join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
       join product_tables t on t.account_id = p.account_id and t.id = p.product_table_id
      where p.account_id = $1 and t.source = 'GO' and p.price is not null`,
    [accountId],
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  return (name) => {
    const found = byName.get(name);
    if (!found) throw new RangeError(`The demo company buys no ${name}`);
    return found;
  };
};
