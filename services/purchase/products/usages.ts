import { sql } from 'kysely';
import type { ProductUsage } from '#schema/purchase/products.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** So many are told; a list of all of them is that of tasks. */
const MOST = 200;

/** What uses a product: the tasks with a line of it, a task once with all it takes. */
export const productUsages = async (trx: Trx, accountId: number, id: number): Promise<ProductUsage[]> => {
  const { rows } = await sql<ProductUsage>`
    select 'TASK' as kind, t.id, d.code, d.description as name, u.acronyms as unit, sum(l.quantity)::text as quantity
      from task_lines l
      join tasks t on t.account_id = l.account_id and t.id = l.task_id
      join task_definitions d on d.account_id = t.account_id and d.id = t.definition_id
      join units u on u.account_id = d.account_id and u.id = d.unit_id
     where l.account_id = ${accountId} and l.product_id = ${id}
     group by t.id, d.code, d.description, u.acronyms
     order by search_key(d.description), t.id limit ${MOST}`.execute(trx);
  return rows;
};
