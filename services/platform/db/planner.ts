import { type RawBuilder, sql } from 'kysely';
import { plannedOnce } from './statementNames.ts';
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

const off = BY_KEY.map((setting) => `set local ${setting} = off`).join('; ');
const again = BY_KEY.map((setting) => `set local ${setting} to default`).join('; ');
const GENERIC = 'set local plan_cache_mode = force_generic_plan';

/** Settings around a look-up, and those that take them back. */
const AROUND = {
  any: [`${off}; ${GENERIC}`, `${again}; set local plan_cache_mode to default`],
  write: [off, again],
} as const;

/**
 * What a SQL transaction begins with whose every statement looks rows up by few keys (decision 114): one plan for all values.
 * Triggers of a write plan for themselves, with the joins that many rows need.
 */
export const BEGIN_BY_KEY = { read: `${off}; ${GENERIC}`, write: GENERIC } as const;

const byKey = new WeakMap<Trx, 'read' | 'write'>();

/** Notes that the SQL transaction has begun with `BEGIN_BY_KEY`. */
export const begunByKey = (trx: Trx, kind: 'read' | 'write'): Trx => {
  byKey.set(trx, kind);
  return trx;
};

/** As if the SQL transaction, which reads, had begun so: from here on. */
export const readByKey = async (trx: Trx): Promise<void> => {
  if (byKey.get(trx) === 'read') return;
  await sql.raw(BEGIN_BY_KEY.read).execute(trx);
  begunByKey(trx, 'read');
};

/** Keys of a page. A plan that was made while the tables were empty may read all rows of the account for each key (decision 114). */
const FEW = 100;

/**
 * Returns the rows of a statement that looks them up by `keys`, and nothing else. For few keys a connection plans it once, for all values
 * and as if every table were large: its plan walks indexes, so that it stays right while the tables grow. For many it is planned
 * for them.
 */
export const lookUp = async <Row>(trx: Trx, keys: readonly number[], statement: RawBuilder<Row>): Promise<Row[]> => {
  if (keys.length > FEW) return (await statement.execute(trx)).rows;
  const once = plannedOnce(statement);
  const kind = byKey.get(trx) ?? 'any';
  if (kind === 'read') return (await once.execute(trx)).rows;
  const [before, after] = AROUND[kind];
  await sql.raw(before).execute(trx);
  const { rows } = await once.execute(trx);
  await sql.raw(after).execute(trx);
  return rows;
};
