import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** What is measured of a stage, by its own lines: those of stages within it are not in it. */
export interface MeasuredStage {
  /** Null: lines at the top of the cost estimate. */
  stageId: number | null;
  /** At the prices of the customer, with BDI. */
  value: string;
  /** Without BDI. */
  directValue: string;
}

/**
 * Accumulated values of a cost estimate by stage, as the customer's closed measurements have them whose period ends on
 * the date or before: one statement. Empty where nothing was measured until then.
 */
export const measuredByStage = async (
  trx: Trx,
  accountId: number,
  costEstimateId: number,
  date: string,
): Promise<MeasuredStage[]> => {
  const { rows } = await sql<MeasuredStage>`
    select l.parent_id as "stageId", sum(x.value) as value, sum(x.direct_value) as "directValue"
    from (
      select distinct on (x.line_id) x.line_id, x.value, x.direct_value
      from measurement_contracts k
      join measurements m on m.account_id = k.account_id and m.contract_id = k.id
      join measurement_entries x on x.account_id = m.account_id and x.measurement_id = m.id
      where k.account_id = ${accountId} and k.cost_estimate_id = ${costEstimateId} and k.kind = 'CUSTOMER'
        and m.status = 'CLOSED' and m.period_end <= ${date}
      order by x.line_id, m.number desc
    ) x
    join cost_estimate_lines l on l.account_id = ${accountId} and l.id = x.line_id
    group by l.parent_id
    order by l.parent_id`.execute(trx);
  return rows;
};
