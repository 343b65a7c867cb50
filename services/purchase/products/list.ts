import { sql, type RawBuilder } from 'kysely';
import { groupCode } from '#domain/productGroups.ts';
import { MOST_EXPORTED_ROWS } from '#schema/lists/export.ts';
import type { Product, ProductCounts } from '#schema/purchase/products.rest.ts';
import type { PageOf, ViewCounts } from '#schema/platform/shapes.ts';
import { steerPlanner } from '../../platform/db/planner.ts';
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
const UNIT = sql`unit_key(u.acronyms)`;
const rulesOf = (name: Condition, code: Condition): ListRules => ({
  ...{ sortable: { name, code, unit: UNIT, price: PRICE }, defaultSort: 'name', key: 'p.id' },
});
const rules = rulesOf(sql`search_key(d.name)`, sql`d.code_key`);
/** A search answers the keys of what it finds, so that their definitions are not read. */
const searchRules = rulesOf(sql`f.name`, sql`f.code`);

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

/** Conditions on definitions `d`. */
const definitionConditions = ({ filter, groups }: Scope): Condition[] =>
  [
    groups && among(sql`d.product_group_id`, groups),
    filter.productType === undefined ? undefined : sql`d.product_type_id = ${filter.productType}`,
    filter.unit === undefined ? undefined : sql`d.unit_id = ${filter.unit}`,
    filter.brand === undefined
      ? undefined
      : sql`exists (select from product_brands m
          where m.account_id = d.account_id and m.definition_id = d.id and m.brand_id = ${filter.brand})`,
  ].filter((one) => one !== undefined);

/** Conditions on products `p`. */
const productConditions = ({ accountId, filter, tables }: Scope, ids: ListQuery['ids']): Condition =>
  all([
    sql`p.account_id = ${accountId}`,
    ids ? sql`p.id = any(${ids}::bigint[])` : undefined,
    tables && among(sql`p.product_table_id`, tables.ids),
    filter.active === undefined ? undefined : filter.active ? sql`p.active` : sql`not p.active`,
  ]);

const conditionsOf = (scope: Scope, { ids }: Pick<ListQuery, 'ids'>): Condition =>
  all([
    productConditions(scope, ids),
    sql`d.account_id = ${scope.accountId}`,
    scope.tables && among(sql`d.catalogue_id`, scope.tables.catalogues),
    ...definitionConditions(scope),
  ]);

const FROM = sql`
  from products p
  join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id`;
const UNITS = sql` join units u on u.account_id = d.account_id and u.id = d.unit_id`;

type Narrowing = Pick<ListQuery, 'ids' | 'search'>;

/**
 * Tables and conditions of a list. A search begins with what it finds, and reads definitions only where a filter or a sort
 * key needs them.
 */
const rowsOf = (scope: Scope, { ids, search }: Narrowing, byUnit: boolean): Condition => {
  const units = byUnit ? UNITS : sql``;
  if (!search) return sql`${FROM} ${units} where ${conditionsOf(scope, { ids })}`;
  const words = search.split(/\s+/).filter((word) => word !== '');
  const conditions = definitionConditions(scope);
  const definitions =
    byUnit || conditions.length > 0
      ? sql` join product_definitions d on d.account_id = ${scope.accountId} and d.id = f.definition_id`
      : sql``;
  return sql`
    from find_products(${scope.tables?.catalogues ?? null}::bigint[], ${words}::text[]) f
    join products p on p.account_id = ${scope.accountId} and p.definition_id = f.definition_id
    ${definitions} ${units} where ${all([productConditions(scope, ids), ...conditions])}`;
};

/** What a search finds by its code stands before what it finds by words: the very code, then codes that begin so. */
const byCode = (search: string): ListQuery['order'][number] => ({
  column: sql`case when f.code = search_key(${search}) then 0
                   when starts_with(f.code, search_key(${search})) then 1 else 2 end`,
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

const countFound = async (trx: Trx, scope: Scope, list: Narrowing): Promise<ViewCounts> => {
  const { rows } = await sql<{ active: number; inactive: number }>`
    select count(*) filter (where p.active) as active, count(*) filter (where not p.active) as inactive
    ${rowsOf(scope, list, false)}`.execute(trx);
  const { active, inactive } = rows[0] ?? { active: 0, inactive: 0 };
  return { all: active + inactive, active, inactive };
};

/** Whether the counts that are kept answer how many rows a list has. */
const isKept = ({ ids, search }: Narrowing, { brand }: ProductFilter): boolean =>
  !ids && !search && brand === undefined;

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

const wantedOrder = ({ search, order }: ListQuery, sort: string | undefined): ListQuery['order'] =>
  search && sort === undefined ? [byCode(search), ...order] : order;

/** A page of a search, and how many products it finds; both from one look at what is found. */
const searchPage = async (trx: Trx, scope: Scope, list: ListQuery, sort: string | undefined) => {
  const { columns, words } = orderOf(wantedOrder(list, sort));
  await steerPlanner(trx, 'byKey');
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with found as materialized (select p.id, ${columns} ${rowsOf(scope, list, isByUnit(sort))})
    select (select count(*) from found) as total,
           array(select id from found order by ${words} limit ${list.size} offset ${list.offset}) as ids`.execute(trx);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  return {
    total: Number(total),
    page: sql`select ${scope.accountId}::bigint as account_id, id, position
                from unnest(${ids}::bigint[]) with ordinality as sorted (id, position)`,
  };
};

const isByUnit = (sort: string | undefined): boolean => (sort ?? '').includes('unit');

/**
 * Whether rows are found before they are sorted; else they are read in the order of an index, until the page is full. The
 * products of one group have an index of their own in the order of their names.
 */
const isFew = (total: number, { groups }: Scope, { size }: ListQuery, sort: string | undefined): boolean => {
  const byName = sort === undefined || sort === 'name' || sort === 'name:desc';
  return total <= (byName && groups?.length === 1 ? size : FEW);
};

/** A page of any other list. */
const listPage = async (trx: Trx, scope: Scope, list: ListQuery, sort: string | undefined) => {
  const kept = isKept(list, scope.filter);
  const total = kept ? viewOf(scope.kept, scope.filter) : (await countFound(trx, scope, list)).all;
  const few = isFew(total, scope, list, sort);
  const byUnit = few ? undefined : await pageByUnit(trx, scope, list, sort);
  const { columns, words } = orderOf(list.order);
  await steerPlanner(trx, few ? 'byKey' : 'inOrder');
  return {
    total,
    page:
      byUnit ??
      sql`with found as ${few ? sql`materialized` : sql`not materialized`} (
          select p.account_id, p.id, ${columns} ${rowsOf(scope, list, isByUnit(sort))})
        select sorted.account_id, sorted.id, row_number() over () as position
          from (select account_id, id from found order by ${words} limit ${list.size} offset ${list.offset}) sorted`,
  };
};

export const listProducts = async (
  trx: Trx,
  accountId: number,
  query: ListKeys & ProductFilter,
): Promise<PageOf<Product>> => {
  const size = query.size ?? (query.ids === undefined ? DEFAULT_SIZE : undefined);
  const searched = (query.search ?? '').trim() !== '';
  const list = readListQuery({ ...query, size }, searched ? searchRules : rules);
  const scope = await scopeOf(trx, accountId, query);
  const found = await (searched ? searchPage : listPage)(trx, scope, list, query.sort);
  const answered = page(list, await readProducts(trx, found.page), found.total);
  return list.allIds ? { ...answered, ids: await allProducts(trx, scope, list, query.sort) } : answered;
};

const allProducts = async (trx: Trx, scope: Scope, list: ListQuery, sort: string | undefined): Promise<number[]> => {
  const { columns, words } = orderOf(wantedOrder(list, sort));
  const { rows } = await sql<{ ids: number[] }>`
    select array(select id from (select p.id, ${columns} ${rowsOf(scope, list, isByUnit(sort))}) found
                  order by ${words} limit ${MOST_EXPORTED_ROWS}) as ids`.execute(trx);
  return rows[0]?.ids ?? [];
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
