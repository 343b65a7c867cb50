import { sql } from 'kysely';
import { brandImport } from '#schema/purchase/brands.import.ts';
import { brandEndpoints } from '#schema/purchase/brands.rest.ts';
import { registerFeature } from '../platform/register/feature.ts';
import { name } from '../platform/register/fields.ts';

/** Brands (marcas) of what is bought (§7), shared by the whole account. */
export const brands = registerFeature(brandEndpoints, {
  table: 'brands',
  entity: 'brand',
  noun: { name: 'Marca', feminine: true },
  missing: 'Marca não encontrada.',
  sentences: { brands_name_key: { message: 'Já existe uma marca com este nome.', field: 'name' } },
  fields: { name },
  defaultSort: 'name',
  imported: { description: brandImport, identities: [['name']] },
  usages: ({ account_id, id }) => [
    {
      one: 'insumo',
      many: 'insumos',
      rows: sql`select from product_brands where account_id = ${account_id} and brand_id = ${id}`,
    },
    {
      one: 'pedido',
      many: 'pedidos',
      rows: sql`select distinct order_id from order_lines where account_id = ${account_id} and brand_id = ${id}`,
    },
  ],
});
