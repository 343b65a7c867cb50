import { sql } from 'kysely';
import type { Work } from '../../../platform/db/unitOfWork.ts';
import { repriceUsers } from '../../../engineering/tasks/reprice.ts';
import type { Importing } from '../../../platform/register/import/importer.ts';
import { readProductsById } from '../rows.ts';
import { differences, nextCode, told } from '../save.ts';
import { tableOf, valuesOf, type ProductImporting, type ProductLine, type StoredProduct } from './match.ts';

interface Definition {
  id?: number;
  code?: string;
  name: string | undefined;
  unit_id: number | undefined;
  product_type_id: number | undefined;
  product_group_id: number | null;
  purchase_unit_id: number | null;
  purchase_factor: string | null;
  lead_time_days: number | null;
}

/** What a line says of its product over what is stored; all of it is given for a new one. */
const definitionOf = (line: ProductLine, stored?: StoredProduct): Definition => {
  const values = valuesOf(line);
  return {
    name: values.name ?? stored?.name,
    unit_id: values.unit ?? stored?.unit,
    product_type_id: values.productType ?? stored?.productType,
    product_group_id: values.productGroup ?? stored?.productGroup ?? null,
    purchase_unit_id: values.purchaseUnit ?? stored?.purchaseUnit ?? null,
    purchase_factor: values.purchaseFactor ?? stored?.purchaseFactor ?? null,
    lead_time_days: values.leadTimeDays ?? stored?.leadTimeDays ?? null,
  };
};

/** Codes of the lines, in order: what they say, or the numbers after the last one. */
const codesOf = (lines: readonly ProductLine[], next: string): string[] => {
  const given = lines.flatMap((line) => valuesOf(line).code ?? []);
  const numbers = given.filter((code) => /^\d{1,9}$/.test(code)).map(Number);
  let number = Math.max(Number(next), ...numbers.map((one) => one + 1));
  return lines.map((line) => valuesOf(line).code ?? String(number++).padStart(4, '0'));
};

/** Keeps the prices that products have from today on; the last one of a day stays. */
export const recordPrices = async (
  { trx, session }: Pick<Importing, 'trx' | 'session'>,
  work: Work,
  prices: readonly { product_id: number; price: string | null }[],
): Promise<void> => {
  if (prices.length === 0) return;
  await sql`insert into product_prices (account_id, product_id, day, price, origin)
    select ${session.accountId}, n.product_id, ${work.clock.today()}::date, n.price, 'IMPORT'
      from jsonb_populate_recordset(null::product_prices, ${JSON.stringify(prices)}::jsonb) n
    on conflict (account_id, product_id, day) do update set price = excluded.price, origin = excluded.origin`.execute(
    trx,
  );
};

export const saveBrands = async (
  { trx, session }: Pick<Importing, 'trx' | 'session'>,
  brands: readonly { definition_id: number; brand_id: number }[],
  definitions: readonly number[],
): Promise<void> => {
  if (definitions.length === 0) return;
  const wanted = sql`jsonb_populate_recordset(null::product_brands, ${JSON.stringify(brands)}::jsonb)`;
  await sql`
    with gone as (
      delete from product_brands b where b.account_id = ${session.accountId}
        and b.definition_id = any(${definitions}::bigint[])
        and not exists (select from ${wanted} n where n.definition_id = b.definition_id and n.brand_id = b.brand_id))
    insert into product_brands (account_id, definition_id, brand_id)
    select distinct ${session.accountId}::bigint, n.definition_id, n.brand_id from ${wanted} n
    on conflict do nothing`.execute(trx);
};

const brandsOf = (line: ProductLine, definitionId: number) =>
  (valuesOf(line).brands ?? []).map((brand_id) => ({ definition_id: definitionId, brand_id }));

/** Makes products in the order of their lines. */
export const insert = async (importing: ProductImporting, work: Work, lines: readonly ProductLine[]): Promise<void> => {
  const { trx, session } = importing;
  const { accountId } = session;
  const table = await tableOf(importing);
  const codes = codesOf(lines, await nextCode(trx, accountId, table.catalogue_id));
  const wanted = lines.map((line, index) => ({ ...definitionOf(line), code: codes[index] }));
  const definitions = await sql<{ id: number }>`
    insert into product_definitions (account_id, catalogue_id, code, name, unit_id, product_type_id, product_group_id,
                                     purchase_unit_id, purchase_factor, lead_time_days)
    select ${accountId}, ${table.catalogue_id}, code, name, unit_id, product_type_id, product_group_id,
           purchase_unit_id, purchase_factor, lead_time_days
      from jsonb_populate_recordset(null::product_definitions, ${JSON.stringify(wanted)}::jsonb)
    returning id`.execute(trx);
  const ids = definitions.rows.map(({ id }) => id);
  const priced = lines.map((line, index) => {
    const { price = null, active = true } = valuesOf(line);
    return { definition_id: ids[index] ?? 0, price, active };
  });
  const products = await sql<{ id: number }>`
    insert into products (account_id, product_table_id, definition_id, price, active)
    select ${accountId}, ${table.id}, definition_id, price, active
      from jsonb_populate_recordset(null::products, ${JSON.stringify(priced)}::jsonb)
    returning id`.execute(trx);
  lines.forEach((line, index) => {
    const id = products.rows[index]?.id;
    if (id !== undefined) line.id = id;
  });
  const prices = priced.map(({ price }, index) => ({ product_id: products.rows[index]?.id ?? 0, price }));
  await recordPrices(
    importing,
    work,
    prices.filter(({ price }) => price !== null),
  );
  const branded = lines.flatMap((line, index) => brandsOf(line, ids[index] ?? 0));
  if (branded.length > 0) await saveBrands(importing, branded, ids);
  const made = await readProductsById(
    trx,
    accountId,
    products.rows.map(({ id }) => id),
  );
  for (const product of made) {
    work.audit({ action: 'create', entity: 'product', entityId: product.id, details: told(product) });
  }
};

/** Changes products to what their lines say; compositions follow new prices at once. */
export const update = async (importing: Importing, work: Work, lines: readonly ProductLine[]): Promise<void> => {
  const { trx, session } = importing;
  const { accountId } = session;
  const pairs = lines.flatMap((line) => (line.existing ? [{ line, stored: line.existing }] : []));
  const ids = pairs.map(({ stored }) => stored.id);
  const before = await readProductsById(trx, accountId, ids);
  const definitions = pairs.map(({ line, stored }) => ({ id: stored.definition_id, ...definitionOf(line, stored) }));
  await sql`update product_definitions d
      set name = n.name, unit_id = n.unit_id, product_type_id = n.product_type_id, product_group_id = n.product_group_id,
          purchase_unit_id = n.purchase_unit_id, purchase_factor = n.purchase_factor,
          lead_time_days = n.lead_time_days
     from jsonb_populate_recordset(null::product_definitions, ${JSON.stringify(definitions)}::jsonb) n
    where d.account_id = ${accountId} and d.id = n.id`.execute(trx);
  const products = pairs.map(({ line, stored }) => {
    const { price = stored.price, active = stored.active } = valuesOf(line);
    return { id: stored.id, price, active };
  });
  await sql`update products p set price = n.price, active = n.active, version = p.version + 1
     from jsonb_populate_recordset(null::products, ${JSON.stringify(products)}::jsonb) n
    where p.account_id = ${accountId} and p.id = n.id`.execute(trx);
  const branded = pairs.filter(({ line }) => line.changed.includes('brands'));
  await saveBrands(
    importing,
    branded.flatMap(({ line, stored }) => brandsOf(line, stored.definition_id)),
    branded.map(({ stored }) => stored.definition_id),
  );
  const repriced = products.filter(({ price }, index) => price !== pairs[index]?.stored.price);
  await recordPrices(
    importing,
    work,
    repriced.map(({ id, price }) => ({ product_id: id, price })),
  );
  if (repriced.length > 0)
    await repriceUsers(
      trx,
      work,
      repriced.map(({ id }) => id),
    );
  const after = await readProductsById(trx, accountId, ids);
  after.forEach((product, index) => {
    const was = before[index];
    if (was)
      work.audit({ action: 'update', entity: 'product', entityId: product.id, details: differences(was, product) });
  });
};
