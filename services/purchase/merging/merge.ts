import { sql } from 'kysely';
import type { MergeBody, ProductMerge } from '#schema/purchase/merging.rest.ts';
import type { Product } from '#schema/purchase/products.rest.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { lockCompositions, repriceUsers } from '../../engineering/tasks/reprice.ts';
import { readProduct } from '../products/rows.ts';
import { readChoice, readLines, refuse, type Choice, type MovedLine } from './choice.ts';
import { readMerge } from './history.ts';
import { joiningPrices } from './prices.ts';

/** Merges, their undoing and new products of one cost database wait for each other: all of them give codes away. */
export const lockCodes = async (trx: Trx, accountId: number, productTable: number): Promise<void> => {
  await sql`select from product_tables where account_id = ${accountId} and id = ${productTable} for no key update`.execute(
    trx,
  );
};

/** Holds the products until the end of the SQL transaction. Returns their definitions by key. */
const lockChosen = async (
  trx: Trx,
  accountId: number,
  { survivor, merged }: MergeBody,
): Promise<(id: number) => number> => {
  const { rows } = await sql<{ id: number; definition: number }>`
    select id, definition_id as definition from products
     where account_id = ${accountId} and id = any(${[survivor, ...merged].map(({ id }) => id)}::bigint[])
     order by id for no key update`.execute(trx);
  const definitions = new Map(rows.map(({ id, definition }) => [id, definition]));
  return (id) => definitions.get(id) ?? 0;
};

const requireFactors = ({ survivor, merged }: Choice, body: MergeBody): void =>
  refuse(
    merged.flatMap(({ product, factor }, index) =>
      factor === null || (product.unit.id !== survivor.unit.id && body.merged[index]?.factor == null)
        ? [
            {
              path: `merged.${index}.factor`,
              message: `Informe quantas unidades (${product.unit.acronyms}) fazem 1 ${survivor.unit.acronyms}.`,
            },
          ]
        : [],
    ),
  );

const toldOf = ({ survivor, merged }: Choice, lines: readonly MovedLine[]) => ({
  survivor: { id: survivor.id, code: survivor.code, name: survivor.name, unit: survivor.unit.acronyms },
  merged: merged.map(({ product: { id, code, name, unit }, factor }) => ({
    ...{ id, code, name, unit: unit.acronyms, factor: factor ?? '1' },
  })),
  compositions: new Set(lines.map(({ taskId }) => taskId)).size,
});

interface Keys {
  accountId: number;
  ids: readonly number[];
  definitions: readonly number[];
}

/** Puts the merge into the history, with the rows of the merged products and of the lines as they are now. */
const remember = async (
  trx: Trx,
  work: Work,
  { accountId, ids, definitions }: Keys,
  { choice, lines }: { choice: Choice; lines: readonly MovedLine[] },
): Promise<number> => {
  const of = sql`account_id = ${accountId}`;
  const [own, texts] = [sql`any(${[...ids]}::bigint[])`, sql`any(${[...definitions]}::bigint[])`];
  const rows = (table: string, condition: ReturnType<typeof sql>) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(x)), '[]') from ${sql.table(table)} x where ${of} and ${condition})`;
  const written = JSON.stringify(Object.fromEntries(lines.map(({ id, quantity }) => [id, quantity])));
  const { rows: made } = await sql<{ id: number }>`
    insert into product_merges (account_id, product_table_id, survivor_id, user_id, merged_at, told, restore)
    select ${accountId}, ${choice.survivor.productTable.id}, ${choice.survivor.id}, ${work.session.userId},
           ${work.clock.now()}, ${JSON.stringify(toldOf(choice, lines))}::jsonb,
           jsonb_build_object(
             'definitions', ${rows('product_definitions', sql`id = ${texts}`)},
             'products', ${rows('products', sql`id = ${own}`)},
             'brands', ${rows('product_brands', sql`definition_id = ${texts}`)},
             'prices', ${rows('product_prices', sql`product_id = ${own}`)},
             'aliases', ${rows('product_aliases', sql`definition_id = ${texts}`)},
             'dismissed', ${rows('product_pairs', sql`dismissed and (first_id = ${texts} or second_id = ${texts})`)},
             'items', ${rows('task_items', sql`product_id = ${own}`)},
             'resources', ${rows('cost_estimate_resources', sql`product_id = ${own}`)},
             'orderLines', ${rows('order_lines', sql`product_id = ${own}`)},
             'quoteLines', ${rows('quote_lines', sql`product_id = ${own}`)},
             'supplierProducts', ${rows('supplier_products', sql`product_id = ${own}`)},
             'fiscalChoices', ${rows('fiscal_document_choices', sql`product_id = ${own}`)},
             'written', ${written}::jsonb)
    returning id`.execute(trx);
  return made[0]?.id ?? 0;
};

/** Gives the lines to the survivor. Their compositions count as changed: what somebody is editing is no longer so. */
const moveLines = async (trx: Trx, accountId: number, survivor: number, lines: readonly MovedLine[]): Promise<void> => {
  if (lines.length === 0) return;
  await sql`
    update task_items i set product_id = ${survivor}, quantity = m.quantity::numeric
      from (select unnest(${lines.map(({ id }) => id)}::bigint[]) as id,
                   unnest(${lines.map(({ quantity }) => quantity)}::text[]) as quantity) m
     where i.account_id = ${accountId} and i.id = m.id`.execute(trx);
  const tasks = [...new Set(lines.map(({ taskId }) => taskId))];
  await sql`update tasks set version = version + 1
    where account_id = ${accountId} and id = any(${tasks}::bigint[])`.execute(trx);
};

/**
 * Cost estimates, orders and quotes keep the text, unit and price that they took; what they took is the survivor from now on, with
 * the factor beside it. What suppliers call a product is remembered in its units likewise.
 */
const moveTaken = async (trx: Trx, accountId: number, { survivor, merged }: Choice): Promise<void> => {
  for (const table of ['cost_estimate_resources', 'order_lines', 'quote_lines', 'supplier_products']) {
    await sql`
      update ${sql.table(table)} r
         set product_id = ${survivor.id}, product_factor = coalesce(r.product_factor, 1) * m.factor
        from unnest(${merged.map(({ product }) => product.id)}::bigint[],
                    ${merged.map(({ factor }) => factor ?? '1')}::numeric[]) as m (id, factor)
       where r.account_id = ${accountId} and r.product_id = m.id`.execute(trx);
  }
  await sql`update fiscal_document_choices set product_id = ${survivor.id}
    where account_id = ${accountId} and product_id = any(${merged.map(({ product }) => product.id)}::bigint[])`.execute(
    trx,
  );
};

interface Additions {
  brands: number[];
  prices: number[];
}

/** What the survivor gets of the others besides their uses: brands and prices. */
const join = async (
  trx: Trx,
  { accountId, definitions }: Keys,
  choice: Choice,
  survivorDefinition: number,
): Promise<Additions> => {
  const brands = await sql<{ id: number }>`
    insert into product_brands (account_id, definition_id, brand_id)
    select distinct account_id, ${survivorDefinition}::bigint, brand_id from product_brands
     where account_id = ${accountId} and definition_id = any(${[...definitions]}::bigint[])
    on conflict do nothing returning brand_id as id`.execute(trx);
  const joining = await joiningPrices(trx, accountId, choice);
  const prices = await sql<{ id: number }>`
    insert into product_prices (account_id, product_id, day, price, origin)
    select ${accountId}, ${choice.survivor.id}, day, price::numeric, 'MERGE'
      from unnest(${joining.map(({ day }) => day)}::date[], ${joining.map(({ price }) => price)}::text[]) as p (day, price)
    returning id`.execute(trx);
  return { brands: brands.rows.map(({ id }) => id), prices: prices.rows.map(({ id }) => id) };
};

/** Deletes the merged products; searches and imports find the survivor by their codes. */
const leaveCodes = async (
  trx: Trx,
  { accountId, ids, definitions }: Keys,
  survivorDefinition: number,
): Promise<void> => {
  const codes = await sql<{ code: string }>`
    select code from product_definitions where account_id = ${accountId} and id = any(${[...definitions]}::bigint[])
    union all
    select code from product_aliases where account_id = ${accountId} and definition_id = any(${[...definitions]}::bigint[])
    order by 1`.execute(trx);
  await sql`delete from products where account_id = ${accountId} and id = any(${[...ids]}::bigint[])`.execute(trx);
  await sql`delete from product_definitions
    where account_id = ${accountId} and id = any(${[...definitions]}::bigint[])`.execute(trx);
  await sql`
    insert into product_aliases (account_id, catalogue_id, code, definition_id)
    select d.account_id, d.catalogue_id, c.code, d.id
      from product_definitions d cross join unnest(${codes.rows.map(({ code }) => code)}::text[]) as c (code)
     where d.account_id = ${accountId} and d.id = ${survivorDefinition}`.execute(trx);
};

/**
 * Merges products into one: whatever uses them uses the survivor afterwards, their prices join its history and their
 * codes find it. The survivor stays what it is, its price too.
 */
export const mergeProducts = async (
  trx: Trx,
  work: Work,
  body: MergeBody,
): Promise<{ merge: ProductMerge; survivor: Product }> => {
  const { accountId } = work.session;
  await lockCodes(trx, accountId, (await readProduct(trx, accountId, body.survivor.id)).productTable.id);
  const definitionOf = await lockChosen(trx, accountId, body);
  await lockCompositions(trx, accountId);
  const choice = await readChoice(trx, accountId, body);
  requireFactors(choice, body);
  const lines = await readLines(trx, accountId, choice);
  const survivorDefinition = definitionOf(choice.survivor.id);
  const ids = choice.merged.map(({ product }) => product.id);
  const keys: Keys = { accountId, ids, definitions: ids.map(definitionOf) };

  const id = await remember(trx, work, keys, { choice, lines });
  await moveLines(trx, accountId, choice.survivor.id, lines);
  await moveTaken(trx, accountId, choice);
  const added = await join(trx, keys, choice, survivorDefinition);
  await leaveCodes(trx, keys, survivorDefinition);
  await sql`update products set version = version + 1
    where account_id = ${accountId} and id = ${choice.survivor.id}`.execute(trx);
  await sql`update product_merges set restore = restore || jsonb_build_object('added', ${JSON.stringify(added)}::jsonb)
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  await repriceUsers(trx, work, [choice.survivor.id]);

  const { survivor, merged, compositions } = toldOf(choice, lines);
  work.audit({
    action: 'merge',
    entity: 'product',
    entityId: survivor.id,
    details: { merge: id, merged, compositions },
  });
  for (const one of merged) {
    work.audit({ action: 'merge', entity: 'product', entityId: one.id, details: { merge: id, into: survivor.code } });
  }
  return {
    merge: await readMerge(trx, accountId, id),
    survivor: await readProduct(trx, accountId, choice.survivor.id),
  };
};
