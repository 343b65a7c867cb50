import { sql } from 'kysely';
import type { ProductMerge } from '#schema/purchase/merging.rest.ts';
import type { Product } from '#schema/purchase/products.rest.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { lockCompositions, repriceUsers } from '../../engineering/tasks/reprice.ts';
import { readProductsById } from '../products/rows.ts';
import { MERGE_NOT_FOUND, readMerge } from './history.ts';
import { lockCodes } from './merge.ts';

interface StoredMerge {
  survivorId: number;
  tableId: number;
  undone: boolean;
  survivorCode: string;
  /** Keys of the products that it took in. */
  ids: number[];
}

interface Undone {
  accountId: number;
  id: number;
}

const lockMerge = async (trx: Trx, { accountId, id }: Undone): Promise<StoredMerge> => {
  const { rows } = await sql<StoredMerge>`
    select survivor_id as "survivorId", product_table_id as "tableId", undone_at is not null as undone,
           told -> 'survivor' ->> 'code' as "survivorCode",
           array(select (p ->> 'id')::bigint from jsonb_array_elements(restore -> 'products') p) as ids
      from product_merges where account_id = ${accountId} and id = ${id} for update`.execute(trx);
  const [merge] = rows;
  if (!merge) throw notFound(MERGE_NOT_FOUND);
  if (merge.undone) throw conflict('Esta unificação já foi desfeita.');
  return merge;
};

/** @throws ServiceError 409 where the survivor is no more, naming the later merge that took it in */
const lockSurvivor = async (
  trx: Trx,
  accountId: number,
  { survivorId, survivorCode }: StoredMerge,
): Promise<number> => {
  const { rows } = await sql<{ definition: number }>`
    select definition_id as definition from products
     where account_id = ${accountId} and id = ${survivorId} for no key update`.execute(trx);
  const [survivor] = rows;
  if (survivor) return survivor.definition;
  const later = await sql<{ code: string }>`
    select told -> 'survivor' ->> 'code' as code from product_merges
     where account_id = ${accountId} and undone_at is null
       and restore @> jsonb_build_object('products', jsonb_build_array(jsonb_build_object('id', ${survivorId}::bigint)))`.execute(
    trx,
  );
  const [into] = later.rows;
  throw conflict(
    into
      ? `O insumo ${survivorCode} foi unificado em ${into.code} depois. Desfaça primeiro essa unificação.`
      : `O insumo ${survivorCode} foi excluído depois da unificação, que não pode mais ser desfeita.`,
  );
};

/** "A, B e mais 3" */
const some = (codes: readonly string[]): string =>
  codes.length <= 3 ? codes.join(', ') : `${codes.slice(0, 3).join(', ')} e mais ${codes.length - 3}`;

/** @throws ServiceError 409 where a line has changed since, in a composition that still exists */
const requireSameLines = async (trx: Trx, { accountId, id }: Undone, survivorId: number): Promise<void> => {
  const { rows } = await sql<{ code: string }>`
    select distinct d.code
      from product_merges x
     cross join jsonb_to_recordset(x.restore -> 'items') as w (id bigint, task_id bigint)
      join tasks t on t.account_id = x.account_id and t.id = w.task_id
      join task_definitions d on d.account_id = t.account_id and d.id = t.definition_id
      left join task_items i on i.account_id = x.account_id and i.id = w.id
     where x.account_id = ${accountId} and x.id = ${id}
       and (i.id is null or i.product_id is distinct from ${survivorId}
            or i.quantity <> (x.restore -> 'written' ->> w.id::text)::numeric)
     order by 1`.execute(trx);
  if (rows.length === 0) return;
  const codes = rows.map(({ code }) => code);
  throw conflict(
    codes.length === 1
      ? `A composição ${codes[0]} mudou depois da unificação, que não pode mais ser desfeita.`
      : `As composições ${some(codes)} mudaram depois da unificação, que não pode mais ser desfeita.`,
  );
};

/** @throws ServiceError 409 where something that the merged products refer to is no more */
const requireReferences = async (trx: Trx, { accountId, id }: Undone): Promise<void> => {
  const { rows } = await sql<{ code: string; missing: string }>`
    select d.code, case
             when u.id is null or (d.purchase_unit_id is not null and b.id is null) then 'A unidade'
             when y.id is null then 'O tipo'
             when d.product_group_id is not null and (g.id is null or exists (
               select from product_groups c where c.account_id = g.account_id and c.parent_id = g.id)) then 'O grupo'
             else 'A marca' end as missing
      from product_merges x
     cross join jsonb_populate_recordset(null::product_definitions, x.restore -> 'definitions') d
      left join units u on u.account_id = d.account_id and u.id = d.unit_id
      left join units b on b.account_id = d.account_id and b.id = d.purchase_unit_id
      left join product_types y on y.account_id = d.account_id and y.id = d.product_type_id
      left join product_groups g on g.account_id = d.account_id and g.id = d.product_group_id
     where x.account_id = ${accountId} and x.id = ${id}
       and (u.id is null or y.id is null or (d.purchase_unit_id is not null and b.id is null)
            or (d.product_group_id is not null and (g.id is null or exists (
                  select from product_groups c where c.account_id = g.account_id and c.parent_id = g.id)))
            or exists (
              select from jsonb_populate_recordset(null::product_brands, x.restore -> 'brands') m
                left join brands n on n.account_id = m.account_id and n.id = m.brand_id
               where m.definition_id = d.id and n.id is null))
     limit 1`.execute(trx);
  const [first] = rows;
  if (!first) return;
  const { code, missing } = first;
  const what = missing === 'O grupo' ? 'deixou de servir' : `foi excluíd${missing.startsWith('A') ? 'a' : 'o'}`;
  throw conflict(`${missing} do insumo ${code} ${what} depois da unificação, que não pode mais ser desfeita.`);
};

/** Takes back from the survivor what the merge gave it, and writes the rows of the merged products as they were. */
const restoreProducts = async (trx: Trx, { accountId, id }: Undone, survivorDefinition: number): Promise<void> => {
  const merge = sql`(select restore from product_merges where account_id = ${accountId} and id = ${id})`;
  const added = (what: string) => sql`any(array(
    select jsonb_array_elements_text(${merge} -> 'added' -> ${sql.lit(what)})::bigint))`;
  await sql`delete from product_aliases where account_id = ${accountId} and definition_id = ${survivorDefinition}
    and code in (select jsonb_array_elements(r.restore -> 'definitions' || (r.restore -> 'aliases')) ->> 'code'
                   from product_merges r where r.account_id = ${accountId} and r.id = ${id})`.execute(trx);
  await sql`delete from product_brands where account_id = ${accountId} and definition_id = ${survivorDefinition}
    and brand_id = ${added('brands')}`.execute(trx);
  // A price that was typed since on the same day is the survivor's own.
  await sql`delete from product_prices where account_id = ${accountId} and id = ${added('prices')} and origin = 'MERGE'`.execute(
    trx,
  );
  const tables = [
    ...[
      ['product_definitions', 'definitions'],
      ['products', 'products'],
      ['product_brands', 'brands'],
    ],
    ...[
      ['product_prices', 'prices'],
      ['product_aliases', 'aliases'],
    ],
  ] as const;
  for (const [table, rows] of tables) {
    await sql`select restore_rows(${table}::regclass, ${merge} -> ${sql.lit(rows)})`.execute(trx);
  }
  // Suggestions come back by themselves; that somebody has dismissed them comes from the history.
  await sql`
    insert into product_pairs (account_id, catalogue_id, first_id, second_id, dismissed, in_use)
    select w.account_id, w.catalogue_id, w.first_id, w.second_id, true, w.in_use
      from jsonb_populate_recordset(null::product_pairs, ${merge} -> 'dismissed') w
      join product_definitions a on a.account_id = w.account_id and a.id = w.first_id
      join product_definitions b on b.account_id = w.account_id and b.id = w.second_id
    on conflict (account_id, first_id, second_id) do update set dismissed = true`.execute(trx);
};

const restoreLines = async (trx: Trx, { accountId, id }: Undone): Promise<void> => {
  const items = sql`jsonb_populate_recordset(null::task_items,
    (select restore -> 'items' from product_merges where account_id = ${accountId} and id = ${id}))`;
  await sql`update task_items i set product_id = w.product_id, quantity = w.quantity from ${items} w
    where i.account_id = ${accountId} and i.id = w.id`.execute(trx);
  await sql`update tasks set version = version + 1
    where account_id = ${accountId} and id in (select task_id from ${items} w)`.execute(trx);
};

const TAKEN = [
  ['cost_estimate_resources', 'resources'],
  ['order_lines', 'orderLines'],
  ['quote_lines', 'quoteLines'],
  ['supplier_products', 'supplierProducts'],
] as const;

/** Whatever still has what it took (estimates, orders, quotes, names of suppliers) refers to the merged products again. */
const restoreTaken = async (trx: Trx, { accountId, id }: Undone, survivorId: number): Promise<void> => {
  for (const [table, rows] of TAKEN) {
    await sql`
      update ${sql.table(table)} r set product_id = w.product_id, product_factor = w.product_factor
        from jsonb_to_recordset((select coalesce(restore -> ${sql.lit(rows)}, '[]') from product_merges
               where account_id = ${accountId} and id = ${id})) as w (id bigint, product_id bigint, product_factor numeric)
       where r.account_id = ${accountId} and r.id = w.id and r.product_id = ${survivorId}`.execute(trx);
  }
  await sql`
    update fiscal_document_choices c set product_id = w.product_id
      from jsonb_populate_recordset(null::fiscal_document_choices, (select coalesce(restore -> 'fiscalChoices', '[]')
             from product_merges where account_id = ${accountId} and id = ${id})) w
     where c.account_id = ${accountId} and c.document_id = w.document_id and c.number = w.number
       and c.product_id = ${survivorId}`.execute(trx);
};

/** Undoes a merge: products, codes, prices and lines are again what they were. @throws ServiceError 404, 409 */
export const undoMerge = async (
  trx: Trx,
  work: Work,
  id: number,
): Promise<{ merge: ProductMerge; products: Product[] }> => {
  const { accountId } = work.session;
  const undone: Undone = { accountId, id };
  await lockCodes(trx, accountId, (await lockMerge(trx, undone)).tableId);
  const merge = await lockMerge(trx, undone);
  const survivorDefinition = await lockSurvivor(trx, accountId, merge);
  await lockCompositions(trx, accountId);
  await requireSameLines(trx, undone, merge.survivorId);
  await requireReferences(trx, undone);
  await restoreProducts(trx, undone, survivorDefinition);
  await restoreLines(trx, undone);
  await restoreTaken(trx, undone, merge.survivorId);
  await sql`update products set version = version + 1
    where account_id = ${accountId} and id = ${merge.survivorId}`.execute(trx);
  await sql`update product_merges set undone_at = ${work.clock.now()}, undone_by = ${work.session.userId}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  const products = [merge.survivorId, ...merge.ids];
  await repriceUsers(trx, work, products);
  for (const product of products) {
    work.audit({ action: 'undo merge', entity: 'product', entityId: product, details: { merge: id } });
  }
  return { merge: await readMerge(trx, accountId, id), products: await readProductsById(trx, accountId, products) };
};
