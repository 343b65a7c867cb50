import { sql } from 'kysely';
import { toCents } from '#domain/money.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** Values measured for the customer of a building up to a day. */
export interface Measured {
  /** Days of the first and of the last measurement. */
  first: string;
  last: string;
  /** By the stage that the measured rows stand in directly; null: in none. */
  byStage: ReadonlyMap<number | null, bigint>;
  /** What each day of measurement added. */
  byDay: readonly (readonly [day: string, cents: bigint])[];
}

interface MeasuredSum {
  buildingId: number;
  stageId: number | null;
  /** Last day of the period; null: a sum of a stage. */
  day: string | null;
  value: string;
}

/**
 * Measured values of these cost estimates, by building: what the closed measurements of the customer whose period ends
 * on the day or before have accumulated. Values are accumulated by row, so that each counts with what it adds.
 */
export const readMeasured = async (
  trx: Trx,
  accountId: number,
  { estimates, date, withBdi }: { estimates: readonly number[]; date: string; withBdi: boolean },
): Promise<Map<number, Measured>> => {
  const value = withBdi ? sql`e.value` : sql`e.direct_value`;
  const { rows } = await sql<MeasuredSum>`
    select x.building_id as "buildingId", x.stage as "stageId", x.day, sum(x.added) as value
    from (
      select c.building_id, l.parent_id as stage, m.period_end as day,
             coalesce(${value} - coalesce(lag(${value}) over (partition by k.id, e.line_id order by m.number), 0), 0) as added
      from cost_estimates c
      join measurement_contracts k on k.account_id = c.account_id and k.cost_estimate_id = c.id and k.kind = 'CUSTOMER'
      join measurements m on m.account_id = k.account_id and m.contract_id = k.id
      left join measurement_entries e on e.account_id = m.account_id and e.measurement_id = m.id
      left join cost_estimate_lines l on l.account_id = e.account_id and l.id = e.line_id
      where c.account_id = ${accountId} and c.id = any(${estimates}::bigint[])
        and m.status = 'CLOSED' and m.period_end <= ${date}::date
    ) x group by grouping sets ((x.building_id, x.stage), (x.building_id, x.day)) order by x.day`.execute(trx);
  const buildings = new Set(rows.map(({ buildingId }) => buildingId));
  return new Map(
    [...buildings].map((id) => [id, measuredOf(rows.filter(({ buildingId }) => buildingId === id))] as const),
  );
};

const measuredOf = (sums: readonly MeasuredSum[]): Measured => {
  const byDay = sums.flatMap(({ day, value }) => (day === null ? [] : [[day, toCents(value)] as const]));
  return {
    first: byDay[0]?.[0] ?? '',
    last: byDay.at(-1)?.[0] ?? '',
    byStage: new Map(
      sums.filter(({ day }) => day === null).map(({ stageId, value }) => [stageId, toCents(value)] as const),
    ),
    byDay,
  };
};
