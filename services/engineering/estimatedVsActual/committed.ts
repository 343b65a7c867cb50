import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** What orders of a building commit in one stage, or in all: ordered and not received yet, landed (domain.md §5). */
export interface CommittedSum {
  buildingId: number;
  /** Null: without a stage, or the sum of all. */
  stageId: number | null;
  isTotal: boolean;
  value: string;
  orders: number;
}

/** Commitments of these buildings by stage, as they stand now: the lines of orders keep them (migration 0049). */
export const readCommitted = async (
  trx: Trx,
  accountId: number,
  buildings: readonly number[],
  { exceptOrderId = null }: { exceptOrderId?: number | null } = {},
): Promise<CommittedSum[]> => {
  const { rows } = await sql<CommittedSum>`
    select building_id as "buildingId", stage_id as "stageId", grouping(stage_id) = 1 as "isTotal",
           sum(committed_value) as value, count(distinct order_id) as orders
    from order_lines
    where account_id = ${accountId} and building_id = any(${buildings}::bigint[]) and committed_value > 0
      and order_id is distinct from ${exceptOrderId}::bigint
    group by grouping sets ((building_id, stage_id), (building_id))`.execute(trx);
  return rows;
};
