import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** What orders of a building commit in one stage: ordered and not received yet, landed (domain.md §5). */
export interface CommittedSum {
  buildingId: number;
  /** Null: without a stage. */
  stageId: number | null;
  value: string;
}

/** Commitments of these buildings by stage, as they stand now: the lines of orders keep them (migration 0049). */
export const readCommitted = async (
  trx: Trx,
  accountId: number,
  buildings: readonly number[],
  { exceptOrderId = null }: { exceptOrderId?: number | null } = {},
): Promise<CommittedSum[]> => {
  const { rows } = await sql<CommittedSum>`
    select building_id as "buildingId", stage_id as "stageId", sum(committed_value) as value
    from order_lines
    where account_id = ${accountId} and building_id = any(${buildings}::bigint[]) and committed_value > 0
      and order_id is distinct from ${exceptOrderId}::bigint
    group by 1, 2`.execute(trx);
  return rows;
};
