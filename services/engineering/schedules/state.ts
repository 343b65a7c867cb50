import { sql } from 'kysely';
import { codesOf, endOf } from '#domain/engineering/estimate/outline.ts';
import type { DayOff, ScheduleItem, ScheduleLink } from '#schema/engineering/schedules/schedules.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { leveled } from '../costEstimates/rows.ts';

/** Row of the cost estimate that can be scheduled, in tree order. */
export interface EstimateRow {
  id: number;
  parentId: number | null;
  isStage: boolean;
  code: string;
  description: string;
  /** 0 at the top. */
  level: number;
  /** Place in the tree, and that of the last row below it. */
  place: number;
  end: number;
}

/** What people decide about an item; the plan gives its dates. A new one has a negative key. */
export interface ItemState {
  id: number;
  rowId: number;
  milestone: string | null;
  duration: number;
  notBefore: string | null;
  constraint: ScheduleItem['constraint'];
  percentComplete: string;
  startedOn: string | null;
  /** Dates of the last plan that was stored; null for a new item. */
  planned: { startDate: string; endDate: string } | null;
}

/** A new link or day off has a negative key. */
export type LinkState = ScheduleLink;
export type DayOffState = DayOff;

/** A schedule as people have made it. */
export interface ScheduleState {
  costEstimateId: number;
  /** 1 while nothing is stored. */
  version: number;
  startsOn: string | null;
  workOnSaturdays: boolean;
  workOnSundays: boolean;
  daysOff: DayOffState[];
  items: ItemState[];
  links: LinkState[];
  rows: ReadonlyMap<number, EstimateRow>;
}

interface StoredRow {
  id: number;
  parentId: number | null;
  position: number;
  isStage: boolean;
  description: string;
}

/** Rows of a cost estimate in the order of its tree, with their codes by place. */
const inTreeOrder = (stored: readonly StoredRow[]): Map<number, EstimateRow> => {
  const placed = leveled(stored);
  const codes = codesOf(placed);
  return new Map(
    placed.map(({ row: { id, parentId, isStage, description }, level }, place) => {
      const code = codes[place] ?? '';
      return [id, { id, parentId, isStage, code, description, level, place, end: endOf(placed, place) - 1 }];
    }),
  );
};

const readRows = async (trx: Trx, accountId: number, costEstimateId: number): Promise<Map<number, EstimateRow>> => {
  const { rows } = await sql<StoredRow>`
    select g.id, g.parent_id as "parentId", g.position, true as "isStage", g.name as description
    from cost_estimate_groups g
    where g.account_id = ${accountId} and g.cost_estimate_id = ${costEstimateId}
    union all
    select l.id, l.parent_id, l.position, false, coalesce(l.description, r.description)
    from cost_estimate_lines l
    left join cost_estimate_resources r on r.account_id = l.account_id and r.cost_estimate_id = l.cost_estimate_id
      and r.id = l.resource_id
    where l.account_id = ${accountId} and l.cost_estimate_id = ${costEstimateId}`.execute(trx);
  return inTreeOrder(rows);
};

const readItems = async (trx: Trx, accountId: number, costEstimateId: number): Promise<ItemState[]> => {
  const rows = await trx
    .selectFrom('schedule_items')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('cost_estimate_id', '=', costEstimateId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    rowId: row.group_id ?? row.line_id ?? 0,
    milestone: row.milestone,
    duration: row.duration,
    notBefore: row.not_before,
    constraint:
      row.constraint_type && row.constraint_date ? { type: row.constraint_type, date: row.constraint_date } : null,
    percentComplete: row.percent_complete,
    startedOn: row.started_on,
    planned: { startDate: row.start_date, endDate: row.end_date },
  }));
};

/** Reads a schedule in five statements, however long it is; one that was never saved has no items. */
export const readState = async (trx: Trx, accountId: number, costEstimateId: number): Promise<ScheduleState> => {
  const schedule = await trx
    .selectFrom('schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('cost_estimate_id', '=', costEstimateId)
    .executeTakeFirst();
  const daysOff = await trx
    .selectFrom('schedule_days_off')
    .select(['id', 'date', 'type', 'description'])
    .where('account_id', '=', accountId)
    .where('cost_estimate_id', '=', costEstimateId)
    .orderBy('date')
    .execute();
  const links = await trx
    .selectFrom('schedule_links')
    .select(['id', 'from_item_id as from', 'to_item_id as to', 'type', 'lag', 'lag_unit as lagUnit'])
    .where('account_id', '=', accountId)
    .where('cost_estimate_id', '=', costEstimateId)
    .orderBy('id')
    .execute();
  return {
    costEstimateId,
    version: schedule?.version ?? 1,
    startsOn: schedule?.starts_on ?? null,
    workOnSaturdays: schedule?.work_on_saturdays ?? false,
    workOnSundays: schedule?.work_on_sundays ?? false,
    daysOff,
    links,
    items: await readItems(trx, accountId, costEstimateId),
    rows: await readRows(trx, accountId, costEstimateId),
  };
};
