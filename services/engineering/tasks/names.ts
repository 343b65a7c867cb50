import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { TaskName, TaskUsage } from '#schema/engineering/tasks/tasks.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys } from '../../platform/register/lists.ts';

type Name = Static<typeof TaskName>;

const NAME = sql`t.id, json_build_object('id', t.id, 'code', d.code, 'name', d.description, 'unit', u.acronyms,
  'costDatabase', json_build_object('id', pt.id, 'name', pt.name, 'source', pt.source)) as task`;

const NAMED = sql`
  join task_definitions d on d.account_id = t.account_id and d.id = t.definition_id
  join units u on u.account_id = t.account_id and u.id = d.unit_id
  join product_tables pt on pt.account_id = t.account_id and pt.id = t.product_table_id`;

/** Names of tasks by key. */
export const nameTasks = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<Map<number, Name>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; task: Name }>`
    select ${NAME} from tasks t ${NAMED}
    where t.account_id = ${accountId} and t.id = any(${ids}::bigint[])`.execute(trx);
  return new Map(rows.map(({ id, task }) => [id, task]));
};

const rules = { sortable: { code: 'd.code_key' }, defaultSort: 'code', key: 'l.id' };

/** Compositions with a line of this task, by code. */
export const listUsages = async (
  trx: Trx,
  accountId: number,
  id: number,
  query: Pick<ListKeys, 'page' | 'size'>,
): Promise<PageOf<TaskUsage>> => {
  const list = readListQuery(query, rules);
  // Published lines are found from the definition of the task, which an index leads to, not through the view.
  const users = sql`from (
      select i.id, i.task_id, i.quantity from task_items i
      where i.account_id = ${accountId} and i.child_task_id = ${id}
      union all
      select i.id, parent.id, i.coefficient
      from tasks child
      join task_definition_items i on i.account_id = ${accountId} and i.child_definition_id = child.definition_id
      join tasks parent on parent.account_id = ${accountId} and parent.definition_id = i.definition_id
        and parent.product_table_id = child.product_table_id
      where child.account_id = ${accountId} and child.id = ${id}
    ) l
    join tasks t on t.account_id = ${accountId} and t.id = l.task_id ${NAMED}`;
  const { rows } = await sql<TaskUsage>`
    select ${NAME}, trim_scale(l.quantity)::text as quantity, t.unit_price as "unitPrice"
    ${users} ${orderAndCut(list)}`.execute(trx);
  const content = rows.map(({ task, quantity, unitPrice }) => ({ task, quantity, unitPrice }));
  return withTotal(list, content, async () => {
    const counted = await sql<{ total: number }>`select count(*) as total ${users}`.execute(trx);
    return counted.rows[0]?.total ?? 0;
  });
};
