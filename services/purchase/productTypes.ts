import { sql } from 'kysely';
import { productTypeImport } from '#schema/purchase/productTypes.import.ts';
import { productTypeEndpoints } from '#schema/purchase/productTypes.rest.ts';
import { registerFeature } from '../platform/register/feature.ts';
import { name } from '../platform/register/fields.ts';

/** Product types (§7), shared by the whole account; a new account begins with the standard ones. */
export const productTypes = registerFeature(productTypeEndpoints, {
  table: 'product_types',
  entity: 'productType',
  noun: { name: 'Tipo de insumo', feminine: false },
  missing: 'Tipo de insumo não encontrado.',
  sentences: { product_types_name_key: { message: 'Já existe um tipo de insumo com este nome.', field: 'name' } },
  fields: { name },
  defaultSort: 'name',
  imported: { description: productTypeImport, identities: [['name']] },
  usages: ({ account_id, id }) => [
    {
      one: 'insumo',
      many: 'insumos',
      rows: sql`select from product_definitions where account_id = ${account_id} and product_type_id = ${id}`,
    },
  ],
});
