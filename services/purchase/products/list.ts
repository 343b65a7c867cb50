import { sql, type RawBuilder } from 'kysely';
import { groupCode } from '#domain/productGroups.ts';
import type { Product, ProductCounts } from '#schema/purchase/products.rest.ts';
import type { PageOf, ViewCounts } from '#schema/platform/shapes.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { page, readListQuery, type ListKeys, type ListQuery, type ListRules } from '../../platform/register/lists.ts';
import { countPairs } from '../merging/pairs.ts';
import { readProducts } from './rows.ts';

/** Filters of lists of products, as the contract names them. */
export interface ProductFilter {
  productTable?: number | undefined;
  productGroup?: number | undefined;
  productType?: number | undefined;
  unit?: number | undefined;
  brand?: number | undefined;
  active?: boolean | undefined;
  activeProductTable?: boolean | undefined;
}

/** §9: rows of a page of products when nobody says. */
const DEFAULT_SIZE = 50;
/** So many rows are found first and then sorted; more are read in the order of the list until the page is full. */
const FEW = 2_000;

type Condition = RawBuilder<unknown>;

const PRICE = sql`p.price`;
const SORTABLE: ListRules['sortable'] = {
  name: sql`search_key(d.name)`,
  code: sql`d.code_key`,
  unit: sql`unit_key(u.acronyms)`,
  price: PRICE,
};
const rules: ListRules = { sortable: SORTABLE, defaultSort: 'name', key: 'p.id' };

const all = (conditions: readonly (Condition | undefined)[]): Condition =>
  sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );

/** The groups that a filter means: a group with its whole branch. */
const branchOf = async (trx: Trx, accountId: number, group: number | undefined): Promise<number[] | undefined> => {
  if (group === undefined) return undefined;
  const { rows } = await sql<{ id: number }>`
    select b.id from product_groups r
      join product_groups b on b.account_id = r.account_id and b.place[1:cardinality(r.place)] = r.place
     where r.account_id = ${accountId} and r.id = ${group}`.execute(trx);
  return rows.map(({ id }) => id);
};

interface Scope {
  accountId: number;
  filter: ProductFilter;
  groups: number[] | undefined;
  /** Cost databases that the filter names; undefined for all. */
  tables: { ids: number[]; catalogues: number[] } | undefined;
  /** How many products are of these kinds, from the counts that are kept. */
  kept: ViewCounts;
}

/** What a filter means, and how many products it finds as far as that is kept. */
const scopeOf = async (trx: Trx, accountId: number, filter: ProductFilter): Promise<Scope> => {
  const groups = await branchOf(trx, accountId, filter.productGroup);
  const { rows } = await sql<{ id: number; catalogue: number; active: number; inactive: number }>`
    select t.id, t.catalogue_id as catalogue,
           coalesce(sum(c.count) filter (where c.active), 0) as active,
           coalesce(sum(c.count) filter (where not c.active), 0) as inactive
      from product_tables t
      left join product_counts c on ${all([
        sql`c.account_id = t.account_id and c.product_table_id = t.id`,
        groups && sql`c.product_group_id = any(${groups}::bigint[])`,
        filter.productType === undefined ? undefined : sql`c.product_type_id = ${filter.productType}`,
        filter.unit === undefined ? undefined : sql`c.unit_id = ${filter.unit}`,
      ])}
     where ${all([
       sql`t.account_id = ${accountId}`,
       filter.productTable === undefined ? undefined : sql`t.id = ${filter.productTable}`,
       filter.activeProductTable === undefined ? undefined : sql`t.active = ${filter.activeProductTable}`,
     ])}
     group by t.id, t.catalogue_id`.execute(trx);
  const active = rows.reduce((sum, row) => sum + Number(row.active), 0);
  const inactive = rows.reduce((sum, row) => sum + Number(row.inactive), 0);
  const named = filter.productTable !== undefined || filter.activeProductTable !== undefined;
  const catalogues = [...new Set(rows.map(({ catalogue }) => catalogue))];
  return {
    accountId,
    filter,
    groups,
    tables: named ? { ids: rows.map(({ id }) => id), catalogues } : undefined,
    kept: { all: active + inactive, active, inactive },
  };
};

/** `= 1` instead of `= any('{1}')`, which no index is read in the order of. */
const among = (column: Condition, keys: readonly number[]): Condition =>
  keys.length === 1 ? sql`${column} = ${keys[0]}` : sql`${column} = any(${[...keys]}::bigint[])`;

const foundBy = (search: string, { tables }: Scope): Condition => {
  const words = search.split(/\s+/).filter((word) => word !== '');
  return sql`d.id = any(array(select find_products(${tables?.catalogues ?? null}::bigint[], ${words}::text[])))`;
};

/** Conditions on `products p` and their definitions `d`. */
const conditionsOf = (scope: Scope, { ids, search }: Pick<ListQuery, 'ids' | 'search'>): Condition => {
  const { accountId, filter, tables, groups } = scope;
  return all([
    sql`p.account_id = ${accountId} and d.account_id = ${accountId}`,
    ids ? sql`p.id = any(${ids}::bigint[])` : undefined,
    tables && among(sql`p.product_table_id`, tables.ids),
    tables && among(sql`d.catalogue_id`, tables.catalogues),
    groups && among(sql`d.product_group_id`, groups),
    filter.productType === undefined ? undefined : sql`d.product_type_id = ${filter.productType}`,
    filter.unit === undefined ? undefined : sql`d.unit_id = ${filter.unit}`,
    filter.active === undefined ? undefined : filter.active ? sql`p.active` : sql`not p.active`,
    filter.brand === undefined
      ? undefined
      : sql`exists (select from product_brands m
          where m.account_id = d.account_id and m.definition_id = d.id and m.brand_id = ${filter.brand})`,
    search ? foundBy(search, scope) : undefined,
  ]);
};

const FROM = sql`
  from products p
  join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id`;
const UNITS = sql` join units u on u.account_id = d.account_id and u.id = d.unit_id`;

/** What a search finds by its code stands before what it finds by words: the very code, then codes that begin so. */
const byCode = (search: string): ListQuery['order'][number] => ({
  column: sql`case when d.code_key = search_key(${search}) then 0
                   when starts_with(d.code_key, search_key(${search})) then 1 else 2 end`,
  desc: false,
});

/** Products without a price stand last, whichever way prices are sorted. */
const orderOf = (order: ListQuery['order']): { columns: Condition; words: Condition } => ({
  columns: sql.join(order.map(({ column }, index) => sql`${column} as ${sql.ref(`k${index}`)}`)),
  words: sql.join(
    order.map(({ column, desc }, index) => {
      const key = sql.ref(`k${index}`);
      if (!desc) return key;
      return column === PRICE ? sql`${key} desc nulls last` : sql`${key} desc`;
    }),
  ),
});

const viewOf = ({ all: every, active, inactive }: ViewCounts, { active: wanted }: ProductFilter): number => {
  if (wanted === undefined) return every;
  return wanted ? active : inactive;
};

const countFound = async (trx: Trx, scope: Scope, list: Pick<ListQuery, 'ids' | 'search'>): Promise<ViewCounts> => {
  const { rows } = await sql<{ active: number; inactive: number }>`
    select count(*) filter (where p.active) as active, count(*) filter (where not p.active) as inactive
    ${FROM} where ${conditionsOf(scope, list)}`.execute(trx);
  const { active, inactive } = rows[0] ?? { active: 0, inactive: 0 };
  return { all: active + inactive, active, inactive };
};

/** Whether the counts that are kept answer how many rows a list has. */
const isKept = ({ ids, search }: Pick<ListQuery, 'ids' | 'search'>, { brand }: ProductFilter): boolean =>
  !ids && !search && brand === undefined;

/**
 * The planner takes filters for independent of each other, and an index walk for dearer than it is. Few rows are looked up
 * one by one; many are read in the order of an index, which needs no sort.
 */
const steer = (trx: Trx, few: boolean): Promise<unknown> =>
  sql
    .raw(
      ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', ...(few ? [] : ['enable_bitmapscan', 'enable_sort'])]
        .map((setting) => `set local ${setting} = off`)
        .join('; '),
    )
    .execute(trx);

/** Products of one unit, and where they stand among all of a list by unit. */
interface UnitSpan {
  id: number;
  count: number;
}

/**
 * A page of a list by unit: the units in their order, and within each the products in that of an index. Undefined where
 * another order is wanted as well, or what the counts do not tell.
 */
const pageByUnit = async (
  trx: Trx,
  scope: Scope,
  list: ListQuery,
  sort: string | undefined,
): Promise<Condition | undefined> => {
  const desc = sort === 'unit:desc';
  if ((sort !== 'unit' && !desc) || !isKept(list, scope.filter)) return undefined;
  const { filter, groups, tables, accountId } = scope;
  const direction = desc ? sql`desc` : sql`asc`;
  const { rows } = await sql<UnitSpan>`
    select u.id, sum(c.count) as count
      from product_counts c join units u on u.account_id = c.account_id and u.id = c.unit_id
     where ${all([
       sql`c.account_id = ${accountId}`,
       tables && among(sql`c.product_table_id`, tables.ids),
       groups && sql`c.product_group_id = any(${groups}::bigint[])`,
       filter.productType === undefined ? undefined : sql`c.product_type_id = ${filter.productType}`,
       filter.unit === undefined ? undefined : sql`c.unit_id = ${filter.unit}`,
       filter.active === undefined ? undefined : sql`c.active = ${filter.active}`,
     ])}
     group by u.id, u.acronyms order by unit_key(u.acronyms) ${direction}`.execute(trx);
  let before = 0;
  const parts = rows.flatMap(({ id, count: kept }) => {
    const count = Number(kept);
    const from = Math.max(0, list.offset - before);
    const until = Math.min(count, list.offset + list.size - before);
    before += count;
    if (from >= until) return [];
    return [
      sql`(select p.account_id, p.id ${FROM} where ${conditionsOf(scope, list)} and d.unit_id = ${id}
            order by d.id ${direction} limit ${until - from} offset ${from})`,
    ];
  });
  if (parts.length === 0) return sql`select 0 as account_id, 0 as id, 0 as position where false`;
  return sql`select sorted.account_id, sorted.id, row_number() over () as position
    from (${sql.join(parts, sql` union all `)}) sorted`;
};

export const listProducts = async (
  trx: Trx,
  accountId: number,
  query: ListKeys & ProductFilter,
): Promise<PageOf<Product>> => {
  const size = query.size ?? (query.ids === undefined ? DEFAULT_SIZE : undefined);
  const list = readListQuery({ ...query, size }, rules);
  const scope = await scopeOf(trx, accountId, query);
  const kept = isKept(list, query);
  const total = kept ? viewOf(scope.kept, query) : (await countFound(trx, scope, list)).all;
  const order = list.search && query.sort === undefined ? [byCode(list.search), ...list.order] : list.order;
  const { columns, words } = orderOf(order);
  const units = (query.sort ?? '').includes('unit') ? UNITS : sql``;
  // Few rows are found before they are sorted. Many are read in the order of an index, until the page is full.
  const few = total <= FEW;
  const materialized = few ? sql`materialized` : sql`not materialized`;
  const byUnit = few ? undefined : await pageByUnit(trx, scope, list, query.sort);
  // A search says which products it finds; no index has them in order.
  await steer(trx, few || list.search !== null);
  const content = await readProducts(
    trx,
    byUnit ??
      sql`with found as ${materialized} (
          select p.account_id, p.id, ${columns} ${FROM} ${units} where ${conditionsOf(scope, list)})
        select sorted.account_id, sorted.id, row_number() over () as position
          from (select account_id, id from found order by ${words} limit ${list.size} offset ${list.offset}) sorted`,
  );
  return page(list, content, total);
};

/** How many products each view of a list holds. */
export const productTotals = async (
  trx: Trx,
  accountId: number,
  query: Pick<ListKeys, 'search'> & ProductFilter,
): Promise<ViewCounts> => {
  const filter = { ...query, active: undefined };
  const list = readListQuery({ search: query.search }, rules);
  const scope = await scopeOf(trx, accountId, filter);
  return isKept(list, filter) ? scope.kept : countFound(trx, scope, list);
};

interface GroupRow {
  id: number;
  name: string;
  place: number[];
  leaf: boolean;
  count: number;
}

/** How many products each cost database holds, and each group with its branch; from the counts that are kept. */
export const productCounts = async (
  trx: Trx,
  accountId: number,
  { productTable, active }: Pick<ProductFilter, 'productTable' | 'active'>,
): Promise<ProductCounts> => {
  const ofView = active === undefined ? sql`true` : sql`c.active = ${active}`;
  const inTable = productTable === undefined ? sql`true` : sql`c.product_table_id = ${productTable}`;
  const tables = await sql<{ id: number; count: number }>`
    select c.product_table_id as id, sum(c.count) as count from product_counts c
     where c.account_id = ${accountId} and ${ofView} group by 1 having sum(c.count) > 0 order by 1`.execute(trx);
  const groups = await sql<GroupRow>`
    with own as (
      select c.product_group_id as id, sum(c.count) as count from product_counts c
       where c.account_id = ${accountId} and ${ofView} and ${inTable} group by 1)
    select g.id, g.name, g.place, count(b.id) = 1 as leaf, coalesce(sum(own.count), 0) as count
      from product_groups g
      join product_groups b on b.account_id = g.account_id and b.place[1:cardinality(g.place)] = g.place
      left join own on own.id = b.id
     where g.account_id = ${accountId} group by g.id, g.name, g.place
    union all
    select 0, '', '{}', true, coalesce(sum(count), 0) from own where id = 0
    order by 3`.execute(trx);
  return {
    tables: tables.rows.map(({ id, count }) => ({ id, count: Number(count) })),
    groups: groups.rows
      .filter(({ id }) => id !== 0)
      .map(({ id, name, place, leaf, count }) => ({
        ...{ id, name, leaf, code: groupCode(place), level: place.length, count: Number(count) },
      })),
    ungrouped: Number(groups.rows.find(({ id }) => id === 0)?.count ?? 0),
    pairs: await countPairs(trx, accountId, { productTable }),
  };
};
