import { sql } from 'kysely';
import type { PublishedTask } from '#schema/engineering/tasks/beside.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readTask } from './read.ts';

/** The code in "SINAPI 87620" and "SINAPI 87620 (GO, 10/2026)". */
const codeIn = (reference: string | null): string | undefined =>
  /^\s*SINAPI\s+([\p{L}\d_./-]+)/iu.exec(reference ?? '')?.[1];

/**
 * The published task that the reference of a task names: in the latest month, of the state and regime whose prices the task
 * uses, if it uses any. @throws ServiceError 404
 */
export const publishedReference = async (trx: Trx, accountId: number, id: number): Promise<PublishedTask | null> => {
  const { sourceReference, items } = await readTask(trx, accountId, id);
  const code = codeIn(sourceReference);
  if (code === undefined) return null;
  const used = [...new Set(items.flatMap(({ costDatabase }) => costDatabase?.id ?? []))];
  const { rows } = await sql<PublishedTask>`
    select t.id, d.code, k.month, pt.state, pt.regime, u.acronyms as unit, t.unit_price as "unitPrice"
      from task_definitions d
      join catalogues k on k.account_id = d.account_id and k.id = d.catalogue_id and k.source = 'SINAPI'
      join tasks t on t.account_id = d.account_id and t.definition_id = d.id
      join product_tables pt on pt.account_id = t.account_id and pt.id = t.product_table_id and pt.active
      join units u on u.account_id = d.account_id and u.id = d.unit_id
      left join product_tables used on used.account_id = pt.account_id and used.id = any(${used}::bigint[])
       and used.state = pt.state and used.regime = pt.regime
     where d.account_id = ${accountId} and d.code_key = search_key(${code})
     order by k.month desc, used.id is null, pt.state, pt.regime, t.id limit 1`.execute(trx);
  return rows[0] ?? null;
};
