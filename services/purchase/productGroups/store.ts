import { sql } from 'kysely';
import { groupCode } from '#domain/productGroups.ts';
import { ProductGroupName, productGroupEndpoints, type ProductGroup } from '#schema/purchase/productGroups.rest.ts';
import { name } from '../../platform/register/fields.ts';
import { registerStore } from '../../platform/register/store.ts';

export const GROUP_NOT_FOUND = 'Grupo de insumos não encontrado.';

/** Whether a group has groups inside. */
export const isParent = sql<boolean>`exists (
  select from product_groups c where c.account_id = r.account_id and c.parent_id = r.id)`;

const { get, create } = productGroupEndpoints;

/** Rows of product groups; `tree.ts` keeps their places. */
export const productGroupStore = registerStore(
  { get, create: { ...create, body: ProductGroupName } },
  {
    table: 'product_groups',
    entity: 'productGroup',
    noun: { name: 'Grupo', feminine: false },
    missing: GROUP_NOT_FOUND,
    fields: { name },
    defaultSort: 'name',
    joined: {
      columns: sql<{ parent_name: string | null; is_parent: boolean }>`p.name as parent_name, ${isParent} as is_parent`,
      tables: sql`left join product_groups p on p.account_id = r.account_id and p.id = r.parent_id`,
    },
    answer: ({ place, parent_id, parent_name, is_parent }): Partial<ProductGroup> => ({
      code: groupCode(place),
      parent: parent_id === null ? null : { id: parent_id, name: parent_name ?? '' },
      position: place.at(-1) ?? 1,
      level: place.length,
      leaf: !is_parent,
    }),
    usages: ({ account_id, id }) => [
      {
        ...{ one: 'subgrupo', many: 'subgrupos' },
        rows: sql`select from product_groups where account_id = ${account_id} and parent_id = ${id}`,
      },
      {
        ...{ one: 'insumo', many: 'insumos' },
        rows: sql`select from product_definitions where account_id = ${account_id} and product_group_id = ${id}`,
      },
    ],
  },
);
