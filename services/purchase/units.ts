import { sql } from 'kysely';
import { unitImport } from '#schema/purchase/units.import.ts';
import { unitEndpoints } from '#schema/purchase/units.rest.ts';
import { registerFeature } from '../platform/register/feature.ts';
import { name } from '../platform/register/fields.ts';

/** Units of measurement (§7), shared by the whole account; a new account begins with the standard ones. */
export const units = registerFeature(unitEndpoints, {
  table: 'units',
  entity: 'unit',
  noun: { name: 'Unidade', feminine: true },
  missing: 'Unidade não encontrada.',
  sentences: { units_acronyms_key: { message: 'Já existe uma unidade com esta sigla.', field: 'acronyms' } },
  fields: { acronyms: { ...name, key: (text) => sql`unit_key(${text})` }, description: name },
  defaultSort: 'acronyms',
  imported: { description: unitImport, identities: [['acronyms']] },
  usages: ({ account_id, id }) => [
    {
      one: 'insumo',
      many: 'insumos',
      rows: sql`select from product_definitions
                 where account_id = ${account_id} and (unit_id = ${id} or purchase_unit_id = ${id})`,
    },
    {
      one: 'composição',
      many: 'composições',
      rows: sql`select from task_definitions where account_id = ${account_id} and unit_id = ${id}`,
    },
    {
      one: 'pedido',
      many: 'pedidos',
      rows: sql`select distinct order_id from order_lines where account_id = ${account_id} and unit_id = ${id}`,
    },
    {
      one: 'cotação',
      many: 'cotações',
      rows: sql`select distinct quote_id from quote_lines where account_id = ${account_id} and unit_id = ${id}`,
    },
  ],
});
