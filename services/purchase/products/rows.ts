import { sql, type RawBuilder } from 'kysely';
import { groupCode } from '#domain/productGroups.ts';
import type { Product } from '#schema/purchase/products.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { notFound } from '../../platform/errors.ts';
import type { CostSource } from '../tables.ts';

type Brand = Product['brands'][number];
type Unit = Product['unit'];

interface ProductColumns {
  id: number;
  account_id: number;
  code: string;
  name: string;
  unit: Unit;
  type_id: number;
  type_name: string;
  group_id: number | null;
  group_name: string;
  group_place: number[];
  table_id: number;
  table_name: string;
  source: CostSource;
  brands: Brand[];
  price: string | null;
  purchase_unit: Unit | null;
  purchase_factor: string | null;
  lead_time_days: number | null;
  aliases: string[];
  active: boolean;
  version: number;
}

const answer = (row: ProductColumns): Product => ({
  id: row.id,
  code: row.code,
  name: row.name,
  unit: row.unit,
  productType: { id: row.type_id, name: row.type_name },
  productGroup:
    row.group_id === null ? null : { id: row.group_id, name: row.group_name, code: groupCode(row.group_place) },
  productTable: { id: row.table_id, name: row.table_name, source: row.source },
  brands: row.brands,
  price: row.price,
  purchaseUnit: row.purchase_unit,
  purchaseFactor: row.purchase_factor,
  leadTimeDays: row.lead_time_days,
  aliases: row.aliases,
  active: row.active,
  account: { id: row.account_id },
  version: row.version,
});

const unitOf = (alias: string): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`json_build_object('id', ${column('id')}, 'acronyms', ${column('acronyms')}, 'description', ${column('description')})`;
};

/** Products of a page, in its order. `page` selects account_id, id and position. */
export const readProducts = async (trx: Trx, page: RawBuilder<unknown>): Promise<Product[]> => {
  const { rows } = await sql<ProductColumns>`
    select p.id, p.account_id, d.code, d.name, p.price, p.active, p.version, d.purchase_factor, d.lead_time_days,
           y.id as type_id, y.name as type_name, g.id as group_id, g.name as group_name, g.place as group_place,
           t.id as table_id, t.name as table_name, t.source, ${unitOf('u')} as unit,
           case when b.id is not null then ${unitOf('b')} end as purchase_unit,
           coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name) order by search_key(n.name))
             from product_brands m join brands n on n.account_id = m.account_id and n.id = m.brand_id
            where m.account_id = d.account_id and m.definition_id = d.id), '[]') as brands,
           array(select a.code from product_aliases a
            where a.account_id = d.account_id and a.definition_id = d.id order by a.code) as aliases
      from (${page}) page
      join products p on p.account_id = page.account_id and p.id = page.id
      join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
      join product_tables t on t.account_id = p.account_id and t.id = p.product_table_id
      join product_types y on y.account_id = d.account_id and y.id = d.product_type_id
      join units u on u.account_id = d.account_id and u.id = d.unit_id
      left join units b on b.account_id = d.account_id and b.id = d.purchase_unit_id
      left join product_groups g on g.account_id = d.account_id and g.id = d.product_group_id
     order by page.position`.execute(trx);
  return rows.map(answer);
};

/** Products by their keys, in the order given; what does not exist is left out. */
export const readProductsById = (trx: Trx, accountId: number, ids: readonly number[]): Promise<Product[]> =>
  readProducts(
    trx,
    sql`select p.account_id, p.id, array_position(${[...ids]}::bigint[], p.id) as position
          from products p where p.account_id = ${accountId} and p.id = any(${[...ids]}::bigint[])`,
  );

export const PRODUCT_NOT_FOUND = 'Insumo não encontrado.';

/** @throws ServiceError 404, also for a product of another account */
export const readProduct = async (trx: Trx, accountId: number, id: number): Promise<Product> => {
  const [found] = await readProductsById(trx, accountId, [id]);
  if (!found) throw notFound(PRODUCT_NOT_FOUND);
  return found;
};

/**
 * The product of a code, or of the code of a product merged into it, in one cost database or in all of them: the
 * account's own first, then the latest month.
 */
export const readProductByCode = async (
  trx: Trx,
  accountId: number,
  code: string,
  productTable: number | undefined,
): Promise<Product> => {
  const table = productTable === undefined ? sql`true` : sql`t.id = ${productTable}`;
  const [found] = await readProducts(
    trx,
    sql`select p.account_id, p.id, 1 as position
          from (select d.id, d.account_id, 0 as alias from product_definitions d
                 where d.account_id = ${accountId} and d.code_key = search_key(${code})
                union all
                select a.definition_id, a.account_id, 1 from product_aliases a
                 where a.account_id = ${accountId} and a.code_key = search_key(${code})) d
          join products p on p.account_id = d.account_id and p.definition_id = d.id
          join product_tables t on t.account_id = p.account_id and t.id = p.product_table_id
          join catalogues k on k.account_id = t.account_id and k.id = t.catalogue_id
         where ${table}
         order by k.source, k.month desc nulls first, p.active desc, d.alias, t.id
         limit 1`,
  );
  if (!found) throw notFound(PRODUCT_NOT_FOUND);
  return found;
};
