import { sql, type RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import { normalizeSpaces } from '#domain/text.ts';
import type { Resource, taskEndpoints } from '#schema/engineering/tasks/tasks.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readUsesAbove, type TaskNode } from './circles.ts';

const DEFAULT_SIZE = 20;

type ResourceQuery = Static<(typeof taskEndpoints)['resources']['query']>;

/** How the definitions of one kind are narrowed: by exact codes, or by words. */
interface Narrowed {
  products: RawBuilder<unknown>;
  tasks: RawBuilder<unknown>;
}

const ACTIVE_CATALOGUES = sql`array(select catalogue_id from product_tables where active)`;

const byCodes = (accountId: number, codes: readonly string[]): Narrowed => {
  const keys = sql`any(array(select search_key(code) from unnest(${codes}::text[]) as code))`;
  return {
    // A code that was merged away finds the product that stayed.
    products: sql`d.id = any(array(
      select id from product_definitions where account_id = ${accountId} and code_key = ${keys}
      union select definition_id from product_aliases where account_id = ${accountId} and code_key = ${keys}))`,
    tasks: sql`d.code_key = ${keys}`,
  };
};

const byWords = (words: readonly string[]): Narrowed => {
  return {
    products: sql`d.id = any(array(select find_products(${ACTIVE_CATALOGUES}, ${words}::text[])))`,
    tasks: sql`d.id = any(array(select find_tasks(${ACTIVE_CATALOGUES}, ${words}::text[])))`,
  };
};

const found = (accountId: number, { products, tasks }: Narrowed): RawBuilder<unknown> => sql`
  select 'PRODUCT' as kind, p.id, d.code, d.name, d.unit_id, p.price, d.product_type_id, p.product_table_id,
         null as source_reference
  from product_definitions d
  join products p on p.account_id = ${accountId} and p.definition_id = d.id and p.active
  where d.account_id = ${accountId} and ${products}
  union all
  select 'TASK', t.id, d.code, d.description, d.unit_id, t.unit_price, null, t.product_table_id, d.source_reference
  from task_definitions d
  join tasks t on t.account_id = ${accountId} and t.definition_id = d.id and t.active
  where d.account_id = ${accountId} and ${tasks}`;

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
  // Not search_key: of thousands of rows it takes longer than everything else, and codes hardly bear accents.
  const begins = sql`starts_with(lower(f.code), lower(${text}))`;
  const order = sql`lower(f.code) = lower(${text}) desc, ${begins} desc, pt.source, f.name, f.id`;
  const { rows } = await sql<ResourceRow>`
    select f.kind, f.id, f.code, f.name, u.acronyms as unit, f.price, f.source_reference as "sourceReference",
           ty.id as "typeId", ty.name as "typeName", pt.id as "databaseId", pt.name as "databaseName", pt.source,
           f.total
    from (
      select f.*, pt.source, count(*) over () as total
      from (${found(accountId, narrowed)}) f
      join product_tables pt on pt.account_id = ${accountId} and pt.id = f.product_table_id and pt.active
      order by ${order}
      limit ${size}
    ) f
    join product_tables pt on pt.account_id = ${accountId} and pt.id = f.product_table_id
    join units u on u.account_id = ${accountId} and u.id = f.unit_id
    left join product_types ty on ty.account_id = ${accountId} and ty.id = f.product_type_id
    order by ${order}`.execute(trx);
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
  circle,
});
