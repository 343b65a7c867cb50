import { sql } from 'kysely';
import type { Task, TaskSummary } from '#schema/engineering/tasks/tasks.rest.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readGraph } from './graph.ts';

export const TASK_MISSING = 'Composição não encontrada.';

export interface HeaderRow extends Omit<TaskSummary, 'unit' | 'costDatabase' | 'account' | 'name' | 'readOnly'> {
  unitId: number;
  acronyms: string;
  unitDescription: string;
  databaseId: number;
  databaseName: string;
  source: string;
}

/** What joins tasks `t`. */
export const JOINED = sql`
  join task_definitions d on d.account_id = t.account_id and d.id = t.definition_id
  join product_tables pt on pt.account_id = t.account_id and pt.id = t.product_table_id
  join units u on u.account_id = t.account_id and u.id = d.unit_id`;

/** Columns of a row of a list, of the tables above. */
export const COLUMNS = sql`
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

export const headerOf = (row: HeaderRow, accountId: number): TaskSummary => ({
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
export const withDetails = async (trx: Trx, accountId: number, rows: readonly TaskSummary[]): Promise<Task[]> => {
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
    select ${COLUMNS} from tasks t ${JOINED} where t.account_id = ${accountId} and t.id = ${id}`.execute(trx);
  const [row] = rows;
  const [task] = row ? await withDetails(trx, accountId, [headerOf(row, accountId)]) : [];
  if (!task) throw notFound(TASK_MISSING);
  return task;
};
