import { sql } from 'kysely';
import { groupCode } from '#domain/productGroups.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** A product as the overview shows it. */
export interface OverviewProduct {
  id: number;
  code: string;
  name: string;
  productType: { id: number; name: string } | null;
  group: { id: number; code: string; name: string; place: readonly number[] } | null;
  unit: { id: number; acronyms: string } | null;
  purchaseUnit: { id: number; acronyms: string } | null;
  purchaseFactor: string | null;
  leadTimeDays: number | null;
}

type StoredProduct = Omit<OverviewProduct, 'group'> & {
  group: { id: number; name: string; place: number[] } | null;
};

/** Products by key, in one statement. */
export const readProducts = async (
  trx: Trx,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, OverviewProduct>> => {
  const { rows } = await sql<StoredProduct>`
    select p.id, d.code, d.name,
           case when y.id is not null then json_build_object('id', y.id, 'name', y.name) end as "productType",
           case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'place', g.place) end as "group",
           case when u.id is not null then json_build_object('id', u.id, 'acronyms', u.acronyms) end as unit,
           case when b.id is not null then json_build_object('id', b.id, 'acronyms', b.acronyms) end as "purchaseUnit",
           d.purchase_factor as "purchaseFactor", d.lead_time_days as "leadTimeDays"
      from products p
      join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
      left join product_types y on y.account_id = d.account_id and y.id = d.product_type_id
      left join product_groups g on g.account_id = d.account_id and g.id = d.product_group_id
      left join units u on u.account_id = d.account_id and u.id = d.unit_id
      left join units b on b.account_id = d.account_id and b.id = d.purchase_unit_id
     where p.account_id = ${accountId} and p.id = any(${ids}::bigint[])`.execute(trx);
  return new Map(
    rows.map(({ group, ...product }) => [
      product.id,
      { ...product, group: group && { ...group, code: groupCode(group.place) } },
    ]),
  );
};
