import { sql, type RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import { normalizeSpaces } from '#domain/text.ts';
import type { Resource, taskEndpoints } from '#schema/engineering/tasks/tasks.rest.ts';
import { steerPlanner } from '../../platform/db/planner.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readUsesAbove, type TaskNode } from './circles.ts';

const DEFAULT_SIZE = 20;

type ResourceQuery = Static<(typeof taskEndpoints)['resources']['query']>;

/** Definitions of one kind with the keys by which they are sorted: by exact codes, or by words. */
interface Narrowed {
  products: RawBuilder<unknown>;
  tasks: RawBuilder<unknown>;
}

const ACTIVE_CATALOGUES = sql`array(select catalogue_id from product_tables where active)`;

const byCodes = (accountId: number, codes: readonly string[]): Narrowed => {
  const keys = sql`any(array(select search_key(code) from unnest(${codes}::text[]) as code))`;
  return {
    // A code that was merged away finds the product that stayed.
    products: sql`(
      select id as definition_id, code_key as code, search_key(name) as name from product_definitions
       where account_id = ${accountId} and id = any(array(
         select id from product_definitions where account_id = ${accountId} and code_key = ${keys}
         union select definition_id from product_aliases where account_id = ${accountId} and code_key = ${keys})))`,
    tasks: sql`(
      select id as definition_id, code_key as code, search_key(description) as name from task_definitions
       where account_id = ${accountId} and code_key = ${keys})`,
  };
};

const byWords = (words: readonly string[]): Narrowed => ({
  products: sql`find_products(${ACTIVE_CATALOGUES}, ${words}::text[])`,
  tasks: sql`find_tasks(${ACTIVE_CATALOGUES}, ${words}::text[])`,
});

const hitsOf = (accountId: number, { products, tasks }: Narrowed): RawBuilder<unknown> => sql`
  select 'PRODUCT' as kind, p.id, f.definition_id, p.product_table_id, f.code, f.name
    from ${products} f
    join products p on p.account_id = ${accountId} and p.definition_id = f.definition_id and p.active
  union all
  select 'TASK', t.id, f.definition_id, t.product_table_id, f.code, f.name
    from ${tasks} f
    join tasks t on t.account_id = ${accountId} and t.definition_id = f.definition_id and t.active`;

interface ResourceRow extends Omit<Resource, 'costDatabase' | 'productType' | 'circle'> {
  typeId: number | null;
  typeName: string | null;
  databaseId: number;
  databaseName: string;
  source: string;
  total: number;
}

/** The circles that each composition would close in the one that is edited. */
const circlesOf = async (trx: Trx, accountId: number, taskId: number | undefined) => {
  if (taskId === undefined) return () => null;
  const above = await readUsesAbove(trx, accountId, taskId);
  const self = above.node(taskId);
  return ({ kind, id, code, name }: ResourceRow): TaskNode[] | null => {
    if (kind !== 'TASK') return null;
    if (id === taskId)
      return [
        { id, code, name },
        { id, code, name },
      ];
    const way = above.way(taskId, id);
    if (!way || !self) return null;
    // From the edited task to the found one, and down again.
    return [taskId, ...way.reverse()].map((node) => above.node(node) ?? { id: node, code: '', name: '' });
  };
};

/** What lines can be made of: the exact code first, then codes that begin so, then own before published, by name. */
export const findResources = async (
  trx: Trx,
  accountId: number,
  { search, codes, task, size = DEFAULT_SIZE }: ResourceQuery,
): Promise<{ content: Resource[]; totalElements: number }> => {
  const text = normalizeSpaces(search ?? '');
  const listed = codes?.split(',').map(normalizeSpaces).filter(Boolean) ?? [];
  if (text === '' && listed.length === 0) return { content: [], totalElements: 0 };
  const narrowed = listed.length > 0 ? byCodes(accountId, listed) : byWords(text.split(' '));
  // Of what is found, thousands of rows, only the keys are read before the page is cut.
  await steerPlanner(trx, 'byKey');
  const { rows } = await sql<ResourceRow>`
    with hits as materialized (${hitsOf(accountId, narrowed)}),
    found as materialized (
      select f.*, f.code = k.code as exact, starts_with(f.code, k.code) as begins, pt.name as database_name, pt.source
        from hits f
        join product_tables pt on pt.account_id = ${accountId} and pt.id = f.product_table_id and pt.active
       cross join (select search_key(${text}) as code) k),
    cut as (select * from found order by exact desc, begins desc, source, name, id limit ${size}),
    best as (
      select *, row_number() over (order by exact desc, begins desc, source, name, id) as position,
             (select count(*) from found) as total
        from cut)
    select best.kind, best.id, coalesce(d.code, s.code) as code, coalesce(d.name, s.description) as name,
           u.acronyms as unit, coalesce(p.price, t.unit_price) as price,
           coalesce(d.source_reference, s.source_reference) as "sourceReference",
           array(select a.code from product_aliases a
                  where a.account_id = ${accountId} and a.definition_id = d.id order by a.code) as aliases,
           ty.id as "typeId", ty.name as "typeName", best.product_table_id as "databaseId",
           best.database_name as "databaseName", best.source, best.total
      from best
      left join products p on best.kind = 'PRODUCT' and p.account_id = ${accountId} and p.id = best.id
      left join product_definitions d on d.account_id = ${accountId} and d.id = p.definition_id
      left join tasks t on best.kind = 'TASK' and t.account_id = ${accountId} and t.id = best.id
      left join task_definitions s on s.account_id = ${accountId} and s.id = t.definition_id
      join units u on u.account_id = ${accountId} and u.id = coalesce(d.unit_id, s.unit_id)
      left join product_types ty on ty.account_id = ${accountId} and ty.id = d.product_type_id
     order by best.position`.execute(trx);
  const circle = await circlesOf(trx, accountId, task);
  return { content: rows.map((row) => resourceOf(row, circle(row))), totalElements: rows[0]?.total ?? 0 };
};

const resourceOf = (row: ResourceRow, circle: Resource['circle']): Resource => ({
  kind: row.kind,
  id: row.id,
  code: row.code,
  name: row.name,
  unit: row.unit,
  price: row.price,
  productType: row.typeId === null ? null : { id: row.typeId, name: row.typeName ?? '' },
  costDatabase: { id: row.databaseId, name: row.databaseName, source: row.source },
  sourceReference: row.sourceReference,
  aliases: row.aliases,
  circle,
});
