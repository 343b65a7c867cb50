import { sql, type RawBuilder } from 'kysely';
import { normalizeSpaces } from '#domain/text.ts';
import type { ListedTask } from '#schema/engineering/tasks/tasks.rest.ts';
import type { PageOf, ViewCounts } from '#schema/platform/shapes.ts';
import { steerPlanner } from '../../platform/db/planner.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import {
  orderAndCut,
  page,
  readListQuery,
  withTotal,
  type ListKeys,
  type ListQuery,
} from '../../platform/register/lists.ts';
import { COLUMNS, headerOf, JOINED, withDetails, type HeaderRow } from './read.ts';

/** Filters of the list, as the contract declares them. */
export interface TaskQuery extends ListKeys {
  code?: string;
  costDatabase?: number;
  productTable?: number;
  source?: string;
  activeCostDatabase?: boolean;
  active?: boolean;
  details?: boolean;
}

/** Rows of a page that also answers lines. */
const MAX_DETAILED = 100;

/** Sort keys outside of the definitions, for which further tables are joined. */
const UNIT = sql`search_key(u.acronyms)`;
const DATABASE = sql`search_key(pt.name)`;
const rulesOf = (code: RawBuilder<unknown>, description: RawBuilder<unknown>) => ({
  sortable: { code, description, name: description, unit: UNIT, unitPrice: sql`t.unit_price`, costDatabase: DATABASE },
  ...{ defaultSort: 'code', key: 't.id' },
});
const rules = rulesOf(sql`d.code_key`, sql`search_key(d.description)`);
/** A search answers the keys of what it finds, so that their definitions are not read. */
const searchRules = rulesOf(sql`f.code`, sql`f.name`);

const conditions = (accountId: number, { ids }: Pick<ListQuery, 'ids'>, query: TaskQuery): RawBuilder<unknown> => {
  const equal: [RawBuilder<unknown>, unknown][] = [
    [sql`t.product_table_id`, query.costDatabase],
    [sql`t.product_table_id`, query.productTable],
    [sql`pt.source`, query.source],
    [sql`pt.active`, query.activeCostDatabase],
    [sql`t.active`, query.active],
  ];
  return sql.join(
    [
      sql`t.account_id = ${accountId}`,
      ...(ids ? [sql`t.id = any(${ids}::bigint[])`] : []),
      ...(query.code === undefined ? [] : [sql`d.code_key = search_key(${normalizeSpaces(query.code)})`]),
      ...equal.flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`])),
    ],
    sql` and `,
  );
};

const DEFINITIONS = sql`
  from task_definitions d
  join tasks t on t.account_id = d.account_id and t.definition_id = d.id`;

type Sorted = Pick<ListQuery, 'search' | 'order'>;

const isSortedBy = ({ order }: Pick<ListQuery, 'order'>, key: RawBuilder<unknown>): boolean =>
  order.some(({ column }) => column === key);

const needsDatabase = (list: Pick<ListQuery, 'order'>, query: TaskQuery): boolean =>
  query.source !== undefined || query.activeCostDatabase !== undefined || isSortedBy(list, DATABASE);

/**
 * Tables that finding and sorting needs. A search looks through codes and descriptions, by words in any order, and reads
 * definitions only where a filter or a sort key needs them.
 */
const joinsOf = (accountId: number, list: Sorted, query: TaskQuery): RawBuilder<unknown> => {
  const { search } = list;
  const byUnit = isSortedBy(list, UNIT);
  const databases = needsDatabase(list, query)
    ? sql` join product_tables pt on pt.account_id = t.account_id and pt.id = t.product_table_id`
    : sql``;
  const units = byUnit ? sql` join units u on u.account_id = d.account_id and u.id = d.unit_id` : sql``;
  if (search === null) return sql`${DEFINITIONS} ${databases} ${units}`;
  const definitions =
    byUnit || query.code !== undefined
      ? sql` join task_definitions d on d.account_id = ${accountId} and d.id = f.definition_id`
      : sql``;
  return sql`
  from find_tasks(null, ${normalizeSpaces(search).split(' ')}::text[]) f
  join tasks t on t.account_id = ${accountId} and t.definition_id = f.definition_id ${definitions} ${databases} ${units}`;
};

interface Found {
  ids: number[];
  /** How many there are; null where only the page was read. */
  total: number | null;
}

/** A page of a search, and how many tasks it finds; both from one look at what is found. */
const searchTasks = async (trx: Trx, accountId: number, list: ListQuery, query: TaskQuery): Promise<Found> => {
  await steerPlanner(trx, 'byKey');
  const key = (index: number) => sql.ref(`k${index}`);
  const columns = list.order.map(({ column }, index) => sql`${column} as ${key(index)}`);
  const order = list.order.map((one, index) => ({ ...one, column: key(index) }));
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as materialized (
      select t.id, ${sql.join(columns)} ${joinsOf(accountId, list, query)} where ${conditions(accountId, list, query)})
    select (select count(*) from found) as total,
           array(select id from found ${orderAndCut({ ...list, order })}) as ids`.execute(trx);
  return { ids: rows[0]?.ids ?? [], total: Number(rows[0]?.total ?? 0) };
};

/**
 * A page by unit: one unit after the other, and within each the tasks in the order of an index, until the page is full.
 * The loop over the units keeps their order.
 */
const tasksByUnit = async (trx: Trx, accountId: number, list: ListQuery, query: TaskQuery): Promise<Found> => {
  await steerPlanner(trx, 'inOrder');
  const direction = query.sort === 'unit:desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ id: number }>`
    select listed.id
      from (select u.id from units u where u.account_id = ${accountId}
             order by ${UNIT} ${direction}, u.id ${direction}) u
     cross join lateral (
       select t.id ${joinsOf(accountId, { search: null, order: [] }, query)}
        where d.account_id = ${accountId} and d.unit_id = u.id and ${conditions(accountId, list, query)}
        order by d.id ${direction}, t.id ${direction}) listed
     limit ${list.size} offset ${list.offset}`.execute(trx);
  return { ids: rows.map(({ id }) => id), total: null };
};

const findTasks = async (trx: Trx, accountId: number, list: ListQuery, query: TaskQuery): Promise<Found> => {
  if (list.search !== null) return searchTasks(trx, accountId, list, query);
  const narrowed = list.ids !== null || query.code !== undefined;
  const byUnit = query.sort === 'unit' || query.sort === 'unit:desc';
  if (byUnit && !narrowed) return tasksByUnit(trx, accountId, list, query);
  if (!needsDatabase(list, query)) await steerPlanner(trx, narrowed || byUnit ? 'byKey' : 'inOrder');
  const { rows } = await sql<{ id: number }>`
    select t.id ${joinsOf(accountId, list, query)}
     where d.account_id = ${accountId} and ${conditions(accountId, list, query)} ${orderAndCut(list)}`.execute(trx);
  return { ids: rows.map(({ id }) => id), total: null };
};

/** A page of tasks: found first, then told. */
export const listTasks = async (trx: Trx, accountId: number, query: TaskQuery): Promise<PageOf<ListedTask>> => {
  const searched = (query.search ?? '').trim() !== '';
  const sortedBy = searched ? searchRules : rules;
  const list = readListQuery(query, query.details ? { ...sortedBy, maxSize: MAX_DETAILED } : sortedBy);
  const { ids, total } = await findTasks(trx, accountId, list, query);
  const { rows } = await sql<HeaderRow>`
    select ${COLUMNS} from unnest(${ids}::bigint[]) with ordinality as page (id, position)
      join tasks t on t.account_id = ${accountId} and t.id = page.id ${JOINED}
     order by page.position`.execute(trx);
  const headers = rows.map((row) => headerOf(row, accountId));
  const content = query.details ? await withDetails(trx, accountId, headers) : headers;
  if (total !== null) return page<ListedTask>(list, content, total);
  return withTotal<ListedTask>(list, content, async () => viewOf(await countTasks(trx, accountId, list, query), query));
};

const viewOf = ({ all, active, inactive }: ViewCounts, { active: wanted }: TaskQuery): number => {
  if (wanted === undefined) return all;
  return wanted ? active : inactive;
};

/** How many tasks there are of each activity: as they are kept, or counted one by one where a list is narrowed further. */
const countTasks = async (
  trx: Trx,
  accountId: number,
  list: Pick<ListQuery, 'ids' | 'search'>,
  { active: _active, ...query }: TaskQuery,
): Promise<ViewCounts> => {
  const isKept = !list.ids && list.search === null && query.code === undefined;
  const counted = isKept
    ? sql`select coalesce(sum(t.count) filter (where t.active), 0) as active,
                 coalesce(sum(t.count) filter (where not t.active), 0) as inactive
            from task_counts t join product_tables pt on pt.account_id = t.account_id and pt.id = t.product_table_id`
    : sql`select count(*) filter (where t.active) as active, count(*) filter (where not t.active) as inactive
          ${joinsOf(accountId, { search: list.search, order: [] }, query)}`;
  const { rows } = await sql<{ active: number; inactive: number }>`
    ${counted} where ${conditions(accountId, list, query)}`.execute(trx);
  const [active, inactive] = [Number(rows[0]?.active ?? 0), Number(rows[0]?.inactive ?? 0)];
  return { all: active + inactive, active, inactive };
};

/** Counts of the views of the list, under its filters. */
export const totalTasks = (trx: Trx, accountId: number, query: TaskQuery): Promise<ViewCounts> =>
  countTasks(trx, accountId, { ids: null, search: query.search?.trim() || null }, query);
