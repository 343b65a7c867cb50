import { sql } from 'kysely';
import type { Plan } from '#domain/engineering/schedules/network.ts';
import { staleVersion } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { ItemState, ScheduleState } from './state.ts';

interface Owner {
  accountId: number;
  costEstimateId: number;
}

/** Waits for other changes of the schedule, and makes it if it is not there. @throws ServiceError 409 for a stale version */
export const lockSchedule = async (
  trx: Trx,
  { accountId, costEstimateId }: Owner,
  version: number | undefined,
): Promise<void> => {
  await sql`insert into schedules (account_id, cost_estimate_id)
    values (${accountId}, ${costEstimateId}) on conflict do nothing`.execute(trx);
  const row = await trx
    .selectFrom('schedules')
    .select('version')
    .where('account_id', '=', accountId)
    .where('cost_estimate_id', '=', costEstimateId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (version !== undefined && version !== row.version) throw staleVersion();
};

const storeHeader = (trx: Trx, accountId: number, state: ScheduleState): Promise<unknown> =>
  trx
    .updateTable('schedules')
    .set((eb) => ({
      starts_on: state.startsOn,
      work_on_saturdays: state.workOnSaturdays,
      work_on_sundays: state.workOnSundays,
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .where('cost_estimate_id', '=', state.costEstimateId)
    .execute();

const storeDaysOff = async (
  trx: Trx,
  { accountId, costEstimateId }: Owner,
  { daysOff }: ScheduleState,
): Promise<void> => {
  const kept = daysOff.map(({ id }) => id).filter((id) => id > 0);
  await sql`delete from schedule_days_off
    where account_id = ${accountId} and cost_estimate_id = ${costEstimateId} and not id = any(${kept}::bigint[])`.execute(
    trx,
  );
  await sql`
    with day as (
      select * from jsonb_to_recordset(${JSON.stringify(daysOff)}::jsonb) as d(id bigint, date date, type text, description text)
    ), changed as (
      update schedule_days_off o set date = d.date, type = d.type, description = d.description
      from day d where o.account_id = ${accountId} and o.id = d.id
        and (o.date, o.type, o.description) is distinct from (d.date, d.type, d.description)
    )
    insert into schedule_days_off (account_id, cost_estimate_id, date, type, description)
    select ${accountId}, ${costEstimateId}, date, type, description from day where id < 0 order by date`.execute(trx);
};

const planned = (item: ItemState, plan: Plan) => {
  const dates = plan.activities.get(String(item.id));
  return {
    ...item,
    ...item.constraint,
    planned: undefined,
    constraint: undefined,
    start: dates?.start,
    finish: dates?.finish,
  };
};

const ITEM_COLUMNS = sql`id bigint, "rowId" bigint, milestone text, duration integer, "notBefore" date, type text, date date,
  "percentComplete" numeric, "startedOn" date, start date, finish date`;

/** Stores items and their planned dates; answers the keys of new ones by those that the state gave them. */
const storeItems = async (
  trx: Trx,
  { accountId, costEstimateId }: Owner,
  state: ScheduleState,
  plan: Plan,
): Promise<Map<number, number>> => {
  const kept = state.items.map(({ id }) => id).filter((id) => id > 0);
  await sql`delete from schedule_items
    where account_id = ${accountId} and cost_estimate_id = ${costEstimateId} and not id = any(${kept}::bigint[])`.execute(
    trx,
  );
  const rows = JSON.stringify(
    state.items.map((item) => ({ ...planned(item, plan), isStage: state.rows.get(item.rowId)?.isStage ?? false })),
  );
  await sql`
    update schedule_items s
    set group_id = case when s.milestone is null then s.group_id else i."rowId" end, milestone = i.milestone,
        duration = i.duration, not_before = i."notBefore", constraint_type = i.type, constraint_date = i.date,
        percent_complete = i."percentComplete", started_on = i."startedOn", start_date = i.start, end_date = i.finish
    from jsonb_to_recordset(${rows}::jsonb) as i(${ITEM_COLUMNS})
    where s.account_id = ${accountId} and s.id = i.id
      and (coalesce(s.group_id, s.line_id), s.milestone, s.duration, s.not_before, s.constraint_type, s.constraint_date,
           s.percent_complete, s.started_on, s.start_date, s.end_date)
        is distinct from (i."rowId", i.milestone, i.duration, i."notBefore", i.type, i.date, i."percentComplete",
           i."startedOn", i.start, i.finish)`.execute(trx);
  // Inserted in the order of their keys, so that the generated ones can be told apart.
  const { rows: made } = await sql<{ id: number }>`
    insert into schedule_items (account_id, cost_estimate_id, group_id, line_id, milestone, duration, not_before,
      constraint_type, constraint_date, percent_complete, started_on, start_date, end_date)
    select ${accountId}, ${costEstimateId}, case when i."isStage" then i."rowId" end,
           case when not i."isStage" then i."rowId" end, i.milestone, i.duration, i."notBefore", i.type, i.date,
           i."percentComplete", i."startedOn", i.start, i.finish
    from jsonb_to_recordset(${rows}::jsonb) as i(${ITEM_COLUMNS}, "isStage" boolean)
    where i.id < 0 order by i.id desc
    returning id`.execute(trx);
  const keys = state.items
    .map(({ id }) => id)
    .filter((id) => id < 0)
    .sort((a, b) => b - a);
  const stored = made.map(({ id }) => id).sort((a, b) => a - b);
  return new Map(keys.map((key, index) => [key, stored[index] ?? 0]));
};

const storeLinks = async (
  trx: Trx,
  { accountId, costEstimateId }: Owner,
  { links }: ScheduleState,
  made: ReadonlyMap<number, number>,
): Promise<void> => {
  const kept = links.map(({ id }) => id).filter((id) => id > 0);
  await sql`delete from schedule_links
    where account_id = ${accountId} and cost_estimate_id = ${costEstimateId} and not id = any(${kept}::bigint[])`.execute(
    trx,
  );
  const rows = JSON.stringify(
    links.map(({ from, to, ...link }) => ({ ...link, from: made.get(from) ?? from, to: made.get(to) ?? to })),
  );
  await sql`
    with link as (
      select * from jsonb_to_recordset(${rows}::jsonb) as l(
        id bigint, "from" bigint, "to" bigint, type text, lag integer, "lagUnit" text)
    ), changed as (
      update schedule_links s set from_item_id = l."from", to_item_id = l."to", type = l.type, lag = l.lag, lag_unit = l."lagUnit"
      from link l where s.account_id = ${accountId} and s.id = l.id
        and (s.from_item_id, s.to_item_id, s.type, s.lag, s.lag_unit) is distinct from (l."from", l."to", l.type, l.lag, l."lagUnit")
    )
    insert into schedule_links (account_id, cost_estimate_id, from_item_id, to_item_id, type, lag, lag_unit)
    select ${accountId}, ${costEstimateId}, "from", "to", type, lag, "lagUnit" from link where id < 0
    order by id desc`.execute(trx);
};

/** Stores a changed schedule with its plan in eight statements; rows that did not change are not written. */
export const storeState = async (trx: Trx, accountId: number, state: ScheduleState, plan: Plan): Promise<void> => {
  const owner = { accountId, costEstimateId: state.costEstimateId };
  await storeHeader(trx, accountId, state);
  await storeDaysOff(trx, owner, state);
  const made = await storeItems(trx, owner, state, plan);
  await storeLinks(trx, owner, state, made);
};
