import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { InstantColumn } from '../../platform/db/columns.ts';
import type { FrozenSchedule } from '#domain/engineering/schedules/comparison.ts';
import type { DayOff, ScheduleItem, ScheduleLink } from '#schema/engineering/schedules/schedules.rest.ts';

/** Rows of schedules (migrations 0028 and 0032). */
declare module '../../platform/db/tables.ts' {
  interface Database {
    schedules: ScheduleRow;
    schedule_days_off: ScheduleDayOffRow;
    schedule_items: ScheduleItemRow;
    schedule_links: ScheduleLinkRow;
    schedule_baselines: ScheduleBaselineRow;
  }
}

export interface ScheduleRow {
  account_id: number;
  cost_estimate_id: number;
  starts_on: string | null;
  work_on_saturdays: Generated<boolean>;
  work_on_sundays: Generated<boolean>;
  version: Generated<number>;
}

export interface ScheduleDayOffRow {
  account_id: number;
  id: GeneratedAlways<number>;
  cost_estimate_id: number;
  date: string;
  type: DayOff['type'];
  description: string;
}

export interface ScheduleItemRow {
  account_id: number;
  id: GeneratedAlways<number>;
  cost_estimate_id: number;
  group_id: number | null;
  line_id: number | null;
  milestone: string | null;
  duration: number;
  not_before: string | null;
  constraint_type: NonNullable<ScheduleItem['constraint']>['type'] | null;
  constraint_date: string | null;
  percent_complete: Generated<string>;
  started_on: string | null;
  start_date: string;
  end_date: string;
}

export interface ScheduleLinkRow {
  account_id: number;
  id: GeneratedAlways<number>;
  cost_estimate_id: number;
  from_item_id: number;
  to_item_id: number;
  type: ScheduleLink['type'];
  lag: number;
  lag_unit: ScheduleLink['lagUnit'];
}

/** Written as JSON text, and never changed. */
export interface ScheduleBaselineRow {
  account_id: number;
  id: GeneratedAlways<number>;
  cost_estimate_id: number;
  name: string;
  created_at: InstantColumn;
  start_date: string;
  end_date: string;
  total: string;
  items: ColumnType<FrozenSchedule['items'], string, never>;
  months: ColumnType<FrozenSchedule['months'], string, never>;
}
