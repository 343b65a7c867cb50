import { sql } from 'kysely';
import type { Trx } from './unitOfWork.ts';

const BY_KEY = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'];
/** Workers in parallel would not keep the order of the rows that they read. */
const IN_ORDER = [...BY_KEY, 'enable_bitmapscan', 'enable_sort', 'max_parallel_workers_per_gather'];

/**
 * Steers the planner for the rest of the SQL transaction. It takes filters for independent of each other, does not know how
 * many rows a function answers, and takes an index walk for dearer than it is. `byKey`: rows are looked up one by one, by
 * their keys; `inOrder`: they are read in the order of an index, which needs no sort.
 */
export const steerPlanner = (trx: Trx, way: 'byKey' | 'inOrder'): Promise<unknown> => {
  const settings = way === 'byKey' ? BY_KEY : IN_ORDER;
  return sql.raw(settings.map((setting) => `set local ${setting} = 0`).join('; ')).execute(trx);
};
