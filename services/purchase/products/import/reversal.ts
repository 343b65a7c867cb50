import { sql } from 'kysely';
import { repriceUsers } from '../../../engineering/tasks/reprice.ts';
import {
  deleteUnreferenced,
  reversalOf,
  type HeldRow,
  type Restored,
  type Undoing,
} from '../../../platform/register/import/reversal.ts';
import { productDefinition } from '../remove.ts';
import { readProductsById } from '../rows.ts';
import { differences } from '../save.ts';
import type { ProductLine, StoredProduct } from './match.ts';
import { recordPrices, saveBrands } from './write.ts';

/** Fields of a product that an import changes, as it found them. */
type Earlier = Partial<
  Pick<
    StoredProduct,
    | 'name'
    | 'unit'
    | 'productType'
    | 'productGroup'
    | 'purchaseUnit'
    | 'purchaseFactor'
    | 'leadTimeDays'
    | 'price'
    | 'brands'
    | 'active'
  >
>;

export const earlierOf = ({ changed }: ProductLine, existing: StoredProduct): Record<string, unknown> =>
  Object.fromEntries(changed.map((field) => [field, Reflect.get(existing, field)]));

/** A product with what it is defined by. */
type HeldProduct = HeldRow & { definition_id: number; code: string; name: string };

const hold = async ({ trx, session }: Undoing, ids: readonly number[]): Promise<HeldProduct[]> => {
  const { rows } = await sql<HeldProduct>`
    select p.*, d.code, d.name, d.unit_id, d.product_type_id, d.product_group_id, d.purchase_unit_id, d.purchase_factor,
           d.lead_time_days
      from products p join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
     where p.account_id = ${session.accountId} and p.id = any(${[...ids]}::bigint[])
     order by p.id for update of p`.execute(trx);
  return rows;
};

const REFERENCES: readonly {
  table: string;
  fields: readonly ('unit' | 'purchaseUnit' | 'productType' | 'brands' | 'productGroup')[];
  gone: string;
}[] = [
  { table: 'units', fields: ['unit', 'purchaseUnit'], gone: 'A unidade que tinha antes foi excluída.' },
  { table: 'product_types', fields: ['productType'], gone: 'O tipo que tinha antes foi excluído.' },
  { table: 'brands', fields: ['brands'], gone: 'Uma marca que tinha antes foi excluída.' },
  {
    ...{ table: 'product_groups', fields: ['productGroup'] },
    gone: 'O grupo que tinha antes foi excluído, ou tem subgrupos agora.',
  },
];

/** Why products cannot have again what they referred to; what they can refer to is held. */
const refusals = async ({ trx, session }: Undoing, rows: readonly Restored[]): Promise<Map<number, string>> => {
  const refused = new Map<number, string>();
  for (const { table, fields, gone } of REFERENCES) {
    const namedBy = ({ before }: Restored): number[] => fields.flatMap((field) => (before as Earlier)[field] ?? []);
    const wanted = rows.flatMap(namedBy);
    if (wanted.length === 0) continue;
    const leaf = sql`and not exists (
      select from product_groups c where c.account_id = r.account_id and c.parent_id = r.id)`;
    const found = await sql<{ id: number }>`
      select r.id from ${sql.table(table)} r
       where r.account_id = ${session.accountId} and r.id = any(${wanted}::bigint[])
         ${table === 'product_groups' ? leaf : sql``} order by r.id for share of r`.execute(trx);
    const known = new Set(found.rows.map(({ id }) => id));
    for (const row of rows) {
      if (!namedBy(row).every((id) => known.has(id))) refused.set(row.row.id, gone);
    }
  }
  return refused;
};

const restoreDefinitions = async ({ trx, session }: Undoing, rows: readonly Restored[]): Promise<void> => {
  const definitions = rows.map(({ row, before }) => {
    const earlier: Earlier = before;
    const { name, unit, productType, productGroup, purchaseUnit, purchaseFactor, leadTimeDays } = earlier;
    const value = (column: string, wanted: unknown) => ({ [column]: wanted === undefined ? row[column] : wanted });
    return {
      id: row['definition_id'],
      ...value('name', name),
      ...value('unit_id', unit),
      ...value('product_type_id', productType),
      ...value('product_group_id', productGroup),
      ...value('purchase_unit_id', purchaseUnit),
      ...value('purchase_factor', purchaseFactor),
      ...value('lead_time_days', leadTimeDays),
    };
  });
  await sql`update product_definitions d
      set name = n.name, unit_id = n.unit_id, product_type_id = n.product_type_id, product_group_id = n.product_group_id,
          purchase_unit_id = n.purchase_unit_id, purchase_factor = n.purchase_factor,
          lead_time_days = n.lead_time_days
     from jsonb_populate_recordset(null::product_definitions, ${JSON.stringify(definitions)}::jsonb) n
    where d.account_id = ${session.accountId} and d.id = n.id`.execute(trx);
};

/** Products as they were before: compositions follow their prices at once. */
const restore = async (undoing: Undoing, wanted: readonly Restored[]): Promise<ReadonlyMap<number, string>> => {
  const { trx, session, work } = undoing;
  const refused = await refusals(undoing, wanted);
  const rows = wanted.filter(({ row }) => !refused.has(row.id));
  if (rows.length === 0) return refused;
  const ids = rows.map(({ row }) => row.id);
  const before = await readProductsById(trx, session.accountId, ids);
  await restoreDefinitions(undoing, rows);
  const products = rows.map(({ row, before: earlier }) => ({
    id: row.id,
    ...{ price: row['price'], active: row['active'] },
    ...earlier,
  }));
  await sql`update products p set price = n.price, active = n.active, version = p.version + 1
     from jsonb_populate_recordset(null::products, ${JSON.stringify(products)}::jsonb) n
    where p.account_id = ${session.accountId} and p.id = n.id`.execute(trx);
  const branded = rows.flatMap(({ row, before: earlier }) => {
    const { brands } = earlier as Earlier;
    return brands === undefined ? [] : [{ definition: Number(row['definition_id']), brands }];
  });
  await saveBrands(
    undoing,
    branded.flatMap(({ definition, brands }) => brands.map((brand_id) => ({ definition_id: definition, brand_id }))),
    branded.map(({ definition }) => definition),
  );
  const repriced = rows.flatMap(({ row, before: { price } }) =>
    price === undefined ? [] : [{ product_id: row.id, price: price as string | null }],
  );
  await recordPrices(undoing, work, repriced);
  if (repriced.length > 0)
    await repriceUsers(
      trx,
      work,
      repriced.map(({ product_id }) => product_id),
    );
  const after = await readProductsById(trx, session.accountId, ids);
  after.forEach((product, index) => {
    const was = before[index];
    if (was)
      work.audit({ action: 'update', entity: 'product', entityId: product.id, details: differences(was, product) });
  });
  return refused;
};

/** Takes products back, with the definitions of those that go. */
export const productReversal = reversalOf(productDefinition, {
  label: ({ code, name }) => `${String(code)} ${String(name)}`,
  hold,
  removed: async (undoing, rows) => {
    await deleteUnreferenced(
      undoing,
      'product_definitions',
      rows.map((row) => Number(row['definition_id'])),
    );
  },
  restore,
});
