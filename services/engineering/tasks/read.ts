import { sql, type RawBuilder } from 'kysely';
import { normalizeSpaces } from '#domain/text.ts';
import type { ListedTask, Task, TaskSummary } from '#schema/engineering/tasks/tasks.rest.ts';
import type { PageOf, ViewCounts } from '#schema/platform/shapes.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys, type ListQuery } from '../../platform/register/lists.ts';
import { readGraph } from './graph.ts';

export const TASK_MISSING = 'Composição não encontrada.';

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

interface HeaderRow extends Omit<TaskSummary, 'unit' | 'costDatabase' | 'account' | 'name' | 'readOnly'> {
  unitId: number;
  acronyms: string;
  unitDescription: string;
  databaseId: number;
  databaseName: string;
  source: string;
}

const TABLES = sql`
  from tasks t
  join task_definitions d on d.account_id = t.account_id and d.id = t.definition_id
  join product_tables pt on pt.account_id = t.account_id and pt.id = t.product_table_id
  join units u on u.account_id = t.account_id and u.id = d.unit_id`;

const COLUMNS = sql`
  t.id, d.code, d.description, d.class as "group", d.source_reference as "sourceReference", t.unit_price as "unitPrice",
  t.active, t.version, u.id as "unitId", u.acronyms, u.description as "unitDescription",
  pt.id as "databaseId", pt.name as "databaseName", pt.source,
  case when pt.source = 'GO'
    then (select count(*) from task_items i where i.account_id = t.account_id and i.task_id = t.id)
    else (select count(*) from task_definition_items i where i.account_id = t.account_id and i.definition_id = d.id)
  end as "itemCount",
  (select count(*) from task_items i where i.account_id = t.account_id and i.child_task_id = t.id)
  + case when pt.source = 'GO' then 0 else
    (select count(*) from task_definition_items i
     join tasks parent on parent.account_id = t.account_id and parent.definition_id = i.definition_id
       and parent.product_table_id = t.product_table_id
     where i.account_id = t.account_id and i.child_definition_id = d.id)
  end as uses`;

const headerOf = (row: HeaderRow, accountId: number): TaskSummary => ({
  id: row.id,
  code: row.code,
  description: row.description,
  name: row.description,
  unit: { id: row.unitId, acronyms: row.acronyms, description: row.unitDescription },
  costDatabase: { id: row.databaseId, name: row.databaseName, source: row.source },
  group: row.group,
  sourceReference: row.sourceReference,
  unitPrice: row.unitPrice,
  itemCount: row.itemCount,
  uses: row.uses,
  active: row.active,
  readOnly: row.source !== 'GO',
  account: { id: accountId },
  version: row.version,
});

/** Adds lines and prices by type to rows, in two more statements. */
const withDetails = async (trx: Trx, accountId: number, rows: readonly TaskSummary[]): Promise<Task[]> => {
  const graph = await readGraph(
    trx,
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    items: graph.items(row.id),
    pricesByType: graph.split(row.id, row.unitPrice),
  }));
};

/** One task with its lines. @throws ServiceError 404 */
export const readTask = async (trx: Trx, accountId: number, id: number): Promise<Task> => {
  const { rows } = await sql<HeaderRow>`
    select ${COLUMNS} ${TABLES} where t.account_id = ${accountId} and t.id = ${id}`.execute(trx);
  const [row] = rows;
  const [task] = row ? await withDetails(trx, accountId, [headerOf(row, accountId)]) : [];
  if (!task) throw notFound(TASK_MISSING);
  return task;
};

const rules = {
  sortable: {
    code: 'd.code_key',
    description: sql`search_key(d.description)`,
    name: sql`search_key(d.description)`,
    unit: sql`search_key(u.acronyms)`,
    unitPrice: 't.unit_price',
    costDatabase: sql`search_key(pt.name)`,
  },
  defaultSort: 'code',
  key: 't.id',
};

/** Condition of a list; the search looks through codes and descriptions, by words in any order. */
const conditions = (
  accountId: number,
  list: Pick<ListQuery, 'ids' | 'search'>,
  query: TaskQuery,
): RawBuilder<unknown> => {
  const equal: [RawBuilder<unknown>, unknown][] = [
    [sql`t.product_table_id`, query.costDatabase],
    [sql`t.product_table_id`, query.productTable],
    [sql`pt.source`, query.source],
    [sql`pt.active`, query.activeCostDatabase],
    [sql`t.active`, query.active],
  ];
  const words = list.search === null ? [] : normalizeSpaces(list.search).split(' ');
  return sql.join(
    [
      sql`t.account_id = ${accountId}`,
      ...(list.ids ? [sql`t.id = any(${list.ids}::bigint[])`] : []),
      ...(words.length > 0 ? [sql`d.id = any(array(select find_tasks(null, ${words}::text[])))`] : []),
      ...(query.code === undefined ? [] : [sql`d.code_key = search_key(${normalizeSpaces(query.code)})`]),
      ...equal.flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`])),
    ],
    sql` and `,
  );
};

/** Tables that finding and sorting needs, besides tasks and their definitions. */
const joinsOf = (list: Pick<ListQuery, 'order'>, query: TaskQuery): RawBuilder<unknown> => {
  const sorted = new Set(list.order.map(({ column }) => column));
  const byUnit = sorted.has(rules.sortable.unit) || sorted.has(rules.sortable.costDatabase);
  if (byUnit || query.source !== undefined || query.activeCostDatabase !== undefined) return TABLES;
  return sql`
  from task_definitions d
  join tasks t on t.account_id = d.account_id and t.definition_id = d.id`;
};

/**
 * The order of an index gives a page without sorting all tasks; the planner takes the walk for dearer than it is. What is
 * found by other means is looked up one by one, and sorted.
 */
const steer = (trx: Trx, found: boolean): Promise<unknown> =>
  sql
    .raw(
      ['seqscan', 'hashjoin', 'mergejoin', ...(found ? [] : ['bitmapscan', 'sort'])]
        .map((way) => `set local enable_${way} = off`)
        .join('; '),
    )
    .execute(trx);

/** A page of tasks: found first, then told. */
export const listTasks = async (trx: Trx, accountId: number, query: TaskQuery): Promise<PageOf<ListedTask>> => {
  const list = readListQuery(query, query.details ? { ...rules, maxSize: MAX_DETAILED } : rules);
  const where = conditions(accountId, list, query);
  const from = joinsOf(list, query);
  if (from !== TABLES) await steer(trx, list.search !== null || list.ids !== null || query.code !== undefined);
  const { rows } = await sql<HeaderRow>`
    select ${COLUMNS} from (
        select found.*, row_number() over () as position from (
          select t.account_id, t.id ${from} where d.account_id = ${accountId} and ${where} ${orderAndCut(list)}) found) page
      join tasks t on t.account_id = page.account_id and t.id = page.id
      join task_definitions d on d.account_id = t.account_id and d.id = t.definition_id
      join product_tables pt on pt.account_id = t.account_id and pt.id = t.product_table_id
      join units u on u.account_id = d.account_id and u.id = d.unit_id
     order by page.position`.execute(trx);
  const headers = rows.map((row) => headerOf(row, accountId));
  const content = query.details ? await withDetails(trx, accountId, headers) : headers;
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
    : sql`select count(*) filter (where t.active) as active, count(*) filter (where not t.active) as inactive ${TABLES}`;
  const { rows } = await sql<{ active: number; inactive: number }>`
    ${counted} where ${conditions(accountId, list, query)}`.execute(trx);
  const [active, inactive] = [Number(rows[0]?.active ?? 0), Number(rows[0]?.inactive ?? 0)];
  return { all: active + inactive, active, inactive };
};

/** Counts of the views of the list, under its filters. */
export const totalTasks = (trx: Trx, accountId: number, query: TaskQuery): Promise<ViewCounts> =>
  countTasks(trx, accountId, { ids: null, search: query.search?.trim() || null }, query);

/** Refuses `snapshot=`: tasks are frozen in cost estimates, which do not keep any yet. */
export const refuseSnapshot = (snapshot: string | undefined): void => {
  if (snapshot === undefined) return;
  const message = 'Ainda não há orçamentos que guardem o retrato desta composição. Consulte-a sem snapshot.';
  throw invalid([{ path: 'snapshot', message }], message);
};
