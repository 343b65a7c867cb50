import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** Sequences of the rows of an estimate; stages and other rows have one together. */
type Numbered = 'cost_estimate_groups' | 'cost_estimate_resources' | 'cost_estimate_resource_items';

/** Ids for rows that will be inserted, so that what refers to them goes in the same statements. */
export const reserveIds = async (trx: Trx, table: Numbered, count: number): Promise<number[]> => {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval(${`${table}_id_seq`}::regclass) as id from generate_series(1, ${count}::integer)`.execute(trx);
  return rows.map(({ id }) => id);
};
