import { sql } from 'kysely';
import { startOfMonth } from '#domain/dates.ts';
import type { OverviewEstimate } from '#schema/engineering/estimatedVsActual.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { counts } from '../costEstimates/counting.ts';
import type { Pricing, Row } from '../costEstimates/rows.ts';

/** A cost estimate that counts for its building, with what its figures depend on. */
export interface CountingEstimate extends OverviewEstimate, Pricing {
  buildingId: number;
}

/** The cost estimates that count for these buildings. */
export const readEstimates = async (
  trx: Trx,
  accountId: number,
  buildings: readonly number[],
): Promise<CountingEstimate[]> => {
  const { rows } = await sql<CountingEstimate>`
    select e.id, e.building_id as "buildingId", e.code, e.description, e.approved, e.discount,
           coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'percentage', r.percentage::text, 'parts', r.parts)
             order by r.position) filter (where r.id is not null), '[]') as bdis,
           max(r.id) filter (where r.is_default) as "defaultBdiId"
    from (select e.*, ${counts} as counts from cost_estimates e
          where e.account_id = ${accountId} and e.building_id = any(${buildings}::bigint[])) e
    left join cost_estimate_bdis r on r.account_id = ${accountId} and r.cost_estimate_id = e.id
    where e.counts
    group by e.id, e.building_id, e.code, e.description, e.approved, e.discount
    order by e.building_id, e.id`.execute(trx);
  return rows;
};

/** Rows of these cost estimates, each with the price of what it is made of, by cost estimate. */
export const readRows = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<Map<number, Row[]>> => {
  const { rows } = await sql<Row & { estimateId: number }>`
    select g.cost_estimate_id as "estimateId", g.id, true as group, g.parent_id as "parentId", g.position,
           g.name as description, null::numeric as "unitPrice", null::numeric as quantity, null::bigint as "bdiId",
           null as unit, null as formula, null as memo, null::bigint as "resourceId", null as code,
           null::numeric as amendment, null::bigint as "amendmentId"
    from cost_estimate_groups g where g.account_id = ${accountId} and g.cost_estimate_id = any(${ids}::bigint[])
    union all
    select l.cost_estimate_id, l.id, false, l.parent_id, l.position, null, coalesce(l.unit_price, r.unit_price),
           l.quantity, l.bdi_id, null, null, null, null, null, l.amendment_quantity, l.amendment_id
    from cost_estimate_lines l
    left join cost_estimate_resources r on r.account_id = l.account_id and r.cost_estimate_id = l.cost_estimate_id
      and r.id = l.resource_id
    where l.account_id = ${accountId} and l.cost_estimate_id = any(${ids}::bigint[])`.execute(trx);
  const byEstimate = new Map(ids.map((id): [number, Row[]] => [id, []]));
  for (const row of rows) byEstimate.get(row.estimateId)?.push(row);
  return byEstimate;
};

/** A row of a cost estimate with the days of its stored plan; every save of a schedule stores those that moved. */
export interface PlannedRow {
  rowId: number;
  start: string;
  finish: string;
}

export interface StoredPlan {
  workOnSaturdays: boolean;
  workOnSundays: boolean;
  daysOff: { date: string }[];
  items: PlannedRow[];
}

/** Schedules with items, by cost estimate. */
export const readPlans = async (
  trx: Trx,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, StoredPlan>> => {
  const { rows } = await sql<StoredPlan & { estimateId: number }>`
    select s.cost_estimate_id as "estimateId", s.work_on_saturdays as "workOnSaturdays",
           s.work_on_sundays as "workOnSundays", i.items,
           (select coalesce(json_agg(json_build_object('date', d.date)), '[]') from schedule_days_off d
             where d.account_id = ${accountId} and d.cost_estimate_id = s.cost_estimate_id) as "daysOff"
    from schedules s
    join lateral (
      select json_agg(json_build_object('rowId', coalesce(i.group_id, i.line_id), 'start', i.start_date,
               'finish', i.end_date)) as items
      from schedule_items i
      where i.account_id = ${accountId} and i.cost_estimate_id = s.cost_estimate_id and i.milestone is null
    ) i on i.items is not null
    where s.account_id = ${accountId} and s.cost_estimate_id = any(${ids}::bigint[])`.execute(trx);
  return new Map(rows.map(({ estimateId, ...plan }) => [estimateId, plan]));
};

/** Gross value of the expenses of a building up to a day, by stage or by the first day of a month. */
export interface ActualSum {
  buildingId: number;
  /** Null: without a stage, or a sum of a month. */
  stageId: number | null;
  /** Null: a sum of a stage. */
  month: string | null;
  value: string;
  shares: number;
}

/**
 * Expenses by competence date up to a day (domain.md §5): by stage and, where asked for, by month. Whole months come from
 * kept sums (migration 0035); only the documents of the day's own month are read.
 */
export const readActuals = async (
  trx: Trx,
  accountId: number,
  {
    companyId,
    buildings,
    date,
    months,
  }: { companyId: number; buildings: readonly number[]; date: string; months: boolean },
): Promise<ActualSum[]> => {
  const sets = months ? sql`(a.building_id, a.stage), (a.building_id, a.month)` : sql`(a.building_id, a.stage)`;
  const month = months ? sql`a.month` : sql`null::date`;
  const own = startOfMonth(date);
  const { rows } = await sql<ActualSum>`
    select a.building_id as "buildingId", a.stage as "stageId", ${month} as month, sum(a.gross_value) as value, sum(a.count)::bigint as shares
    from (
      select s.building_id, s.stage_id as stage, s.month, s.gross_value, s.count
      from stage_cost_sums s
      where s.account_id = ${accountId} and s.building_id = any(${buildings}::bigint[]) and s.month < ${own}::date
      union all
      select a.building_id, a.cost_estimate_group_id, ${own}::date, a.gross_value, 1
      from transactions t
      -- By document: the planner would rather read every share of a large building.
      cross join lateral (
        select * from apportionments a where a.account_id = ${accountId} and a.transaction_id = t.id offset 0
      ) a
      where t.account_id = ${accountId} and t.company_id = ${companyId} and t.type = 'DEBIT'
        and t.competence_date between ${own}::date and ${date}::date and a.building_id = any(${buildings}::bigint[])
    ) a group by grouping sets (${sets}) having sum(a.count) <> 0`.execute(trx);
  return rows;
};
